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

    public init() {}
}
