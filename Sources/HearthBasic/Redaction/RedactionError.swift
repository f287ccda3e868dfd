public import HearthCore

/// Why a prompt was not redacted, and so not sent.
public struct RedactionError: ReadableError {
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

    /// One place that is unsure; never the text itself.
    public struct Doubt: Hashable, Codable, Sendable {
        /// `message 2`, `the tools`, `the schema`.
        public var place: String
        /// Bytes of the text at that place.
        public var span: TextSpan
        /// What it may be; `nil` when names in general cannot be told.
        public var kind: RedactionKind?
        public var reason: Reason
    }

    /// `redaction-unsure`.
    public let code = "redaction-unsure"
    public let kind = Failure.Kind.refusedByPolicy
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
