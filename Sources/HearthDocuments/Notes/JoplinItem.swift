import HearthCore

/// An item as Joplin writes it into its exports (JEX and RAW): a title, a text, and lines of what is known of it, the last of which says what it is
/// (`BaseItem.serialize` in https://github.com/laurent22/joplin).
struct JoplinItem {
    enum Kind: String {
        case note = "1"
        case notebook = "2"
        case resource = "4"
        case tag = "5"
        /// That a note has a tag.
        case noteTag = "6"
    }

    /// `nil` for what is for the program alone: settings, former versions, keys.
    var kind: Kind?
    var id: String
    var title: String
    /// In Markdown, or in HTML where ``isHTML`` says so.
    var body: ArraySlice<UInt8>
    private var fields: [String: String]

    /// Lines at the end that are looked at; there are some forty.
    private static let mostFields = 200
    private static let longestField = 10_000

    /// - Parameter bytes: The whole file, in UTF-8.
    /// - Returns: `nil` for other texts.
    init?(_ bytes: [UInt8]) {
        // From the last line up to the first empty one.
        var end = bytes.lastIndex { !isSpace($0) }.map { $0 + 1 } ?? 0
        var fields: [String: String] = [:]
        while end > 0, fields.count < Self.mostFields {
            let start = bytes[..<end].lastIndex(of: newline).map { $0 + 1 } ?? 0
            let line = bytes.trimmed(start..<end)
            end = max(0, start - 1)
            guard !line.isEmpty else { break }
            guard let mark = bytes[line].firstIndex(of: UInt8(ascii: ":")), mark > line.lowerBound,
                mark - line.lowerBound < 40,
                bytes[line.lowerBound..<mark].allSatisfy({ isLetter($0) || isDigit($0) || $0 == UInt8(ascii: "_") })
            else { return nil }
            let value = bytes.trimmed((mark + 1)..<line.upperBound)
            let key = bytes.string(line.lowerBound..<mark)
            if fields.isEmpty, key != "type_" { return nil }
            let limit = min(value.upperBound, value.lowerBound + Self.longestField)
            if fields[key] == nil { fields[key] = bytes.string(value.lowerBound..<limit) }
        }
        guard let type = fields["type_"], !type.isEmpty, type.utf8.allSatisfy(isDigit), let id = fields["id"],
            Self.isID(id)
        else { return nil }
        kind = Kind(rawValue: type)
        self.id = id
        self.fields = fields
        // The title, an empty line, and the text.
        let first = bytes.line(from: 0)
        let hasTitle = first.range.upperBound <= end
        title = hasTitle ? bytes.string(bytes.trimmed(first.range)) : ""
        body = hasTitle && first.next < end ? bytes[first.next..<end] : []
    }

    subscript(key: String) -> String? {
        let value = fields[key] ?? ""
        return value.isEmpty || value == "0" ? nil : value
    }

    var isEncrypted: Bool { fields["encryption_applied"] == "1" }
    var isHTML: Bool { fields["markup_language"] == "2" }
    var parent: String? { self["parent_id"] }

    /// 32 hexadecimal digits, as all ids of Joplin are.
    static func isID(_ text: some StringProtocol) -> Bool {
        text.utf8.count == 32 && text.utf8.allSatisfy { hexDigit($0) != nil }
    }

    /// Whether a file in an archive is called as items are.
    static func isItem(_ name: String) -> Bool {
        let file = ArchiveName.lastPart(name)
        return file.hasSuffix(".md") && isID(file.dropLast(3))
    }
}
