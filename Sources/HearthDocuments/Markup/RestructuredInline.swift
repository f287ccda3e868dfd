/// The words of a paragraph of reStructuredText without their marks (its specification, "Inline Markup"): emphasis,
/// literals, roles, references, substitutions.
struct RestructuredInline {
    /// What `|name|` stands for.
    var substitutions: [String: [UInt8]] = [:]

    private static let marks = Set("*`|_\\".utf8)

    func plain(_ text: some Collection<UInt8>) -> [UInt8] {
        let bytes = Array(text)
        guard bytes.contains(where: { Self.marks.contains($0) }) else { return bytes }
        var reader = Reader(bytes: bytes, substitutions: substitutions)
        return reader.read()
    }

    private struct Reader {
        let bytes: [UInt8]
        let substitutions: [String: [UInt8]]
        private var output: [UInt8] = []
        private var search = ClosingSearch()
        private var position = 0

        init(bytes: [UInt8], substitutions: [String: [UInt8]]) {
            (self.bytes, self.substitutions) = (bytes, substitutions)
        }

        mutating func read() -> [UInt8] {
            output.reserveCapacity(bytes.count)
            while position < bytes.count {
                if !take() {
                    output.append(bytes[position])
                    position += 1
                }
            }
            return output
        }

        private mutating func take() -> Bool {
            switch bytes[position] {
            case UInt8(ascii: "\\"):
                // What follows is no mark; a space is nothing.
                position += 1
                guard position < bytes.count else { return true }
                if !isSpace(bytes[position]) { output.append(bytes[position]) }
                position += 1
                return true
            case UInt8(ascii: "*"):
                return bytes[position...].starts(with: "**")
                    ? takeMarked(0, "**", isLiteral: false) : takeMarked(1, "*", isLiteral: false)
            case UInt8(ascii: "`"):
                return bytes[position...].starts(with: "``") ? takeMarked(2, "``", isLiteral: true) : takeInterpreted()
            case UInt8(ascii: ":"): return takeRole()
            case UInt8(ascii: "|"): return takeSubstitution()
            case UInt8(ascii: "_"): return takeUnderscore()
            default: return false
            }
        }

        /// Whether a mark may begin here: behind a space, an opening bracket or the like.
        private var mayBegin: Bool {
            guard position > 0 else { return true }
            let before = bytes[position - 1]
            return isSpace(before) || "-:/'\"<([{".utf8.contains(before) || before >= 0x80
        }

        /// Where a mark ends that began here: not behind a space, and before one or before punctuation.
        private mutating func closing(_ kind: Int, _ mark: StaticString, from start: Int) -> Int? {
            let text = bytes
            let count = mark.utf8CodeUnitCount
            guard start + count <= text.count else { return nil }
            return search.first(kind, in: start..<(text.count - count + 1)) { place in
                guard text[place...].starts(with: mark), !isSpace(text[place - 1]),
                    text[place - 1] != UInt8(ascii: "\\") || kind == 2
                else { return false }
                guard place + count < text.count else { return true }
                let behind = text[place + count]
                return isSpace(behind) || "-.,:;!?/'\")]}>\\_".utf8.contains(behind) || behind >= 0x80
            }
        }

        private mutating func takeMarked(_ kind: Int, _ mark: StaticString, isLiteral: Bool) -> Bool {
            let start = position + mark.utf8CodeUnitCount
            guard mayBegin, start < bytes.count, !isSpace(bytes[start]),
                let end = closing(kind, mark, from: start + 1)
            else { return false }
            if isLiteral { output += bytes[start..<end] } else { put(unescaped: bytes[start..<end]) }
            position = end + mark.utf8CodeUnitCount
            return true
        }

        private mutating func put(unescaped text: ArraySlice<UInt8>) {
            var isEscaped = false
            for byte in text {
                if byte == UInt8(ascii: "\\"), !isEscaped {
                    isEscaped = true
                    continue
                }
                if !isEscaped || !isSpace(byte) { output.append(byte) }
                isEscaped = false
            }
        }

        /// `:role:` before `` `text` ``, which is told without it.
        private mutating func takeRole() -> Bool {
            guard mayBegin || position > 0 && bytes[position - 1] == UInt8(ascii: "*") else { return false }
            let name = bytes[(position + 1)...].prefix(60).prefix {
                isLetter($0) || isDigit($0) || "-_.+:".utf8.contains($0)
            }
            guard name.count > 1, name.last == UInt8(ascii: ":"), name.endIndex < bytes.count,
                bytes[name.endIndex] == UInt8(ascii: "`"), name.endIndex + 1 < bytes.count
            else { return false }
            let before = position
            position = name.endIndex
            let isWritten = ["math", "code"].contains { name.dropLast().elementsEqual($0.utf8) }
            if takeInterpreted(isWritten: isWritten) { return true }
            position = before
            return false
        }

        /// `` `words <address>`_ ``, and the text of a role.
        ///
        /// - Parameter isWritten: Whether it is told as it is written, as formulas and code are.
        private mutating func takeInterpreted(isWritten: Bool = false) -> Bool {
            let start = position + 1
            guard mayBegin, start < bytes.count, !isSpace(bytes[start]),
                let end = closing(3, "`", from: start + 1)
            else { return false }
            if isWritten {
                output += bytes[start..<end]
                position = end + 1
                return true
            }
            var words = bytes[start..<end]
            if words.last == UInt8(ascii: ">"), let open = words.lastIndex(of: UInt8(ascii: "<")) {
                let before = words[..<open].trimmed()
                words = before.isEmpty ? words[(open + 1)..<(end - 1)] : before
            }
            // Of a name in a program, how it is shown.
            if words.first == UInt8(ascii: "~") {
                words = words.dropFirst()
                if let dot = words.lastIndex(of: UInt8(ascii: ".")) { words = words[(dot + 1)...] }
            } else if words.first == UInt8(ascii: "!") {
                words = words.dropFirst()
            }
            put(unescaped: words)
            position = end + 1
            skipUnderscores()
            // `` `text`:role: ``
            let role = bytes[position...].prefix(60)
            if role.first == UInt8(ascii: ":"), let last = role.dropFirst().firstIndex(of: UInt8(ascii: ":")),
                last > position + 1, role[(position + 1)..<last].allSatisfy({ isLetter($0) || $0 == UInt8(ascii: "-") })
            {
                position = last + 1
            }
            return true
        }

        /// The signs that make a reference.
        private mutating func skipUnderscores() {
            for _ in 0..<2 where position < bytes.count && bytes[position] == UInt8(ascii: "_") { position += 1 }
        }

        private mutating func takeSubstitution() -> Bool {
            let start = position + 1
            guard mayBegin, start < bytes.count, !isSpace(bytes[start]), let end = closing(4, "|", from: start + 1)
            else { return false }
            let name = bytes[start..<end]
            let value = name.count <= 200 ? substitutions[String(decoding: name, as: UTF8.self).lowercased()] : nil
            // A short text does not become a long one.
            if let value, output.count + value.count <= 2 * bytes.count + 10_000 {
                output += value
            } else {
                output += name
            }
            position = end + 1
            skipUnderscores()
            return true
        }

        /// `name_` and `[1]_` refer to something, and ``_`words` `` is what is referred to.
        private mutating func takeUnderscore() -> Bool {
            if mayBegin, position + 1 < bytes.count, bytes[position + 1] == UInt8(ascii: "`") {
                position += 1
                return takeInterpreted()
            }
            guard position > 0 else { return false }
            let before = bytes[position - 1]
            guard isLetter(before) || isDigit(before) || before == UInt8(ascii: "]") || before >= 0x80 else {
                return false
            }
            // `__init__` is no reference: their names begin with no underscore.
            let word = bytes[..<position].suffix(100).reversed().prefix {
                isLetter($0) || isDigit($0) || "-_.+:".utf8.contains($0) || $0 >= 0x80
            }
            guard word.last != UInt8(ascii: "_") else { return false }
            var behind = position + 1
            if behind < bytes.count, bytes[behind] == UInt8(ascii: "_") { behind += 1 }
            guard behind == bytes.count || isSpace(bytes[behind]) || ".,:;!?)]}'\"-/".utf8.contains(bytes[behind])
            else { return false }
            position = behind
            return true
        }
    }
}
