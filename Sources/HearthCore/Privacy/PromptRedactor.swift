/// Replaces what identifies people, and what opens doors, before a prompt leaves the machine.
public protocol PromptRedactor: Sendable {
    /// The request with placeholders in place of what was found. The same value gets the same placeholder in every message.
    ///
    /// - Throws: A ``ReadableError`` with the code `redaction-unsure` when something may be private but could not be told for
    ///   certain, unless the options accept that. The error never holds the text in question.
    func redact(_ request: ModelRequest, options: RedactionOptions) throws -> RedactedPrompt
}

/// The kinds of private details that redaction can replace by placeholders.
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
        /// The text that the placeholder replaces. It stays on this machine: never log it, never send it.
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
