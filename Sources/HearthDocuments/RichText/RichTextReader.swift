import HearthCore

/// Reads Rich Text (RTF 1.9.1): the body with its tables, lists and notes, then headers and footers.
///
/// Of fields their results are read, as they were when the file was written. Deleted and hidden text is left out, and so are pictures and objects.
struct RichTextReader {
    private static let deepest = 1_000

    private var scanner: RichTextScanner
    private var text = RichTextFlow()
    private var state = RichTextState()
    private var stack: [RichTextState] = []
    private var fonts: [Int: RichTextEncoding] = [:]
    /// The levels of headings by the numbers of their styles.
    private var headings: [Int: Int] = [:]
    private var fileEncoding = RichTextEncoding.legacy(.windows1252)
    private var bytes: [UInt8] = []
    private var replacements = 0
    private var highSurrogate: UInt32?
    /// Characters that repeat the last one for programs that know no Unicode.
    private var passedOver = 0
    private var isStarred = false
    private var capture: [UInt8] = []
    private var title: String?
    private var left = (hidden: false, pictures: 0, objects: 0)
    /// Characters of fonts of symbols, which have no meaning without the font.
    private var symbols = 0
    private var unknownCodePage: Int?

    static func read(_ bytes: [UInt8]) throws -> ExtractedDocument {
        var reader = RichTextReader(scanner: RichTextScanner(bytes))
        return try reader.read()
    }

    private init(scanner: RichTextScanner) { self.scanner = scanner }

    private mutating func read() throws -> ExtractedDocument {
        var warnings: [ExtractionWarning] = []
        var count = 0
        while let token = scanner.next() {
            count += 1
            if count & 0xFFFF == 0 { try Task.checkCancellation() }
            guard stack.count < Self.deepest else {
                warnings.append(
                    ExtractionWarning(
                        .damaged, "Groups lie more than \(Self.deepest) deep in each other; what follows was not read.")
                )
                break
            }
            take(token)
            // The group that is the document.
            if token == .close, stack.isEmpty { break }
        }
        flush()
        if stack.isEmpty, scanner.holdsMore {
            warnings.append(ExtractionWarning(.damaged, "Something follows the end of the document; it was not read."))
        }
        if !stack.isEmpty, warnings.isEmpty {
            warnings.append(ExtractionWarning(.damaged, "The file ends early; it was read as far as it goes."))
        }
        while !stack.isEmpty { close() }
        if replacements > 0 {
            let places = replacements == 1 ? "1 place" : "\(replacements) places"
            warnings.append(
                ExtractionWarning(.undecodableBytes, "Bytes at \(places) are not valid in their encoding; replaced."))
        }
        if symbols > 0 {
            let what =
                symbols == 1 ? "1 character of a font of symbols was" : "\(symbols) characters of fonts of symbols were"
            warnings.append(ExtractionWarning(.skipped, "\(what) left out."))
        }
        if let unknownCodePage {
            warnings.append(
                ExtractionWarning(
                    .undecodableBytes,
                    "The code page \(unknownCodePage) is not known; the text was read as Western European and may be wrong."
                ))
        }
        if left.hidden { warnings.append(ExtractionWarning(.skipped, "Text that the document hides was left out.")) }
        if left.pictures + left.objects > 0 {
            warnings.append(
                ExtractionWarning(
                    .skipped, "Left out: \(left.pictures) pictures, \(left.objects) embedded objects."))
        }
        var builder = DocumentBuilder()
        for piece in text.finish() { builder.append(piece.kind, piece.text) }
        builder.warnings = warnings
        builder.title = title
        return builder.finish(format: .rtf)
    }

    private mutating func take(_ token: RichTextScanner.Token) {
        switch token {
        case .byte(let byte):
            guard passedOver == 0 else {
                passedOver -= 1
                return
            }
            isStarred = false
            if state.takesText { bytes.append(byte) }
        case .open:
            flush()
            passedOver = 0
            isStarred = false
            stack.append(state)
            state.opensNote = false
            if state.isChoice { state.target = .nowhere }
            state.isChoice = false
        case .close:
            flush()
            passedOver = 0
            close()
        case .symbol(let symbol):
            if passedOver > 0 {
                passedOver -= 1
            } else {
                take(symbol: symbol)
            }
        case .word(let word, let value):
            if word == "bin" { scanner.skip(value ?? 0) }
            guard passedOver == 0 || word == "u" || word == "bin" else {
                passedOver -= 1
                return
            }
            take(word: word, value)
        }
    }

    private mutating func close() {
        guard let outer = stack.popLast() else { return }
        if state.target != outer.target { endTarget() }
        if state.opensNote { text.endNote() }
        state = outer
    }

    /// The group that the text of a title, a style's name and the like stood in has ended.
    private mutating func endTarget() {
        // Only where it is asked for: the notes in a margin end groups of other kinds all along its text.
        let captured = capture
        func line() -> String { String(decoding: captured.trimmed(), as: UTF8.self) }
        switch state.target {
        case .title:
            let title = line()
            if !title.isEmpty { self.title = title }
        case .style:
            // "heading 1;" in whatever language the program speaks: the English name is the one that is kept.
            let name = line().lowercased().prefix { $0 != ";" }
            if name.hasPrefix("heading "), let level = Int(name.dropFirst(8)), (1...9).contains(level) {
                headings[state.style ?? 0] = min(level, 6)
            } else if name == "title" {
                headings[state.style ?? 0] = 1
            }
        case .number: text.setNumber(line())
        case .margin: text.addMargin(capture)
        default: return
        }
        capture = []
    }

    private mutating func take(symbol: UInt8) {
        switch symbol {
        case UInt8(ascii: "*"): isStarred = true
        case UInt8(ascii: "~"): put("\u{A0}")
        case UInt8(ascii: "_"): put("\u{2011}")
        case UInt8(ascii: "\\"), UInt8(ascii: "{"), UInt8(ascii: "}"):
            if state.takesText { bytes.append(symbol) }
        case newline, carriageReturn: endParagraph()
        case tab: put("\t")
        default: break
        }
    }

    private mutating func take(word: String, _ value: Int?) {
        if word != "u" { flush() }
        let isDestination = isStarred
        isStarred = false
        if takeTarget(word) { return }
        // A destination that only newer programs know.
        if isDestination, !["shppict", "shpinst", "shptxt", "ud", "annotation"].contains(word) {
            state.target = .nowhere
            return
        }
        if takeCharacter(word, value) { return }
        takeProperty(word, value)
    }

    /// Words that say where the text of their group goes.
    private mutating func takeTarget(_ word: String) -> Bool {
        switch word {
        case "fonttbl": state.target = .fonts
        case "stylesheet": state.target = .styles
        case "title" where state.target == .information:
            state.target = .title
            capture = []
        case "info": state.target = .information
        case "listtext" where state.target == .body, "pntext" where state.target == .body:
            state.target = .number
            state.isList = true
            // The paragraph around it is the item.
            if let last = stack.indices.last { stack[last].isList = true }
            capture = []
        case "header", "headerl", "headerr", "headerf", "footer", "footerl", "footerr", "footerf":
            if state.target == .body {
                state.target = .margin
                capture = []
            }
        case "footnote", "annotation":
            guard state.target == .body, !state.opensNote else { return true }
            state.opensNote = true
            state.inTable = false
            state.isHidden = false
            text.beginNote()
        case "pict":
            if state.target == .body { left.pictures += 1 }
            state.target = .nowhere
        case "object":
            if state.target == .body { left.objects += 1 }
        case "upr": state.isChoice = true
        case "ud": if let outer = stack.last, outer.isChoice { state.target = outer.target }
        case "colortbl", "objdata", "fldinst", "nonshppict", "shprslt", "nonesttables", "sp", "xe", "rxe", "txe", "tc",
            "filetbl", "revtbl", "listtable", "listoverridetable", "rsidtbl", "objclass", "objname", "datafield", "do":
            state.target = .nowhere
        default: return false
        }
        return true
    }

    private mutating func takeCharacter(_ word: String, _ value: Int?) -> Bool {
        switch word {
        case "par", "sect", "page", "column": endParagraph()
        case "line", "softline": put("\n")
        case "tab", "nestcell": put("\t")
        case "nestrow": put("\n")
        case "cell": if state.target == .body { text.endCell() }
        case "row": if state.target == .body { text.endRow() }
        case "emdash": put("—")
        case "endash": put("–")
        case "emspace", "enspace", "qmspace": put(" ")
        case "bullet": put("•")
        case "lquote": put("‘")
        case "rquote": put("’")
        case "ldblquote": put("“")
        case "rdblquote": put("”")
        case "zwj": put("\u{200D}")
        case "zwnj": put("\u{200C}")
        case "u": takeUnicode(value ?? 0)
        default: return false
        }
        return true
    }

    private mutating func takeProperty(_ word: String, _ value: Int?) {
        switch word {
        case "ansicpg":
            guard let value else { return }
            if let found = RichTextEncoding(codePage: value) {
                setFileEncoding(found)
            } else if value != 0 {
                unknownCodePage = value
            }
        case "mac": setFileEncoding(.legacy(.macintosh))
        case "uc": state.skips = min(max(value ?? 1, 0), 100)
        case "f" where state.target == .fonts: state.font = value
        case "f": state.encoding = value.flatMap { fonts[$0] } ?? fileEncoding
        case "fcharset", "cpg":
            guard state.target == .fonts, let font = state.font, let value, fonts.count < 10_000 else { return }
            if let found = word == "cpg" ? RichTextEncoding(codePage: value) : RichTextEncoding(charset: value) {
                fonts[font] = found
            }
        case "plain":
            state.encoding = fileEncoding
            (state.isHidden, state.isDeleted) = (false, false)
        case "v": state.isHidden = value != 0
        case "deleted": state.isDeleted = value != 0
        case "pard": (state.inTable, state.heading, state.isList) = (false, nil, false)
        case "intbl": state.inTable = true
        case "trowd": if state.target == .body { text.beginRow() }
        case "outlinelevel": state.heading = value.flatMap { (0...8).contains($0) ? min($0 + 1, 6) : nil }
        case "ls": state.isList = true
        case "s" where state.target == .styles:
            state.target = .style
            state.style = value
            capture = []
        case "s": state.heading = value.flatMap { headings[$0] }
        default: break
        }
    }

    private mutating func setFileEncoding(_ encoding: RichTextEncoding) {
        fileEncoding = encoding
        state.encoding = encoding
    }

    // MARK: Text

    /// `\u` with the sixteen bits of a character, which may be half of one; `\uc` says how many characters behind it repeat it.
    private mutating func takeUnicode(_ value: Int) {
        flush(keepsSurrogate: true)
        passedOver = state.skips
        guard state.takesText else { return }
        let unit = UInt32(UInt16(truncatingIfNeeded: value))
        if (0xD800..<0xDC00).contains(unit) {
            if highSurrogate != nil { put("\u{FFFD}") }
            highSurrogate = unit
            return
        }
        if let high = highSurrogate, (0xDC00..<0xE000).contains(unit) {
            highSurrogate = nil
            let scalar = Unicode.Scalar(0x1_0000 + (high - 0xD800) << 10 + (unit - 0xDC00))
            write(String(Character(scalar ?? "\u{FFFD}")))
            return
        }
        // Fonts of symbols; the commonest sign of them is that of lists.
        if (0xF000...0xF0FF).contains(unit) {
            guard unit != 0xF0B7 else { return put("•") }
            if state.target == .body, !state.isHidden, !state.isDeleted { symbols += 1 }
            return
        }
        guard unit != 0 else { return }
        put(String(Character(Unicode.Scalar(unit) ?? "\u{FFFD}")))
    }

    private mutating func put(_ string: String) {
        flush()
        write(string)
    }

    /// Decodes the bytes that wait: characters of some encodings have several.
    private mutating func flush(keepsSurrogate: Bool = false) {
        if !keepsSurrogate || !bytes.isEmpty, highSurrogate != nil {
            highSurrogate = nil
            write("\u{FFFD}")
        }
        guard !bytes.isEmpty else { return }
        let waiting = bytes
        bytes.removeAll(keepingCapacity: true)
        guard waiting.contains(where: { $0 >= 0x80 }) else { return write(String(decoding: waiting, as: UTF8.self)) }
        let decoded = (state.encoding ?? fileEncoding).decode(waiting)
        replacements += decoded.replacements
        write(decoded.text)
    }

    private mutating func write(_ string: String) {
        guard !string.isEmpty else { return }
        switch state.target {
        case .body:
            guard !state.isDeleted else { return }
            guard !state.isHidden else {
                left.hidden = left.hidden || string.contains { !$0.isWhitespace }
                return
            }
            text.append(Array(string.utf8), state)
        case .title, .style, .number, .margin: if capture.count < 1 << 20 { capture.append(contentsOf: string.utf8) }
        case .fonts, .styles, .information, .nowhere: break
        }
    }

    private mutating func endParagraph() {
        flush()
        if state.target == .body { text.endParagraph() }
        if state.target == .margin { capture.append(newline) }
    }
}

/// What holds within a group, and is forgotten at its end.
struct RichTextState {
    enum Target { case body, fonts, styles, style, information, title, number, margin, nowhere }

    var target = Target.body
    /// `nil` for that of the file.
    var encoding: RichTextEncoding?
    /// How many characters behind a Unicode character repeat it.
    var skips = 1
    var isHidden = false
    var isDeleted = false
    var inTable = false
    var isList = false
    var heading: Int?
    /// Of the table of fonts, and of the sheet of styles.
    var font: Int?
    var style: Int?
    var opensNote = false
    /// Whether the group says one thing twice, and its last group in Unicode.
    var isChoice = false

    var takesText: Bool {
        switch target {
        case .body, .title, .style, .number, .margin: true
        case .fonts, .styles, .information, .nowhere: false
        }
    }
}

/// The encodings of text in Rich Text files: by the code page of the file, or by the character set of a font.
enum RichTextEncoding: Equatable {
    case legacy(LegacyEncoding)
    case utf8

    /// `\ansicpg`, and `\cpg` of a font; `nil` for code pages that are not read.
    init?(codePage: Int) {
        switch codePage {
        case 65_001: self = .utf8
        case 874: self = .legacy(.windows874)
        case 866: self = .legacy(.cp866)
        case 932: self = .legacy(.shiftJIS)
        case 936, 54_936: self = .legacy(.gb18030)
        case 949: self = .legacy(.eucKR)
        case 950: self = .legacy(.big5)
        case 10_000: self = .legacy(.macintosh)
        case 10_007: self = .legacy(.macCyrillic)
        case 20_866: self = .legacy(.koi8R)
        case 21_866: self = .legacy(.koi8U)
        case 1_250...1_258:
            guard let encoding = LegacyEncoding(rawValue: "windows-\(codePage)") else { return nil }
            self = .legacy(encoding)
        default: return nil
        }
    }

    /// `\fcharset`; `nil` where the code page of the file holds.
    init?(charset: Int) {
        let pages = [
            77: 10_000, 128: 932, 129: 949, 134: 936, 136: 950, 161: 1_253, 162: 1_254, 163: 1_258, 177: 1_255,
            178: 1_256,
            186: 1_257, 204: 1_251, 222: 874, 238: 1_250,
        ]
        guard let page = pages[charset] else { return nil }
        self.init(codePage: page)
    }

    func decode(_ bytes: [UInt8]) -> DecodedText {
        switch self {
        case .utf8: TextDecoder.decode(bytes)
        // The commonest, in runs of a letter or two.
        case .legacy(.windows1252): LegacyDecoder.decodeWindows1252(bytes)
        case .legacy(let encoding): LegacyDecoder.decode(bytes, encoding) ?? LegacyDecoder.decodeWindows1252(bytes)
        }
    }
}
