/// The fields of a Word document: an instruction between a beginning and a separator, and its result up to the end
/// (ECMA-376, part 1, 17.16). They may stand inside each other, and only results are text.
struct WordFields {
    private struct Field {
        var isResult = false
        var hasText = false
        var isList = false
        /// What a list in a form offers.
        var entries: [String] = []
        var chosen = 0
        var isChecked: Bool?
        var instruction: [UInt8] = []
    }

    /// Bytes of an instruction; a longer one is none that people write.
    private static let longest = 20_000
    /// How many fields deep an argument may stand.
    private static let deepest = 64

    private var open: [Field] = []
    /// Fields whose instruction is being read.
    private var instructions = 0

    /// Whether what is read now belongs to an instruction: results of fields inside it are its arguments.
    var hidesText: Bool { instructions > 0 }

    mutating func start(_ name: String, _ attributes: XMLAttributes) -> String? {
        switch name {
        case "fldChar":
            switch attributes["fldCharType"] {
            case "begin":
                open.append(Field())
                instructions += 1
            case "separate": beginResult(open.indices.last)
            case "end": return end()
            default: break
            }
        case "ddList": change { $0.isList = true }
        case "result": change { if $0.isList { $0.chosen = attributes["val"].flatMap { Int($0) } ?? 0 } }
        case "listEntry":
            change { if $0.entries.count < 1_000, let entry = attributes["val"] { $0.entries.append(entry) } }
        case "checkBox": change { $0.isChecked = false }
        case "checked", "default":
            change { field in
                if field.isChecked != nil {
                    field.isChecked = attributes.isOn
                } else if name == "default", field.isList, field.chosen == 0 {
                    field.chosen = attributes["val"].flatMap { Int($0) } ?? 0
                }
            }
        default: break
        }
        return nil
    }

    private mutating func change(_ body: (inout Field) -> Void) {
        if let last = open.indices.last { body(&open[last]) }
    }

    private mutating func beginResult(_ index: Int?) {
        guard let index, !open[index].isResult else { return }
        open[index].isResult = true
        instructions -= 1
    }

    /// What is shown for a field without a result: the chosen entry of a form's list, a box, or what the instruction says.
    private mutating func end() -> String? {
        beginResult(open.indices.last)
        guard let field = open.popLast(), !field.hasText else { return nil }
        if let isChecked = field.isChecked { return isChecked ? "☒" : "☐" }
        if field.isList {
            return field.entries.indices.contains(field.chosen) ? field.entries[field.chosen] : nil
        }
        return WordInstruction.shown(String(decoding: field.instruction, as: UTF8.self))
    }

    /// Takes a piece of an instruction, or of the result of a field inside one, which is its argument.
    mutating func instruct(_ text: some Collection<UInt8>) {
        guard let index = open.suffix(Self.deepest).lastIndex(where: { !$0.isResult }),
            open[index].instruction.count + text.count <= Self.longest
        else { return }
        open[index].instruction.append(contentsOf: text)
    }

    /// Says that text was shown, which belongs to the results of all open fields.
    mutating func textWritten() {
        // Around a field that has text all others have, too.
        var index = open.count
        while index > 0, !open[index - 1].hasText {
            index -= 1
            open[index].hasText = true
        }
    }

    /// An instruction ends with its paragraph at the latest, so that one without its separator cannot hide all that follows.
    mutating func endParagraph() {
        var index = open.count
        while instructions > 0, index > 0 {
            index -= 1
            beginResult(index)
        }
    }
}

/// The few instructions of fields that are shown themselves, since they have no result (ECMA-376, part 1, 17.16.5).
enum WordInstruction {
    /// - Returns: `nil` for all others.
    static func shown(_ instruction: String) -> String? {
        var rest = instruction[...].drop { $0.isWhitespace }
        let name = word(&rest).uppercased()
        switch name {
        case "MACROBUTTON", "GOTOBUTTON":
            // What follows the name of the macro, or of the place, is the button's text.
            _ = word(&rest)
            let text = String(rest[..<(rest.firstRange(of: "\\*")?.lowerBound ?? rest.endIndex)]).trimmingSpaces
            return text.isEmpty ? nil : text
        case "SYMBOL": return symbol(rest)
        case "EQ":
            var formula = WordEquation(rest)
            return formula.read()
        default: return nil
        }
    }

    private static func word(_ text: inout Substring) -> Substring {
        let word = text.prefix { !$0.isWhitespace }
        text = text.dropFirst(word.count).drop { $0.isWhitespace }
        return word
    }

    /// `SYMBOL 252 \f Wingdings`: a number in digits or after "0x", and a font.
    private static func symbol(_ text: Substring) -> String? {
        let words = text.split(whereSeparator: \.isWhitespace)
        guard let first = words.first else { return nil }
        let isHex = first.lowercased().hasPrefix("0x")
        guard let code = UInt32(isHex ? first.dropFirst(2) : first, radix: isHex ? 16 : 10) else { return nil }
        let font = text.firstRange(of: "\\f").map { range in
            let rest = text[range.upperBound...].drop { $0.isWhitespace }
            return rest.first == "\"" ? rest.dropFirst().prefix { $0 != "\"" } : rest.prefix { !$0.isWhitespace }
        }
        return SymbolFont.text(code, font: String(font ?? ""))
    }
}

/// Writes a formula of the field `EQ` on a line: `\f(1,2)` as "1/2". Documents in Chinese and Japanese put reading aids and
/// circles around characters with it.
struct WordEquation {
    /// Formulas in formulas; those in deeper ones are left out.
    private static let deepest = 16

    private var rest: Substring

    init(_ text: Substring) { rest = text }

    mutating func read() -> String? {
        // Which formats the result, not the formula: "\* jc2 \* hps10".
        let text = sequence(depth: 0, isArgument: false).trimmingSpaces
        return text.isEmpty ? nil : text
    }

    private mutating func sequence(depth: Int, isArgument: Bool) -> String {
        var result = ""
        while let character = rest.first {
            if isArgument, ",;)".contains(character) { break }
            rest.removeFirst()
            switch character {
            case "\\": result += command(depth: depth)
            case "(" where isArgument && depth < Self.deepest:
                result += "(" + sequence(depth: depth + 1, isArgument: true)
                while let mark = rest.first, mark != ")" {
                    rest.removeFirst()
                    result += String(mark) + sequence(depth: depth + 1, isArgument: true)
                }
                if rest.popFirst() != nil { result += ")" }
            case "\"": break
            default: result.append(character)
            }
        }
        return result
    }

    /// What follows a backslash: a command with its options and arguments, or a character as it is.
    private mutating func command(depth: Int) -> String {
        guard let first = rest.popFirst() else { return "" }
        if first == "*" {
            // A general switch with its word, perhaps in quotes.
            rest = rest.drop { $0.isWhitespace }
            let isQuoted = rest.first == "\""
            if isQuoted { rest.removeFirst() }
            rest = rest.drop { isQuoted ? $0 != "\"" : !$0.isWhitespace && $0 != "\\" }
            if isQuoted { _ = rest.popFirst() }
            return ""
        }
        guard first.isASCII, first.isLetter else { return String(first) }
        let name = first.lowercased()
        var options: Set<String> = []
        var brackets = ("(", ")")
        while rest.first?.isLetter == true { rest.removeFirst() }
        // Options: a backslash, two letters and perhaps a number or, of brackets, the bracket.
        while true {
            rest = rest.drop { $0.isWhitespace || $0.isNumber || $0 == "-" }
            let ahead = rest.dropFirst().prefix(2).lowercased()
            guard rest.first == "\\", ahead.count == 2, ahead.allSatisfy(\.isLetter) else { break }
            rest = rest.dropFirst(3)
            options.insert(ahead)
            if ["lc", "rc", "bc", "fc", "vc"].contains(ahead), rest.first == "\\" {
                rest.removeFirst()
                let mark = rest.popFirst().map { String($0) } ?? ""
                if ahead == "lc" || ahead == "bc" { brackets.0 = mark }
                if ahead == "rc" { brackets.1 = mark }
                if ahead == "bc" { brackets.1 = ["(": ")", "[": "]", "{": "}", "<": ">"][mark] ?? mark }
            }
            if rest.first == "(" { break }
        }
        return shown(name, arguments(depth: depth), options, brackets)
    }

    /// Each with whether it is nothing but raised text.
    private mutating func arguments(depth: Int) -> [(text: String, isRaised: Bool)] {
        guard rest.first == "(", depth < Self.deepest else { return [] }
        rest.removeFirst()
        var found: [(text: String, isRaised: Bool)] = []
        while true {
            let ahead = rest.drop { $0.isWhitespace }.prefix(6).lowercased()
            let text = sequence(depth: depth + 1, isArgument: true)
            found.append((text.trimmingSpaces, ahead.hasPrefix("\\s\\up") || ahead.hasPrefix("\\s \\up")))
            guard let mark = rest.popFirst(), mark != ")" else { return found }
        }
    }

    private func shown(
        _ name: String, _ arguments: [(text: String, isRaised: Bool)], _ options: Set<String>,
        _ brackets: (String, String)
    ) -> String {
        let texts = arguments.map { $0.text }
        switch name {
        case "f" where texts.count == 2: return "\(WordMath.group(texts[0]))/\(WordMath.group(texts[1]))"
        case "r":
            let root = WordMath.group(texts.last ?? "")
            return texts.count == 2 ? "\(texts[0])√\(root)" : "√\(root)"
        case "b": return brackets.0 + texts.joined(separator: ", ") + brackets.1
        // Raised text over other text is its reading aid; alone it is a power or a note.
        case "o" where arguments.count > 1: return arguments.filter { !$0.isRaised }.map { $0.text }.joined()
        case "i" where texts.count == 3:
            let sign = options.contains("su") ? "∑" : options.contains("pr") ? "∏" : "∫"
            let limits = "_\(WordMath.group(texts[0]))^\(WordMath.group(texts[1]))"
            return "\(sign)\(texts[0].isEmpty && texts[1].isEmpty ? "" : limits) \(texts[2])"
        case "a", "l", "i": return texts.joined(separator: ", ")
        default: return texts.joined()
        }
    }
}

extension String {
    fileprivate var trimmingSpaces: String {
        var text = self[...].drop { $0.isWhitespace }
        while text.last?.isWhitespace == true { text.removeLast() }
        return String(text)
    }
}
