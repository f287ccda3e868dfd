import HearthCore

// What begins with two dots: directives, notes, places, remarks.

extension RestructuredReader {
    mutating func readExplicit(_ body: Body, at place: Int, depth: Int) -> Int {
        let line = bytes[body[place]]
        // Two dots above an empty line end what stands before them; what follows is none of theirs.
        if line.count == 2, place + 1 < body.count, body[place + 1].isEmpty {
            endOpening()
            return place + 1
        }
        let inner = item(body, at: place, mark: 3)
        let rest = line.dropFirst(3).drop { $0 == space }
        endOpening()
        // `.. [1] words`, `.. [#note] words`, `.. [Work] words`
        if rest.first == UInt8(ascii: "["), let end = rest.prefix(200).firstIndex(of: UInt8(ascii: "]")),
            end + 1 == rest.endIndex || rest[end + 1] == space, end > rest.startIndex + 1
        {
            opening = Array(rest[...end])
            opening.append(space)
            readInner(item(body, at: place, mark: end + 1 - line.startIndex).body, depth: depth, as: .listItem)
            endOpening()
            return inner.next
        }
        let name = rest.prefix(100).prefix { isLetter($0) || isDigit($0) || "-_.:+".utf8.contains($0) }
        guard name.count > 2, name.suffix(2).elementsEqual("::".utf8),
            name.endIndex == rest.endIndex || rest[name.endIndex] == space
        else {
            // A place, a substitution or a remark.
            return inner.next
        }
        let found = directive(
            String(decoding: name.dropLast(2), as: UTF8.self).lowercased(), name.endIndex..<rest.endIndex, inner.body)
        read(found, depth: depth)
        return inner.next
    }

    struct Directive {
        var name: String
        var argument: Body
        var options: [String: Range<Int>] = [:]
        var content: Body
    }

    /// The parts of a directive: its arguments, up to an empty line or an option; its options; its contents.
    private func directive(_ name: String, _ argument: Range<Int>, _ body: Body) -> Directive {
        let rest = indented(body, from: 1, by: 0).body
        var found = Directive(name: name, argument: argument.isEmpty ? [] : [argument], content: [])
        // Behind a language the program follows at once, and behind "note" what is to be noted.
        let hasWords = !Self.programs.contains(name) && (!argument.isEmpty || Self.notices[name] == nil)
        var place = 0
        while hasWords, place < rest.count, !rest[place].isEmpty, option(rest[place]) == nil {
            found.argument.append(rest[place])
            place += 1
        }
        while place < rest.count, let setting = option(rest[place]) {
            if found.options.count < 50 { found.options[setting.name] = setting.value }
            place += 1
        }
        found.content = Array(rest[place...])
        return found
    }

    /// `:name: value`
    private func option(_ line: Range<Int>) -> (name: String, value: Range<Int>)? {
        let text = bytes[line]
        guard text.first == UInt8(ascii: ":"), let end = text.dropFirst().prefix(60).firstIndex(of: UInt8(ascii: ":")),
            end > line.lowerBound + 1, end + 1 == line.upperBound || text[end + 1] == space,
            !text[..<end].contains(space)
        else { return nil }
        return (bytes.string(line.lowerBound + 1..<end), bytes.trimmed(end + 1..<line.upperBound))
    }

    // MARK: What they show

    private mutating func read(_ directive: Directive, depth: Int) {
        if let word = Self.notices[directive.name] {
            opening = Array(word.utf8)
            if Self.versions.contains(directive.name), let first = directive.argument.first {
                let version = bytes[first].drop { $0 == space }.prefix { $0 != space }
                opening += version
                opening += ": ".utf8
                var rest = directive.argument
                rest[0] = version.endIndex..<first.upperBound
                put(words(rest))
            } else {
                put(words(directive.argument))
            }
            readInner(directive.content, depth: depth)
            return endOpening()
        }
        if Self.programs.contains(directive.name) {
            // The language is named behind most of them.
            if directive.name == "math" { put(code(directive.argument), as: .code) }
            return put(code(directive.content), as: .code)
        }
        switch directive.name {
        case "include", "literalinclude": left.files += 1
        case "raw": left.programs += 1
        case "image", "figure":
            left.pictures += 1
            if let words = directive.options["alt"] { put(inline.plain(bytes[words])) }
            readInner(directive.content, depth: depth)
        case "csv-table":
            put(words(directive.argument))
            readValues(directive)
        case "list-table":
            put(words(directive.argument))
            readListTable(directive.content)
        case let name where Self.silent.contains(name): break
        case let name where Self.framing.contains(name): readInner(directive.content, depth: depth)
        default:
            put(words(directive.argument))
            readInner(directive.content, depth: depth)
        }
    }

    private static let notices: [String: String] = [
        "note": "Note: ", "warning": "Warning: ", "tip": "Tip: ", "hint": "Hint: ", "important": "Important: ",
        "caution": "Caution: ", "danger": "Danger: ", "attention": "Attention: ", "error": "Error: ",
        "seealso": "See also: ", "todo": "To do: ", "versionadded": "New in version ",
        "versionchanged": "Changed in version ", "deprecated": "Deprecated since version ",
        "versionremoved": "Removed in version ",
    ]
    private static let versions: Set<String> = ["versionadded", "versionchanged", "deprecated", "versionremoved"]
    private static let programs: Set<String> = [
        "code", "code-block", "sourcecode", "parsed-literal", "math", "doctest", "testcode", "testoutput", "testsetup",
        "prompt", "literal", "ipython", "productionlist", "graphviz", "digraph", "graph", "mermaid", "uml", "console",
    ]
    /// What is for the program alone.
    private static let silent: Set<String> = [
        "toctree", "contents", "index", "meta", "highlight", "default-role", "role", "sectnum",
        "section-numbering", "tabularcolumns", "currentmodule", "py:currentmodule", "target-notes", "bibliography",
        "default-domain", "program", "replace", "unicode", "date", "title", "testcleanup", "highlightlang",
        "raw-html",
    ]

    /// What only says how its contents look, or where they are shown.
    private static let framing: Set<String> = [
        "only", "ifconfig", "class", "container", "rst-class", "cssclass", "grid",
    ]

    // MARK: Tables

    private static let mostRows = 100_000

    /// Values with commas between them.
    private mutating func readValues(_ directive: Directive) {
        if directive.options["file"] != nil || directive.options["url"] != nil { left.files += 1 }
        var text: [UInt8] = []
        if let header = directive.options["header"] { text = Array(bytes[header]) + [newline] }
        text += code(directive.content)
        let mark = directive.options["delim"].map { bytes[$0] }
        let separator =
            mark.flatMap { $0.count == 1 ? $0.first : $0.elementsEqual("space".utf8) ? space : nil }
            ?? (mark?.elementsEqual("tab".utf8) == true ? tab : UInt8(ascii: ","))
        var records = DelimitedRecords(text, separator: separator)
        var rows: [[[UInt8]]] = []
        while rows.count < Self.mostRows, let record = records.next() {
            rows.append(record.cells.map { inline.plain($0.utf8) })
        }
        if records.next() != nil {
            builder.warnings.append(
                ExtractionWarning(
                    .truncated, "A table has more than \(Self.mostRows) rows; the others were left out."))
        }
        put(rows: rows)
    }

    /// A list of rows, which are lists of cells.
    private mutating func readListTable(_ content: Body) {
        var rows: [[[UInt8]]] = []
        var place = 0
        while place < content.count {
            guard let mark = RestructuredList.mark(bytes[content[place]], next: []) else {
                place += 1
                continue
            }
            let row = item(content, at: place, mark: mark.length)
            place = row.next
            var cells: [[UInt8]] = []
            var inner = 0
            while inner < row.body.count {
                guard let mark = RestructuredList.mark(bytes[row.body[inner]], next: []) else {
                    inner += 1
                    continue
                }
                let cell = item(row.body, at: inner, mark: mark.length)
                cells.append(words(cell.body))
                inner = cell.next
            }
            rows.append(cells)
        }
        put(rows: rows)
    }

    mutating func put(rows: [[[UInt8]]]) {
        let lines = rows.map { row in
            let filled = row.lastIndex { !$0.isEmpty }.map { $0 + 1 } ?? 0
            let cells = row.prefix(filled).map { cell in
                cell.trimmed().map { $0 == tab || $0 == newline || $0 == carriageReturn ? space : $0 }
            }
            return Array(cells.joined(separator: [tab]))
        }
        put(Array(lines.filter { !$0.isEmpty }.joined(separator: [newline])), as: .table)
    }
}
