import HearthCore

/// Gives out placeholders: one for each value, and never one that the texts already contain.
struct PlaceholderTable {
    /// By kind and exact bytes: Swift's strings take different bytes for equal, and what is restored must be exact.
    private var known: [Key: String] = [:]
    private var numbers: [RedactionKind: Int] = [:]
    private let taken: Set<String>
    private(set) var replacements: [RedactedPrompt.Replacement] = []

    private struct Key: Hashable {
        var kind: RedactionKind
        var bytes: [UInt8]
    }

    init(avoiding texts: [String]) {
        taken = texts.reduce(into: []) { $0.formUnion(Self.lookalikes(in: $1)) }
    }

    mutating func placeholder(for bytes: ArraySlice<UInt8>, _ kind: RedactionKind) -> String {
        let key = Key(kind: kind, bytes: Array(bytes))
        if let placeholder = known[key] { return placeholder }
        var placeholder: String
        repeat {
            let number = (numbers[kind] ?? 0) + 1
            numbers[kind] = number
            placeholder = "[\(kind.placeholderWord)_\(number)]"
        } while taken.contains(placeholder)
        known[key] = placeholder
        replacements.append(.init(placeholder: placeholder, kind: kind, original: String(decoding: bytes, as: UTF8.self)))
        return placeholder
    }

    /// Everything in a text that has the form of a placeholder.
    private static func lookalikes(in text: String) -> Set<String> {
        var found: Set<String> = []
        var open: [UInt8]?
        for byte in text.utf8 {
            if byte == UInt8(ascii: "[") {
                open = [byte]
            } else if byte == UInt8(ascii: "]"), let begun = open {
                found.insert(String(decoding: begun + [byte], as: UTF8.self))
                open = nil
            } else if RedactionText.isUpper(byte) || RedactionText.isDigit(byte) || byte == UInt8(ascii: "_"),
                let begun = open, begun.count < 40
            {
                open = begun + [byte]
            } else {
                open = nil
            }
        }
        return found
    }
}
