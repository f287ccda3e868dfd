/// How cells show their numbers (`styles.xml`), as far as it says what the numbers are.
struct NumberStyles: XMLHandler {
    /// `time` is one of the day; `length` counts hours, minutes or seconds beyond it.
    enum Kind { case number, percent, date, time, moment, length }

    private var codes: [Int: Kind] = [:]
    private var patterns: [Int: NumberPattern] = [:]
    private var formats: [Int] = []
    private var isInCellFormats = false

    private static let most = 70_000

    /// What a cell's format makes of its number.
    func kind(_ style: Int) -> Kind {
        guard formats.indices.contains(style) else { return .number }
        return codes[formats[style]] ?? Self.builtIn(formats[style])
    }

    /// What a cell's format shows beside its number; `nil` for one that shows it as it is.
    func pattern(_ style: Int) -> NumberPattern? { formats.indices.contains(style) ? patterns[formats[style]] : nil }

    mutating func start(_ name: XMLName, _ attributes: XMLAttributes) {
        switch name.local {
        case "numFmt":
            guard codes.count < Self.most, let id = attributes["numFmtId"].flatMap({ Int($0) }),
                let code = attributes["formatCode"]
            else { return }
            codes[id] = Self.kind(of: code)
            if codes[id] == .number { patterns[id] = NumberPattern(code) }
        case "cellXfs": isInCellFormats = true
        case "xf" where isInCellFormats && formats.count < Self.most:
            formats.append(attributes["numFmtId"].flatMap { Int($0) } ?? 0)
        default: break
        }
    }

    mutating func end(_ name: XMLName) {
        if name.local == "cellXfs" { isInCellFormats = false }
    }

    mutating func text(_ bytes: ArraySlice<UInt8>) {}

    /// The formats that no workbook spells out (ECMA-376, part 1, 18.8.30), those of East Asian versions among them.
    private static func builtIn(_ id: Int) -> Kind {
        switch id {
        case 9, 10: .percent
        case 14...17, 27...31, 34...36, 50...54, 57, 58: .date
        case 18...21, 32, 33, 45, 47, 55, 56: .time
        case 46: .length
        case 22: .moment
        default: .number
        }
    }

    /// By the letters of the first section that are not quoted, escaped or in brackets: "[$-409]d\ mmm\ yyyy;@" is a date.
    static func kind(of code: String) -> Kind {
        var found = Letters()
        var isQuoted = false
        var isEscaped = false
        var bracket: [Character]?
        // Excel allows 255 characters.
        let code = code.prefix(255).lowercased()
        for character in code {
            if isEscaped {
                isEscaped = false
                continue
            }
            if isQuoted {
                isQuoted = character != "\""
                continue
            }
            if let inside = bracket {
                guard character == "]" else {
                    bracket = inside + [character]
                    continue
                }
                // Other brackets hold colours, conditions and languages.
                if let letter = inside.first, "hms".contains(letter), inside.allSatisfy({ $0 == letter }) {
                    found.length = true
                }
                bracket = nil
                continue
            }
            switch character {
            case "\"": isQuoted = true
            case "\\", "_", "*": isEscaped = true
            case "[": bracket = []
            case ";": return found.kind
            case "y", "d": found.day = true
            case "h", "s": found.time = true
            case "m": found.minutes = true
            case "%": found.percent = true
            // "General" has letters of both.
            case "g" where code.hasPrefix("general"): return .number
            default: break
            }
        }
        return found.kind
    }

    /// Which letters a format has.
    private struct Letters {
        var day = false
        var time = false
        var minutes = false
        var percent = false
        var length = false

        /// An "m" is a month, unless it stands among hours and seconds alone.
        var kind: Kind {
            if length { return .length }
            if day && time { return .moment }
            if time { return .time }
            if day || minutes { return .date }
            return percent ? .percent : .number
        }
    }
}
