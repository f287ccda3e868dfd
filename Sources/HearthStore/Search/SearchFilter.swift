public import Foundation
public import HearthCore

/// Narrows a search or a listing to some documents. All conditions that are set must hold; the empty filter takes everything.
public struct SearchFilter: Hashable, Sendable {
    /// Only these documents.
    public var documentIDs: Set<String>?
    /// Only documents of which a source has one of these paths or lies in a folder of that path.
    public var paths: [String]?
    public var formats: Set<DocumentFormat>?
    public var labels: Set<SensitivityLabel>?
    /// Only documents whose ``StoredDocument/createdAt`` is known and lies in this range.
    public var dates: ClosedRange<Date>?
    /// Only documents whose title or one of whose paths holds this, letter case aside.
    public var name: String?
    /// Leaves out what is nothing but an entry of the journal; see ``HearthDatabase/journalPrefix``.
    public var withoutJournal = false
    /// Only what a program that reads may see; `nil` for the owner. Set by the store.
    var ceiling: SensitivityLabel?

    public init(
        documentIDs: Set<String>? = nil, paths: [String]? = nil, formats: Set<DocumentFormat>? = nil,
        labels: Set<SensitivityLabel>? = nil, dates: ClosedRange<Date>? = nil
    ) {
        self.documentIDs = documentIDs
        self.paths = paths
        self.formats = formats
        self.labels = labels
        self.dates = dates
    }

    /// Takes every document.
    public static let everything = SearchFilter()

    public var isEverything: Bool { self == .everything }

    /// As far as the reader of this task may see.
    func limited() -> SearchFilter {
        guard let reader = Reader.current, reader.ceiling < .private else { return self }
        var filter = self
        filter.ceiling = reader.ceiling
        return filter
    }
}
