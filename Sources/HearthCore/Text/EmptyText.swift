extension StringProtocol {
    /// Whether there is nothing in it that anybody could read: it is empty, or all of it is white space, control characters, and
    /// characters that are not shown, such as those of no width (Unicode's `White_Space`, `Cc`, `Default_Ignorable_Code_Point`).
    package var isBlank: Bool {
        unicodeScalars.allSatisfy { scalar in
            let properties = scalar.properties
            return properties.isWhitespace || properties.isDefaultIgnorableCodePoint
                || properties.generalCategory == .control
        }
    }
}

/// There is nothing to read in a text that something is to be done with: a question, a message, an entry, a title.
///
/// The one rule for all of them, wherever they come from: what says nothing is refused, and not searched for, answered or kept.
public struct EmptyTextError: ReasonedError, Equatable {
    /// What can go wrong; a raw value is the `code`.
    public enum Reason: String, FailureReason {
        case emptyText = "empty-text"

        // Whoever made the call can see it before making it.
        public var kind: Failure.Kind { .usage }
    }

    public let reason: Reason
    /// The part of the request that is empty, such as `question`.
    public let field: String
    public let message: String

    /// - Parameter name: What a person calls it; `nil` where that is the name of the field.
    package init(_ field: String, called name: String? = nil) {
        reason = .emptyText
        self.field = field
        message = "The \(name ?? field) is empty. \(Self.rule)"
    }

    /// What does not count, for a text that does not look empty to whoever wrote it.
    package static let rule = "White space, and characters that cannot be seen, are no text."

    /// - Throws: ``EmptyTextError`` where there is nothing in the text to read.
    package static func check(_ text: some StringProtocol, _ field: String, called name: String? = nil) throws {
        if text.isBlank { throw EmptyTextError(field, called: name) }
    }
}
