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
        let chapter = try HTMLReader.read(contents.bytes, options: .init(wholeBody: true, isXHTML: true))
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

/// The package document of an e-book: title, files, and their order.
struct EPUBPackage: XMLHandler {
    private let folder: String
    private var titles = TitleScanner()
    private var items: [String: String] = [:]
    private var order: [(id: String, isLinear: Bool)] = []
    /// Files of text in the order of the manifest, for a book without a spine.
    private var texts: [String] = []

    /// - Parameter path: The package document's own name, to which the others are relative.
    init(path: String) {
        folder = path.lastIndex(of: "/").map { String(path[...$0]) } ?? ""
    }

    var title: String? { titles.title }

    /// Names of the chapters in reading order; those off the main path (`linear="no"`, such as notes) come last.
    var chapters: [String] {
        let main = order.filter(\.isLinear) + order.filter { !$0.isLinear }
        var seen: Set<String> = []
        let found = main.compactMap { items[$0.id] }.filter { seen.insert($0).inserted }
        return found.isEmpty ? texts : found
    }

    mutating func start(_ name: XMLName, _ attributes: XMLAttributes) {
        titles.start(name, attributes)
        guard items.count < 20_000, order.count < 20_000 else { return }
        switch name.local {
        case "item":
            guard let id = attributes["id"], let reference = attributes["href"] else { return }
            let path = PartPath.normalized(folder + Self.decoded(reference))
            let type = attributes["media-type"] ?? ""
            guard type.isEmpty || type.contains("html") || type.contains("xml") else { return }
            items[id] = path
            if type.contains("html"), attributes["properties"]?.contains("nav") != true { texts.append(path) }
        case "itemref":
            if let id = attributes["idref"] { order.append((id, attributes["linear"] != "no")) }
        default: break
        }
    }

    mutating func end(_ name: XMLName) { titles.end(name) }

    mutating func text(_ bytes: ArraySlice<UInt8>) { titles.text(bytes) }

    /// Drops the fragment and resolves percent signs.
    private static func decoded(_ reference: String) -> String {
        let bytes = Array(reference.utf8.prefix { $0 != UInt8(ascii: "#") })
        var output: [UInt8] = []
        var index = 0
        while index < bytes.count {
            if bytes[index] == UInt8(ascii: "%"), index + 2 < bytes.count,
                let value = UInt8(String(decoding: bytes[(index + 1)...(index + 2)], as: UTF8.self), radix: 16)
            {
                output.append(value)
                index += 3
            } else {
                output.append(bytes[index])
                index += 1
            }
        }
        return String(decoding: output, as: UTF8.self)
    }
}

/// `META-INF/container.xml`, which says where the package document is.
struct EPUBContainer: XMLHandler {
    private(set) var path: String?

    mutating func start(_ name: XMLName, _ attributes: XMLAttributes) {
        if name.local == "rootfile", path == nil { path = attributes["full-path"].map(PartPath.normalized) }
    }

    mutating func end(_ name: XMLName) {}
    mutating func text(_ bytes: ArraySlice<UInt8>) {}
}
