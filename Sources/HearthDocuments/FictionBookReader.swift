import HearthCore

/// Reads e-books in FictionBook (2.0 to 2.2, http://www.gribuser.ru/xml/fictionbook/): a page for each chapter, its notes behind.
enum FictionBookReader {
    /// - Parameter bytes: The whole file.
    /// - Returns: `nil` where it is no such book.
    static func read(_ bytes: [UInt8]) throws -> ExtractedDocument? {
        guard XMLScanner.root(of: Array(bytes.prefix(FormatDetector.headSize))) == "FictionBook" else { return nil }
        var book = FictionBook()
        let outcome = try XMLScanner.scan(bytes, &book)
        return book.finish(isDamaged: outcome == .damaged)
    }
}

private struct FictionBook: XMLHandler {
    /// Bytes of a paragraph; what follows in it is left out, and said.
    private static let longestText = 1 << 20
    private static let deepestHeading = 6

    private var builder = DocumentBuilder()
    private var open: [String] = []
    private var text: [UInt8] = []
    private var author: [String] = []
    private var authors: [String] = []
    /// Lines of the title that is open.
    private var title: [String] = []
    private var rows: [[String]] = []
    private var pictures = 0
    private var cut = 0

    private var isInBody: Bool { open.contains("body") }
    private func isInside(_ name: String) -> Bool { open.contains(name) }

    mutating func start(_ name: XMLName, _ attributes: XMLAttributes) {
        let local = name.local
        switch local {
        // A chapter: a section right in a body.
        case "section" where open.last == "body":
            // What stands above the first chapter has a page where there is something.
            if builder.openPageStart.map({ builder.bytes.count > $0 }) ?? true { builder.beginPage() }
        case "body": builder.beginPage()
        case "title": title = []
        case "table": rows = []
        case "tr": rows.append([])
        case "image" where isInBody: pictures += 1
        default: break
        }
        open.append(local)
        if Self.holdsText.contains(local) { text.removeAll(keepingCapacity: true) }
    }

    private static let holdsText: Set<String> = [
        "p", "v", "subtitle", "text-author", "td", "th", "book-title", "first-name", "middle-name", "last-name",
        "nickname",
    ]

    mutating func text(_ bytes: ArraySlice<UInt8>) {
        // Pictures stand behind the text, as letters and figures.
        guard !isInside("binary") else { return }
        let room = Self.longestText - text.count
        if bytes.count > room { cut += 1 }
        text.append(contentsOf: bytes.prefix(max(0, room)))
    }

    mutating func end(_ name: XMLName) {
        if let place = open.lastIndex(of: name.local) { open.removeSubrange(place...) }
        let words =
            Self.holdsText.contains(name.local) ? onOneLine(String(decoding: text, as: UTF8.self)) : ""
        switch name.local {
        case "book-title" where isInside("title-info") && builder.title == nil:
            builder.title = words.isEmpty ? nil : words
        case "first-name", "middle-name", "last-name", "nickname":
            if open.last == "author", isInside("title-info"), !words.isEmpty { author.append(words) }
        case "author" where open.last == "title-info":
            if !author.isEmpty { authors.append(author.joined(separator: " ")) }
            author = []
        case "description": describe()
        case "title" where isInBody:
            let level = 1 + open.count { $0 == "section" }
            builder.append(.heading(level: min(level, Self.deepestHeading)), title.joined(separator: " "))
        case "subtitle" where isInBody:
            let level = 2 + open.count { $0 == "section" }
            builder.append(.heading(level: min(level, Self.deepestHeading)), words)
        case "p" where isInside("title"): if !words.isEmpty { title.append(words) }
        case "p", "v", "text-author":
            guard isInBody || isInside("annotation") && isInside("title-info") else { break }
            builder.append(isInside("cite") || isInside("epigraph") ? .quote : .paragraph, words)
        case "td", "th": if !rows.isEmpty { rows[rows.count - 1].append(words) }
        case "table" where isInBody:
            builder.append(.table, rows.map { $0.joined(separator: "\t") }.joined(separator: "\n"))
            rows = []
        default: break
        }
        if Self.holdsText.contains(name.local) { text.removeAll(keepingCapacity: true) }
    }

    /// Who wrote it stands in no chapter.
    private mutating func describe() {
        if let title = builder.title { builder.append(.heading(level: 1), title) }
        if !authors.isEmpty { builder.append(.paragraph, authors.joined(separator: ", ")) }
    }

    mutating func finish(isDamaged: Bool) -> ExtractedDocument {
        builder.warn(pictures, .skipped, "1 picture was not read.", "pictures were not read.")
        builder.warn(cut, .truncated, "1 paragraph is too long and was cut.", "paragraphs are too long and were cut.")
        if isDamaged {
            builder.warnings.append(ExtractionWarning(.damaged, "The book is damaged; it was read as far as it goes."))
        }
        return builder.finish(format: .text)
    }
}
