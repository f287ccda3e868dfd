import HearthAnalysis

/// The Markdown that models write, as HTML: paragraphs, headings, lists, quotes, code, bold and emphasis. All else stays as it was
/// written, a table in the columns that it has; HTML in it is text, and an address is no link. Its time grows with the text's length.
struct MarkdownPage {
    private var pieces: [String] = []
    private var paragraph: [Substring] = []
    private var quoted: [Substring] = []
    private var rows: [Substring] = []
    private var items: [[Substring]] = []
    /// The number of an ordered list's first item; `nil` in one with dots.
    private var firstNumber: Int?

    static func html(_ text: String) -> String {
        var page = MarkdownPage()
        page.read(text)
        return page.pieces.joined(separator: "\n")
    }

    private mutating func read(_ text: String) {
        var fence: (mark: Character, length: Int)?
        var code: [Substring] = []
        for line in text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline) {
            let words = line.drop { $0 == " " || $0 == "\t" }
            if let open = fence {
                let run = words.prefix { $0 == open.mark }
                if run.count >= open.length, words.dropFirst(run.count).allSatisfy(\.isWhitespace) {
                    close(code)
                    (fence, code) = (nil, [])
                } else {
                    code.append(line)
                }
            } else if let open = Self.fence(words) {
                flush()
                fence = open
            } else {
                take(line, words)
            }
        }
        flush()
        // An answer that was stopped within its code has it all the same.
        if fence != nil { close(code) }
    }

    private mutating func take(_ line: Substring, _ words: Substring) {
        if words.allSatisfy(\.isWhitespace) {
            // A list goes on behind an empty line; everything else is over.
            if items.isEmpty { flush() }
        } else if let (level, title) = Self.heading(words) {
            flush()
            pieces.append("<h\(level) dir=\"auto\">\(MarkdownLine.html([title]))</h\(level)>")
        } else if words.hasPrefix(">") {
            if quoted.isEmpty { flush() }
            quoted.append(words.dropFirst().drop { $0 == " " })
        } else if words.hasPrefix("|") {
            if rows.isEmpty { flush() }
            rows.append(words)
        } else if let (number, item) = Self.item(words) {
            if items.isEmpty || (number == nil) != (firstNumber == nil) {
                flush()
                firstNumber = number
            }
            items.append([item])
        } else if !items.isEmpty, line.first == " " || line.first == "\t" {
            items[items.count - 1].append(words)
        } else {
            if paragraph.isEmpty { flush() }
            paragraph.append(line)
        }
    }

    private mutating func close(_ code: [Substring]) {
        pieces.append("<pre dir=\"ltr\"><code>\(HTMLText.escape(code.joined(separator: "\n")))</code></pre>")
    }

    /// Writes what was collected; of these one alone is there at a time.
    private mutating func flush() {
        if !paragraph.isEmpty { pieces.append("<p dir=\"auto\">\(MarkdownLine.html(paragraph))</p>") }
        if !quoted.isEmpty { pieces.append("<blockquote dir=\"auto\">\(MarkdownLine.html(quoted))</blockquote>") }
        if !rows.isEmpty { pieces.append("<pre>\(HTMLText.escape(rows.joined(separator: "\n")))</pre>") }
        if !items.isEmpty {
            let list = items.map { "<li dir=\"auto\">\(MarkdownLine.html($0))</li>" }.joined()
            pieces.append(firstNumber.map { "<ol start=\"\($0)\">\(list)</ol>" } ?? "<ul>\(list)</ul>")
        }
        (paragraph, quoted, rows, items, firstNumber) = ([], [], [], [], nil)
    }

    private static func fence(_ words: Substring) -> (mark: Character, length: Int)? {
        guard let mark = words.first, mark == "`" || mark == "~" else { return nil }
        let run = words.prefix { $0 == mark }
        guard run.count >= 3, !words.dropFirst(run.count).contains("`") else { return nil }
        return (mark, run.count)
    }

    /// A heading's words and its level, below the title of the page.
    private static func heading(_ words: Substring) -> (level: Int, title: Substring)? {
        let marks = words.prefix { $0 == "#" }
        guard (1...6).contains(marks.count), words.dropFirst(marks.count).first == " " else { return nil }
        return (min(marks.count + 1, 6), words.dropFirst(marks.count + 1))
    }

    private static func item(_ words: Substring) -> (number: Int?, words: Substring)? {
        if let mark = words.first, "-*+".contains(mark), words.dropFirst().first == " " {
            return (nil, words.dropFirst(2))
        }
        let digits = words.prefix { $0.isASCII && $0.isNumber }
        let rest = words.dropFirst(digits.count)
        guard let number = Int(digits), digits.count <= 9, let end = rest.first, end == "." || end == ")",
            rest.dropFirst().first == " "
        else { return nil }
        return (number, rest.dropFirst(2))
    }
}

/// What stands within lines: code, bold and emphasis.
private struct MarkdownLine {
    private var pieces: [String] = []
    /// Where in `pieces` what is bold, or emphasized, began; it is closed there or stays as it was written.
    private var strong: Int?
    private var emphasis: Int?

    static func html(_ lines: [Substring]) -> String {
        var line = MarkdownLine()
        line.read(Array(lines.joined(separator: "\n")))
        return line.pieces.joined()
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
