/// Blocks of raw HTML (https://spec.commonmark.org/0.31.2/#html-blocks).
enum MarkdownMarkup {
    /// What ends a block of HTML.
    enum Ending: Equatable {
        /// A line that has one of these, in lower case.
        case text([String])
        case blankLine
    }

    /// What ends the block that a line begins; `nil` when it begins none.
    ///
    /// - Parameter inParagraph: Whether the line would otherwise go on with a paragraph, which a lone tag does not end.
    static func ending(of line: ArraySlice<UInt8>, inParagraph: Bool) -> Ending? {
        guard line.first == UInt8(ascii: "<") else { return nil }
        if line.starts(with: "<!--") { return .text(["-->"]) }
        if line.starts(with: "<?") { return .text(["?>"]) }
        if line.starts(with: "<![CDATA[") { return .text(["]]>"]) }
        if line.starts(with: "<!"), let letter = line.dropFirst(2).first, isLetter(letter) { return .text([">"]) }
        let isClosing = line.dropFirst().first == UInt8(ascii: "/")
        let afterSign = line.dropFirst(isClosing ? 2 : 1)
        let name = afterSign.prefix(20).prefix { isLetter($0) || isDigit($0) }
        let after = afterSign.dropFirst(name.count)
        let isWhole = after.isEmpty || isSpace(after.first ?? space) || after.first == UInt8(ascii: ">")
        let lowercase = String(decoding: name, as: UTF8.self).lowercased()
        if !isClosing, isWhole, verbatim.contains(lowercase) { return .text(verbatim.map { "</\($0)>" }) }
        if isWhole || after.starts(with: "/>"), names.contains(lowercase) { return .blankLine }
        guard !inParagraph, let end = tagEnd(line) else { return nil }
        return line[end...].allSatisfy(isSpace) ? .blankLine : nil
    }

    static func ends(_ ending: Ending, with line: ArraySlice<UInt8>) -> Bool {
        guard case .text(let marks) = ending else { return false }
        let lowercase = line.map(lowercased)
        return marks.contains { mark in
            let pattern = Array(mark.utf8)
            guard lowercase.count >= pattern.count else { return false }
            return (0...lowercase.count - pattern.count).contains { start in
                lowercase[start] == pattern[0] && lowercase[start..<start + pattern.count].elementsEqual(pattern)
            }
        }
    }

    /// Where the tag at the start of a line ends.
    private static func tagEnd(_ line: ArraySlice<UInt8>) -> Int? {
        var at = line.startIndex + 1
        func byte() -> UInt8? { at < line.endIndex ? line[at] : nil }
        func skip(while isWanted: (UInt8) -> Bool) -> Int {
            let start = at
            while let next = byte(), isWanted(next) { at += 1 }
            return at - start
        }
        let isClosing = byte() == UInt8(ascii: "/")
        if isClosing { at += 1 }
        guard let initial = byte(), isLetter(initial) else { return nil }
        _ = skip { isLetter($0) || isDigit($0) || $0 == UInt8(ascii: "-") }
        while !isClosing {
            let spaces = skip(while: isSpace)
            guard spaces > 0, let first = byte(),
                isLetter(first) || first == UInt8(ascii: "_") || first == UInt8(ascii: ":")
            else { break }
            _ = skip { isLetter($0) || isDigit($0) || "_.:-".utf8.contains($0) }
            let afterName = at
            _ = skip(while: isSpace)
            guard byte() == UInt8(ascii: "=") else {
                at = afterName
                continue
            }
            at += 1
            _ = skip(while: isSpace)
            if let quote = byte(), quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") {
                at += 1
                _ = skip { $0 != quote }
                guard byte() == quote else { return nil }
                at += 1
            } else if skip(while: { !isSpace($0) && !"\"'=<>`".utf8.contains($0) }) == 0 {
                return nil
            }
        }
        _ = skip(while: isSpace)
        if !isClosing, byte() == UInt8(ascii: "/") { at += 1 }
        return byte() == UInt8(ascii: ">") ? at + 1 : nil
    }

    private static let verbatim = ["script", "pre", "textarea", "style"]
    private static let names = Set(
        """
        address article aside base basefont blockquote body caption center col colgroup dd details dialog dir div dl dt \
        fieldset figcaption figure footer form frame frameset h1 h2 h3 h4 h5 h6 head header hr html iframe legend li link \
        main menu menuitem nav noframes ol optgroup option p param search section summary table tbody td tfoot th thead \
        title tr track ul
        """.split(separator: " ").map(String.init))
}
