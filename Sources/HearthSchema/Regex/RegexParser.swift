/// Reads the patterns of JSON Schema: ECMA-262, Unicode mode, in which an unknown escape of a letter is an error.
struct RegexParser {
    static let maxDepth = 60
    /// The greatest count of a quantifier.
    static let maxCount = 1_000_000

    private let text: [Unicode.Scalar]
    private var at = 0
    private var captures = 0
    private var names: [String: Int] = [:]
    private var highestReference = 0

    /// - Throws: ``SchemaError`` of kind `malformedPattern`.
    static func parse(_ pattern: String) throws -> (syntax: RegexSyntax, captures: Int) {
        var parser = RegexParser(pattern)
        let syntax = try parser.alternatives(depth: 0)
        guard parser.at == parser.text.count else { throw parser.failure("an unbalanced `)`") }
        guard parser.highestReference <= parser.captures else {
            throw parser.failure("a reference to a group that is not there")
        }
        return (syntax, parser.captures)
    }

    private init(_ pattern: String) {
        text = Array(pattern.unicodeScalars)
        // Names may be used before their group; so they are collected first.
        var inClass = false
        var index = 0
        while index < text.count {
            switch text[index] {
            case "\\": index += 1
            case "[": inClass = true
            case "]": inClass = false
            case "(" where !inClass:
                let next = index + 1 < text.count ? text[index + 1] : " "
                if next != "?" {
                    captures += 1
                } else if index + 3 < text.count, text[index + 2] == "<", text[index + 3] != "=", text[index + 3] != "!"
                {
                    captures += 1
                    let name = text[(index + 3)...].prefix { $0 != ">" }
                    names[String(String.UnicodeScalarView(name))] = captures
                }
            default: break
            }
            index += 1
        }
        highestReference = 0
        groupCount = captures
        captures = 0
    }

    private var groupCount = 0

    private func failure(_ what: String) -> SchemaError {
        var pattern = String.UnicodeScalarView()
        pattern.append(contentsOf: text.prefix(120))
        return SchemaError(.malformedPattern, "The pattern `\(String(pattern))` has \(what), at character \(at).")
    }

    private var next: Unicode.Scalar? { at < text.count ? text[at] : nil }

    private mutating func take(_ scalar: Unicode.Scalar) -> Bool {
        guard next == scalar else { return false }
        at += 1
        return true
    }

    private mutating func take(_ word: String) -> Bool {
        let wanted = Array(word.unicodeScalars)
        guard at + wanted.count <= text.count, Array(text[at..<(at + wanted.count)]) == wanted else { return false }
        at += wanted.count
        return true
    }

    private mutating func alternatives(depth: Int) throws -> RegexSyntax {
        guard depth <= Self.maxDepth else { throw failure("groups nested too deeply") }
        var all = [try sequence(depth: depth)]
        while take("|" as Unicode.Scalar) { all.append(try sequence(depth: depth)) }
        return all.count == 1 ? all[0] : .alternatives(all)
    }

    private mutating func sequence(depth: Int) throws -> RegexSyntax {
        var items: [RegexSyntax] = []
        while let scalar = next, scalar != "|", scalar != ")" {
            items.append(try quantified(try term(depth: depth)))
        }
        return items.isEmpty ? .empty : items.count == 1 ? items[0] : .sequence(items)
    }

    private mutating func quantified(_ item: RegexSyntax) throws -> RegexSyntax {
        var minimum = 0
        var maximum: Int?
        switch next {
        case "*": at += 1
        case "+":
            at += 1
            minimum = 1
        case "?":
            at += 1
            maximum = 1
        case "{":
            let before = at
            at += 1
            guard let count = number() else { throw failure("a `{` that begins no count") }
            minimum = count
            if take("," as Unicode.Scalar) { maximum = number() } else { maximum = count }
            guard take("}" as Unicode.Scalar) else {
                at = before
                throw failure("a `{` that begins no count")
            }
            if let maximum, maximum < minimum { throw failure("a count whose bounds are in the wrong order") }
        default: return item
        }
        let lazy = take("?" as Unicode.Scalar)
        switch item {
        case .start, .end, .wordBoundary, .look: throw failure("a quantifier after an assertion")
        default: break
        }
        if next == "*" || next == "+" || next == "?" { throw failure("two quantifiers in a row") }
        return .repetition(item, minimum: minimum, maximum: maximum, lazy: lazy)
    }

    private mutating func number() -> Int? {
        let start = at
        var value = 0
        while let scalar = next, scalar.value >= 0x30, scalar.value <= 0x39 {
            value = min(Self.maxCount, value * 10 + Int(scalar.value - 0x30))
            at += 1
        }
        return at > start ? value : nil
    }

    private mutating func term(depth: Int) throws -> RegexSyntax {
        guard let scalar = next else { return .empty }
        at += 1
        switch scalar {
        case "^": return .start
        case "$": return .end
        case ".": return .set(ScalarSet.lineEnds.inverted)
        case "[": return .set(try characterClass())
        case "(": return try group(depth: depth)
        case "\\": return try escape()
        case "*", "+", "?": throw failure("a quantifier with nothing before it")
        // Lone brackets are letters outside Unicode mode, and schemas in the wild use them so.
        default: return .set(ScalarSet(scalar))
        }
    }

    private mutating func group(depth: Int) throws -> RegexSyntax {
        var make: (RegexSyntax) -> RegexSyntax
        if take("?:") {
            make = { .group($0, capture: nil) }
        } else if take("?=") {
            make = { .look($0, behind: false, negative: false) }
        } else if take("?!") {
            make = { .look($0, behind: false, negative: true) }
        } else if take("?<=") {
            make = { .look($0, behind: true, negative: false) }
        } else if take("?<!") {
            make = { .look($0, behind: true, negative: true) }
        } else {
            if take("?<") {
                let start = at
                while let scalar = next, scalar != ">" {
                    guard ScalarSet.word.contains(scalar.value) || scalar.properties.isIDContinue else { break }
                    at += 1
                }
                guard at > start, take(">" as Unicode.Scalar) else { throw failure("a group name that is not one") }
            } else if next == "?" {
                throw failure("an unknown kind of group")
            }
            captures += 1
            let number = captures
            make = { .group($0, capture: number) }
        }
        let body = try alternatives(depth: depth + 1)
        guard take(")" as Unicode.Scalar) else { throw failure("an unbalanced `(`") }
        return make(body)
    }

    private mutating func escape() throws -> RegexSyntax {
        guard let scalar = next else { throw failure("a `\\` at its end") }
        switch scalar {
        case "b":
            at += 1
            return .wordBoundary(negated: false)
        case "B":
            at += 1
            return .wordBoundary(negated: true)
        case "1"..."9":
            guard let reference = number(), reference <= groupCount else {
                throw failure("a reference to a group that is not there")
            }
            return .backreference(reference)
        case "k" where !names.isEmpty:
            at += 1
            guard take("<" as Unicode.Scalar) else { throw failure("an unknown escape") }
            let start = at
            while let scalar = next, scalar != ">" { _ = scalar; at += 1 }
            let name = String(String.UnicodeScalarView(text[start..<at]))
            guard take(">" as Unicode.Scalar), let reference = names[name] else {
                throw failure("a reference to a group that is not there")
            }
            return .backreference(reference)
        default: return .set(try setEscape())
        }
    }

    /// What may follow `\` both inside and outside of a class.
    private mutating func setEscape() throws -> ScalarSet {
        guard let scalar = next else { throw failure("a `\\` at its end") }
        at += 1
        switch scalar {
        case "d": return .digits
        case "D": return ScalarSet.digits.inverted
        case "w": return .word
        case "W": return ScalarSet.word.inverted
        case "s": return .space
        case "S": return ScalarSet.space.inverted
        case "t": return ScalarSet("\t")
        case "n": return ScalarSet("\n")
        case "r": return ScalarSet("\r")
        case "v": return ScalarSet("\u{B}")
        case "f": return ScalarSet("\u{C}")
        case "0":
            if let digit = next, ScalarSet.digits.contains(digit.value) { throw failure("an octal escape") }
            return ScalarSet([0...0])
        case "c":
            guard let letter = next, letter.isASCII, letter.properties.isAlphabetic else {
                throw failure("an unknown escape")
            }
            at += 1
            return ScalarSet([(letter.value % 32)...(letter.value % 32)])
        case "x":
            let code = try hexadecimal(2)
            return ScalarSet([code...code])
        case "u": return try unicodeEscape()
        case "p", "P":
            guard take("{" as Unicode.Scalar) else { throw failure("a `\\p` without its property") }
            let start = at
            while let scalar = next, scalar != "}" { _ = scalar; at += 1 }
            let name = String(String.UnicodeScalarView(text[start..<at]))
            guard take("}" as Unicode.Scalar), let set = UnicodeProperty.set(name) else {
                throw failure("a Unicode property that is not known, `\(name)`")
            }
            return scalar == "p" ? set : set.inverted
        default:
            let isLetter = scalar.isASCII && (scalar.properties.isAlphabetic || ScalarSet.digits.contains(scalar.value))
            if isLetter { throw failure("an unknown escape, `\\\(scalar)`") }
            return ScalarSet(scalar)
        }
    }

    private mutating func unicodeEscape() throws -> ScalarSet {
        var code: UInt32
        if take("{" as Unicode.Scalar) {
            code = 0
            var digits = 0
            while let digit = next.flatMap({ Character($0).hexDigitValue }), digits < 8 {
                code = code << 4 | UInt32(digit)
                digits += 1
                at += 1
            }
            guard digits > 0, code <= ScalarSet.maximum, take("}" as Unicode.Scalar) else {
                throw failure("an unknown escape")
            }
        } else {
            code = try hexadecimal(4)
            if (0xD800..<0xDC00).contains(code), take("\\u") {
                let low = try hexadecimal(4)
                guard (0xDC00..<0xE000).contains(low) else { throw failure("half of a surrogate pair") }
                code = 0x10000 + (code - 0xD800) << 10 + (low - 0xDC00)
            }
        }
        return ScalarSet([code...code])
    }

    private mutating func hexadecimal(_ count: Int) throws -> UInt32 {
        var code: UInt32 = 0
        for _ in 0..<count {
            guard let digit = next.flatMap({ Character($0).hexDigitValue }) else { throw failure("an unknown escape") }
            code = code << 4 | UInt32(digit)
            at += 1
        }
        return code
    }

    private mutating func characterClass() throws -> ScalarSet {
        let negated = take("^" as Unicode.Scalar)
        var ranges: [ClosedRange<UInt32>] = []
        while true {
            guard let scalar = next else { throw failure("an unbalanced `[`") }
            if take("]" as Unicode.Scalar) { break }
            let low = try classAtom(scalar)
            if next == "-", at + 1 < text.count, text[at + 1] != "]" {
                let before = at
                at += 1
                let high = try classAtom(text[at])
                if let from = low.single, let to = high.single {
                    guard from <= to else { throw failure("a range in the wrong order") }
                    ranges.append(from...to)
                    continue
                }
                // `[\w-.]`: the hyphen is a letter then, as outside Unicode mode.
                at = before + 1
                ranges += low.ranges + [0x2D...0x2D]
                continue
            }
            ranges += low.ranges
        }
        let set = ScalarSet(ranges)
        return negated ? set.inverted : set
    }

    private mutating func classAtom(_ scalar: Unicode.Scalar) throws -> ScalarSet {
        at += 1
        guard scalar == "\\" else { return ScalarSet(scalar) }
        if take("b" as Unicode.Scalar) { return ScalarSet("\u{8}") }
        return try setEscape()
    }
}

extension ScalarSet {
    /// The only scalar, when there is just one.
    var single: UInt32? {
        guard ranges.count == 1, ranges[0].lowerBound == ranges[0].upperBound else { return nil }
        return ranges[0].lowerBound
    }
}
