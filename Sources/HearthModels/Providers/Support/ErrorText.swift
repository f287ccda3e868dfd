import HearthCore

/// A provider's own words, made fit to be shown and logged: short, without control characters, and without anything that is
/// or looks like a key.
struct ErrorText: Sendable {
    private static let limit = 300
    /// As many bytes of the key as must stand together to count as a part of it.
    private static let partLength = 8
    private static let keyPrefixes = ["sk-", "sk_", "pk-", "gsk_", "xai-", "bearer"]

    /// The key that the request carried.
    private let key: Secret?

    init(key: Secret?) { self.key = key }

    func cleaned(_ text: String) -> String {
        // What lies beyond was never going to be shown; cut first so that a long body costs nothing.
        let visible = text.unicodeScalars.prefix(4 * Self.limit).map { Self.isShown($0) ? Character($0) : " " }
        let parts = keyParts()
        let words = String(visible).split(separator: " ").map { word in
            Self.looksLikeKey(word) || holdsPart(word, of: parts) ? "<redacted>" : String(word)
        }
        let line = words.joined(separator: " ")
        return line.count <= Self.limit ? line : line.prefix(Self.limit) + "…"
    }

    /// No control characters, no characters that change the direction of text or are invisible.
    private static func isShown(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .control, .format, .lineSeparator, .paragraphSeparator, .privateUse, .surrogate, .unassigned,
            .spaceSeparator:
            false
        default: true
        }
    }

    private static func looksLikeKey(_ word: Substring) -> Bool {
        let lower = word.lowercased()
        if lower.contains("***") || keyPrefixes.contains(where: { lower.contains($0) }) { return true }
        // Long runs of letters and digits without a dash or a dot: no model id or word of a language is one.
        return lower.split(whereSeparator: { !($0.isLetter || $0.isNumber) }).contains { run in
            run.count >= 24 && run.contains(where: \.isNumber) && run.contains(where: \.isLetter)
        }
    }

    private func keyParts() -> Set<ArraySlice<UInt8>> {
        // A placeholder such as `x`, which servers without keys are given, would redact half of every sentence.
        guard let bytes = key?.exposedBytes(), bytes.count >= 4 else { return [] }
        let length = min(Self.partLength, bytes.count)
        return Set((0...(bytes.count - length)).map { bytes[$0..<($0 + length)] })
    }

    private func holdsPart(_ word: Substring, of parts: Set<ArraySlice<UInt8>>) -> Bool {
        guard let length = parts.first?.count else { return false }
        let bytes = Array(word.utf8)
        guard bytes.count >= length else { return false }
        return (0...(bytes.count - length)).contains { parts.contains(bytes[$0..<($0 + length)]) }
    }
}
