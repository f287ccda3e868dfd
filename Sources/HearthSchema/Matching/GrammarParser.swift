/// Reads GBNF.
struct GrammarParser {
    static let maxDepth = 100
    static let nodeLimit = 2_000_000

    private(set) var nodes: [Grammar.Node] = []
    private(set) var sets: [ScalarSet] = []
    private(set) var ruleNumbers: [String: Int] = [:]
    private(set) var ruleNames: [String] = []
    private var ruleNodes: [Int?] = []
    private var setNumbers: [ScalarSet: Int] = [:]
    private let text: [UInt32]
    private var at = 0

    init(_ text: String) {
        self.text = text.unicodeScalars.map(\.value)
    }

    private func failure(_ what: String) -> SchemaError {
        let line = text[..<min(at, text.count)].count { $0 == 0x0A } + 1
        return SchemaError(.malformedGrammar, "The grammar has \(what), on line \(line).")
    }

    private var next: UInt32 { at < text.count ? text[at] : 0 }

    private func isNext(_ character: Unicode.Scalar) -> Bool { at < text.count && text[at] == character.value }

    private mutating func take(_ character: Unicode.Scalar) -> Bool {
        guard isNext(character) else { return false }
        at += 1
        return true
    }

    /// Space and comments; line ends only where an expression may go on over them.
    private mutating func skipSpace(newlines: Bool) {
        while at < text.count {
            switch text[at] {
            case 0x20, 0x09: at += 1
            case 0x0A, 0x0D:
                guard newlines else { return }
                at += 1
            case 0x23:
                while at < text.count, text[at] != 0x0A, text[at] != 0x0D { at += 1 }
            default: return
            }
        }
    }

    mutating func parse() throws {
        skipSpace(newlines: true)
        while at < text.count {
            let rule = number(of: try name())
            skipSpace(newlines: false)
            guard take(":"), take(":"), take("=") else { throw failure("no `::=` after a rule's name") }
            skipSpace(newlines: true)
            ruleNodes[rule] = try alternatives(depth: 0)
            guard at == text.count || text[at] == 0x0A || text[at] == 0x0D else {
                throw failure("something after the end of a rule")
            }
            skipSpace(newlines: true)
        }
    }

    /// The node of each rule, once all are read.
    func rules() throws -> [Int] {
        try ruleNodes.enumerated().map { number, node in
            guard let node else {
                throw SchemaError(
                    .malformedGrammar, "The grammar uses the rule `\(ruleNames[number])`, which is not there.")
            }
            return node
        }
    }

    private static func isWord(_ value: UInt32) -> Bool {
        (0x61...0x7A).contains(value) || (0x41...0x5A).contains(value) || (0x30...0x39).contains(value) || value == 0x2D
            || value == 0x5F
    }

    private mutating func name() throws -> String {
        let start = at
        while at < text.count, Self.isWord(text[at]) { at += 1 }
        guard at > start else { throw failure("no name where one has to be") }
        return String(String.UnicodeScalarView(text[start..<at].compactMap(Unicode.Scalar.init)))
    }

    private mutating func number(of name: String) -> Int {
        if let known = ruleNumbers[name] { return known }
        ruleNumbers[name] = ruleNames.count
        ruleNames.append(name)
        ruleNodes.append(nil)
        return ruleNames.count - 1
    }

    private mutating func add(_ node: Grammar.Node) throws -> Int {
        guard nodes.count < Self.nodeLimit else { throw SchemaError(.tooCostly, "The grammar is too large.") }
        nodes.append(node)
        return nodes.count - 1
    }

    private mutating func add(_ set: ScalarSet) throws -> Int {
        let number = setNumbers[set] ?? sets.count
        if number == sets.count {
            sets.append(set)
            setNumbers[set] = number
        }
        return try add(.characters(number))
    }

    private mutating func alternatives(depth: Int) throws -> Int {
        guard depth < Self.maxDepth else { throw failure("groups nested too deeply") }
        var items = [try sequence(depth: depth)]
        while take("|") {
            skipSpace(newlines: true)
            items.append(try sequence(depth: depth))
        }
        return items.count == 1 ? items[0] : try add(.alternatives(items))
    }

    private mutating func sequence(depth: Int) throws -> Int {
        var items: [Int] = []
        /// Where the last symbol begins: a literal is one symbol for a quantifier, though it has many characters.
        var last: Int?
        loop: while at < text.count {
            switch Unicode.Scalar(text[at]) {
            case "\"":
                at += 1
                last = items.count
                while !take("\"") {
                    guard at < text.count else { throw failure("a literal without its end") }
                    let value = try character()
                    items.append(try add(ScalarSet([value...value])))
                }
            case "[":
                at += 1
                last = items.count
                items.append(try characterClass())
            case ".":
                at += 1
                last = items.count
                items.append(try add(.all))
            case "(":
                at += 1
                skipSpace(newlines: true)
                last = items.count
                items.append(try alternatives(depth: depth + 1))
                guard take(")") else { throw failure("no `)` where one has to be") }
            case "<": throw failure("a reference to a token, which needs a vocabulary")
            case "*", "+", "?", "{":
                guard let start = last else { throw failure("a quantifier with nothing before it") }
                let (minimum, maximum) = try quantifier()
                let body = Array(items[start...])
                items.removeLast(body.count)
                let item = body.count == 1 ? body[0] : try add(.sequence(body))
                items.append(try add(.repetition(item, minimum: minimum, maximum: maximum)))
            default:
                guard Self.isWord(text[at]) else { break loop }
                // A name that is followed by `::=` begins the next rule.
                let before = at
                let name = try name()
                let after = at
                skipSpace(newlines: false)
                if take(":") {
                    at = before
                    throw failure("a rule that begins within another one")
                }
                at = after
                last = items.count
                items.append(try add(.rule(number(of: name))))
            }
            skipSpace(newlines: depth > 0)
            if depth == 0, at < text.count, text[at] == 0x0A || text[at] == 0x0D {
                // Outside of groups a line end is the end of the rule, unless the next line goes on with `|`.
                let before = at
                skipSpace(newlines: true)
                if !isNext("|") { at = before }
                break
            }
        }
        return items.count == 1 ? items[0] : try add(.sequence(items))
    }

    private mutating func quantifier() throws -> (Int, Int?) {
        if take("*") { return (0, nil) }
        if take("+") { return (1, nil) }
        if take("?") { return (0, 1) }
        at += 1
        skipSpace(newlines: false)
        let minimum = integer()
        skipSpace(newlines: false)
        var maximum = minimum
        if take(",") {
            skipSpace(newlines: false)
            maximum = integer()
            skipSpace(newlines: false)
        } else if minimum == nil {
            throw failure("a count without a number")
        }
        guard take("}") else { throw failure("a count without its `}`") }
        if let minimum, let maximum, maximum < minimum { throw failure("a count whose bounds are in the wrong order") }
        return (minimum ?? 0, maximum)
    }

    private mutating func integer() -> Int? {
        let start = at
        var value = 0
        while (0x30...0x39).contains(next) {
            value = min(1_000_000_000, value * 10 + Int(next - 0x30))
            at += 1
        }
        return at > start ? value : nil
    }

    private mutating func character() throws -> UInt32 {
        let value = next
        at += 1
        guard value == 0x5C else { return value }
        let escaped = next
        at += 1
        switch Unicode.Scalar(escaped) {
        case "x": return try hexadecimal(2)
        case "u": return try hexadecimal(4)
        case "U": return try hexadecimal(8)
        case "t": return 0x09
        case "r": return 0x0D
        case "n": return 0x0A
        case "\\", "\"", "[", "]", "-", "^": return escaped
        default: throw failure("an unknown escape")
        }
    }

    private mutating func hexadecimal(_ count: Int) throws -> UInt32 {
        var value: UInt32 = 0
        for _ in 0..<count {
            guard at < text.count, let digit = Unicode.Scalar(text[at]).flatMap({ Character($0).hexDigitValue }) else {
                throw failure("an escape that is cut off")
            }
            value = value << 4 | UInt32(digit)
            at += 1
        }
        guard value <= ScalarSet.maximum else { throw failure("a character beyond Unicode") }
        return value
    }

    private mutating func characterClass() throws -> Int {
        let negated = take("^")
        var ranges: [ClosedRange<UInt32>] = []
        while !take("]") {
            guard at < text.count else { throw failure("a class without its `]`") }
            let low = try character()
            if isNext("-"), at + 1 < text.count, text[at + 1] != 0x5D {
                at += 1
                let high = try character()
                guard low <= high else { throw failure("a range in the wrong order") }
                ranges.append(low...high)
            } else {
                ranges.append(low...low)
            }
        }
        let set = ScalarSet(ranges)
        return try add(negated ? set.inverted : set)
    }
}
