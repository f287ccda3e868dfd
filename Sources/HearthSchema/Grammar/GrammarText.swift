/// The text of a grammar as it grows: rules, names that do not clash, and characters as GBNF and JSON write them.
struct GrammarText {
    /// Beyond this a grammar takes a sampler longer to read than it is worth.
    static let sizeLimit = 8_000_000
    /// What llama.cpp takes as a count, with room to spare; greater ones are made of blocks.
    static let block = 1_000
    static let countLimit = 1_000_000

    private var rules: [(name: String, body: String)] = []
    private var used: Set<String> = []
    private var shared: [String: String] = [:]
    private var size = 0

    /// Accepts nothing.
    static let nothing = #"[^\x00-\U0010FFFF]"#

    mutating func freshName(_ hint: String) -> String {
        var base = String(
            hint.unicodeScalars.prefix(40).map { scalar -> Character in
                let fits = scalar.isASCII && (scalar.properties.isAlphabetic || ScalarSet.digits.contains(scalar.value))
                return fits ? Character(scalar) : "-"
            })
        if base.isEmpty { base = "value" }
        // Predefined names have no digits at the end; ours always have.
        var name = base + "-\(used.count)"
        while !used.insert(name).inserted { name += "x" }
        return name
    }

    mutating func define(_ name: String, _ body: String) throws {
        size += name.utf8.count + body.utf8.count + 7
        guard size < Self.sizeLimit else {
            throw SchemaError(
                .notExpressible, "The grammar of this schema would be too large; `required` and counts multiply.")
        }
        rules.append((name, body))
    }

    /// A rule for a body; the same body gets the same rule.
    mutating func rule(_ hint: String, _ body: String) throws -> String {
        if let known = shared[body] { return known }
        let name = freshName(hint)
        try define(name, body)
        shared[body] = name
        return name
    }

    /// A rule that many use, made when it is first asked for.
    mutating func common(_ name: String, _ body: String) throws -> String {
        if used.insert(name).inserted { try define(name, body) }
        return name
    }

    /// The grammar, without what can be begun but never ended.
    /// - Throws: ``SchemaError`` of kind `unsatisfiable` when that leaves nothing.
    func text(root: String) throws -> String {
        guard let rules = GrammarReduction([("root", root)] + rules).reduced() else {
            throw SchemaError(
                .unsatisfiable, "No value meets this schema: its keywords exclude each other, or never come to an end.")
        }
        var result = ""
        result.reserveCapacity(size + 100)
        for (name, body) in rules { result += "\(name) ::= \(body)\n" }
        return result
    }

    // MARK: - Counts

    /// An item so many times. `item` has to be one symbol.
    mutating func repeated(_ item: String, _ minimum: Int, _ maximum: Int?, keyword: String) throws -> String {
        guard minimum <= Self.countLimit, maximum ?? 0 <= Self.countLimit else {
            throw SchemaError(.notExpressible, "`\(keyword)` is above \(Self.countLimit), which no grammar can count.")
        }
        switch (minimum, maximum) {
        case (0, nil): return item + "*"
        case (1, nil): return item + "+"
        case (0, 0): return "\"\""
        case (0, 1): return item + "?"
        case (1, 1): return item
        default: break
        }
        if minimum <= Self.block, maximum ?? 0 <= Self.block {
            return item + (maximum == minimum ? "{\(minimum)}" : "{\(minimum),\(maximum.map(String.init) ?? "")}")
        }
        let block = try rule("block", "\(item){\(Self.block)}")
        var parts: [String] = []
        if minimum >= Self.block { parts.append("\(block){\(minimum / Self.block)}") }
        if minimum % Self.block > 0 { parts.append("\(item){\(minimum % Self.block)}") }
        if let maximum {
            let more = maximum - minimum
            let blocks = more / Self.block
            if blocks > 1 { parts.append("\(block){0,\(blocks - 1)}") }
            let rest = blocks > 0 ? Self.block + more % Self.block : more
            // One count up to twice the block, which llama.cpp still takes: two in a row could share a text in many ways.
            if rest > 0 {
                parts.append("\(item){0,\(rest)}")
            }
        } else {
            parts.append(item + "*")
        }
        return "(" + parts.joined(separator: " ") + ")"
    }

    // MARK: - Characters

    static func literal(_ text: String) -> String {
        var result = "\""
        for scalar in text.unicodeScalars { result += character(scalar.value, inClass: false) }
        return result + "\""
    }

    private static func hexadecimal(_ value: UInt32, _ digits: Int) -> String {
        let text = String(value, radix: 16, uppercase: true)
        return String(repeating: "0", count: max(0, digits - text.count)) + text
    }

    private static func character(_ value: UInt32, inClass: Bool) -> String {
        switch value {
        case 0x22: "\\\""
        case 0x5C: "\\\\"
        case 0x0A: "\\n"
        case 0x0D: "\\r"
        case 0x09: "\\t"
        case 0x5B, 0x5D, 0x5E, 0x2D:
            inClass ? "\\x" + hexadecimal(value, 2) : String(Character(Unicode.Scalar(UInt8(value))))
        case 0x20...0x7E: String(Character(Unicode.Scalar(UInt8(value))))
        case ..<0x100: "\\x" + hexadecimal(value, 2)
        case ..<0x10000: "\\u" + hexadecimal(value, 4)
        default: "\\U" + hexadecimal(value, 8)
        }
    }

    static func characterClass(_ set: ScalarSet) -> String {
        let isOpen = set.ranges.last?.upperBound == ScalarSet.maximum
        let ranges = isOpen ? set.inverted.ranges : set.ranges
        if isOpen, ranges.isEmpty { return "[\\x00-\\U0010FFFF]" }
        var text = isOpen ? "[^" : "["
        for range in ranges {
            text += character(range.lowerBound, inClass: true)
            if range.upperBound > range.lowerBound + 1 { text += "-" }
            if range.upperBound > range.lowerBound { text += character(range.upperBound, inClass: true) }
        }
        return text + "]"
    }

    private static let control = ScalarSet([0...0x1F])
    private static let unescaped = ScalarSet([0...0x1F, 0x22...0x22, 0x5C...0x5C]).inverted

    /// The ways in which one character of a set is written inside a JSON string, as alternatives.
    static func stringAlternatives(_ set: ScalarSet) -> [String] {
        let plain = set.intersection(unescaped)
        // Halves of surrogate pairs are no characters: a class of them alone would never be met.
        let isMet = plain.ranges.contains { $0.lowerBound < 0xD800 || $0.upperBound > 0xDFFF }
        var ways: [String] = isMet ? [characterClass(plain)] : []
        var short = ""
        for (value, letter) in [
            (0x22, "\\\""), (0x5C, "\\\\"), (0x2F, "/"), (0x08, "b"), (0x0C, "f"), (0x0A, "n"), (0x0D, "r"),
            (0x09, "t"),
        ]
        where set.contains(UInt32(value)) {
            short += letter
        }
        // An escaped slash is one way more to write it; alone it is not worth an alternative.
        if !short.isEmpty, short != "/" { ways.append("\"\\\\\" [\(short)]") }
        let controls = set.intersection(control)
        for high in 0...1 {
            let digits = (0..<16).filter { controls.contains(UInt32(high * 16 + $0)) }
            if digits.isEmpty { continue }
            let letters = digits.map { digit -> String in
                let text = String(digit, radix: 16)
                return digit < 10 ? text : text + text.uppercased()
            }
            ways.append("\"\\\\u00\(high)\" [\(letters.joined())]")
        }
        return ways.isEmpty ? [nothing] : ways
    }
}

/// Cuts the body of a rule into symbols. It reads what ``GrammarText`` and its writers put there; for grammars of others
/// there is ``GrammarParser``, which takes nothing on trust.
struct GrammarTokens {
    enum Token {
        case open
        case close
        case bar
        /// The name of a rule, by its bytes.
        case name(Range<Int>)
        /// A literal or a class of characters.
        case terminal(Range<Int>)
        /// A class without characters: ``GrammarText/nothing``.
        case nothing
    }

    private let bytes: [UInt8]
    private var at = 0

    init(_ body: String) { bytes = Array(body.utf8) }

    private static let space = UInt8(ascii: " ")
    private static let backslash = UInt8(ascii: "\\")
    private static let nothing = Array(GrammarText.nothing.utf8)

    mutating func next() -> Token? {
        while at < bytes.count, bytes[at] == Self.space { at += 1 }
        guard at < bytes.count else { return nil }
        let start = at
        switch bytes[at] {
        case UInt8(ascii: "("):
            at += 1
            return .open
        case UInt8(ascii: ")"):
            at += 1
            return .close
        case UInt8(ascii: "|"):
            at += 1
            return .bar
        case UInt8(ascii: "\""):
            skip(to: UInt8(ascii: "\""))
            return .terminal(start..<at)
        case UInt8(ascii: "["):
            skip(to: UInt8(ascii: "]"))
            return bytes[start..<at].elementsEqual(Self.nothing) ? .nothing : .terminal(start..<at)
        default:
            repeat { at += 1 } while at < bytes.count && Self.isWord(bytes[at])
            return .name(start..<at)
        }
    }

    /// The count behind the symbol at hand; `allowsNone` where it may be left out.
    mutating func quantifier() -> (bytes: Range<Int>, allowsNone: Bool)? {
        guard at < bytes.count else { return nil }
        let start = at
        switch bytes[at] {
        case UInt8(ascii: "*"), UInt8(ascii: "?"):
            at += 1
            return (start..<at, true)
        case UInt8(ascii: "+"):
            at += 1
            return (start..<at, false)
        case UInt8(ascii: "{"):
            skip(to: UInt8(ascii: "}"))
            // No count is written with zeros in front.
            return (start..<at, bytes[start + 1] == UInt8(ascii: "0"))
        default: return nil
        }
    }

    func text(_ range: Range<Int>) -> String { String(decoding: bytes[range], as: UTF8.self) }

    /// Past the next mark that is not escaped.
    private mutating func skip(to mark: UInt8) {
        at += 1
        while at < bytes.count, bytes[at] != mark { at += bytes[at] == Self.backslash ? 2 : 1 }
        at = min(at + 1, bytes.count)
    }

    private static func isWord(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"):
            true
        default: false
        }
    }
}
