import HearthCore

/// The styles of a Word document, as far as they say what a paragraph is, whether it is numbered, and whether its text is shown.
///
/// A heading is known by its outline level, or by the style's built-in name, which is English in every edition of Word
/// ("heading 2") while identifiers and what the user sees are translated.
struct WordStyles: XMLHandler {
    struct Style {
        fileprivate var basedOn: String?
        fileprivate var headingLevel: Int?
        fileprivate var isList: Bool?
        /// Which list the style's paragraphs belong to; "0" takes them out of one.
        var list: String?
        /// How deep in the list, from 0.
        var listLevel: Int?
        /// Whether the text is hidden; `nil` when the style says nothing.
        var isHidden: Bool?
        /// The style, this one or one that it is based on, that names the list.
        fileprivate(set) var listOwner: String?
    }

    private var styles: [String: Style] = [:]
    private var current: (id: String, style: Style)?
    /// Inside what a table's style says of its corners and edges.
    private var isConditional = false
    /// Elements deep in what a style was before a change.
    private var skipDepth = 0

    mutating func start(_ name: XMLName, _ attributes: XMLAttributes) {
        if skipDepth > 0 {
            skipDepth += 1
            return
        }
        guard name.namespace == .word, !isConditional else { return }
        switch name.local {
        case "pPrChange", "rPrChange", "tblPrChange", "trPrChange", "tcPrChange": skipDepth = 1
        case "style":
            if let id = attributes["styleId"], styles.count < 20_000 { current = (id, Style()) }
        case "basedOn": current?.style.basedOn = attributes["val"]
        case "name":
            guard current != nil, let value = attributes["val"]?.lowercased() else { return }
            if value == "title" {
                current?.style.headingLevel = 1
            } else if value.hasPrefix("heading "), let level = Int(value.dropFirst(8)), (1...9).contains(level) {
                current?.style.headingLevel = min(level, 6)
            } else if value.hasPrefix("list ") {
                current?.style.isList = true
            }
        case "outlineLvl":
            // 9 is "body text".
            if let level = attributes["val"].flatMap({ Int($0) }), (0...8).contains(level) {
                current?.style.headingLevel = min(level + 1, 6)
            }
        case "numPr": current?.style.isList = true
        case "numId":
            guard let owner = current?.id else { return }
            current?.style.list = attributes["val"]
            current?.style.listOwner = owner
            if attributes["val"] == "0" { current?.style.isList = false }
        case "ilvl": current?.style.listLevel = attributes["val"].flatMap { Int($0) }
        case "vanish": current?.style.isHidden = attributes.isOn
        case "tblStylePr": isConditional = true
        default: break
        }
    }

    mutating func end(_ name: XMLName) {
        if skipDepth > 0 {
            skipDepth -= 1
            return
        }
        guard name.namespace == .word else { return }
        if name.local == "tblStylePr" { isConditional = false }
        guard name.local == "style", let current else { return }
        styles[current.id] = current.style
        self.current = nil
    }

    mutating func text(_ bytes: ArraySlice<UInt8>) {}

    /// Lets styles take over what those that they are based on say.
    mutating func resolve() {
        for (id, style) in styles {
            var style = style
            var parent = style.basedOn
            var steps = 0
            // Chains are short; one that runs in a circle ends here.
            while let name = parent, let base = styles[name], steps < 16 {
                style.headingLevel = style.headingLevel ?? base.headingLevel
                style.isList = style.isList ?? base.isList
                if style.list == nil { style.listOwner = base.listOwner }
                style.list = style.list ?? base.list
                style.listLevel = style.listLevel ?? base.listLevel
                style.isHidden = style.isHidden ?? base.isHidden
                parent = base.basedOn
                steps += 1
            }
            styles[id] = style
        }
    }

    subscript(id: String) -> Style? { styles[id] }

    func kind(of id: String) -> Block.Kind? {
        guard let style = styles[id] else { return nil }
        if let level = style.headingLevel { return .heading(level: level) }
        return style.isList == true ? .listItem : nil
    }
}

extension XMLAttributes {
    /// What an on-off property says (ECMA-376, part 1, 17.17.4): on, unless its value says otherwise.
    var isOn: Bool {
        switch self["val"] {
        case "0", "false", "off": false
        default: true
        }
    }
}

/// What the characters of symbol fonts mean: they stand in Unicode's private area, or where ASCII stands, and only the
/// font says what they show.
enum SymbolFont {
    /// Whether a font has pictures where others have letters.
    static func isPictorial(_ font: String) -> Bool { pictorial.contains(font.lowercased()) }

    private static let pictorial: Set<String> = [
        "wingdings", "wingdings 2", "wingdings 3", "webdings", "marlett", "zapfdingbats", "zapf dingbats",
        "itc zapf dingbats", "monotype sorts", "ms outlook",
    ]

    /// What a character shows: the one that the font has at its number, or, in fonts of letters, the one of that number.
    ///
    /// - Returns: `nil` for ornaments and for numbers that are no character.
    static func text(_ code: UInt32, font: String) -> String? {
        if let known = scalar(code, font: font) { return String(known) }
        if isPictorial(font), code <= 0xFF { return code == 0x20 ? " " : nil }
        guard code >= 0x20, !(0x7F..<0xA0).contains(code), !(0xE000...0xF8FF).contains(code) else { return nil }
        return Unicode.Scalar(code).map { String($0) }
    }

    /// - Parameters:
    ///   - value: As Word writes it: the font's own code, perhaps with 0xF000 added.
    ///   - font: The font's name.
    /// - Returns: `nil` when nobody knows.
    static func scalar(_ value: UInt32, font: String) -> Unicode.Scalar? {
        let code = (0xF000...0xF0FF).contains(value) ? value - 0xF000 : value
        switch font.lowercased() {
        case "symbol": return symbol[code].flatMap { Unicode.Scalar($0) }
        case "wingdings": return wingdings[code].flatMap { Unicode.Scalar($0) }
        case "wingdings 2": return wingdings2[code].flatMap { Unicode.Scalar($0) }
        default: return nil
        }
    }

    /// Adobe's Symbol encoding (https://unicode.org/Public/MAPPINGS/VENDORS/ADOBE/symbol.txt), of which letters, digits
    /// and the marks of formulas are here; pieces of brackets and ornaments are not.
    private static let symbol: [UInt32: UInt32] = {
        var table: [UInt32: UInt32] = [:]
        func add(_ first: UInt32, _ characters: String) {
            for (offset, scalar) in characters.unicodeScalars.enumerated() {
                table[first + UInt32(offset)] = scalar.value
            }
        }
        add(0x20, " !∀#∃%&∋()∗+,−./0123456789:;<=>?≅ΑΒΧΔΕΦΓΗΙϑΚΛΜΝΟΠΘΡΣΤΥςΩΞΨΖ[∴]⊥_")
        add(0x61, "αβχδεφγηιϕκλμνοπθρστυϖωξψζ{|}∼")
        add(0xA0, "€ϒ′≤⁄∞ƒ♣♦♥♠↔←↑→↓°±″≥×∝∂•÷≠≡≈…")
        add(0xC0, "ℵℑℜ℘⊗⊕∅∩∪⊃⊇⊄⊂⊆∈∉∠∇®©™∏√⋅¬∧∨⇔⇐⇑⇒⇓◊〈")
        table[0xE5] = 0x2211
        table[0xF1] = 0x232A
        table[0xF2] = 0x222B
        return table
    }()

    /// Boxes and marks of forms, numbers in circles, and the arrows and faces that Word puts for "->" and ":)".
    private static let wingdings: [UInt32: UInt32] = {
        var table: [UInt32: UInt32] = [
            0x28: 0x260E, 0x2A: 0x2709, 0x4A: 0x263A, 0x4C: 0x2639, 0x6C: 0x25CF, 0x6E: 0x25A0, 0x6F: 0x25A1,
            0x71: 0x2751, 0x78: 0x2612, 0x9F: 0x2022, 0xA7: 0x25AA, 0xA8: 0x25FB, 0xAB: 0x2605, 0xD8: 0x27A2,
            0xDF: 0x2190, 0xE0: 0x2192, 0xE1: 0x2191, 0xE2: 0x2193, 0xE7: 0x21E6, 0xE8: 0x27A1, 0xF3: 0x2194,
            0xFB: 0x2717, 0xFC: 0x2713, 0xFD: 0x2612, 0xFE: 0x2611,
        ]
        for number in UInt32(0)..<10 {
            table[0x81 + number] = 0x2460 + number
            table[0x8C + number] = 0x2776 + number
        }
        return table
    }()
    private static let wingdings2: [UInt32: UInt32] = [
        0x4F: 0x2717, 0x50: 0x2713, 0x51: 0x2612, 0x52: 0x2611, 0x53: 0x2612, 0x54: 0x2612, 0xA3: 0x2610,
    ]
}

// MARK: - Settings

/// Which headers and footers the sections of a document show (ECMA-376, part 1, 17.10): a file keeps those of first and of even
/// pages also where the document has none of these, with whatever was once written there.
struct WordMargins {
    /// Whether the open section has a first page of its own.
    var hasFirstPage = false
    /// What each kind is at present, such as "header even"; a section that names none has that of the one before it.
    private var current: [String: String] = [:]
    /// By the identifiers of their relationships, each with whether only even pages show it.
    private var used: [String: Bool] = [:]
    /// Whether any section names one.
    private(set) var isKnown = false

    mutating func beginSection() { hasFirstPage = false }

    mutating func refer(_ element: String, _ attributes: XMLAttributes) {
        guard let id = attributes["id"] else { return }
        isKnown = true
        current[element + " " + (attributes["type"] ?? "default")] = id
    }

    mutating func endSection() {
        for (kind, id) in current {
            if kind.hasSuffix(" first"), !hasFirstPage { continue }
            used[id] = kind.hasSuffix(" even") && used[id] != false
        }
    }

    /// - Parameter hasEvenPages: What the document's settings say.
    func shows(_ id: String, hasEvenPages: Bool) -> Bool {
        guard isKnown else { return true }
        return used[id].map { hasEvenPages || !$0 } ?? false
    }
}

/// The settings of a Word document, as far as they say what is shown.
struct WordSettings: XMLHandler {
    private(set) var hasEvenPages = false

    mutating func start(_ name: XMLName, _ attributes: XMLAttributes) {
        if name == XMLName(namespace: .word, local: "evenAndOddHeaders") { hasEvenPages = attributes.isOn }
    }

    mutating func end(_ name: XMLName) {}
    mutating func text(_ bytes: ArraySlice<UInt8>) {}
}
