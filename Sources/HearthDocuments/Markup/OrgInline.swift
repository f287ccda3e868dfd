/// The words of a paragraph of Org without their marks (Org Syntax, "Objects"): emphasis, links, times, footnotes,
/// citations, entities.
struct OrgInline {
    /// What `{{{name}}}` stands for.
    var macros: [String: [UInt8]] = [:]

    private static let longestLink = 4_000
    private static let longestTime = 80

    func plain(_ text: some Collection<UInt8>) -> [UInt8] {
        let bytes = Array(text)
        guard bytes.contains(where: { Self.marks.contains($0) }) else { return bytes }
        var reader = Reader(bytes: bytes, macros: macros)
        return reader.read()
    }

    private static let marks = Set("*/_=~+[<\\{@".utf8)

    private struct Reader {
        let bytes: [UInt8]
        let macros: [String: [UInt8]]
        private var output: [UInt8] = []
        private var search = ClosingSearch()
        private var position = 0
        /// How many bytes to leave out at places further on, where something ends that was begun.
        private var ends: [Int: Int] = [:]

        init(bytes: [UInt8], macros: [String: [UInt8]]) {
            (self.bytes, self.macros) = (bytes, macros)
        }

        mutating func read() -> [UInt8] {
            output.reserveCapacity(bytes.count)
            while position < bytes.count {
                if !ends.isEmpty, let count = ends[position] {
                    position += count
                    continue
                }
                if !take() {
                    output.append(bytes[position])
                    position += 1
                }
            }
            return output
        }

        /// Takes the mark that stands here; `false` where the byte is a character like others.
        private mutating func take() -> Bool {
            switch bytes[position] {
            case UInt8(ascii: "*"), UInt8(ascii: "/"), UInt8(ascii: "_"), UInt8(ascii: "+"):
                takeEmphasis(isVerbatim: false)
            case UInt8(ascii: "="), UInt8(ascii: "~"): takeEmphasis(isVerbatim: true)
            case UInt8(ascii: "["): takeBracket()
            case UInt8(ascii: "<"): takeAngle()
            case UInt8(ascii: "\\"): takeBackslash()
            case UInt8(ascii: "{"): takeMacro()
            case UInt8(ascii: "@"): takeSnippet()
            default: false
            }
        }

        // MARK: Emphasis

        /// `*bold*`: the first mark stands behind a space or a bracket, the last before one or before punctuation, and
        /// no space is next to the words.
        private mutating func takeEmphasis(isVerbatim: Bool) -> Bool {
            let mark = bytes[position]
            guard position == 0 || Self.mayStandBefore(bytes[position - 1]), position + 2 < bytes.count,
                !isSpace(bytes[position + 1])
            else { return false }
            let text = bytes
            let closing = search.first(Int(mark), in: position + 2..<bytes.count) { place in
                text[place] == mark && !isSpace(text[place - 1])
                    && (place + 1 == text.count || Self.mayStandBehind(text[place + 1]))
            }
            guard let closing else { return false }
            position += 1
            if isVerbatim {
                output += bytes[position..<closing]
                position = closing + 1
            } else {
                ends[closing] = 1
            }
            return true
        }

        private static func mayStandBefore(_ byte: UInt8) -> Bool {
            isSpace(byte) || "-({'\"*/_+[|".utf8.contains(byte)
        }

        private static func mayStandBehind(_ byte: UInt8) -> Bool {
            isSpace(byte) || "-.,;:!?'\")}]\\[*/_+|".utf8.contains(byte) || byte >= 0xE2
        }

        // MARK: Brackets

        private mutating func takeBracket() -> Bool {
            let rest = bytes[position...]
            if rest.starts(with: "[[") { return takeLink() }
            if rest.starts(with: "[fn:") { return takeFootnote() }
            if rest.starts(with: "[cite") { return takeCitation() }
            return takeTime(closing: UInt8(ascii: "]"))
        }

        /// `[[address][words]]` is its words, and `[[address]]` the address.
        private mutating func takeLink() -> Bool {
            let start = position + 2
            let limit = min(bytes.count, start + OrgInline.longestLink)
            guard let end = search.first(1_000, "]]", in: bytes, start..<limit) else { return false }
            if let middle = search.first(1_001, "][", in: bytes, start..<end) {
                ends[end] = 2
                position = middle + 2
                // The words are read like others.
                return true
            }
            output += Self.name(of: bytes[start..<end])
            position = end + 2
            return true
        }

        /// An address as it is told: of a file or a heading its name.
        private static func name(of address: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
            for scheme in ["file:", "attachment:", "*", "#"] where address.starts(with: scheme.utf8) {
                return address.dropFirst(scheme.utf8.count)
            }
            return address
        }

        /// `[fn:1]`, `[fn:: words]`, `[fn:1: words]`.
        private mutating func takeFootnote() -> Bool {
            let start = position + 4
            let text = bytes
            let label = text[start...].prefix(100).prefix {
                $0 != UInt8(ascii: ":") && $0 != UInt8(ascii: "]") && !isSpace($0)
            }
            guard label.endIndex < text.count else { return false }
            if text[label.endIndex] == UInt8(ascii: "]"), !label.isEmpty {
                output.append(UInt8(ascii: "["))
                output += label
                output.append(UInt8(ascii: "]"))
                position = label.endIndex + 1
                return true
            }
            guard text[label.endIndex] == UInt8(ascii: ":"),
                let end = search.first(
                    Int(UInt8(ascii: "]")), in: label.endIndex + 1..<text.count,
                    where: {
                        text[$0] == UInt8(ascii: "]")
                    })
            else { return false }
            if output.last.map({ !isSpace($0) }) == true { output.append(space) }
            output.append(UInt8(ascii: "("))
            output += text[label.endIndex + 1..<end].trimmed()
            output.append(UInt8(ascii: ")"))
            position = end + 1
            return true
        }

        /// `[cite:see @key p. 3; @other]` is "[see key p. 3; other]".
        private mutating func takeCitation() -> Bool {
            let text = bytes
            let style = text[(position + 5)...].prefix(30).prefix { $0 != UInt8(ascii: ":") && $0 > space }
            guard style.isEmpty || style.first == UInt8(ascii: "/"), style.endIndex < text.count,
                text[style.endIndex] == UInt8(ascii: ":"),
                let end = search.first(
                    Int(UInt8(ascii: "]")), in: style.endIndex + 1..<text.count,
                    where: {
                        text[$0] == UInt8(ascii: "]")
                    })
            else { return false }
            output.append(UInt8(ascii: "["))
            output += text[style.endIndex + 1..<end].trimmed().filter { $0 != UInt8(ascii: "@") }
            output.append(UInt8(ascii: "]"))
            position = end + 1
            return true
        }

        // MARK: Angles

        /// A time, a place that links go to, or an address.
        private mutating func takeAngle() -> Bool {
            let rest = bytes[position...]
            if rest.starts(with: "<<") {
                let isShown = rest.starts(with: "<<<")
                let start = position + (isShown ? 3 : 2)
                guard start < bytes.count, !isSpace(bytes[start]),
                    let end = search.first(1_002, ">>", in: bytes, start..<min(bytes.count, start + 200))
                else { return false }
                if isShown { output += bytes[start..<end] }
                position = end + (isShown && bytes[end...].starts(with: ">>>") ? 3 : 2)
                return true
            }
            if takeTime(closing: UInt8(ascii: ">")) { return true }
            let text = bytes
            let scheme = rest.dropFirst().prefix(30).prefix { isLetter($0) }
            guard !scheme.isEmpty, scheme.endIndex < text.count, text[scheme.endIndex] == UInt8(ascii: ":"),
                let end = search.first(
                    1_005, in: scheme.endIndex..<min(text.count, position + 2_000),
                    where: { text[$0] == UInt8(ascii: ">") || text[$0] <= space }),
                text[end] == UInt8(ascii: ">")
            else { return false }
            output += text[(position + 1)..<end]
            position = end + 1
            return true
        }

        private mutating func takeTime(closing: UInt8) -> Bool {
            let inner = bytes[(position + 1)...].prefix(OrgInline.longestTime).prefix { $0 != closing && $0 != newline }
            guard inner.endIndex < bytes.count, bytes[inner.endIndex] == closing, let time = OrgTime.text(of: inner)
            else { return false }
            output += time
            position = inner.endIndex + 1
            // `<a>--<b>` is from one to the other.
            if bytes[position...].starts(with: "--<") || bytes[position...].starts(with: "--[") {
                output += " – ".utf8
                position += 2
            }
            return true
        }

        // MARK: Others

        private mutating func takeBackslash() -> Bool {
            let rest = bytes[(position + 1)...]
            // The end of a line within a paragraph.
            if rest.first == UInt8(ascii: "\\") {
                guard rest.dropFirst().first.map(isSpace) ?? true else { return false }
                position += 2
                while position < bytes.count, bytes[position] == space, output.last == space { position += 1 }
                return true
            }
            if rest.first == UInt8(ascii: "("),
                let end = search.first(1_003, "\\)", in: bytes, position + 2..<bytes.count)
            {
                output += bytes[position + 2..<end]
                position = end + 2
                return true
            }
            // In `C:\docs\to` they are names of folders.
            if position > 0,
                isLetter(bytes[position - 1]) || isDigit(bytes[position - 1])
                    || bytes[position - 1] == UInt8(ascii: ":")
            {
                return false
            }
            let name = rest.prefix(30).prefix { isLetter($0) || isDigit($0) }
            guard let symbol = MarkupSymbols.text(of: String(decoding: name, as: UTF8.self)) else { return false }
            output += symbol.utf8
            position = name.endIndex
            if bytes[position...].starts(with: "{}") { position += 2 }
            return true
        }

        private mutating func takeMacro() -> Bool {
            guard bytes[position...].starts(with: "{{{") else { return false }
            let name = bytes[(position + 3)...].prefix(100).prefix {
                isLetter($0) || isDigit($0) || $0 == 0x2D || $0 == 0x5F
            }
            guard bytes[name.endIndex...].starts(with: "}}}"),
                let value = macros[String(decoding: name, as: UTF8.self).lowercased()],
                // A short text does not become a long one.
                output.count + value.count <= 2 * bytes.count + 10_000
            else { return false }
            output += value
            position = name.endIndex + 3
            return true
        }

        /// `@@html:<b>@@` is for one kind of output alone.
        private mutating func takeSnippet() -> Bool {
            guard bytes[position...].starts(with: "@@") else { return false }
            let kind = bytes[(position + 2)...].prefix(40).prefix { isLetter($0) || isDigit($0) || $0 == 0x2D }
            guard !kind.isEmpty, kind.endIndex < bytes.count, bytes[kind.endIndex] == UInt8(ascii: ":"),
                let end = search.first(1_004, "@@", in: bytes, kind.endIndex + 1..<bytes.count)
            else { return false }
            position = end + 2
            return true
        }
    }
}

/// A time as Org writes it between brackets: `2026-03-01 Sun 10:00-11:30 +1w -2d`.
enum OrgTime {
    /// As it is told: "2026-03-01 Sun 10:00-11:30 (every week)"; `nil` for what is no time. How long before a date it
    /// is to be reminded of is left out.
    static func text(of inner: ArraySlice<UInt8>) -> [UInt8]? {
        guard inner.count >= 10 else { return nil }
        for (place, byte) in zip(0..<10, inner) {
            guard place == 4 || place == 7 ? byte == UInt8(ascii: "-") : isDigit(byte) else { return nil }
        }
        let words = inner.split(separator: space)
        guard let day = words.first, day.count == 10 else { return nil }
        var told = Array(day)
        for word in words.dropFirst() {
            if let again = repeating(word) {
                told += again.utf8
            } else if word.first != UInt8(ascii: "-") {
                told.append(space)
                told += word
            }
        }
        return told
    }

    /// `+1w`, `++2d` and `.+1m`: that it comes again.
    private static func repeating(_ word: ArraySlice<UInt8>) -> String? {
        let marks = word.prefix { $0 == UInt8(ascii: "+") || $0 == UInt8(ascii: ".") }
        guard marks.contains(UInt8(ascii: "+")), let unit = word[marks.endIndex...].drop(while: isDigit).first,
            let name = units[unit],
            let count = Int(String(decoding: word[marks.endIndex...].prefix(while: isDigit), as: UTF8.self))
        else { return nil }
        return count == 1 ? " (every \(name))" : " (every \(count) \(name)s)"
    }

    private static let units: [UInt8: String] = [
        UInt8(ascii: "h"): "hour", UInt8(ascii: "d"): "day", UInt8(ascii: "w"): "week", UInt8(ascii: "m"): "month",
        UInt8(ascii: "y"): "year",
    ]
}
