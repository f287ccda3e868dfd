/// A set of Unicode scalar values, as sorted ranges that neither touch nor overlap.
struct ScalarSet: Hashable, Sendable {
    private(set) var ranges: [ClosedRange<UInt32>]

    static let maximum: UInt32 = 0x10FFFF
    static let all = ScalarSet(sorted: [0...maximum])
    static let none = ScalarSet(sorted: [])

    private init(sorted: [ClosedRange<UInt32>]) { ranges = sorted }

    init(_ ranges: [ClosedRange<UInt32>]) {
        self.init(sorted: [])
        for range in ranges.sorted(by: { $0.lowerBound < $1.lowerBound }) {
            if let last = self.ranges.last, UInt64(range.lowerBound) <= UInt64(last.upperBound) + 1 {
                self.ranges[self.ranges.count - 1] = last.lowerBound...max(last.upperBound, range.upperBound)
            } else {
                self.ranges.append(range)
            }
        }
    }

    init(_ scalar: Unicode.Scalar) { self.init(sorted: [scalar.value...scalar.value]) }

    init(_ scalars: String) { self.init(scalars.unicodeScalars.map { $0.value...$0.value }) }

    init(where belongs: (Unicode.Scalar) -> Bool) {
        self.init(sorted: [])
        var start: UInt32?
        for value in 0...Self.maximum {
            let inside = Unicode.Scalar(value).map(belongs) ?? false
            if inside, start == nil { start = value }
            if !inside, let first = start {
                ranges.append(first...(value - 1))
                start = nil
            }
        }
        if let first = start { ranges.append(first...Self.maximum) }
    }

    var isEmpty: Bool { ranges.isEmpty }

    func contains(_ value: UInt32) -> Bool {
        if ranges.count <= 4 {
            for range in ranges where value <= range.upperBound { return value >= range.lowerBound }
            return false
        }
        var low = 0
        var high = ranges.count
        while low < high {
            let middle = (low + high) / 2
            if value > ranges[middle].upperBound { low = middle + 1 } else { high = middle }
        }
        return low < ranges.count && ranges[low].lowerBound <= value
    }

    var inverted: ScalarSet {
        var result: [ClosedRange<UInt32>] = []
        var next: UInt32 = 0
        for range in ranges {
            if range.lowerBound > next { result.append(next...(range.lowerBound - 1)) }
            next = range.upperBound + 1
        }
        if next <= Self.maximum { result.append(next...Self.maximum) }
        return ScalarSet(sorted: result)
    }

    func union(_ other: ScalarSet) -> ScalarSet { ScalarSet(ranges + other.ranges) }

    func intersection(_ other: ScalarSet) -> ScalarSet {
        inverted.union(other.inverted).inverted
    }

    func subtracting(_ other: ScalarSet) -> ScalarSet { intersection(other.inverted) }
}

extension ScalarSet {
    static let digits = ScalarSet([0x30...0x39])
    static let word = ScalarSet([0x30...0x39, 0x41...0x5A, 0x5F...0x5F, 0x61...0x7A])
    /// White space and line ends of ECMA-262.
    static let space = ScalarSet([
        0x09...0x0D, 0x20...0x20, 0xA0...0xA0, 0x1680...0x1680, 0x2000...0x200A, 0x2028...0x2029, 0x202F...0x202F,
        0x205F...0x205F, 0x3000...0x3000, 0xFEFF...0xFEFF,
    ])
    /// What `.` does not match.
    static let lineEnds = ScalarSet([0x0A...0x0A, 0x0D...0x0D, 0x2028...0x2029])
}

/// The sets behind `\p{…}`: general categories and the binary properties in common use.
enum UnicodeProperty {
    /// The set of a property by its name or its abbreviation; `nil` for properties that are not known here.
    static func set(_ name: String) -> ScalarSet? {
        var name = name
        for prefix in ["General_Category=", "gc="] where name.hasPrefix(prefix) { name.removeFirst(prefix.count) }
        if let code = codes[name] { name = code }
        if let categories = groups[name] {
            return ScalarSet(categories.flatMap { byCategory[$0]?.ranges ?? [] })
        }
        return byCategory[name] ?? binary(name)
    }

    private static func binary(_ name: String) -> ScalarSet? {
        switch name {
        case "Any": .all
        case "ASCII": ScalarSet([0...0x7F])
        case "Alphabetic", "Alpha": alphabetic
        case "White_Space", "space": whiteSpace
        case "Lowercase", "Lower": lowercase
        case "Uppercase", "Upper": uppercase
        case "Emoji": emoji
        case "Script=Latin", "sc=Latin", "Script=Latn", "sc=Latn":
            ScalarSet([
                0x41...0x5A, 0x61...0x7A, 0xAA...0xAA, 0xBA...0xBA, 0xC0...0xD6, 0xD8...0xF6, 0xF8...0x2B8,
                0x1E00...0x1EFF, 0x2C60...0x2C7F, 0xA722...0xA787, 0xFB00...0xFB06, 0xFF21...0xFF3A, 0xFF41...0xFF5A,
            ])
        case "Script=Greek", "sc=Greek", "Script=Grek", "sc=Grek":
            ScalarSet([
                0x370...0x373, 0x375...0x377, 0x37A...0x37D, 0x37F...0x37F, 0x384...0x384, 0x386...0x386,
                0x388...0x3E1, 0x3F0...0x3FF, 0x1F00...0x1FFE,
            ])
        case "Script=Cyrillic", "sc=Cyrillic", "Script=Cyrl", "sc=Cyrl":
            ScalarSet([0x400...0x52F, 0x1C80...0x1C88, 0x2DE0...0x2DFF, 0xA640...0xA69F])
        default: nil
        }
    }

    private static let alphabetic = ScalarSet { $0.properties.isAlphabetic }
    private static let whiteSpace = ScalarSet { $0.properties.isWhitespace }
    private static let lowercase = ScalarSet { $0.properties.isLowercase }
    private static let uppercase = ScalarSet { $0.properties.isUppercase }
    private static let emoji = ScalarSet { $0.properties.isEmoji }

    /// One pass over all of Unicode, made when the first property is asked for.
    private static let byCategory: [String: ScalarSet] = {
        var ranges: [String: [ClosedRange<UInt32>]] = [:]
        var start: UInt32 = 0
        var current = ""
        for value in 0...(ScalarSet.maximum + 1) {
            let code = Unicode.Scalar(value).map { abbreviation($0.properties.generalCategory) } ?? ""
            guard code != current else { continue }
            if !current.isEmpty { ranges[current, default: []].append(start...(value - 1)) }
            start = value
            current = code
        }
        return ranges.mapValues { ScalarSet($0) }
    }()

    private static let groups: [String: [String]] = [
        "L": ["Lu", "Ll", "Lt", "Lm", "Lo"], "LC": ["Lu", "Ll", "Lt"], "M": ["Mn", "Mc", "Me"],
        "N": ["Nd", "Nl", "No"],
        "P": ["Pc", "Pd", "Ps", "Pe", "Pi", "Pf", "Po"], "S": ["Sm", "Sc", "Sk", "So"], "Z": ["Zs", "Zl", "Zp"],
        "C": ["Cc", "Cf", "Co", "Cn"],
    ]

    private static let codes: [String: String] = [
        "Letter": "L", "Cased_Letter": "LC", "Mark": "M", "Combining_Mark": "M", "Number": "N", "Punctuation": "P",
        "punct": "P",
        "Symbol": "S", "Separator": "Z", "Other": "C", "Uppercase_Letter": "Lu", "Lowercase_Letter": "Ll",
        "Titlecase_Letter": "Lt", "Modifier_Letter": "Lm", "Other_Letter": "Lo", "Nonspacing_Mark": "Mn",
        "Spacing_Mark": "Mc",
        "Enclosing_Mark": "Me", "Decimal_Number": "Nd", "digit": "Nd", "Letter_Number": "Nl", "Other_Number": "No",
        "Connector_Punctuation": "Pc", "Dash_Punctuation": "Pd", "Open_Punctuation": "Ps", "Close_Punctuation": "Pe",
        "Initial_Punctuation": "Pi", "Final_Punctuation": "Pf", "Other_Punctuation": "Po", "Math_Symbol": "Sm",
        "Currency_Symbol": "Sc", "Modifier_Symbol": "Sk", "Other_Symbol": "So", "Space_Separator": "Zs",
        "Line_Separator": "Zl", "Paragraph_Separator": "Zp", "Control": "Cc", "cntrl": "Cc", "Format": "Cf",
        "Private_Use": "Co", "Unassigned": "Cn",
    ]

    private static func abbreviation(_ category: Unicode.GeneralCategory) -> String {
        switch category {
        case .uppercaseLetter: "Lu"
        case .lowercaseLetter: "Ll"
        case .titlecaseLetter: "Lt"
        case .modifierLetter: "Lm"
        case .otherLetter: "Lo"
        case .nonspacingMark: "Mn"
        case .spacingMark: "Mc"
        case .enclosingMark: "Me"
        case .decimalNumber: "Nd"
        case .letterNumber: "Nl"
        case .otherNumber: "No"
        case .connectorPunctuation: "Pc"
        case .dashPunctuation: "Pd"
        case .openPunctuation: "Ps"
        case .closePunctuation: "Pe"
        case .initialPunctuation: "Pi"
        case .finalPunctuation: "Pf"
        case .otherPunctuation: "Po"
        case .mathSymbol: "Sm"
        case .currencySymbol: "Sc"
        case .modifierSymbol: "Sk"
        case .otherSymbol: "So"
        case .spaceSeparator: "Zs"
        case .lineSeparator: "Zl"
        case .paragraphSeparator: "Zp"
        case .control: "Cc"
        case .format: "Cf"
        case .surrogate: "Cs"
        case .privateUse: "Co"
        case .unassigned: "Cn"
        @unknown default: "Cn"
        }
    }
}
