import HearthCore

/// Reads the decrypted backup of Standard Notes: each note with its title, day, tags and text.
///
/// An encrypted one has nothing that could be read without its owner's password, and is refused.
enum StandardNotesReader {
    /// Whether the keys of a text are those of such a backup.
    static func begins(_ keys: JSONKeys) -> Bool { keys.contain("items", "content_type", "uuid", "content") }

    static func read(_ bytes: [UInt8], into writer: inout NotesWriter) throws {
        guard let items = JSONSlice(bytes)["items"] else { return }
        let tags = try tags(of: items)
        var encrypted = 0
        let faults = try items.forEachObject { value in
            guard value["content_type"]?.stringValue == "Note", value["deleted"]?.boolValue != true else { return }
            guard let content = value["content"], content.objectValue != nil else {
                // What is encrypted is a text.
                encrypted += 1
                return
            }
            append(value, content, tags, to: &writer)
        }
        guard !writer.isEmpty || encrypted == 0 else {
            throw DocumentError(
                .encryptedDocument,
                "The backup of Standard Notes is encrypted. Make one that is not: Preferences, Backups, Decrypted.")
        }
        writer.encrypted += encrypted
        writer.take(faults)
    }

    /// The titles of tags by the notes that have them.
    private static func tags(of items: JSONSlice) throws -> [String: [String]] {
        var tags: [String: [String]] = [:]
        _ = try items.forEachObject { value in
            guard value["content_type"]?.stringValue == "Tag", let content = value["content"],
                let title = content["title"]?.stringValue, !title.isEmpty
            else { return }
            for reference in content["references"]?.arrayValue ?? [] {
                if let note = reference["uuid"]?.stringValue { tags[note, default: []].append(title) }
            }
        }
        return tags
    }

    private static func append(
        _ value: JSONValue, _ content: JSONValue, _ tags: [String: [String]], to writer: inout NotesWriter
    ) {
        let title = content["title"]?.stringValue ?? ""
        let text = content["text"]?.stringValue ?? ""
        let kind = content["noteType"]?.stringValue ?? ""
        // Keys of second factors, which are no words and must be nowhere else.
        if kind == "authentication" {
            writer.secrets += 1
            return
        }
        guard !title.allSatisfy(\.isWhitespace) || !text.allSatisfy(\.isWhitespace) else {
            writer.empty += 1
            return
        }
        let created = value["created_at"]?.stringValue.flatMap { ChatMoment(iso: $0) }
        guard writer.begin(title, created.map { "\($0.day)" }) else { return }
        var lines: [String] = []
        if content["trashed"]?.boolValue == true { lines.append("In the trash") }
        let own = value["uuid"]?.stringValue.flatMap { tags[$0] } ?? []
        if !own.isEmpty { lines.append("Tags: \(onOneLine(own.sorted().joined(separator: ", ")))") }
        writer.builder.append(.paragraph, lines.joined(separator: "\n"))
        if kind == "super" {
            var lexical = LexicalText()
            if let root = try? JSONValue(parsing: Array(text.utf8))["root"] {
                lexical.read(root)
            } else {
                writer.damaged += 1
            }
            for (kind, words) in lexical.pieces { writer.builder.append(EmbeddedDocument.below(kind, by: 2), words) }
            writer.files += lexical.files
            if lexical.isTooDeep { writer.damaged += 1 }
            return
        }
        let isPage = kind == "rich-text" || text.hasPrefix("<") && text.hasSuffix(">")
        if isPage, let page = try? HTMLReader.read(Array(text.utf8), options: .init(wholeBody: true)) {
            writer.append(page)
        } else {
            let decoded = DecodedText(text: text, encoding: "utf-8", replacements: 0)
            writer.append(MarkdownReader.read(decoded, warnings: [], isTranscript: false))
        }
    }
}

/// The words of a document of Lexical (https://lexical.dev), the editor of "Super" notes: a tree of blocks with texts at its leaves.
struct LexicalText {
    private static let deepest = 64

    private(set) var pieces: [(kind: Block.Kind, words: String)] = []
    /// Pictures and files.
    private(set) var files = 0
    /// Whether blocks lie in so many others that they were not read; nobody writes such.
    private(set) var isTooDeep = false

    mutating func read(_ root: JSONValue) {
        for child in root["children"]?.arrayValue ?? [] { block(child, depth: 0) }
    }

    private mutating func block(_ node: JSONValue, depth: Int) {
        guard depth < Self.deepest else {
            isTooDeep = true
            return
        }
        let children = node["children"]?.arrayValue ?? []
        switch node["type"]?.stringValue ?? "" {
        case "heading":
            let level = node["tag"]?.stringValue.flatMap { Int($0.dropFirst()) } ?? 1
            pieces.append((.heading(level: min(max(level, 1), 6)), words(node, depth)))
        case "listitem":
            // Items of an inner list stand in one of their own.
            let inner = children.filter { $0["type"]?.stringValue == "list" }
            let own = children.filter { $0["type"]?.stringValue != "list" }.map { words($0, depth + 1) }.joined()
            let box = node["checked"]?.boolValue.map { $0 ? "[x] " : "[ ] " } ?? ""
            if !own.allSatisfy(\.isWhitespace) { pieces.append((.listItem, box + own)) }
            for list in inner { block(list, depth: depth + 1) }
        case "code": pieces.append((.code, words(node, depth)))
        case "quote": pieces.append((.quote, words(node, depth)))
        case "table":
            let rows = children.map { row in
                (row["children"]?.arrayValue ?? []).map { onOneLine(words($0, depth + 2)) }.joined(separator: "\t")
            }
            pieces.append((.table, rows.joined(separator: "\n")))
        case "snfile", "unencrypted-image", "image": files += 1
        case "paragraph": pieces.append((.paragraph, words(node, depth)))
        default:
            let isLeaf = children.isEmpty || children.contains { $0["text"]?.stringValue != nil }
            if isLeaf {
                pieces.append((.paragraph, words(node, depth)))
            } else {
                for child in children { block(child, depth: depth + 1) }
            }
        }
    }

    /// What stands in a node and below it.
    private mutating func words(_ node: JSONValue, _ depth: Int) -> String {
        guard depth < Self.deepest else {
            isTooDeep = true
            return ""
        }
        if let text = node["text"]?.stringValue { return text }
        switch node["type"]?.stringValue ?? "" {
        case "linebreak": return "\n"
        case "snfile", "unencrypted-image", "image":
            files += 1
            return ""
        default: break
        }
        var parts: [String] = []
        let children = node["children"]?.arrayValue ?? []
        for child in children { parts.append(words(child, depth + 1)) }
        // Paragraphs in a cell or a quote stand apart.
        let hasBlocks = children.contains { $0["type"]?.stringValue == "paragraph" }
        return parts.joined(separator: hasBlocks ? "\n" : "")
    }
}
