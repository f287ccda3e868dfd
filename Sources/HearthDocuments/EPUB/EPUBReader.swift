import HearthCore

/// Reads e-books (EPUB 2 and 3): the chapters in the order of the spine, a page for each.
struct EPUBReader {
    private var archive: ZipArchive
    private var bytes: [UInt8] = []
    private var blocks: [Block] = []
    private var pages: [Page] = []
    private var warnings: [ExtractionWarning] = []

    /// Chapters of one book; each is a document of its own.
    private static let maximumChapters = 5_000

    static func read(_ bytes: [UInt8]) throws -> ExtractedDocument {
        var reader = EPUBReader(archive: try ZipArchive(bytes))
        return try reader.read()
    }

    private init(archive: ZipArchive) { self.archive = archive }

    private mutating func read() throws -> ExtractedDocument {
        if archive.contains("META-INF/encryption.xml"), archive.contains("META-INF/rights.xml") {
            throw DocumentError(.encryptedDocument, "The book is protected by digital rights management.")
        }
        guard let path = try packagePath(), let file = try archive.contents(of: path) else {
            throw DocumentError(.damagedDocument, "The book does not say where its contents are; it is damaged.")
        }
        var package = EPUBPackage(path: path)
        let outcome = try XMLScanner.scan(file.bytes, &package)
        if outcome == .damaged || file.isDamaged { warn(.damaged, "The book's table of contents is damaged.") }
        let chapters = package.chapters
        for chapter in chapters.prefix(Self.maximumChapters) { try append(chapter: chapter) }
        if chapters.count > Self.maximumChapters {
            warn(.truncated, "Only the first \(Self.maximumChapters) of \(chapters.count) chapters were read.")
        }
        guard !pages.isEmpty else {
            throw DocumentError(.damagedDocument, "None of the book's chapters could be found; it is damaged.")
        }
        return ExtractedDocument(
            format: .epub, title: package.title, text: String(decoding: bytes, as: UTF8.self), pages: pages,
            blocks: blocks,
            warnings: warnings)
    }

    private mutating func packagePath() throws -> String? {
        var scanner = EPUBContainer()
        if let container = try archive.contents(of: "META-INF/container.xml") {
            _ = try XMLScanner.scan(container.bytes, &scanner)
        }
        if let path = scanner.path, archive.contains(path) { return path }
        // A damaged container: the package is found by its extension.
        return archive.entries.keys.filter { $0.hasSuffix(".opf") }.min()
    }

    private mutating func append(chapter path: String) throws {
        guard let contents = try archive.contents(of: path) else {
            warn(.damaged, "The chapter \(path) is missing.")
            return
        }
        if contents.isDamaged { warn(.damaged, "The chapter \(path) is damaged; it was read as far as it goes.") }
        let chapter = try HTMLReader.read(contents.bytes, options: .init(wholeBody: true))
        warnings += chapter.warnings
        let text = Array(chapter.text.utf8)
        guard text.contains(where: { !isSpace($0) }) else { return }
        if !bytes.isEmpty { bytes.append(contentsOf: [newline, newline]) }
        let start = bytes.count
        bytes.append(contentsOf: text)
        for var block in chapter.blocks {
            block.span = TextSpan(start: block.span.start + start, end: block.span.end + start)
            blocks.append(block)
        }
        pages.append(Page(number: pages.count + 1, span: TextSpan(start: start, end: bytes.count)))
    }

    private mutating func warn(_ kind: ExtractionWarning.Kind, _ message: String) {
        if warnings.count < 100 { warnings.append(ExtractionWarning(kind, message)) }
    }
}
