/// A heading of Org: `TODO [#A] Call the bank :home:phone:`.
struct OrgHeading {
    /// The box before it, where it is something to be done, and the word for that where it says more than the box: "☐
    /// WAITING: ".
    var box: [UInt8] = []
    var words: ArraySlice<UInt8>
    /// How urgent it is, and its tags: " (priority A) #home #phone".
    var remark: [UInt8] = []
    var isComment = false

    /// - Parameter line: Without the stars.
    init(_ line: ArraySlice<UInt8>, _ keywords: OrgKeywords) {
        words = line
        let first = line.prefix(keywords.longest + 1).prefix { !isSpace($0) }
        if let isDone = keywords.isDone(first) {
            words = words.dropFirst(first.count).trimmed()
            box = Array((isDone ? "☑ " : "☐ ").utf8)
            if !["TODO", "DONE"].contains(where: { first.elementsEqual($0.utf8) }), !words.isEmpty {
                box += first
                box += ": ".utf8
            }
        }
        if words.starts(with: "[#"), let end = words.prefix(8).firstIndex(of: UInt8(ascii: "]")) {
            remark += " (priority ".utf8
            remark += words[..<end].dropFirst(2)
            remark += ")".utf8
            words = words[(end + 1)...].trimmed()
        }
        if words.starts(with: "COMMENT"), words.count == 7 || words.dropFirst(7).first == space { isComment = true }
        takeTags()
    }

    private mutating func takeTags() {
        guard words.last == UInt8(ascii: ":"), let start = words.lastIndex(where: isSpace) else { return }
        let tags = words[(start + 1)...]
        guard tags.count > 2, tags.first == UInt8(ascii: ":"),
            tags.allSatisfy({ isLetter($0) || isDigit($0) || ":_@#%".utf8.contains($0) || $0 >= 0x80 })
        else { return }
        for tag in tags.split(separator: UInt8(ascii: ":")) {
            remark += " #".utf8
            remark += tag
        }
        words = words[..<start].trimmed()
    }
}

/// An item of a list: `- [X] Rent :: 920`.
struct OrgItem {
    /// Its number and its box, as Markdown writes them; nothing for the others.
    var opening: [UInt8] = []
    var words: [UInt8]

    /// `nil` where a line begins no item.
    init?(_ line: ArraySlice<UInt8>, isIndented: Bool) {
        guard let first = line.first else { return nil }
        var rest: ArraySlice<UInt8>
        let isNumbered = isDigit(first)
        if isNumbered {
            let number = line.prefix(while: isDigit)
            rest = line.dropFirst(number.count)
            guard number.count <= 9, rest.first == UInt8(ascii: ".") || rest.first == UInt8(ascii: ")") else {
                return nil
            }
            opening = Array(number) + Array(". ".utf8)
        } else {
            guard first == UInt8(ascii: "-") || first == UInt8(ascii: "+") || first == UInt8(ascii: "*") && isIndented
            else { return nil }
            rest = line
        }
        rest = rest.dropFirst()
        guard rest.first == space || rest.first == tab || rest.isEmpty else { return nil }
        rest = rest.drop(while: isSpace)
        // "[@5]": the number to go on with.
        if rest.starts(with: "[@"), let end = rest.prefix(12).firstIndex(of: UInt8(ascii: "]")),
            rest[..<end].dropFirst(2).allSatisfy(isDigit)
        {
            rest = rest[(end + 1)...].drop(while: isSpace)
        }
        if rest.count > 3, rest.first == UInt8(ascii: "["), rest[rest.startIndex + 2] == UInt8(ascii: "]"),
            rest[rest.startIndex + 3] == space, " Xx-".utf8.contains(rest[rest.startIndex + 1])
        {
            let isDone = lowercased(rest[rest.startIndex + 1]) == UInt8(ascii: "x")
            // Done in part is open still.
            if !isNumbered { opening += "- ".utf8 }
            opening += (isDone ? "[x] " : "[ ] ").utf8
            rest = rest.dropFirst(4)
        }
        words = Array(rest)
        if !isNumbered, let mark = words.firstIndex(of: " ::", in: 0..<words.count),
            mark + 3 == words.count || words[mark + 3] == space
        {
            words.replaceSubrange(mark..<mark + 3, with: ":".utf8)
        }
    }
}

/// The words before headings that are to be done, or done.
struct OrgKeywords {
    /// Those that people set up for all of their files; a file that has words of its own names them.
    private var open: Set<[UInt8]> = Set(
        [
            "TODO", "NEXT", "WAITING", "WAIT", "HOLD", "STARTED", "STRT", "PROJ", "SOMEDAY", "DOING", "INPROGRESS",
            "IN-PROGRESS",
        ]
        .map { Array($0.utf8) })
    private var done: Set<[UInt8]> = Set(["DONE", "CANCELLED", "CANCELED", "KILL"].map { Array($0.utf8) })
    private var isDeclared = false
    private static let most = 100

    /// Bytes of the longest of them.
    private(set) var longest = 11

    func isDone(_ word: ArraySlice<UInt8>) -> Bool? {
        let word = Array(word)
        return open.contains(word) ? false : done.contains(word) ? true : nil
    }

    /// `TODO(t) NEXT(n) | DONE(d@)`: those behind the bar, or else the last, mean that it is done.
    mutating func declare(_ value: ArraySlice<UInt8>) {
        if !isDeclared { (open, done) = ([], []) }
        isDeclared = true
        let words = value.prefix(4_000).split(whereSeparator: isSpace).prefix(Self.most)
            .map { Array($0.prefix { $0 != UInt8(ascii: "(") }.prefix(100)) }
        let bar = words.firstIndex(of: [UInt8(ascii: "|")]) ?? max(0, words.count - 1)
        guard open.count + done.count + words.count <= Self.most else { return }
        for (place, word) in words.enumerated() where !word.isEmpty && word != [UInt8(ascii: "|")] {
            if place < bar { open.insert(word) } else { done.insert(word) }
            longest = max(longest, word.count)
        }
    }

    /// Whether a property is for the program, and no word of a person (the manual's "Special Properties" and
    /// "Properties and Columns").
    static func isSetting(_ name: String) -> Bool {
        let name = name.uppercased()
        if settings.contains(name) { return true }
        return name.hasPrefix("HEADER-ARGS") || name.hasPrefix("EXPORT_") || name.hasPrefix("ROAM_")
            || name.hasPrefix("ARCHIVE_") || name.hasPrefix("ORG_") || name.hasSuffix("_ALL")
    }

    private static let settings: Set<String> = [
        "ID", "CUSTOM_ID", "ORDERED", "COOKIE_DATA", "NOBLOCKING", "STYLE", "LOGGING", "LOG_INTO_DRAWER", "ARCHIVE",
        "COLUMNS", "VISIBILITY", "UNNUMBERED", "DIR", "ATTACH_DIR", "CLOCK_MODELINE_TOTAL", "REPEAT_TO_STATE",
        "LAST_REPEAT", "TABLE_EXPORT_FILE", "TABLE_EXPORT_FORMAT", "RESET_CHECK_BOXES", "APPT_WARNTIME", "CATEGORY",
        "LATEX_CLASS", "HTML_CONTAINER_CLASS", "ALT_TITLE",
    ]
}
