import HearthAnalysis
import HearthDocuments

/// The Markdown that models write, as HTML: paragraphs, headings, lists, quotes, code, bold and emphasis. All else stays as it was
/// written, a table in the columns that it has; HTML in it is text, and an address is no link. Its time grows with the text's length.
///
/// Its parts are those that documents of Markdown have (``MarkdownPart``), an item of an inner list among those of the outer one.
enum MarkdownPage {
    static func html(_ text: String) -> String {
        var pieces: [String] = []
        var list = List()
        for part in MarkdownPart.parts(of: text) {
            if case .item(let number, let words) = part {
                if !list.goesOn(with: number) { pieces += list.end() }
                list.add(number, words)
            } else {
                pieces += list.end()
                pieces.append(html(part))
            }
        }
        return (pieces + list.end()).joined(separator: "\n")
    }

    private static func html(_ part: MarkdownPart) -> String {
        switch part {
        case .heading(let level, let title):
            // Below the title of the page.
            let level = min(level + 1, 6)
            return "<h\(level) dir=\"auto\">\(MarkdownEmphasis.html(title))</h\(level)>"
        case .paragraph(let words):
            // Rows without the line below their head are no table to a reader of Markdown, and one to whoever looks at them.
            if words.split(separator: "\n").allSatisfy({ $0.hasPrefix("|") }) { return html(.table(words)) }
            return "<p dir=\"auto\">\(MarkdownEmphasis.html(words))</p>"
        case .item(_, let words): return "<li dir=\"auto\">\(MarkdownEmphasis.html(words))</li>"
        case .quote(let words): return "<blockquote dir=\"auto\">\(MarkdownEmphasis.html(words))</blockquote>"
        case .code(let code): return "<pre dir=\"ltr\"><code>\(HTMLText.escape(code))</code></pre>"
        case .table(let rows): return "<pre>\(HTMLText.escape(rows))</pre>"
        }
    }

    /// Items that follow each other, all with numbers or none.
    private struct List {
        private var items: [String] = []
        /// The number of the first; `nil` in a list with dots.
        private var firstNumber: Int?

        func goesOn(with number: Int?) -> Bool { !items.isEmpty && (number == nil) == (firstNumber == nil) }

        mutating func add(_ number: Int?, _ words: String) {
            if items.isEmpty { firstNumber = number }
            items.append(MarkdownPage.html(.item(number: number, text: words)))
        }

        /// The list that was collected, where there is one.
        mutating func end() -> [String] {
            defer { self = List() }
            if items.isEmpty { return [] }
            return [
                firstNumber.map { "<ol start=\"\($0)\">\(items.joined())</ol>" } ?? "<ul>\(items.joined())</ul>"
            ]
        }
    }
}

/// What stands within lines: code, bold and emphasis. Documents keep these signs, which is why their reader has nothing for them; the
/// page's does more, and writes elements of a page.
private struct MarkdownEmphasis {
    private var pieces: [String] = []
    /// Where in `pieces` what is bold, or emphasized, began; it is closed there or stays as it was written.
    private var strong: Int?
    private var emphasis: Int?

    static func html(_ text: String) -> String {
        var emphasis = MarkdownEmphasis()
        emphasis.read(Array(text))
        return emphasis.pieces.joined()
    }

    private mutating func read(_ text: [Character]) {
        var start = 0
        var at = 0
        // Where the next mark of code is, looked for once for each: else a line of marks would be read again and again.
        let marks = text.indices.filter { text[$0] == "`" }
        var nextMark = 0
        while at < text.count {
            let character = text[at]
            guard character == "`" || character == "*" else {
                at += 1
                continue
            }
            pieces.append(HTMLText.escape(String(text[start..<at])))
            if character == "`" {
                while nextMark < marks.count, marks[nextMark] <= at { nextMark += 1 }
                if nextMark < marks.count, marks[nextMark] > at + 1 {
                    let end = marks[nextMark]
                    pieces.append("<code>\(HTMLText.escape(String(text[(at + 1)..<end])))</code>")
                    at = end + 1
                } else {
                    pieces.append("`")
                    at += 1
                }
            } else {
                let isDouble = at + 1 < text.count && text[at + 1] == "*"
                // Of three at a word's end, the one that was opened last is closed first.
                let isInner = (emphasis ?? -1) > (strong ?? text.count) && at + 2 < text.count && text[at + 2] == "*"
                let length = isDouble && !isInner ? 2 : 1
                mark(
                    length, isAfterWord: at > 0 && !text[at - 1].isWhitespace,
                    isBeforeWord: at + length < text.count && !text[at + length].isWhitespace)
                at += length
            }
            start = at
        }
        pieces.append(HTMLText.escape(String(text[start...])))
    }

    /// Closes what is open where a word ends, else opens it where one begins. What is open within goes back to what was written.
    private mutating func mark(_ length: Int, isAfterWord: Bool, isBeforeWord: Bool) {
        let written = String(repeating: "*", count: length)
        let name = length == 2 ? "strong" : "em"
        let open = length == 2 ? strong : emphasis
        if let open, isAfterWord {
            pieces[open] = "<\(name)>"
            pieces.append("</\(name)>")
            if let strong, strong >= open { self.strong = nil }
            if let emphasis, emphasis >= open { self.emphasis = nil }
            return
        }
        if isBeforeWord, open == nil {
            if length == 2 { strong = pieces.count } else { emphasis = pieces.count }
        }
        pieces.append(written)
    }
}
