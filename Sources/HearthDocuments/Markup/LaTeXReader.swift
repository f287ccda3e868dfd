import HearthCore

/// Reads LaTeX: headings, paragraphs, lists, tables, notes; mathematics and program text as they are written.
///
/// Nothing is carried out but definitions of words without arguments. Commands that are not known are left out, and
/// what stands in their braces is text. A file that begins no document, as parts of a larger one do, is text from its
/// start; else what stands before the document is left out.
struct LaTeXReader {
    /// What holds within a group, and is forgotten at its end.
    struct State {
        /// Whether what is read is left out: for its place, or because no document has begun.
        var isMuted = false
        var isPreamble = false
        /// Whether signs are letters, as in addresses; and commands words, as in units.
        var isLiteral = false
        var namesCommands = false
        var isInTable = false
        var isQuote = false
        var isHeading = false
        /// Paragraphs around the one that is read, which it is a note of.
        var outerParagraphs = 0
        var isCaptured = false

        var isShown: Bool { !isMuted && !isPreamble }
    }

    struct Frame {
        enum Kind: Equatable {
            case group
            case argument(LaTeXArgument)
            case environment(LaTeXEnvironment, name: String)
        }

        var kind: Kind
        var outer: State
        /// Whether what is read in it is kept.
        var isShown: Bool
        /// Bytes of text before it.
        var written: Int
        /// The arguments that follow it.
        var then: ArraySlice<LaTeXArgument> = []
    }

    static let deepest = 500
    private static let longestMathematics = 4_000
    static let longestDisplay = 50_000

    let bytes: [UInt8]
    private let room: Int
    var position = 0
    var flow = TextFlow()
    var state = State()
    var frames: [Frame] = []
    var search = ClosingSearch()
    /// How many paragraphs are open: in the body, and in each cell in it.
    var paragraphs = [0]
    /// Whether a space stands before what comes next.
    private var needsSpace = false
    /// The lists around what is read, and how many items each has.
    var lists: [(isNumbered: Bool, items: Int)] = []
    var captured: [UInt8] = []
    var titles: (whole: String?, best: (level: Int, text: String)?) = (nil, nil)
    /// What commands without arguments stand for.
    var macros: [String: [UInt8]] = [:]
    var definitions = 0
    var left = (files: 0, pictures: 0, drawings: 0)

    /// - Parameter room: Bytes of text beyond which no more is read.
    static func read(_ decoded: DecodedText, warnings: [ExtractionWarning], room: Int) throws -> ExtractedDocument {
        let bytes = Array(decoded.text.utf8)
        var reader = LaTeXReader(bytes, room: room)
        if bytes.firstIndex(of: "\\begin{document}", in: 0..<bytes.count) != nil {
            reader.state.isPreamble = true
            let document = try reader.read(warnings)
            if !reader.state.isPreamble { return document }
            // It only speaks of how documents begin.
            reader = LaTeXReader(bytes, room: room)
        }
        return try reader.read(warnings)
    }

    /// Whether a text begins as a document of LaTeX does, whatever its name: with its class, perhaps behind remarks.
    static func begins(_ text: [UInt8]) -> Bool {
        for (count, line) in Lines(text).enumerated() where count < 200 {
            let words = text[text.trimmed(line.range)]
            guard !words.isEmpty, words.first != UInt8(ascii: "%") else { continue }
            return words.starts(with: "\\documentclass") || words.starts(with: "\\documentstyle")
                || words.starts(with: "\\RequirePackage") || words.starts(with: "\\begin{document}")
        }
        return false
    }

    init(_ bytes: [UInt8], room: Int) {
        self.bytes = bytes
        self.room = room
    }

    private mutating func read(_ given: [ExtractionWarning]) throws -> ExtractedDocument {
        var warnings = given
        if try !run() {
            warnings.append(
                ExtractionWarning(
                    .damaged, "Groups lie more than \(Self.deepest) deep in each other; what follows was not read."))
        } else if position == bytes.count, frames.contains(where: { $0.kind != .group && $0.outer.isShown }) {
            warnings.append(
                ExtractionWarning(.damaged, "A brace or an environment does not end; text behind it may be missing."))
        }
        while !frames.isEmpty { pop() }
        endParagraph()
        var builder = DocumentBuilder()
        for piece in flow.finish() { builder.append(piece.kind, piece.text) }
        builder.title = titles.whole ?? titles.best?.text
        builder.warnings = warnings
        builder.warn(filesTakenIn: left.files, pictures: left.pictures)
        builder.warn(left.drawings, .skipped, "1 drawing was left out.", "drawings were left out.")
        return builder.finish(format: .text)
    }

    /// Reads to the end; `false` where groups lie too deep in each other.
    mutating func run() throws -> Bool {
        var count = 0
        while position < bytes.count, flow.written <= room {
            count += 1
            if count & 0xFFFF == 0 { try Task.checkCancellation() }
            guard frames.count < Self.deepest else { return false }
            step()
        }
        return true
    }

    private mutating func step() {
        let byte = bytes[position]
        switch byte {
        case UInt8(ascii: "\\"): takeCommand()
        case UInt8(ascii: "{"):
            // The arguments of a command that is not known are words apart.
            if position > 0, bytes[position - 1] == UInt8(ascii: "}") { putSpace() }
            position += 1
            push(.group)
        case UInt8(ascii: "}"):
            position += 1
            closeBrace()
        case UInt8(ascii: "]"):
            position += 1
            if case .argument(let argument)? = frames.last?.kind, argument.isOptional {
                pop(goesOn: true)
            } else {
                put("]")
            }
        case UInt8(ascii: "%") where !state.isLiteral: skipRemark()
        case UInt8(ascii: "$") where !state.isLiteral: takeDollar()
        case UInt8(ascii: "&") where state.isInTable:
            position += 1
            nextCell()
        case UInt8(ascii: "~") where !state.isLiteral:
            position += 1
            putSpace()
        case UInt8(ascii: "-"), UInt8(ascii: "`"), UInt8(ascii: "'"): takeLigature(byte)
        case _ where isSpace(byte): takeSpace()
        default:
            let (start, isSpecial) = (position, Self.isSpecial)
            while position < bytes.count, !isSpecial[Int(bytes[position])] { position += 1 }
            if position == start { position += 1 }
            put(bytes[start..<position])
        }
    }

    /// By the value of a byte.
    private static let isSpecial: [Bool] = (0..<256).map { "\\{}]%$&~-`' \t\r\n\u{B}\u{C}".utf8.contains(UInt8($0)) }

    private mutating func takeLigature(_ byte: UInt8) {
        let rest = bytes[position...]
        let count = rest.prefix(3).prefix { $0 == byte }.count
        let told: String? =
            switch (byte, count) {
            case _ where state.isLiteral: nil
            case (UInt8(ascii: "-"), 3): "—"
            case (UInt8(ascii: "-"), 2): "–"
            case (UInt8(ascii: "`"), 2...): "“"
            case (UInt8(ascii: "'"), 2...): "”"
            default: nil
            }
        if let told {
            put(told)
            position += byte == UInt8(ascii: "-") ? count : 2
        } else {
            put(CollectionOfOne(byte))
            position += 1
        }
    }

    private mutating func skipRemark() {
        position = bytes.line(from: position).next
        // The line that follows goes on where the remark began.
        while position < bytes.count, bytes[position] == space || bytes[position] == tab { position += 1 }
    }

    /// An empty line ends a paragraph.
    private mutating func takeSpace() {
        var ends = 0
        while position < bytes.count, isSpace(bytes[position]) {
            let isEnd =
                bytes[position] == newline
                || bytes[position] == carriageReturn && (position + 1 == bytes.count || bytes[position + 1] != newline)
            if isEnd { ends += 1 }
            position += 1
        }
        if ends > 1 { breakParagraph() } else { putSpace() }
    }

    mutating func breakParagraph() {
        // What does not end with its paragraph was never closed.
        while case .argument(let argument)? = frames.last?.kind, argument.isShort { pop() }
        endParagraph()
    }

    // MARK: Mathematics

    private mutating func takeDollar() {
        let isDisplay = bytes[position...].starts(with: "$$")
        let text = bytes
        let start = position + (isDisplay ? 2 : 1)
        let limit = min(bytes.count, start + (isDisplay ? Self.longestDisplay : Self.longestMathematics))
        guard
            let end = search.first(
                isDisplay ? 1 : 0, in: start..<max(start, limit),
                where: { place in
                    text[place] == UInt8(ascii: "$") && text[place - 1] != UInt8(ascii: "\\")
                        && (!isDisplay || text[place...].starts(with: "$$"))
                })
        else {
            put("$")
            position += 1
            return
        }
        position = end + (isDisplay ? 2 : 1)
        if isDisplay { display(bytes[start..<end]) } else { put(Self.mathematics(bytes[start..<end])) }
    }

    /// `\(…\)` and `\[…\]`; `false` where nothing closes it.
    mutating func takeMathematics(isDisplay: Bool) -> Bool {
        let limit = min(bytes.count, position + (isDisplay ? Self.longestDisplay : Self.longestMathematics))
        let end =
            isDisplay
            ? search.first(2, "\\]", in: bytes, position..<limit) : search.first(3, "\\)", in: bytes, position..<limit)
        guard let end else { return false }
        let inner = bytes[position..<end]
        position = end + 2
        if isDisplay { display(inner) } else { put(Self.mathematics(inner)) }
        return true
    }

    /// Mathematics in a line as it is written, but for what only sets its parts apart. One sign alone is that sign.
    private static func mathematics(_ inner: ArraySlice<UInt8>) -> [UInt8] {
        let text = String(decoding: inner.trimmed(), as: UTF8.self)
        if text.utf8.first == UInt8(ascii: "\\"), let sign = MarkupSymbols.text(of: String(text.dropFirst())) {
            return Array(sign.utf8)
        }
        if text == "^\\circ" || text == "^{\\circ}" { return Array("°".utf8) }
        guard text.contains("\\") || text.contains("{,}") else { return Array(text.utf8) }
        var told = text
        for (mark, sign) in [("{,}", ","), ("\\,", " "), ("\\;", " "), ("\\%", "%"), ("\\$", "$"), ("\\&", "&")] {
            told = told.replacing(mark, with: sign)
        }
        return Array(told.utf8)
    }

    /// A formula of its own.
    mutating func display(_ inner: ArraySlice<UInt8>) {
        endParagraph()
        guard state.isShown else { return }
        flow.insert([TextFlow.Piece(kind: .code, text: Array(inner.trimmed()))])
    }

    // MARK: Text

    mutating func put(_ text: String) { put(text.utf8) }

    mutating func put(_ text: some Collection<UInt8>) {
        guard state.isShown, !text.isEmpty else { return }
        openParagraph(state.isQuote ? .quote : .paragraph)
        if needsSpace { flow.append(space) }
        flow.append(text)
        if state.isCaptured, captured.count < 2_000 {
            if needsSpace { captured.append(space) }
            captured.append(contentsOf: text)
        }
        needsSpace = false
    }

    mutating func putSpace() {
        if state.isShown, isInParagraph { needsSpace = true }
    }

    /// Parts what stands before from what follows.
    mutating func putComma() {
        needsSpace = false
        put(",")
        putSpace()
    }

    /// The end of a line within a paragraph.
    mutating func putLineEnd() {
        guard state.isShown, isInParagraph else { return }
        guard !state.isHeading, !state.isInTable else { return putSpace() }
        needsSpace = false
        flow.append(newline)
    }

    var isInParagraph: Bool { paragraphs[paragraphs.count - 1] > state.outerParagraphs }

    mutating func openParagraph(_ kind: Block.Kind) {
        guard !isInParagraph else { return }
        beginParagraph(kind)
    }

    mutating func beginParagraph(_ kind: Block.Kind) {
        flow.beginParagraph(kind)
        paragraphs[paragraphs.count - 1] += 1
        needsSpace = false
    }

    mutating func endParagraph() {
        guard state.isShown else { return }
        while isInParagraph {
            flow.endParagraph()
            paragraphs[paragraphs.count - 1] -= 1
        }
        needsSpace = false
    }

    // MARK: Cells

    mutating func nextCell() {
        guard state.isShown else { return }
        endParagraph()
        flow.endCell()
        flow.beginCell()
        paragraphs[paragraphs.count - 1] = 0
        needsSpace = false
    }

    mutating func nextRow() {
        guard state.isShown else { return }
        endParagraph()
        flow.endCell()
        flow.endRow()
        flow.beginRow()
        flow.beginCell()
        paragraphs[paragraphs.count - 1] = 0
        needsSpace = false
    }
}
