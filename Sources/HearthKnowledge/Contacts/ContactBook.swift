public import HearthCore
import HearthDocuments

/// Makes the ``Contacts`` of whoever reads, from the address books of a library (VCF documents) that they may see.
///
/// They are made anew where an address book was added, changed, removed or labelled otherwise since, and kept as long as none was: which
/// there are is asked each time, which is one look at a few rows.
public actor ContactBook {
    /// Address books that are read, the newest first, and bytes of their texts.
    static let mostBooks = 100
    static let mostBytes = 64 << 20
    /// Numbers and addresses of one contact.
    private static let mostIdentifiers = 50

    /// By which an address book is known to be as it was.
    private struct Version: Hashable {
        var id: String
        var hash: ContentHash
        var processing: String
        var label: SensitivityLabel
    }

    private let library: any DocumentStore
    /// By the ceiling of who reads.
    private var kept: [SensitivityLabel: (versions: [Version], contacts: Contacts)] = [:]

    public init(library: any DocumentStore) { self.library = library }

    /// Those whom the reader of this task may know.
    public func contacts() async throws -> Contacts {
        let ceiling = Reader.labels.ceiling
        let books = try await library.documents(
            matching: SearchFilter(formats: [.vcf]), limit: Self.mostBooks, offset: 0
        ).filter { $0.label <= ceiling }
        let versions = books.map {
            Version(id: $0.id, hash: $0.contentHash, processing: $0.processing, label: $0.label)
        }
        if let known = kept[ceiling], known.versions == versions { return known.contacts }
        var contacts = Contacts.none
        var left = Self.mostBytes
        // Who is in two of them is known by the one that more may read.
        for book in books.sorted(by: { $0.label < $1.label }) {
            try Task.checkCancellation()
            guard let content = try await library.content(ofDocument: book.id) else { continue }
            left -= content.text.utf8.count
            guard left >= 0 else { break }
            Self.read(content, of: book, into: &contacts)
        }
        kept[ceiling] = (versions, contacts)
        return contacts
    }

    /// Each contact has a heading, a block with its lines, as the reader of address books writes them, and then what is noted of them, which may
    /// look like such lines and is none.
    private static func read(_ content: ExtractedDocument, of book: StoredDocument, into contacts: inout Contacts) {
        var name = ""
        var identifiers: [String] = []
        var isBelowName = false
        func close() {
            contacts.add(Contacts.Contact(name: name, documentID: book.id, label: book.label), identifiers)
            identifiers = []
        }
        for block in content.blocks {
            guard let text = content.text.text(in: block.span) else { continue }
            if case .heading = block.kind {
                close()
                name = String(text.split(whereSeparator: \.isNewline).joined(separator: " ").prefix(200))
                isBelowName = true
                continue
            }
            guard isBelowName else { continue }
            isBelowName = false
            for line in text.split(whereSeparator: \.isNewline) where identifiers.count < mostIdentifiers {
                if let identifier = ContactLine.identifier(in: line) { identifiers.append(String(identifier)) }
            }
        }
        close()
    }
}
