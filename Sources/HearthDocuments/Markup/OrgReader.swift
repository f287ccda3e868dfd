import HearthCore

/// Reads Org, the notes of Emacs (Org Syntax, https://orgmode.org/worg/org-syntax.html): headings with what is to be
/// done, lists, tables, blocks.
///
/// Marks are left out, and so is what is for the program alone: settings, comments, most properties, clocked times. A
/// heading that is to be done has a box before it, as lists have them.
struct OrgReader {
    private var builder = DocumentBuilder()
    private let bytes: [UInt8]
    private var position = 0
    private var inline = OrgInline()
    private var keywords = OrgKeywords()

    private var current: (kind: Block.Kind, text: [UInt8])?
    private var rows: [[UInt8]] = []
    private var fixed: [UInt8] = []
    private var block: (name: [UInt8], isKept: Bool, lines: [UInt8])?
    /// Quotes around what is read.
    private var quotes = 0
    private var isVerse = false
    /// Columns before the text of the item that is open.
    private var itemIndent: Int?
    private var isInProperties = false
    private var isBelowHeading = false
    /// The level of the section that is a comment.
    private var commented: Int?
    private var titles: [String] = []
    private var best: (level: Int, title: String)?
    private var left = (sections: 0, included: 0, exports: 0)

    static func read(_ decoded: DecodedText, warnings: [ExtractionWarning]) throws -> ExtractedDocument {
        var reader = OrgReader(Array(decoded.text.utf8))
        return try reader.read(warnings)
    }

    /// Whether a text says of itself that it is Org, whatever its name.
    static func begins(_ text: [UInt8]) -> Bool {
        let line = text.line(from: text.firstIndex { !isSpace($0) } ?? 0).range
        let head = text[line].prefix(200)
        if head.startsLowercased(with: "#+title:") || head.startsLowercased(with: "#+startup:") { return true }
        return head.first == UInt8(ascii: "#")
            && String(decoding: head, as: UTF8.self).lowercased().contains("-*- mode: org")
    }

    private init(_ bytes: [UInt8]) { self.bytes = bytes }

    private mutating func read(_ warnings: [ExtractionWarning]) throws -> ExtractedDocument {
        var count = 0
        while position < bytes.count {
            count += 1
            if count & 0xFFFF == 0 { try Task.checkCancellation() }
            let line = bytes.line(from: position)
            position = line.next
            take(line.range)
        }
        endBlock(isDamaged: true)
        end()
        builder.title = titles.isEmpty ? best?.title : String(titles.joined(separator: " ").prefix(300))
        builder.warnings = warnings + builder.warnings
        builder.warn(
            left.sections, .skipped, "1 section that is a comment was left out.",
            "sections that are comments were left out.")
        builder.warn(filesTakenIn: left.included, forPrograms: left.exports)
        return builder.finish(format: .text)
    }

    // MARK: Lines

    private mutating func take(_ range: Range<Int>) {
        let wasBelowHeading = isBelowHeading
        let text = bytes[bytes.trimmed(range)]
        if let stars = Self.stars(bytes[range]) { return takeHeading(stars, text) }
        guard commented == nil else { return }
        if block != nil { return takeInBlock(bytes[range], text) }
        guard !text.isEmpty else {
            end()
            return
        }
        if isInProperties {
            if takeProperty(text) { return }
            isInProperties = false
            if text.startsLowercased(with: ":end:") { return }
        }
        isBelowHeading = false
        switch text[text.startIndex] {
        case UInt8(ascii: "#"): if takeSetting(text) { return }
        case UInt8(ascii: "|"): return takeRow(text)
        case UInt8(ascii: ":"): if takeColon(text) { return }
        case UInt8(ascii: "-") where text.count >= 5 && text.allSatisfy({ $0 == UInt8(ascii: "-") }): return end()
        case UInt8(ascii: "D"), UInt8(ascii: "S"), UInt8(ascii: "C"):
            if text.starts(with: "CLOCK:") { return }
            if wasBelowHeading, takePlanning(text) { return }
        default: break
        }
        takeText(range, text)
    }

    private static func stars(_ line: ArraySlice<UInt8>) -> Int? {
        let count = line.prefix { $0 == UInt8(ascii: "*") }.count
        return count > 0 && line.dropFirst(count).first == space ? count : nil
    }

    private mutating func takeText(_ range: Range<Int>, _ text: ArraySlice<UInt8>) {
        let indent = bytes[range].prefix { $0 == space || $0 == tab }.reduce(0) { $0 + ($1 == tab ? 8 : 1) }
        if !isVerse, let item = OrgItem(text, isIndented: indent > 0) {
            end()
            itemIndent = indent
            current = (.listItem, item.opening + item.words)
            return
        }
        if let definition = Self.footnote(text, isIndented: indent > 0) {
            end()
            current = (.paragraph, definition)
            return
        }
        flushRows()
        flushFixed()
        // What stands no further in than the mark of an item is none of it.
        if let itemIndent, indent <= itemIndent {
            end()
            self.itemIndent = nil
        }
        if current == nil {
            let kind: Block.Kind = quotes > 0 ? .quote : itemIndent == nil ? .paragraph : .listItem
            current = (kind, [])
        }
        if current?.text.isEmpty == false { current?.text.append(isVerse ? newline : space) }
        current?.text += text
    }

    /// `[fn:1] words` at the beginning of a line.
    private static func footnote(_ text: ArraySlice<UInt8>, isIndented: Bool) -> [UInt8]? {
        guard !isIndented, text.starts(with: "[fn:") else { return nil }
        let label = text.dropFirst(4).prefix(100).prefix { $0 != UInt8(ascii: "]") && $0 != UInt8(ascii: ":") }
        guard !label.isEmpty, text.dropFirst(4 + label.count).first == UInt8(ascii: "]") else { return nil }
        var told = [UInt8(ascii: "[")]
        told += label
        told += "] ".utf8
        told += text.dropFirst(5 + label.count).trimmed()
        return told
    }

    // MARK: Headings

    private mutating func takeHeading(_ level: Int, _ line: ArraySlice<UInt8>) {
        endBlock(isDamaged: true)
        end()
        itemIndent = nil
        (isInProperties, isVerse, quotes) = (false, false, 0)
        if let outer = commented, level > outer { return }
        commented = nil
        let heading = OrgHeading(line.dropFirst(level).trimmed(), keywords)
        guard !heading.isComment else {
            commented = level
            left.sections += 1
            return
        }
        let words = inline.plain(heading.words)
        if level < best?.level ?? .max, let title = Self.title(words) { best = (level, title) }
        builder.append(.heading(level: min(level, 6)), heading.box + words + heading.remark)
        isBelowHeading = true
    }

    private static func title(_ words: some Collection<UInt8>) -> String? {
        let title = onOneLine(String(decoding: words.prefix(2_000), as: UTF8.self).prefix(300))
        return title.isEmpty ? nil : title
    }

    /// `DEADLINE: <2026-03-01 Sun> SCHEDULED: …` in the line below a heading.
    private mutating func takePlanning(_ text: ArraySlice<UInt8>) -> Bool {
        let kinds: [(StaticString, String)] = [
            ("DEADLINE:", "Deadline"), ("SCHEDULED:", "Scheduled"), ("CLOSED:", "Closed"),
        ]
        var rest = text
        var told: [String] = []
        while let (mark, name) = kinds.first(where: { rest.starts(with: $0.0) }) {
            let time = rest.dropFirst(mark.utf8CodeUnitCount).drop(while: isSpace)
            let end = time.firstIndex { $0 == UInt8(ascii: ">") || $0 == UInt8(ascii: "]") }
            guard let end else { break }
            told.append("\(name): \(String(decoding: inline.plain(time[...end]), as: UTF8.self))")
            rest = time[(end + 1)...].drop(while: isSpace)
        }
        guard !told.isEmpty else { return false }
        builder.append(.paragraph, told.joined(separator: " · "))
        // What else stands in the line is text.
        if !rest.isEmpty { current = (.paragraph, Array(rest)) }
        // Its properties stand below.
        isBelowHeading = true
        return true
    }

    // MARK: Drawers

    /// `:NAME:` of a drawer, or a line of fixed width.
    private mutating func takeColon(_ text: ArraySlice<UInt8>) -> Bool {
        if text.count == 1 || text.dropFirst().first == space {
            endParagraph()
            flushRows()
            fixed += text.dropFirst(2)
            fixed.append(newline)
            return true
        }
        guard text.count > 2, text.last == UInt8(ascii: ":"),
            text.dropFirst().dropLast().allSatisfy({
                isLetter($0) || isDigit($0) || $0 == 0x2D || $0 == 0x5F || $0 >= 0x80
            })
        else { return false }
        end()
        if text.startsLowercased(with: ":properties:") { isInProperties = true }
        return true
    }

    /// `:NAME: value`; `false` where the line is none.
    private mutating func takeProperty(_ text: ArraySlice<UInt8>) -> Bool {
        guard text.first == UInt8(ascii: ":"), let end = text.dropFirst().prefix(200).firstIndex(of: UInt8(ascii: ":")),
            end > text.startIndex + 1, !text[..<end].contains(where: isSpace)
        else { return false }
        var name = String(decoding: text[(text.startIndex + 1)..<end], as: UTF8.self)
        if name.lowercased() == "end" { return false }
        if name.hasSuffix("+") { name.removeLast() }
        let value = text[(end + 1)...].trimmed()
        guard !value.isEmpty, !OrgKeywords.isSetting(name) else { return true }
        let told = name.replacing("_", with: " ").lowercased()
        builder.append(
            .listItem, Array("\(told.prefix(1).uppercased())\(told.dropFirst()): ".utf8) + inline.plain(value))
        return true
    }

    // MARK: Settings and blocks

    /// `#+NAME: value`, `#+begin_src` or a comment; `false` where it is text.
    private mutating func takeSetting(_ text: ArraySlice<UInt8>) -> Bool {
        if text.count == 1 || text.dropFirst().first == space { return true }
        guard text.starts(with: "#+") else { return false }
        let rest = text.dropFirst(2)
        if rest.startsLowercased(with: "begin_") {
            beginBlock(rest.dropFirst(6))
            return true
        }
        if rest.startsLowercased(with: "end_") || rest.startsLowercased(with: "end:") {
            end()
            if rest.startsLowercased(with: "end_quote") || rest.startsLowercased(with: "end_verse") {
                quotes = max(0, quotes - 1)
                isVerse = false
            }
            return true
        }
        guard let colon = rest.prefix(100).firstIndex(of: UInt8(ascii: ":")), !rest[..<colon].contains(where: isSpace)
        else { return false }
        let name = String(decoding: rest[..<colon].prefix { $0 != UInt8(ascii: "[") }, as: UTF8.self).lowercased()
        if name != "tblfm" { end() }
        take(setting: name, rest[(colon + 1)...].trimmed())
        return true
    }

    private mutating func take(setting name: String, _ value: ArraySlice<UInt8>) {
        guard !value.isEmpty else { return }
        switch name {
        case "title":
            let words = inline.plain(value)
            if let title = Self.title(words) { titles.append(title) }
            define(name, words)
            builder.append(.heading(level: 1), words)
        case "subtitle", "caption", "description", "summary": builder.append(.paragraph, inline.plain(value))
        case "author", "date", "email", "keywords":
            define(name, Array(value))
            builder.append(
                .paragraph, Array("\(name.prefix(1).uppercased())\(name.dropFirst()): ".utf8) + inline.plain(value))
        case "filetags":
            let tags = value.split(separator: UInt8(ascii: ":")).map { String(decoding: $0.trimmed(), as: UTF8.self) }
            builder.append(.paragraph, "Tags: " + tags.filter { !$0.isEmpty }.joined(separator: ", "))
        case "todo", "seq_todo", "typ_todo": keywords.declare(value)
        case "include": left.included += 1
        case "macro":
            let parts = value.prefix(2_000).split(separator: space, maxSplits: 1)
            // Those with arguments are programs.
            guard parts.count == 2, !parts[1].contains(UInt8(ascii: "$")), !parts[1].starts(with: "(eval") else {
                return
            }
            define(String(decoding: parts[0], as: UTF8.self).lowercased(), Array(parts[1]))
        default: break
        }
    }

    /// Lets `{{{name}}}` stand for a few words.
    private mutating func define(_ name: String, _ words: [UInt8]) {
        // As often as it could stand in the file it makes no long text of it.
        let most = bytes.count / (name.utf8.count + 6)
        if words.count <= 200, words.count * most <= MarkupLimits.longestRepeated, inline.macros.count < 1_000 {
            inline.macros[name] = words
        }
    }

    private mutating func beginBlock(_ rest: ArraySlice<UInt8>) {
        end()
        let name = rest.prefix(100).prefix { !isSpace($0) }.map(lowercased)
        switch String(decoding: name, as: UTF8.self) {
        case "src", "example": block = (name, true, [])
        case "comment": block = (name, false, [])
        case "export":
            left.exports += 1
            block = (name, false, [])
        case "quote": quotes += 1
        case "verse":
            quotes += 1
            isVerse = true
        default: break
        }
    }

    private mutating func takeInBlock(_ line: ArraySlice<UInt8>, _ text: ArraySlice<UInt8>) {
        guard let name = block?.name else { return }
        if text.startsLowercased(with: "#+end_"), text.dropFirst(6).map(lowercased).elementsEqual(name) {
            return endBlock(isDamaged: false)
        }
        // A comma stands before what would be a heading or a setting.
        let indent = line.prefix { $0 == space || $0 == tab }
        let isEscaped = text.starts(with: ",*") || text.starts(with: ",#+") || text.starts(with: ",,")
        block?.lines += indent
        block?.lines += line.dropFirst(isEscaped ? indent.count + 1 : indent.count)
        block?.lines.append(newline)
    }

    private mutating func endBlock(isDamaged: Bool) {
        guard let ended = block else { return }
        block = nil
        if ended.isKept || isDamaged { builder.append(.code, ended.lines.drop { $0 == newline }) }
        if isDamaged, builder.warnings.count < 20 {
            builder.warnings.append(
                ExtractionWarning(
                    .damaged,
                    "A block (\(String(decoding: ended.name, as: UTF8.self))) does not end; it was read up to the next "
                        + "heading."))
        }
    }

    // MARK: Tables

    private mutating func takeRow(_ text: ArraySlice<UInt8>) {
        endParagraph()
        flushFixed()
        guard text.dropFirst().first != UInt8(ascii: "-") else { return }
        var row = text.dropFirst()
        if row.last == UInt8(ascii: "|") { row = row.dropLast() }
        let cells = row.split(separator: UInt8(ascii: "|"), maxSplits: 1_000, omittingEmptySubsequences: false).map {
            $0.trimmed()
        }
        // How wide columns are, and what belongs together, is for the program.
        guard cells.first.map({ $0.elementsEqual("/".utf8) }) != true, !cells.allSatisfy(Self.isWidth) else { return }
        let told = cells.map { cell in inline.plain(cell).map { $0 == tab ? space : $0 } }
        rows.append(Array(told.joined(separator: [tab])))
    }

    /// `<10>`, `<l>` or nothing.
    private static func isWidth(_ cell: ArraySlice<UInt8>) -> Bool {
        guard !cell.isEmpty else { return true }
        guard cell.count > 2, cell.first == UInt8(ascii: "<"), cell.last == UInt8(ascii: ">") else { return false }
        return cell.dropFirst().dropLast().allSatisfy { isDigit($0) || "lrc".utf8.contains($0) }
    }

    // MARK: What ends

    private mutating func end() {
        endParagraph()
        flushRows()
        flushFixed()
    }

    private mutating func endParagraph() {
        guard let ended = current else { return }
        current = nil
        builder.append(ended.kind, inline.plain(ended.text))
    }

    private mutating func flushRows() {
        guard !rows.isEmpty else { return }
        builder.append(.table, Array(rows.joined(separator: [newline])))
        rows = []
    }

    private mutating func flushFixed() {
        guard !fixed.isEmpty else { return }
        builder.append(.code, fixed)
        fixed = []
    }
}
