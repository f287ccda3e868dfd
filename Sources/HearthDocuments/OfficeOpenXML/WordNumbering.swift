/// The lists of a Word document: how their items are numbered, and how far each has counted (ECMA-376, part 1, 17.9).
///
/// A paragraph says only which list it belongs to and how deep; the number that a reader sees is worked out from all that
/// stand before it.
struct WordNumbering: XMLHandler {
    private struct Level {
        var start = 0
        var format = "decimal"
        /// "%1.%2": each place stands for a level's number.
        var text = ""
        /// The level, from 1, whose items begin this one anew; 0 for none. Without it every level above does.
        var restart: Int?
        /// Whether the numbers of other levels are written in digits here.
        var isLegal = false
        var isHidden = false
        /// Whether the text follows the number at once, without a tab or a space.
        var isTight = false
        /// The paragraph style that stands for this level.
        var style: String?
    }

    private struct List {
        var definition: String
        var levels: [Int: Level] = [:]
        var starts: [Int: Int] = [:]
    }

    private struct Definition {
        var levels: [Int: Level] = [:]
        /// The list style that this one stands for.
        var style: String?
    }

    private static let levels = 0...8
    /// No list that people write counts so far, and no sum of such numbers overflows.
    private static let highest = 1_000_000

    private var definitions: [String: Definition] = [:]
    private var lists: [String: List] = [:]
    /// Of each definition, what its levels have counted to; lists of one definition count on.
    private var counts: [String: [Int?]] = [:]
    /// Lists whose own beginning was used, by level.
    private var begun: Set<[String]> = []

    // MARK: Reading

    private var definition: String?
    private var list: String?
    private var level: (index: Int, level: Level)?
    private var overridden = 0

    mutating func start(_ name: XMLName, _ attributes: XMLAttributes) {
        guard name.namespace == .word else { return }
        let value = attributes["val"]
        switch name.local {
        case "abstractNum":
            guard let id = attributes["abstractNumId"], definitions.count < 20_000 else { return }
            definition = id
            definitions[id] = Definition()
        case "num":
            guard let id = attributes["numId"], lists.count < 50_000 else { return }
            list = id
            lists[id] = List(definition: "")
        case "abstractNumId": if let list, let value { lists[list]?.definition = value }
        case "numStyleLink": if let definition { definitions[definition]?.style = value }
        case "lvlOverride": overridden = attributes["ilvl"].flatMap { Int($0) } ?? 0
        case "startOverride": if let list { lists[list]?.starts[overridden] = Self.number(value) }
        case "lvl": if let index = attributes["ilvl"].flatMap({ Int($0) }) { level = (index, Level()) }
        case "start": level?.level.start = Self.number(value)
        case "numFmt": setFormat(value ?? "decimal", attributes["format"])
        case "lvlText": level?.level.text = String((value ?? "").prefix(100))
        case "lvlRestart": level?.level.restart = Self.number(value)
        case "suff": level?.level.isTight = value == "nothing"
        case "pStyle": level?.level.style = value
        case "isLgl": level?.level.isLegal = attributes.isOn
        case "vanish": level?.level.isHidden = attributes.isOn
        default: break
        }
    }

    mutating func end(_ name: XMLName) {
        guard name.namespace == .word else { return }
        switch name.local {
        case "lvl":
            guard let (index, level) = level else { return }
            if let list {
                lists[list]?.levels[index] = level
            } else if let definition {
                definitions[definition]?.levels[index] = level
            }
            self.level = nil
        case "abstractNum": definition = nil
        case "num": list = nil
        default: break
        }
    }

    mutating func text(_ bytes: ArraySlice<UInt8>) {}

    /// A format of one's own is given by its first numbers, "001, 002, 003, ..."; beside it stands another for programs
    /// that do not know such formats.
    private mutating func setFormat(_ format: String, _ numbers: String?) {
        if level?.level.format.first == "0" { return }
        let first = numbers?.prefix { $0 != "," }.filter { $0 != " " } ?? ""
        if format == "custom", (2...9).contains(first.count), first.allSatisfy({ $0 == "0" || $0 == "1" }) {
            level?.level.format = String(repeating: "0", count: first.count)
        } else {
            level?.level.format = format
        }
    }

    private static func number(_ value: String?) -> Int {
        min(max(value.flatMap { Int($0) } ?? 0, 0), highest)
    }

    /// Looks up the lists of which a definition says only by which style they go.
    mutating func resolve(_ styles: WordStyles) {
        for (id, list) in lists {
            guard let style = definitions[list.definition]?.style, let other = styles[style]?.list,
                let target = lists[other]?.definition, definitions[target]?.style == nil
            else { continue }
            lists[id]?.definition = target
        }
    }

    // MARK: Counting

    /// Which level of a list a paragraph style stands for, if it does for one: the list says so, not the style.
    func level(of id: String, style: String) -> Int? {
        guard let list = lists[id] else { return nil }
        let levels = definitions[list.definition]?.levels ?? [:]
        return Self.levels.first { (list.levels[$0] ?? levels[$0])?.style == style }
    }

    /// The number of the next item of a list, as it is shown, with the space after it; empty for one with a mark or nothing
    /// before it.
    ///
    /// - Returns: `nil` when there is no such list.
    mutating func next(_ id: String, level: Int) -> String? {
        guard let list = lists[id], let definition = definitions[list.definition], Self.levels.contains(level) else {
            return nil
        }
        let levels = Self.levels.map { list.levels[$0] ?? definition.levels[$0] ?? Level() }
        var count = counts[list.definition] ?? Array(repeating: nil, count: levels.count)
        if let start = list.starts[level], begun.insert([id, String(level)]).inserted {
            count[level] = start
        } else if let last = count[level] {
            count[level] = last + 1
        } else {
            count[level] = list.starts[level] ?? levels[level].start
        }
        for deeper in (level + 1)..<max(level + 1, levels.count) {
            if let restart = levels[deeper].restart, restart == 0 || level >= restart { continue }
            count[deeper] = nil
        }
        counts[list.definition] = count
        let text = Self.text(of: level, levels: levels, count: count, starts: list.starts)
        return text.isEmpty || levels[level].isTight ? text : text + " "
    }

    private static func text(of level: Int, levels: [Level], count: [Int?], starts: [Int: Int]) -> String {
        let own = levels[level]
        guard own.format != "bullet", !own.isHidden else { return "" }
        var result = ""
        var rest = own.text[...]
        while let character = rest.popFirst() {
            guard character == "%", let place = rest.first?.wholeNumberValue, (1...9).contains(place) else {
                result.append(character)
                continue
            }
            rest.removeFirst()
            let index = place - 1
            guard index <= level else { continue }
            let number = count[index] ?? starts[index] ?? levels[index].start
            let isDigits = own.isLegal && levels[index].format != "none"
            result += ListNumber.text(number, format: isDigits ? "decimal" : levels[index].format)
        }
        return String(decoding: Array(result.utf8).trimmed(), as: UTF8.self)
    }
}

/// Writes the numbers of lists in the formats of Office (ECMA-376, part 1, 17.18.59).
///
/// Formats that are not known, and numbers that a format cannot write, are given in digits.
enum ListNumber {
    static func text(_ number: Int, format: String) -> String {
        switch format {
        case "none", "bullet": ""
        case "decimalZero": padded(number, 2)
        case _ where format.allSatisfy({ $0 == "0" }): padded(number, format.count)
        case "numberInDash": "- \(number) -"
        case "decimalEnclosedParen": "(\(number))"
        case "decimalEnclosedFullstop": "\(number)."
        case "upperRoman": roman(number) ?? String(number)
        case "lowerRoman": roman(number)?.lowercased() ?? String(number)
        case "ordinal": "\(number)\(suffix(number))"
        case "cardinalText": capitalized(words(number)) ?? String(number)
        case "ordinalText": capitalized(words(number).map(ordinal)) ?? "\(number)\(suffix(number))"
        case "hex": String(number, radix: 16, uppercase: true)
        case "chineseLegalSimplified", "ideographLegalTraditional", "japaneseLegal":
            legal[format].flatMap { han(number, digits: $0.digits, units: $0.units) } ?? String(number)
        case "decimalHalfWidth": String(number)
        case "ideographEnclosedCircle", "decimalEnclosedCircle", "decimalEnclosedCircleChinese":
            (1...20).contains(number) ? scalar(0x245F + number) : String(number)
        case "chicago": number > 0 ? repeated("*†‡§", number) ?? String(number) : String(number)
        case "decimalFullWidth", "decimalFullWidth2": digits(number, zero: 0xFF10)
        case "hindiNumbers": digits(number, zero: 0x966)
        case "thaiNumbers": digits(number, zero: 0xE50)
        case "chineseCounting", "japaneseCounting", "taiwaneseCounting", "chineseCountingThousand",
            "taiwaneseCountingThousand":
            han(number) ?? String(number)
        case "ideographDigital", "taiwaneseDigital", "koreanDigital2":
            String(String(number).map { Array("〇一二三四五六七八九")[$0.wholeNumberValue ?? 0] })
        case "koreanDigital", "koreanCounting":
            String(String(number).map { Array("영일이삼사오육칠팔구")[$0.wholeNumberValue ?? 0] })
        default: (letters[format].flatMap { repeated($0, number) }) ?? String(number)
        }
    }

    /// Series of letters; after the last one they go on doubled: z, aa, bb.
    private static let letters = [
        "upperLetter": "ABCDEFGHIJKLMNOPQRSTUVWXYZ",
        "lowerLetter": "abcdefghijklmnopqrstuvwxyz",
        "russianUpper": "АБВГДЕЖЗИКЛМНОПРСТУФХЦЧШЩЫЭЮЯ",
        "russianLower": "абвгдежзиклмнопрстуфхцчшщыэюя",
        "aiueo": "アイウエオカキクケコサシスセソタチツテトナニヌネノハヒフヘホマミムメモヤユヨラリルレロワヲン",
        "aiueoFullWidth": "アイウエオカキクケコサシスセソタチツテトナニヌネノハヒフヘホマミムメモヤユヨラリルレロワヲン",
        "iroha": "イロハニホヘトチリヌルヲワカヨタレソツネナラムウヰノオクヤマケフコエテアサキユメミシヱヒモセス",
        "irohaFullWidth": "イロハニホヘトチリヌルヲワカヨタレソツネナラムウヰノオクヤマケフコエテアサキユメミシヱヒモセス",
        "ganada": "가나다라마바사아자차카타파하",
        "chosung": "ㄱㄴㄷㄹㅁㅂㅅㅇㅈㅊㅋㅌㅍㅎ",
        "ideographTraditional": "甲乙丙丁戊己庚辛壬癸",
        "ideographZodiac": "子丑寅卯辰巳午未申酉戌亥",
        "thaiLetters": "กขฃคฅฆงจฉชซฌญฎฏฐฑฒณดตถทธนบปผฝพฟภมยรลวศษสหฬอฮ",
        "hebrew1": "אבגדהוזחטיכלמנסעפצקרשת",
        "arabicAlpha": "أبتثجحخدذرزسشصضطظعغفقكلمنهوي",
        "arabicAbjad": "أبجدهوزحطيكلمنسعفصقرشتثخذضظغ",
    ]

    private static func repeated(_ series: String, _ number: Int) -> String? {
        let series = Array(series)
        guard number > 0, number <= series.count * 10 else { return nil }
        return String(repeating: series[(number - 1) % series.count], count: (number - 1) / series.count + 1)
    }

    private static func scalar(_ value: Int) -> String {
        Unicode.Scalar(UInt32(value)).map { String($0) } ?? ""
    }

    private static func digits(_ number: Int, zero: Int) -> String {
        String(number).compactMap(\.wholeNumberValue).map { scalar(zero + $0) }.joined()
    }

    private static func roman(_ number: Int) -> String? {
        guard (1..<4_000).contains(number) else { return nil }
        var rest = number
        var result = ""
        for (value, text) in [
            (1_000, "M"), (900, "CM"), (500, "D"), (400, "CD"), (100, "C"), (90, "XC"), (50, "L"), (40, "XL"),
            (10, "X"), (9, "IX"), (5, "V"), (4, "IV"), (1, "I"),
        ] {
            while rest >= value {
                result += text
                rest -= value
            }
        }
        return result
    }

    private static func padded(_ number: Int, _ width: Int) -> String {
        let digits = String(number)
        return String(repeating: "0", count: max(0, width - digits.count)) + digits
    }

    /// The numerals of deeds and cheques, which no stroke turns into another.
    private static let legal = [
        "chineseLegalSimplified": (digits: "零壹贰叁肆伍陆柒捌玖", units: ["仟", "佰", "拾", ""]),
        "ideographLegalTraditional": (digits: "零壹貳參肆伍陸柒捌玖", units: ["仟", "佰", "拾", ""]),
        "japaneseLegal": (digits: "零壱弐参四伍六七八九", units: ["阡", "百", "拾", ""]),
    ]

    /// 十二, 二十一, 一百零五.
    private static func han(
        _ number: Int, digits: String = "零一二三四五六七八九", units: [String] = ["千", "百", "十", ""]
    ) -> String? {
        guard (1..<10_000).contains(number) else { return number == 0 ? "〇" : nil }
        let isLegal = units[2] != "十"
        let digits = Array(digits)
        var result = ""
        var gap = false
        for (unit, name) in zip([1_000, 100, 10, 1], units) {
            let digit = number / unit % 10
            if digit == 0 {
                gap = !result.isEmpty
                continue
            }
            if gap { result.append(digits[0]) }
            gap = false
            if isLegal || !(unit == 10 && digit == 1 && result.isEmpty) { result.append(digits[digit]) }
            result += name
        }
        return result
    }

    // MARK: English words, which these formats write in English documents

    private static let small = [
        "zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve",
        "thirteen", "fourteen", "fifteen", "sixteen", "seventeen", "eighteen", "nineteen",
    ]
    private static let tens = [
        "", "", "twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety",
    ]

    private static func words(_ number: Int) -> String? {
        guard (0..<100).contains(number) else { return nil }
        guard number >= 20 else { return small[number] }
        return number % 10 == 0 ? tens[number / 10] : "\(tens[number / 10])-\(small[number % 10])"
    }

    private static func ordinal(_ words: String) -> String {
        let irregular = [
            "one": "first", "two": "second", "three": "third", "five": "fifth", "eight": "eighth", "nine": "ninth",
            "twelve": "twelfth",
        ]
        let parts = words.split(separator: "-")
        let last = parts.last.map(String.init) ?? words
        let ending = irregular[last] ?? (last.hasSuffix("y") ? "\(last.dropLast())ieth" : "\(last)th")
        return (parts.dropLast().map(String.init) + [ending]).joined(separator: "-")
    }

    private static func suffix(_ number: Int) -> String {
        if (11...13).contains(number % 100) { return "th" }
        return switch number % 10 {
        case 1: "st"
        case 2: "nd"
        case 3: "rd"
        default: "th"
        }
    }

    private static func capitalized(_ words: String?) -> String? {
        words.map { $0.prefix(1).uppercased() + $0.dropFirst() }
    }
}
