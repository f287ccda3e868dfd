/// The sections of reStructuredText, and the marks of its lists.
enum RestructuredSections {
    struct Section {
        var level: Int
        /// Bytes of the title, and the lines that make the heading.
        var title: Range<Int>
        var lines: Range<Int>
    }

    /// A line over a line of marks that is as long, perhaps below another one. What the marks mean follows from their
    /// order.
    static func find(_ bytes: [UInt8], _ lines: [Range<Int>]) -> [Section] {
        var styles: [[UInt8]] = []
        var found: [Section] = []
        var last = -1
        var index = 1
        while index < lines.count {
            defer { index += 1 }
            let title = bytes.trimmed(lines[index - 1])
            guard let mark = underline(bytes[lines[index]]), !title.isEmpty, underline(bytes[lines[index - 1]]) == nil,
                lines[index].count >= min(bytes[title].prefix(longest).count { $0 & 0xC0 != 0x80 }, longest)
            else { continue }
            let above = index > 1 ? underline(bytes[lines[index - 2]]) : nil
            // The line below one title is not the line above the next.
            let hasLineAbove = above == mark && index - 2 > last
            // Without one, the title stands at the beginning of its line, and nothing right above it.
            guard hasLineAbove || title.lowerBound == lines[index - 1].lowerBound else { continue }
            guard hasLineAbove || index < 2 || lines[index - 2].isEmpty else { continue }
            let style = hasLineAbove ? [mark, mark] : [mark]
            if !styles.contains(style) { styles.append(style) }
            last = index
            found.append(
                Section(
                    level: (styles.firstIndex(of: style) ?? 0) + 1, title: title,
                    lines: (hasLineAbove ? index - 2 : index - 1)..<(index + 1)))
        }
        return found
    }

    /// Marks of one line that are compared with its title.
    private static let longest = 1_000

    /// The mark that a line is made of; `nil` for other lines.
    static func underline(_ line: ArraySlice<UInt8>) -> UInt8? {
        guard let mark = line.first, "=-~^\"'`#*+:.<>_".utf8.contains(mark) else { return nil }
        return line.count >= 2 && line.allSatisfy { $0 == mark } ? mark : nil
    }
}

enum RestructuredList {
    struct Mark {
        /// Bytes with the spaces behind them.
        var length: Int
        /// As it stands before the item; nothing for bullets.
        var shown: [UInt8] = []
        var number: Int?
        /// `#.`: the number follows from the one before.
        var isAutomatic = false
    }

    /// The mark of an item that a line begins with.
    ///
    /// - Parameter next: The line that follows: under a number it is empty, indented or an item, and else the number is
    ///   a word.
    static func mark(_ line: ArraySlice<UInt8>, next: ArraySlice<UInt8>) -> Mark? {
        guard let mark = opening(line) else { return nil }
        if mark.shown.isEmpty, !mark.isAutomatic { return mark }
        return next.isEmpty || next.first == space || opening(next) != nil ? mark : nil
    }

    private static func opening(_ line: ArraySlice<UInt8>) -> Mark? {
        guard let first = line.first else { return nil }
        if "*+-".utf8.contains(first) { return ended(line, 1).map { Mark(length: $0) } }
        if line.starts(with: "•") || line.starts(with: "‣") { return ended(line, 3).map { Mark(length: $0) } }
        let isInBrackets = first == UInt8(ascii: "(")
        let rest = line.dropFirst(isInBrackets ? 1 : 0)
        if rest.first == UInt8(ascii: "#") {
            guard closes(rest.dropFirst().first, isInBrackets) else { return nil }
            return ended(line, isInBrackets ? 3 : 2).map { Mark(length: $0, isAutomatic: true) }
        }
        let digits = rest.prefix(10).prefix(while: isDigit)
        let letters = rest.prefix(8).prefix(while: isLetter)
        let isRoman = letters.allSatisfy { "ivxlcm".utf8.contains(lowercased($0)) }
        let count = digits.isEmpty ? letters.count == 1 || isRoman ? letters.count : 0 : digits.count
        guard count > 0, count < 10, closes(rest.dropFirst(count).first, isInBrackets),
            let length = ended(line, count + (isInBrackets ? 2 : 1))
        else { return nil }
        let number = Int(String(decoding: digits, as: UTF8.self))
        let shown = number.map { Array("\($0). ".utf8) } ?? Array(line.prefix(count + (isInBrackets ? 2 : 1))) + [space]
        return Mark(length: length, shown: shown, number: number)
    }

    private static func closes(_ byte: UInt8?, _ isInBrackets: Bool) -> Bool {
        byte == UInt8(ascii: ")") || byte == UInt8(ascii: ".") && !isInBrackets
    }

    /// The bytes of a mark with the spaces behind it; `nil` where none follows.
    private static func ended(_ line: ArraySlice<UInt8>, _ count: Int) -> Int? {
        let rest = line.dropFirst(count)
        guard let next = rest.first else { return count }
        return next == space ? count + rest.prefix { $0 == space }.count : nil
    }
}
