public import HearthCore

/// Why a chat template could not be read or rendered.
public struct TemplateError: ReasonedError, Equatable {
    /// What can go wrong; a raw value is the `code`.
    public enum Reason: String, FailureReason {
        /// The text is not a template: a block is not closed, an expression makes no sense.
        case syntax = "template-syntax"
        /// The template called `raise_exception`: it does not take this conversation.
        case raised = "template-raised"
        /// A value that does not exist was used as if it did.
        case undefined = "template-undefined"
        /// An operation was applied to a value that does not have it.
        case type = "template-type"
        /// The template does what the sandbox or this interpreter does not allow: changing its input, including files.
        case unsupported = "template-unsupported"
        /// The template ran too long, wrote too much or nested too deeply.
        case limit = "template-limit"
        /// There is no family of that name.
        case unknownFamily = "unknown-template-family"
    }

    public let reason: Reason
    /// The line of the template, from 1; `nil` where none is to blame.
    public let line: Int?
    private let text: String
    private static let mostBytes = 4_000

    public var message: String { line.map { "Line \($0) of the chat template: \(text)" } ?? text }

    init(_ reason: Reason, _ text: String, line: Int? = nil) {
        self.reason = reason
        // Templates may put whole texts into it.
        self.text =
            text.utf8.count > Self.mostBytes
            ? String(decoding: text.utf8.prefix(Self.mostBytes), as: UTF8.self) + "…" : text
        self.line = line
    }

    /// The same error with a line, unless it has one.
    func at(_ line: Int) -> TemplateError {
        self.line == nil ? TemplateError(reason, text, line: line) : self
    }
}

extension TemplateError.Reason {
    public var kind: Failure.Kind {
        switch self {
        case .syntax, .raised, .undefined, .type, .unsupported, .limit, .unknownFamily: .unusableTemplate
        }
    }
}
