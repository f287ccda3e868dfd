import HearthCore

/// Reads a note of Google Keep as Google Takeout exports it: its title, day, labels, text and list, and the pages that it links to.
enum KeepReader {
    /// Whether the keys of a text are those of such a note.
    static func begins(_ keys: JSONKeys) -> Bool {
        keys.contain("isTrashed", "isArchived", "userEditedTimestampUsec")
    }

    static func read(_ bytes: [UInt8], into writer: inout NotesWriter) throws {
        let faults = try JSONSlice(bytes).forEachObject { note($0, &writer) }
        writer.take(faults)
    }

    private static func note(_ value: JSONValue, _ writer: inout NotesWriter) {
        let files = value["attachments"]?.arrayValue?.count ?? 0
        writer.files += files
        let text = value["textContent"]?.stringValue ?? ""
        let items = (value["listContent"]?.arrayValue ?? []).compactMap { item -> String? in
            guard let words = item["text"]?.stringValue.map({ onOneLine($0) }), !words.isEmpty else { return nil }
            return (item["isChecked"]?.boolValue == true ? "[x] " : "[ ] ") + words
        }
        let title = value["title"]?.stringValue ?? ""
        let pages = (value["annotations"]?.arrayValue ?? []).compactMap(page)
        guard !text.allSatisfy(\.isWhitespace) || !items.isEmpty || !title.isEmpty || !pages.isEmpty else {
            // What it has beside words is counted as that.
            if files == 0 { writer.empty += 1 }
            return
        }
        // When it was written; older exports know only when it was changed.
        let times = ["createdTimestampUsec", "userEditedTimestampUsec"].compactMap { value[$0]?.doubleValue }
        let day = times.first { $0 > 0 }.flatMap { ChatMoment(epoch: $0 / 1_000_000) }?.day
        guard writer.begin(title, day.map { "\($0)" }) else { return }
        var lines: [String] = []
        if value["isTrashed"]?.boolValue == true { lines.append("In the trash") }
        let labels = names(value["labels"], "name")
        if !labels.isEmpty { lines.append("Tags: \(labels)") }
        let people = names(value["sharees"], "email")
        if !people.isEmpty { lines.append("Shared with: \(people)") }
        writer.builder.append(.paragraph, lines.joined(separator: "\n"))
        let words = Array(text.replacing("\r\n", with: "\n").utf8)
        for block in PlainTextReader.paragraphs(in: words) {
            writer.builder.append(block.kind, words[block.span.range])
        }
        for item in items + pages { writer.builder.append(.listItem, item) }
    }

    /// The title and the address of a page that a note links to.
    private static func page(_ value: JSONValue) -> String? {
        let words = ["title", "url"].compactMap { value[$0]?.stringValue }.map { onOneLine(String($0.prefix(500))) }
        let said = words.filter { !$0.isEmpty }.joined(separator: " – ")
        return said.isEmpty ? nil : said
    }

    private static func names(_ list: JSONValue?, _ key: String) -> String {
        let names = (list?.arrayValue ?? []).compactMap { $0[key]?.stringValue }
        return onOneLine(names.filter { !$0.isEmpty }.joined(separator: ", "))
    }
}
