import Foundation
package import HearthCore

/// A page of the export of Apple's Journal: one entry, with its day above it.
///
/// The export is an archive with `Entries/2024-03-01_Storm.html` for each entry; the day of the page is written out in the language of the device, the
/// one of the file's name is not. The classes of the elements are those that Journal writes (`pageHeader`, `title`, `bodyText`).
struct AppleJournalEntry {
    var date: CivilDate?
    var title: String?
    var text: String

    /// - Parameter name: Of the file.
    /// - Returns: `nil` for another page.
    init?(_ tree: HTMLTree, name: String) {
        guard let body = Self.node(.bodyText, in: tree), Self.node(.pageHeader, in: tree) != nil else { return nil }
        let title = Self.node(.title, in: tree).map { tree.plainText(of: $0).trimmedHTMLSpace } ?? ""
        self.title = title.isEmpty ? nil : title
        let file = name.split(separator: "/").last ?? ""
        date = CivilDate(file.prefix(10))
        let paragraphs = (body..<Int(tree.nodes[body].end)).filter {
            let tag = tree.nodes[$0].tag
            return tag == .p || tag == .li || tag.headingLevel != nil
        }
        let texts = (paragraphs.isEmpty ? [body] : paragraphs).map {
            tree.plainText(of: $0, limit: Self.mostBytes).trimmedHTMLSpace
        }
        text = texts.filter { !$0.isEmpty }.joined(separator: "\n\n")
    }

    /// Whether a page is such an entry, so that all of it is read.
    static func isEntry(_ tree: HTMLTree) -> Bool {
        // Its day stands above all else; any other page is not looked through twice.
        node(.pageHeader, in: tree) != nil && node(.bodyText, in: tree) != nil
    }

    private static let mostBytes = 4 << 20

    private enum Part: String {
        case pageHeader, title, bodyText
    }

    private static func node(_ part: Part, in tree: HTMLTree) -> Int? {
        let name = Array(part.rawValue.utf8)
        return tree.nodes.indices.first { node in
            tree.value(.class, of: node).map {
                $0.split(separator: UInt8(ascii: " ")).contains { $0.elementsEqual(name) }
            } ?? false
        }
    }
}

/// The export of Apple's Journal, as rows of a journal's import (`hearth journal import`).
package struct AppleJournalExport: Sendable {
    /// A row a line, in JSON: `id`, `date`, `title`, `text`.
    package var rows: [UInt8]
    /// What of the entries is in no row.
    package var warnings: [ExtractionWarning]

    /// - Parameter bytes: The archive that Journal writes.
    /// - Returns: `nil` for anything else.
    /// - Throws: ``DocumentError`` for an archive that cannot be read.
    package init?(_ bytes: [UInt8]) throws {
        guard bytes.starts(with: "PK\u{3}\u{4}") else { return nil }
        var archive = try ZipArchive(
            bytes, entrySize: DocumentReader.Configuration().maximumBytes, maximumEntries: ArchiveReader.mostEntries)
        let names = archive.entries.keys.filter {
            FormatDetector.fileExtension($0) == "html" && !ArchiveName.isHidden($0)
                && $0.split(separator: "/").dropLast().last == "Entries"
        }
        var rows: [UInt8] = []
        var found = false
        var (damaged, empty) = (0, 0)
        for name in names.sorted() {
            guard let page = try archive.contents(of: name) else { continue }
            let text = HTMLEncoding.decode(page.bytes, declared: nil).text
            let (tree, _, _) = try HTMLTreeBuilder.build(Array(text.utf8), options: .init())
            guard let entry = AppleJournalEntry(tree, name: name) else { continue }
            found = true
            if page.isDamaged { damaged += 1 }
            // An entry of pictures alone.
            let words = entry.text.isEmpty ? entry.title ?? "" : entry.text
            guard !words.isEmpty else {
                empty += 1
                continue
            }
            rows += Array(Self.row(entry, words, name).description.utf8) + [newline]
        }
        guard found else { return nil }
        self.rows = rows
        var builder = DocumentBuilder()
        builder.warn(
            damaged, .damaged, "1 entry is damaged in the archive; what could be unpacked was read.",
            "entries are damaged in the archive; what could be unpacked was read.")
        builder.warn(
            empty, .skipped, "1 entry has no words, only pictures or places, and was left out.",
            "entries have no words, only pictures or places, and were left out.")
        warnings = builder.warnings
    }

    private static func row(_ entry: AppleJournalEntry, _ text: String, _ name: String) -> JSONValue {
        var row = JSONObject()
        // The same entry exported again has the same file.
        row["id"] = .string("apple-journal:" + (name.split(separator: "/").last.map(String.init) ?? name))
        row["date"] = entry.date.map { .string($0.description) }
        row["title"] = entry.title.map { .string($0) }
        row["text"] = .string(text)
        return .object(row)
    }
}
