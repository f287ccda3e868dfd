public import HearthCore

/// How files are read into the store.
public struct IngestOptions: Sendable {
    /// Whether files and folders whose names begin with a dot are read.
    public var includesHidden = false
    /// The label of every document that is read, and of the folders that are named: what will be in them has it too. `nil` keeps
    /// the label that a document has, and makes new ones as private as their folder, or personal.
    public var label: SensitivityLabel?
    /// Whether ``label`` holds where it is milder than what was said before; otherwise what is stricter stays.
    public var lowersLabels = false
    /// Under which names files are kept that are only here to be read, by their paths, absolute and without symbolic links.
    public var names: [String: String] = [:]
    /// Whether documents are forgotten whose files are gone from the named folders.
    public var prunes = false
    /// Whether somebody said that the files are transcripts. They stay such when they are read again because they changed.
    public var areTranscripts = false
    /// Whether the files were sent to be read: they lie in the data folder for as long as that takes, whoever sent them, and nothing
    /// else of it is read.
    package var areSent = false

    public init() {}
}

/// What became of one file.
public struct IngestReport: Codable, Sendable {
    public enum Status: String, Codable, Sendable {
        case added, updated, unchanged
        /// Left alone on purpose: not a document, or a link out of the folder.
        case skipped
        case failed
    }

    public struct Problem: Hashable, Codable, Sendable {
        public var code: String
        public var kind: Failure.Kind
        public var message: String
        /// What would help, the best first; `nil` where nothing is known to.
        public var help: [Failure.Help]?

        /// Of a file that was sent, where another one of its name was sent later and is in the library.
        static let superseded = Problem(
            code: "superseded", kind: .conflict,
            message: "Another file was sent under this name later, and is kept. This one was left alone.")

        private init(code: String, kind: Failure.Kind, message: String) {
            (self.code, self.kind, self.message) = (code, kind, message)
        }

        init(_ error: any ReadableError) {
            (code, kind, message) = (error.code, error.kind, error.message)
            help = error.help.isEmpty ? nil : error.help
        }

        init(_ refused: FileFinder.Refused) {
            (code, kind, message) = (refused.reason.code, .unreadable, refused.message)
        }
    }

    /// As it was given.
    public var path: String
    /// What its document is called; `nil` where there is none.
    public var title: String?
    public var status: Status
    public var documentID: String?
    public var format: DocumentFormat?
    public var pages: Int
    public var chunks: Int
    /// Bytes of the extracted text.
    public var bytes: Int
    public var warnings: [ExtractionWarning]
    /// Why it was skipped or failed.
    public var problem: Problem?

    /// Whether the file is in the store with nothing in it that could be found or quoted: a scan, a blank page.
    public var isWithoutText: Bool {
        switch status {
        case .added, .updated, .unchanged: chunks == 0
        case .skipped, .failed: false
        }
    }

    public init(
        path: String, title: String? = nil, status: Status, documentID: String? = nil, format: DocumentFormat? = nil,
        pages: Int = 0,
        chunks: Int = 0, bytes: Int = 0, warnings: [ExtractionWarning] = [], problem: Problem? = nil
    ) {
        self.path = path
        self.title = title
        self.status = status
        self.documentID = documentID
        self.format = format
        self.pages = pages
        self.chunks = chunks
        self.bytes = bytes
        self.warnings = warnings
        self.problem = problem
    }
}

extension IngestReport {
    /// A file that was sent, where another one of its name was sent later and is in the library.
    static func superseded(_ path: String) -> IngestReport {
        IngestReport(path: path, status: .skipped, problem: .superseded)
    }
}

/// The whole run in numbers.
public struct IngestSummary: Hashable, Codable, Sendable {
    /// A document that may be seen by more than before.
    public struct Milder: Hashable, Codable, Sendable {
        public var documentID: String
        public var path: String
        public var from: SensitivityLabel
        public var to: SensitivityLabel
    }

    public var added = 0
    public var updated = 0
    public var unchanged = 0
    public var skipped = 0
    public var failed = 0
    /// Of those that are in the store now, the files without text; see ``IngestReport/isWithoutText``.
    public var withoutText = 0
    /// What the label of this run made less private, files included that were not read again.
    public var milder: [Milder] = []
    /// Chunks written in this run.
    public var chunks = 0
    /// Files with pages that were read from their pictures.
    public var recognized = 0
    public var seconds = 0.0

    public init() {}

    /// - Parameter gained: Chunks that it has more than before.
    mutating func count(recognized report: IngestReport, hadText: Bool, gained: Int) {
        recognized += 1
        if !hadText, !report.isWithoutText { withoutText -= 1 }
        chunks += max(0, gained)
    }

    mutating func count(_ report: IngestReport) {
        switch report.status {
        case .added: added += 1
        case .updated: updated += 1
        case .unchanged: unchanged += 1
        case .skipped: skipped += 1
        case .failed: failed += 1
        }
        if report.isWithoutText { withoutText += 1 }
        if report.status == .added || report.status == .updated { chunks += report.chunks }
    }
}

/// What happens while files are read, in order; ``summary(_:)`` comes last, once.
public enum IngestEvent: Sendable {
    /// How many of `total` files are done.
    case progress(done: Int, total: Int, chunks: Int)
    case file(IngestReport)
    /// All text is stored and can be found by its words; so many of the `total` passages that this run stored can be found by what
    /// they mean, too. Then the same of those that were there before without vectors of the model.
    case vectors(done: Int, total: Int)
    /// All text is stored, and the pages of so many files are still to be read from their pictures, beginning with this one.
    case pictures(path: String, left: Int)
    /// More of a file was read from its pictures, and is stored; the report is of the document as it is now. A long file has several.
    case recognized(IngestReport)
    /// Something about the run as a whole.
    case note(String)
    case summary(IngestSummary)
}
