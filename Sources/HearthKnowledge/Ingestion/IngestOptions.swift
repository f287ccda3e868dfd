public import HearthCore

/// How files are read into the store.
public struct IngestOptions: Sendable {
    /// Whether files and folders whose names begin with a dot are read.
    public var includesHidden = false
    /// The label of every document that is read; `nil` keeps the label that a document has, and makes new ones personal.
    public var label: SensitivityLabel?
    /// Whether documents are forgotten whose files are gone from the named folders.
    public var prunes = false

    public init() {}
}
