/// The paragraphs of a message, and the programs between lines of three backticks or more, as Markdown has them
/// (https://spec.commonmark.org/0.31.2/#fenced-code-blocks).
///
/// People set backticks as they like. What looks like a fence and has words of its own keeps them, and no word but the name of a language is dropped.
enum MessageParts {
    struct Part {
        var text: ArraySlice<UInt8>
        var isCode: Bool
    }

    private static let mark = UInt8(ascii: "`")

    /// - Parameter namesLanguages: Whether a word behind the backticks names the language of the program below; in messengers it is its first line.
    static func parts(of text: String, namesLanguages: Bool = true) -> [Part] {
        var reader = Reader(bytes: Array(text.utf8), namesLanguages: namesLanguages)
        return reader.read()
    }

    /// A program as `parts` reads it, whatever backticks are in it.
    static func fenced(_ program: String) -> String {
        var longest = 0
        var run = 0
        for byte in program.utf8 {
            run = byte == mark ? run + 1 : 0
            longest = max(longest, run)
        }
        let fence = String(repeating: "`", count: max(3, longest + 1))
        return "\(fence)\n\(program)\n\(fence)"
    }

    /// A text of Slack's or of other messengers', in which three backticks begin and end a program wherever they stand.
    static func fencingInline(_ text: String) -> String {
        guard text.utf8.contains(mark) else { return text }
        let pieces = text.split(separator: "```", omittingEmptySubsequences: false)
        guard pieces.count > 2 else { return text }
        var output = ""
        for (index, piece) in pieces.enumerated() {
            if index % 2 == 0 {
                output += piece
            } else if index + 1 < pieces.count {
                output += "\n" + fenced(String(piece)) + "\n"
            } else {
                // The last one, which nothing ends.
                output += "```" + piece
            }
        }
        return output
    }

    private struct Reader {
        let bytes: [UInt8]
        let namesLanguages: Bool
        private var parts: [Part] = []
        /// The paragraph that is open.
        private var start: Int?
        private var end = 0
        /// The program that is open: its first line, the backticks before it, and what stands behind them.
        private var codeStart: Int?
        private var fence = 0
        private var language: Range<Int> = 0..<0
        /// Whether backticks with words behind them were taken for text, whose end says nothing.
        private var isOpenInText = false

        init(bytes: [UInt8], namesLanguages: Bool) { (self.bytes, self.namesLanguages) = (bytes, namesLanguages) }

        mutating func read() -> [Part] {
            for line in Lines(bytes) {
                let content = bytes.trimmed(line.range)
                if codeStart != nil {
                    goOn(line, content)
                } else if !begin(line, content) {
                    take(content)
                }
            }
            // A program that nothing ends goes to the end.
            if codeStart != nil { closeCode(bytes.count) }
            closeText()
            return parts.filter { $0.text.contains { !isSpace($0) } }
        }

        private func marks(_ range: Range<Int>) -> Int { bytes[range].prefix { $0 == mark }.count }

        /// Whether a line begins a program.
        private mutating func begin(_ line: Lines.Line, _ content: Range<Int>) -> Bool {
            let count = marks(content)
            guard count >= 3 else { return false }
            let rest = bytes.trimmed((content.lowerBound + count)..<content.upperBound)
            if rest.isEmpty, isOpenInText {
                closeText()
                isOpenInText = false
                return true
            }
            guard !bytes[rest].contains(mark) else { return false }
            guard !bytes[rest].contains(where: isSpace) else {
                isOpenInText = true
                return false
            }
            closeText()
            (codeStart, fence, language) = (line.next, count, rest)
            return true
        }

        /// A line of a program, which may end it.
        private mutating func goOn(_ line: Lines.Line, _ content: Range<Int>) {
            let count = marks(content)
            if count >= fence {
                let rest = bytes.trimmed((content.lowerBound + count)..<content.upperBound)
                // A word next to the backticks would begin another one, and is of this one.
                guard rest.isEmpty || isSpace(bytes[content.lowerBound + count]) else { return }
                closeCode(line.range.lowerBound)
                take(rest)
                return
            }
            let last = bytes[content].reversed().prefix { $0 == mark }.count
            if last >= fence { closeCode(content.upperBound - last) }
        }

        private mutating func closeCode(_ limit: Int) {
            guard let first = codeStart else { return }
            codeStart = nil
            let body = min(first, limit)..<limit
            if namesLanguages || language.isEmpty {
                // What looked like the name of a language is all there is.
                parts.append(Part(text: bytes[bytes.trimmed(body).isEmpty ? language : body], isCode: true))
            } else {
                parts.append(Part(text: bytes[language.lowerBound..<max(language.upperBound, limit)], isCode: true))
            }
        }

        private mutating func take(_ content: Range<Int>) {
            guard !content.isEmpty else {
                closeText()
                return
            }
            if start == nil { start = content.lowerBound }
            end = content.upperBound
        }

        private mutating func closeText() {
            if let first = start { parts.append(Part(text: bytes[first..<end], isCode: false)) }
            start = nil
        }
    }
}
