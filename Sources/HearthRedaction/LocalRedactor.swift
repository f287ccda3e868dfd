public import HearthCore
import HearthText

/// Finds and replaces what is private without any model: names, postal and e-mail addresses, telephone numbers, cards,
/// accounts, passwords and keys.
///
/// Works best on English, and on other languages in Latin, Greek or Cyrillic letters replaces more than it must; where nouns have
/// capitals it replaces fewer names than there may be, and says so. It cannot see
/// what only meaning tells: "my neighbour at number nine", a name written as a common word, digits written out in words. It is
/// a second fence behind consent, not a replacement of it.
public struct LocalRedactor: PromptRedactor {
    public init() {}

    public func redact(_ request: ModelRequest, options: RedactionOptions = RedactionOptions()) throws -> RedactedPrompt
    {
        var texts: [RedactionUnit] = []
        _ = request.mapTexts { place, text in
            texts.append(RedactionUnit(place: place, text: text))
            return text
        }
        var fixed: [RedactionUnit] = []
        request.visitFixedTexts { fixed.append(RedactionUnit(place: $0, text: $1)) }

        let finder = PrivateSpanFinder(kinds: options.kinds)
        var found = texts.map { finder.spans(in: $0.text) }
        let spread = KnownValues(texts, found)
        for index in texts.indices { found[index] = finder.merged(found[index] + spread.spans(in: texts[index].text)) }
        if !options.acceptsDoubt {
            let doubts =
                zip(texts, found).flatMap { unit, spans in finder.doubts(in: unit, spans) }
                + fixed.flatMap { finder.doubts(inFixed: $0, spread) }
            if !doubts.isEmpty { throw RedactionError(doubts) }
        }

        var table = PlaceholderTable(avoiding: texts.map(\.text) + fixed.map(\.text))
        var replaced = zip(texts, found).map { Self.replace($1, in: $0.text, &table) }.makeIterator()
        var redacted = request.mapTexts { _, text in replaced.next() ?? "" }
        if options.explainsPlaceholders, let first = table.replacements.first {
            redacted.explainPlaceholders(example: first.placeholder)
        }
        return RedactedPrompt(
            request: redacted, replacements: table.replacements, notes: notes(on: texts, kinds: options.kinds))
    }

    /// What is not certain to be replaced.
    private func notes(on texts: [RedactionUnit], kinds: Set<RedactionKind>) -> [String] {
        guard kinds.contains(.person) || kinds.contains(.name) else { return [] }
        let places = texts.filter { NameDetector($0.text).capitalsMarkNouns }.map(\.place)
        guard !places.isEmpty else { return [] }
        return [
            "Some names may be left in \(places.joined(separator: ", ")): every noun is written with a capital there, so "
                + "that only names that more speaks for were replaced. Addresses, numbers and keys were replaced as ever."
        ]
    }

    private static func replace(_ spans: [PrivateSpan], in text: String, _ table: inout PlaceholderTable) -> String {
        guard !spans.isEmpty else { return text }
        let bytes = Array(text.utf8)
        var out: [UInt8] = []
        out.reserveCapacity(bytes.count)
        var place = 0
        for span in spans where span.range.lowerBound >= place {
            out += bytes[place..<span.range.lowerBound]
            out += table.placeholder(for: bytes[span.range], span.kind).utf8
            place = span.range.upperBound
        }
        return String(decoding: out + bytes[place...], as: UTF8.self)
    }
}

/// A text of a request, and where it stands.
struct RedactionUnit {
    var place: String
    var text: String
}

extension ModelRequest {
    /// The request with every text that can be replaced put through a function, always in the same order.
    func mapTexts(_ change: (_ place: String, _ text: String) -> String) -> ModelRequest {
        var copy = self
        for index in copy.messages.indices {
            let place = "message \(index + 1)"
            copy.messages[index].content = change(place, messages[index].content)
            if let reasoning = messages[index].reasoning {
                copy.messages[index].reasoning = change("the reasoning of \(place)", reasoning)
            }
            for call in copy.messages[index].toolCalls?.indices ?? 0..<0 {
                let arguments = messages[index].toolCalls?[call].arguments ?? ""
                let place = "a tool call of \(place)"
                // Inside JSON a name may be escaped; what is no JSON is taken as text.
                let value = try? JSONValue(parsing: arguments)
                copy.messages[index].toolCalls?[call].arguments =
                    value.map { $0.mapStrings { change(place, $0) }.description } ?? change(place, arguments)
            }
        }
        copy.suffix = suffix.map { change("the text behind the gap", $0) }
        copy.options.stopSequences = options.stopSequences.map { change("a stop sequence", $0) }
        return copy
    }

    /// Texts that must stay as they are, because both sides go by them.
    func visitFixedTexts(_ visit: (_ place: String, _ text: String) -> Void) {
        for tool in tools {
            visit("a tool's description", tool.description)
            _ = tool.parameters.mapStrings {
                visit("a tool's parameters", $0)
                return $0
            }
        }
        if let schema {
            visit("the schema's description", schema.description ?? "")
            _ = schema.root.mapStrings {
                visit("the schema", $0)
                return $0
            }
        }
        if let grammar = options.grammar { visit("the grammar", grammar) }
    }

    mutating func explainPlaceholders(example: String) {
        let words =
            "Words in brackets such as \(example) stand for values that are kept back. Repeat them exactly as they are."
        if let index = messages.firstIndex(where: { $0.role == .system }) {
            messages[index].content += "\n\n" + words
        } else {
            messages.insert(Message(.system, words), at: 0)
        }
    }
}

extension JSONValue {
    /// The value with its strings and keys changed, in their order.
    fileprivate func mapStrings(_ change: (String) -> String) -> JSONValue {
        switch self {
        case .null, .bool, .number: self
        case .string(let text): .string(change(text))
        case .array(let items): .array(items.map { $0.mapStrings(change) })
        case .object(let members):
            .object(JSONObject(members.map { (change($0.0), $0.1.mapStrings(change)) }))
        }
    }
}

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
        replacements.append(
            .init(placeholder: placeholder, kind: kind, original: String(decoding: bytes, as: UTF8.self)))
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

/// Why a prompt was not redacted, and so not sent.
public struct RedactionError: ReasonedError {
    /// What can go wrong; a raw value is the `code`.
    public enum Reason: String, FailureReason {
        case unsure = "redaction-unsure"

        public var kind: Failure.Kind { .refusedByPolicy }
    }

    /// One place that is unsure; never the text itself.
    public struct Doubt: Hashable, Codable, Sendable {
        /// What is unsure.
        public enum Reason: String, Codable, Sendable {
            /// It may be of its kind, but a check fails or a sign is missing.
            case mayBePrivate
            /// The script has no capitals, which tell names from words.
            case scriptWithoutCapitals
            /// Words that are not generally known, in a text without any capital.
            case noCapitals
            /// A text in capitals or headline style, where every word looks like a name.
            case onlyCapitals
            /// Something to be replaced stands where it cannot be, such as in a schema.
            case cannotBeReplaced
        }

        /// `message 2`, `the tools`, `the schema`.
        public var place: String
        /// Bytes of the text at that place.
        public var span: TextSpan
        /// What it may be; `nil` when names in general cannot be told.
        public var kind: RedactionKind?
        public var reason: Reason
    }

    public var reason: Reason { .unsure }
    public let help = [Failure.Help.acceptDoubt]
    /// All of them, in order.
    public let doubts: [Doubt]

    init(_ doubts: [Doubt]) { self.doubts = doubts }

    public var message: String {
        let shown = doubts.prefix(3).map(Self.describe).joined(separator: "; ")
        let more = doubts.count > 3 ? "; and \(doubts.count - 3) more" : ""
        return "Redaction is not certain, so nothing was sent: \(shown)\(more). Change the text, or use an engine on "
            + "this machine."
    }

    private static func describe(_ doubt: Doubt) -> String {
        let place = "\(doubt.place), bytes \(doubt.span.start) to \(doubt.span.end),"
        switch doubt.reason {
        case .mayBePrivate: return "\(place) may be private (\(doubt.kind?.rawValue ?? "unknown"))"
        case .scriptWithoutCapitals: return "\(place) is in a script in which names cannot be told from words"
        case .noCapitals: return "\(place) may be a name, and the text has no capitals that would tell"
        case .onlyCapitals: return "\(place) is all in capitals, so that names cannot be told from words"
        case .cannotBeReplaced:
            return
                "\(place) holds something private (\(doubt.kind?.rawValue ?? "unknown")) that cannot be replaced there"
        }
    }
}
