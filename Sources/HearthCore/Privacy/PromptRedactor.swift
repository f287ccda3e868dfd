/// Replaces what identifies people, and what opens doors, before a prompt leaves the machine.
public protocol PromptRedactor: Sendable {
    /// The request with placeholders in place of what was found. The same value gets the same placeholder in every message.
    ///
    /// - Throws: A ``ReadableError`` with the code `redaction-unsure` when something may be private but could not be told for
    ///   certain, unless the options accept that. The error never holds the text in question.
    func redact(_ request: ModelRequest, options: RedactionOptions) throws -> RedactedPrompt
}

/// What may be replaced.
public enum RedactionKind: String, Codable, Sendable, CaseIterable {
    /// A person.
    case person
    /// A name that may be a person's, or gives one away: whatever is written like a name and is not generally known.
    case name
    case address, email, phone, card, iban
    /// A number given to a person by an office, such as a US social security number.
    case identity
    /// A password, a token, a private key.
    case key
    /// The address of a machine in a network.
    case host
    /// Digits that may be any of these; only replaced when doubts are accepted.
    case number

    /// Its word in placeholders.
    public var placeholderWord: String { rawValue.uppercased() }
}

public struct RedactionOptions: Hashable, Codable, Sendable {
    public var kinds: Set<RedactionKind>
    /// Goes on where detection is unsure: doubtful numbers are replaced, and text in which names cannot be told is sent with
    /// only its patterns replaced. The user says this for one request, having been told what the doubt is.
    public var acceptsDoubt: Bool
    /// Tells the model, in one sentence of the system message, to keep placeholders as they are.
    public var explainsPlaceholders: Bool

    public init(
        kinds: Set<RedactionKind> = Set(RedactionKind.allCases), acceptsDoubt: Bool = false,
        explainsPlaceholders: Bool = true
    ) {
        self.kinds = kinds
        self.acceptsDoubt = acceptsDoubt
        self.explainsPlaceholders = explainsPlaceholders
    }
}

/// A request whose private parts are placeholders, and what they stand for.
public struct RedactedPrompt: Sendable {
    public struct Replacement: Hashable, Sendable {
        /// Such as `[PERSON_1]`.
        public var placeholder: String
        public var kind: RedactionKind
        /// What it stands for. It stays on this machine: never log it, never send it.
        public var original: String

        public init(placeholder: String, kind: RedactionKind, original: String) {
            self.placeholder = placeholder
            self.kind = kind
            self.original = original
        }
    }

    public var request: ModelRequest
    /// In the order in which they were first met.
    public var replacements: [Replacement]
    /// What may have been left, for the user to know: never the text itself.
    public var notes: [String]

    public init(request: ModelRequest, replacements: [Replacement], notes: [String] = []) {
        self.request = request
        self.replacements = replacements
        self.notes = notes
    }
}

/// Puts the originals back into an answer that arrives in pieces, whatever way it is cut.
///
/// Only placeholders that were really given out are restored; anything else of that look is the text's own. Placeholders
/// begin with `[`, end with `]` and have neither inside, so two of them cannot overlap and one pass finds them all.
public struct PlaceholderRestorer: Sendable {
    /// How the text around a placeholder is written.
    public enum Form: Sendable {
        case plain
        /// Inside JSON strings: what is put back is escaped.
        case json
    }

    private let originals: [[UInt8]: [UInt8]]
    private let longest: Int
    /// What may be the beginning of a placeholder: `[` and what follows it.
    private var pending: [UInt8] = []

    public init(_ replacements: [RedactedPrompt.Replacement], form: Form = .plain) {
        var originals: [[UInt8]: [UInt8]] = [:]
        for replacement in replacements {
            let original = form == .json ? Self.escaped(replacement.original) : replacement.original
            originals[Array(replacement.placeholder.utf8)] = Array(original.utf8)
        }
        self.originals = originals
        longest = originals.keys.map(\.count).max() ?? 0
    }

    /// The text that is certain after the next piece; at most one unfinished placeholder is held back.
    public mutating func push(_ piece: String) -> String {
        guard longest > 0 else { return piece }
        var out: [UInt8] = []
        out.reserveCapacity(piece.utf8.count + pending.count)
        for byte in piece.utf8 {
            if byte == UInt8(ascii: "[") {
                out += pending
                pending = [byte]
            } else if pending.isEmpty {
                out.append(byte)
            } else {
                pending.append(byte)
                if byte == UInt8(ascii: "]") {
                    out += originals[pending] ?? pending
                    pending = []
                } else if pending.count >= longest || byte >= 0x80 {
                    out += pending
                    pending = []
                }
            }
        }
        // What is held back is ASCII, so that a piece never ends inside a character that was whole in the input.
        return String(decoding: out, as: UTF8.self)
    }

    /// What was still held back, at the end of the answer.
    public mutating func finish() -> String {
        defer { pending = [] }
        return String(decoding: pending, as: UTF8.self)
    }

    /// A whole text at once.
    public func restore(_ text: String) -> String {
        var copy = self
        copy.pending = []
        return copy.push(text) + copy.finish()
    }

    /// The strings of a value, its keys among them.
    public func restore(_ value: JSONValue) -> JSONValue {
        switch value {
        case .null, .bool, .number: value
        case .string(let text): .string(restore(text))
        case .array(let items): .array(items.map(restore))
        case .object(let members): .object(JSONObject(members.map { (restore($0.0), restore($0.1)) }))
        }
    }

    private static func escaped(_ text: String) -> String {
        // The quotation marks around it are already there.
        String(JSONValue.string(text).description.dropFirst().dropLast())
    }
}
