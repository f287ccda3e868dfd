import HearthCore

/// Reads the notes of Joplin's exports: each with its title, day, notebook, tags and text.
enum JoplinReader {
    /// Notebooks in each other.
    private static let deepest = 20

    /// A single note of a RAW export.
    ///
    /// - Returns: `nil` for texts that are none of Joplin's.
    /// - Throws: ``DocumentError`` for an item without words, such as a tag, and for an encrypted note.
    static func read(
        _ bytes: [UInt8], warnings: [ExtractionWarning], maximumTextBytes: Int
    ) throws -> ExtractedDocument? {
        guard let item = JoplinItem(bytes) else { return nil }
        guard !item.isEncrypted else { throw encrypted }
        guard item.kind == .note else {
            throw DocumentError(
                .unsupportedFormat,
                "The file is a part of Joplin's export that has no words of its own, such as a notebook or a tag. The notes are files beside it."
            )
        }
        var writer = NotesWriter(maximumTextBytes: maximumTextBytes)
        try append(item, notebook: nil, tags: [], to: &writer)
        writer.builder.title = item.title.isEmpty ? nil : item.title
        return writer.finish(warnings: warnings)
    }

    static let encrypted = DocumentError(
        .encryptedDocument,
        "The notes of this export are encrypted by Joplin. Let Joplin decrypt them first, and export them as JEX anew.")

    /// The notes of a whole export.
    ///
    /// - Parameters:
    ///   - names: The items among the files of an archive.
    ///   - contents: The bytes of a file, in UTF-8; `nil` where it cannot be read.
    /// - Returns: What the files are called that are in the export, by their ids.
    static func read(
        _ names: [String], into writer: inout NotesWriter, contents: (String) throws -> [UInt8]?
    ) throws -> [String: String] {
        var notes: [JoplinItem] = []
        var notebooks: [String: JoplinItem] = [:]
        var tags: [String: String] = [:]
        var tagsOfNotes: [String: [String]] = [:]
        var files: [String: String] = [:]
        var count = 0
        for name in names {
            count += 1
            if count & 0xFF == 0 { try Task.checkCancellation() }
            guard let bytes = try contents(name) else { continue }
            guard let item = JoplinItem(bytes) else {
                writer.damaged += 1
                continue
            }
            guard !item.isEncrypted else {
                if item.kind == .note { writer.encrypted += 1 }
                continue
            }
            switch item.kind {
            case .note: notes.append(item)
            case .notebook: notebooks[item.id] = item
            case .tag: tags[item.id] = item.title
            case .noteTag:
                if let note = item["note_id"], let tag = item["tag_id"] { tagsOfNotes[note, default: []].append(tag) }
            case .resource: if !item.title.isEmpty { files[item.id] = item.title }
            case nil: break
            }
        }
        guard !notes.isEmpty || writer.encrypted == 0 else { throw encrypted }
        let placed = notes.map { (item: $0, notebook: path($0.parent, notebooks)) }
        for (item, notebook) in placed.sorted(by: {
            ($0.notebook, $0.item.title, $0.item.id) < ($1.notebook, $1.item.title, $1.item.id)
        }) {
            try Task.checkCancellation()
            let own = (tagsOfNotes[item.id] ?? []).compactMap { tags[$0] }.sorted()
            try append(item, notebook: notebook.isEmpty ? nil : notebook, tags: own, to: &writer)
        }
        return files
    }

    /// "House / Roof".
    private static func path(_ id: String?, _ notebooks: [String: JoplinItem]) -> String {
        var names: [String] = []
        var next = id
        while let current = next, let notebook = notebooks[current], names.count < deepest {
            names.append(onOneLine(String(notebook.title.prefix(100))))
            next = notebook.parent
        }
        return names.reversed().joined(separator: " / ")
    }

    private static func append(
        _ item: JoplinItem, notebook: String?, tags: [String], to writer: inout NotesWriter
    ) throws {
        guard !item.title.allSatisfy(\.isWhitespace) || item.body.contains(where: { !isSpace($0) }) else {
            writer.empty += 1
            return
        }
        let created = [item["user_created_time"], item["created_time"]].lazy.compactMap(\.self)
            .compactMap { ChatMoment(iso: $0) }.first
        guard writer.begin(item.title, created.map { "\($0.day)" }) else { return }
        var lines: [String] = []
        if item["deleted_time"] != nil { lines.append("In the trash") }
        if item["is_conflict"] == "1" { lines.append("A version in conflict with another one") }
        if item["is_todo"] == "1" { lines.append(task(item)) }
        if let notebook { lines.append("Notebook: \(notebook)") }
        if !tags.isEmpty { lines.append("Tags: \(onOneLine(tags.joined(separator: ", ")))") }
        if let author = item["author"] { lines.append("Author: \(onOneLine(author))") }
        if let source = item["source_url"] { lines.append("Source: \(onOneLine(source))") }
        writer.builder.append(.paragraph, lines.joined(separator: "\n"))
        if item.isHTML {
            let options = HTMLReader.Options(wholeBody: true, declaredEncoding: "utf-8")
            writer.append(try HTMLReader.read(Array(item.body), options: options))
        } else {
            let text = String(decoding: item.body, as: UTF8.self)
            let decoded = DecodedText(text: text, encoding: "utf-8", replacements: 0)
            writer.append(MarkdownReader.read(decoded, warnings: [], isTranscript: false))
        }
    }

    /// "To do, due 2024-03-05 10:00 UTC", "Done 2024-03-05".
    private static func task(_ item: JoplinItem) -> String {
        func moment(_ key: String) -> ChatMoment? {
            item[key].flatMap { Double($0) }.flatMap { ChatMoment(epoch: $0 / 1_000) }
        }
        if let done = moment("todo_completed") { return "Done \(done.day)" }
        return moment("todo_due").map { "To do, due \($0.day) \($0.clock) UTC" } ?? "To do"
    }
}
