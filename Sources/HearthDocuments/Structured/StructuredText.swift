import HearthCore

/// Texts that are written for programs as well as for people, told by the endings of their names.
///
/// They stay byte for byte. Nobody speaks in them, though many a line is a name and a colon.
enum StructuredText: Equatable {
    /// Source code, settings and values in words.
    case code
    case org
    case restructured
    case latex

    /// `nil` for names of other texts.
    init?(ofFile name: String) {
        switch FormatDetector.fileExtension(name) {
        case "org": self = .org
        case "rst", "rest": self = .restructured
        case "tex", "latex", "ltx", "sty", "bib": self = .latex
        case let ending where Self.endings.contains(ending): self = .code
        default: return nil
        }
    }

    private static let endings: Set<String> = [
        "json", "jsonl", "ndjson", "geojson", "xml", "svg", "xsl", "xsd", "plist", "opml", "yaml", "yml", "toml", "ini",
        "cfg", "conf", "properties", "env", "tf", "proto", "graphql", "swift", "py", "pyi", "js", "mjs", "cjs", "ts",
        "jsx", "tsx", "c", "h", "cc", "cpp", "cxx", "hpp", "hh", "m", "mm", "java", "kt", "kts", "rs", "go", "rb",
        "php", "pl", "pm", "sh", "bash", "zsh", "fish", "ps1", "bat", "cmd", "sql", "r", "jl", "lua", "scala", "cs",
        "fs", "hs", "ml", "mli", "clj", "ex", "exs", "erl", "dart", "zig", "vue", "svelte", "css", "scss", "less",
        "gradle", "cmake", "mk", "el", "lisp", "scm", "vim", "nix", "diff", "patch",
    ]

    func read(_ decoded: DecodedText, warnings: [ExtractionWarning]) -> ExtractedDocument {
        let bytes = Array(decoded.text.utf8)
        guard self != .code else {
            let blocks = PlainTextReader.paragraphs(in: bytes).map { Block(.code, span: $0.span) }
            return ExtractedDocument(format: .text, text: decoded.text, blocks: blocks, warnings: warnings)
        }
        let headings = headings(in: bytes)
        var blocks: [Block] = []
        var position = 0
        for heading in headings {
            blocks += PlainTextReader.paragraphs(in: bytes, position..<heading.range.lowerBound)
            blocks.append(Block(.heading(level: heading.level), span: TextSpan(heading.range)))
            position = heading.range.upperBound
        }
        blocks += PlainTextReader.paragraphs(in: bytes, position..<bytes.count)
        let title = headings.min { ($0.level, $0.range.lowerBound) < ($1.level, $1.range.lowerBound) }?.title
        return ExtractedDocument(
            format: .text, title: title, text: decoded.text, blocks: blocks, warnings: warnings)
    }

    // MARK: - Headings

    private struct Heading {
        var level: Int
        /// The lines that make it, without white space at their ends.
        var range: Range<Int>
        var title: String
    }

    private func headings(in bytes: [UInt8]) -> [Heading] {
        switch self {
        case .code: []
        case .org: Self.lineHeadings(in: bytes, Self.orgHeading)
        case .latex: Self.lineHeadings(in: bytes, Self.latexHeading)
        case .restructured: Self.underlinedHeadings(in: bytes)
        }
    }

    private static func lineHeadings(
        in bytes: [UInt8], _ heading: (ArraySlice<UInt8>) -> (level: Int, title: ArraySlice<UInt8>)?
    ) -> [Heading] {
        var found: [Heading] = []
        for line in Lines(bytes) {
            let range = bytes.trimmed(line.range)
            guard range.lowerBound == line.range.lowerBound, let (level, title) = heading(bytes[range]),
                !title.isEmpty
            else { continue }
            found.append(Heading(level: level, range: range, title: shortened(title)))
        }
        return found
    }

    private static func shortened(_ title: ArraySlice<UInt8>) -> String {
        String(String(decoding: title.prefix(2_000), as: UTF8.self).prefix(300))
    }

    /// "** Heading" at the beginning of a line, and the title of the whole: "#+TITLE: …".
    private static func orgHeading(_ line: ArraySlice<UInt8>) -> (level: Int, title: ArraySlice<UInt8>)? {
        if line.startsLowercased(with: "#+title:") { return (1, line.dropFirst(8).trimmed()) }
        let stars = line.prefix { $0 == UInt8(ascii: "*") }.count
        guard stars > 0, line.dropFirst(stars).first == space else { return nil }
        return (min(stars, 6), line.dropFirst(stars).trimmed())
    }

    /// "\section{Heading}", also with a star and a short form in brackets.
    private static func latexHeading(_ line: ArraySlice<UInt8>) -> (level: Int, title: ArraySlice<UInt8>)? {
        guard line.first == UInt8(ascii: "\\") else { return nil }
        let command = line.dropFirst().prefix(while: isLetter)
        let level: Int
        switch String(decoding: command.prefix(20), as: UTF8.self) {
        case "title", "part": level = 1
        case "chapter": level = 2
        case "section": level = 3
        case "subsection": level = 4
        case "subsubsection": level = 5
        case "paragraph": level = 6
        default: return nil
        }
        var rest = line.dropFirst(1 + command.count)
        if rest.first == UInt8(ascii: "*") { rest = rest.dropFirst() }
        if rest.first == UInt8(ascii: "["), let end = rest.firstIndex(of: UInt8(ascii: "]")) {
            rest = rest[(end + 1)...]
        }
        guard rest.first == UInt8(ascii: "{") else { return nil }
        rest = rest.dropFirst()
        // Braces may stand in it; a heading over several lines ends with the first.
        var depth = 1
        for (index, byte) in zip(rest.indices, rest) {
            if byte == UInt8(ascii: "{") { depth += 1 }
            if byte == UInt8(ascii: "}") { depth -= 1 }
            if depth == 0 { return (level, rest[..<index].trimmed()) }
        }
        return (level, rest.trimmed())
    }

    /// reStructuredText: a line over a line of marks that is as long, perhaps below another one. What the marks mean follows from their order.
    private static func underlinedHeadings(in bytes: [UInt8]) -> [Heading] {
        let lines = Array(Lines(bytes)).map(\.range)
        var styles: [[UInt8]] = []
        var found: [Heading] = []
        var last = -1
        var index = 1
        while index < lines.count {
            defer { index += 1 }
            let title = bytes.trimmed(lines[index - 1])
            guard let mark = underline(bytes[lines[index]]), !title.isEmpty, underline(bytes[lines[index - 1]]) == nil,
                bytes.trimmed(lines[index]).count >= min(bytes[title].count { $0 & 0xC0 != 0x80 }, longestUnderline)
            else { continue }
            let above = index > 1 ? underline(bytes[lines[index - 2]]) : nil
            // The line below one title is not the line above the next.
            let hasLineAbove = above == mark && index - 2 > last
            // Without one, the title stands at the beginning of its line, and nothing right above it.
            guard hasLineAbove || title.lowerBound == lines[index - 1].lowerBound else { continue }
            guard hasLineAbove || index < 2 || bytes.trimmed(lines[index - 2]).isEmpty else { continue }
            let style = hasLineAbove ? [mark, mark] : [mark]
            if !styles.contains(style) { styles.append(style) }
            let level = (styles.firstIndex(of: style) ?? 0) + 1
            last = index
            let start = hasLineAbove ? lines[index - 2].lowerBound : title.lowerBound
            found.append(
                Heading(
                    level: min(level, 6), range: start..<bytes.trimmed(lines[index]).upperBound,
                    title: shortened(bytes[title])))
        }
        return found
    }

    /// Marks of one line that are compared with its title.
    private static let longestUnderline = 1_000

    /// The mark that a line is made of; `nil` for other lines.
    private static func underline(_ line: ArraySlice<UInt8>) -> UInt8? {
        guard let mark = line.first, "=-~^\"'`#*+:.<>_".utf8.contains(mark) else { return nil }
        let marks = line.trimmed()
        return marks.count >= 2 && marks.allSatisfy { $0 == mark } ? mark : nil
    }
}
