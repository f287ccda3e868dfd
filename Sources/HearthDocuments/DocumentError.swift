public import HearthCore

/// Why a document could not be read.
public struct DocumentError: ReasonedError, Hashable {
    public let reason: Reason
    public let message: String
    public let help: [Failure.Help]

    package init(_ reason: Reason, _ message: String, help: [Failure.Help] = []) {
        self.reason = reason
        self.message = message
        self.help = help
    }

    /// The reasons this module knows. A raw value is what ``code`` carries; it never changes its meaning.
    public enum Reason: String, FailureReason {
        /// The file is not there, may not be read, or is not a file.
        case notReadable = "not-readable"
        /// The file has no bytes, or only zero bytes.
        case empty = "empty-file"
        /// The file is in a format that Hearth does not read.
        case unsupportedFormat = "unsupported-format"
        /// The file is no text in any encoding that Hearth knows.
        case notText = "not-text"
        /// The file needs a password.
        case encryptedPDF = "encrypted-pdf"
        case encryptedDocument = "encrypted-document"
        /// The PDF's structure is broken beyond repair.
        case damagedPDF = "damaged-pdf"
        case damagedZip = "damaged-zip"
        /// The container is sound but what should be in it is not.
        case damagedDocument = "damaged-document"
        /// A transcript file without a single cue.
        case noCues = "no-cues"
        /// A limit on size or count was passed.
        case tooLarge = "too-large"
        case timeout = "timeout"
        /// A program that reading this format needs is not installed.
        case toolMissing = "tool-missing"
    }
}

extension DocumentError.Reason {
    public var kind: Failure.Kind {
        switch self {
        case .notReadable, .empty, .unsupportedFormat, .notText, .encryptedPDF, .encryptedDocument, .damagedPDF,
            .damagedZip, .damagedDocument, .noCues:
            .unreadable
        case .tooLarge: .tooLarge
        case .timeout: .timedOut
        case .toolMissing: .toolMissing
        }
    }
}
