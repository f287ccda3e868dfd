/// Cuts a template into tokens as Jinja does with `trim_blocks` and `lstrip_blocks`, the way chat templates are read
/// everywhere: the line break after a block goes, and so does the indentation before one.
struct Lexer {
    private let source: [UInt8]
    private var position = 0
    private var line = 1
    private var tokens: [Token] = []
    /// Whether the text before `position` ends a line (or nothing is before it).
    private var startsLine = true

    static func tokens(of text: String, limits: TemplateLimits) throws -> [Token] {
        guard text.utf8.count <= limits.sourceBytes else {
            throw TemplateError(.limit, "The chat template is longer than \(limits.sourceBytes) bytes.")
        }
        var lexer = Lexer(source: normalized(Array(text.utf8)))
        try lexer.run()
        return lexer.tokens
    }

    private init(source: [UInt8]) { self.source = source }

    /// One kind of line break, and none at the end of the template.
    private static func normalized(_ bytes: [UInt8]) -> [UInt8] {
        var result: [UInt8] = []
        result.reserveCapacity(bytes.count)
        var index = 0
        while index < bytes.count {
            if bytes[index] == 0x0D {
                result.append(0x0A)
                if index + 1 < bytes.count, bytes[index + 1] == 0x0A { index += 1 }
            } else {
                result.append(bytes[index])
            }
            index += 1
        }
        if result.last == 0x0A { result.removeLast() }
        return result
    }

    // MARK: Text and marks

    private mutating func run() throws {
        while let open = nextMark() {
            let sign = byte(open + 2)
            let kind = source[open + 1]
            appendData(position..<open, sign: sign, isVariable: kind == Self.brace)
            advance(to: open + (sign == Self.minus || sign == Self.plus ? 3 : 2))
            switch kind {
            case Self.hash: try skipComment()
            case Self.percent:
                if let inside = rawBegin() {
                    try readRaw(from: inside)
                } else {
                    append(.blockBegin)
                    try readExpression(isBlock: true)
                }
            default:
                append(.variableBegin)
                try readExpression(isBlock: false)
            }
        }
        appendData(position..<source.count, sign: nil, isVariable: true)
        advance(to: source.count)
        append(.end)
    }

    private func nextMark() -> Int? {
        var index = position
        while index + 1 < source.count {
            if source[index] == Self.brace, [Self.brace, Self.percent, Self.hash].contains(source[index + 1]) {
                return index
            }
            index += 1
        }
        return nil
    }

    private mutating func appendData(_ range: Range<Int>, sign: UInt8?, isVariable: Bool) {
        var text = Text(Array(source[range]))
        if sign == Self.minus {
            text = text.stripped(left: false)
        } else if sign != Self.plus, !isVariable {
            let lineStart = (text.bytes.lastIndex(of: 0x0A) ?? -1) + 1
            if lineStart > 0 || startsLine, text.slice(lineStart..<text.count).stripped().bytes.isEmpty {
                text = text.slice(0..<lineStart)
            }
        }
        if !text.bytes.isEmpty { append(.data(text.bytes)) }
    }

    private mutating func skipComment() throws {
        let begin = line
        guard let end = find([Self.hash, Self.closingBrace], from: position) else {
            throw TemplateError(.syntax, "a comment has no end.", line: begin)
        }
        let sign = end > position ? source[end - 1] : nil
        close(after: end + 2, sign: sign)
    }

    /// Moves past a closing mark and the white space that goes with it.
    private mutating func close(after end: Int, sign: UInt8?, trimsLine: Bool = true) {
        var end = end
        if sign == Self.minus {
            end = skippingSpace(end)
        } else if sign != Self.plus, trimsLine, byte(end) == 0x0A {
            end += 1
        }
        advance(to: end)
        startsLine = source[end - 1] == 0x0A
    }

    /// Where the text of a raw block begins, when one opens here.
    private func rawBegin() -> (end: Int, sign: UInt8?)? {
        let name = skippingSpace(position)
        guard source[name...].starts(with: "raw".utf8) else { return nil }
        let end = skippingSpace(name + 3)
        if byte(end) == Self.minus, closesBlock(end + 1) { return (end + 3, Self.minus) }
        // The line break after `raw` stays, as in Jinja.
        return closesBlock(end) ? (end + 2, Self.plus) : nil
    }

    private mutating func readRaw(from begin: (end: Int, sign: UInt8?)) throws {
        let first = line
        close(after: begin.end, sign: begin.sign)
        var search = position
        while let open = find([Self.brace, Self.percent], from: search) {
            search = open + 2
            let sign = byte(open + 2)
            let name = skippingSpace(sign == Self.minus || sign == Self.plus ? open + 3 : open + 2)
            guard source[name...].starts(with: "endraw".utf8) else { continue }
            var end = skippingSpace(name + 6)
            let closing = byte(end)
            if closing == Self.minus || closing == Self.plus { end += 1 }
            guard closesBlock(end) else { continue }
            appendData(position..<open, sign: sign, isVariable: false)
            close(after: end + 2, sign: closing)
            return
        }
        throw TemplateError(.syntax, "a raw block has no end.", line: first)
    }

    // MARK: Expressions

    private mutating func readExpression(isBlock: Bool) throws {
        var open: [UInt8] = []
        let first = line
        while position < source.count {
            let here = source[position]
            if open.isEmpty, let end = closing(isBlock: isBlock) {
                append(isBlock ? .blockEnd : .variableEnd)
                close(after: end.position, sign: end.sign, trimsLine: isBlock)
                return
            }
            let (scalar, length) = UTF8Scalar.first(source, position)
            if Whitespace.contains(scalar) {
                advance(to: position + length)
            } else if Self.isDigit(here) {
                try readNumber()
            } else if here == UInt8(ascii: "\"") || here == UInt8(ascii: "'") {
                try readString(quote: here)
            } else if here == UInt8(ascii: "_") || scalar.properties.isXIDStart {
                readName()
            } else {
                try readSymbol(&open)
            }
        }
        throw TemplateError(.syntax, "an expression has no end.", line: first)
    }

    private func closing(isBlock: Bool) -> (position: Int, sign: UInt8?)? {
        let here = source[position]
        let close = isBlock ? Self.percent : Self.closingBrace
        func closes(_ index: Int) -> Bool { byte(index) == close && byte(index + 1) == Self.closingBrace }
        if closes(position) { return (position + 2, nil) }
        if here == Self.minus || (isBlock && here == Self.plus), closes(position + 1) { return (position + 3, here) }
        return nil
    }

    private mutating func readName() {
        var end = position
        while end < source.count {
            let (scalar, length) = UTF8Scalar.first(source, end)
            guard scalar == "_" || scalar.properties.isXIDContinue else { break }
            end += length
        }
        append(.name(String(decoding: source[position..<end], as: UTF8.self)))
        advance(to: end)
    }

    private mutating func readNumber() throws {
        let start = position
        var end = start
        var radix = 10
        let marks: [UInt8: Int] = [UInt8(ascii: "x"): 16, UInt8(ascii: "o"): 8, UInt8(ascii: "b"): 2]
        if source[start] == UInt8(ascii: "0"), let mark = byte(start + 1), let value = marks[mark | 0x20] {
            radix = value
            end += 2
        }
        func skipDigits() {
            while let next = byte(end), radix == 16 ? Self.isHexDigit(next) : Self.isDigit(next) || next == 0x5F {
                end += 1
            }
        }
        skipDigits()
        var isFloat = false
        if radix == 10 {
            // `1.` is an integer and a dot; so is the end of `a.1.2`, where no number may hold a dot.
            let afterDot = start > 0 && source[start - 1] == UInt8(ascii: ".")
            if !afterDot, byte(end) == UInt8(ascii: "."), let next = byte(end + 1), Self.isDigit(next) {
                isFloat = true
                end += 1
                skipDigits()
            }
            if !afterDot, let mark = byte(end), mark | 0x20 == UInt8(ascii: "e") {
                var digits = end + 1
                if byte(digits) == Self.plus || byte(digits) == Self.minus { digits += 1 }
                if let next = byte(digits), Self.isDigit(next) {
                    isFloat = true
                    end = digits
                    skipDigits()
                }
            }
        }
        let text = String(
            decoding: source[(radix == 10 ? start : start + 2)..<end].filter { $0 != 0x5F }, as: UTF8.self)
        if isFloat, let value = Double(text) {
            append(.float(value))
        } else if let value = Int(text, radix: radix) {
            append(.integer(value))
        } else {
            throw TemplateError(.syntax, "a number is malformed or too large.", line: line)
        }
        advance(to: end)
    }

    private mutating func readString(quote: UInt8) throws {
        var end = position + 1
        while end < source.count, source[end] != quote { end += source[end] == UInt8(ascii: "\\") ? 2 : 1 }
        guard end < source.count else { throw TemplateError(.syntax, "a string has no end.", line: line) }
        let begin = line
        do {
            append(.string(try StringEscapes.decoded(source[position + 1..<end])))
        } catch let error as TemplateError {
            throw error.at(begin)
        }
        advance(to: end + 1)
    }

    private mutating func readSymbol(_ open: inout [UInt8]) throws {
        for length in [2, 1] where position + length <= source.count {
            let text = String(decoding: source[position..<position + length], as: UTF8.self)
            guard let symbol = Token.Symbol(rawValue: text) else { continue }
            switch symbol {
            case .leftBrace, .leftBracket, .leftParenthesis:
                let pairs: [Token.Symbol: String] = [.leftBrace: "}", .leftBracket: "]", .leftParenthesis: ")"]
                open += Array((pairs[symbol] ?? "").utf8)
            case .rightBrace, .rightBracket, .rightParenthesis:
                guard open.popLast() == source[position] else {
                    throw TemplateError(.syntax, "`\(text)` closes nothing.", line: line)
                }
            default: break
            }
            append(.symbol(symbol))
            advance(to: position + length)
            return
        }
        let scalar = UTF8Scalar.first(source, position).0
        throw TemplateError(.syntax, "`\(scalar)` is not part of any expression.", line: line)
    }

    // MARK: Bytes

    private static let brace = UInt8(ascii: "{")
    private static let closingBrace = UInt8(ascii: "}")
    private static let percent = UInt8(ascii: "%")
    private static let hash = UInt8(ascii: "#")
    private static let minus = UInt8(ascii: "-")
    private static let plus = UInt8(ascii: "+")

    private static func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }
    private static func isHexDigit(_ byte: UInt8) -> Bool {
        isDigit(byte) || (0x61...0x66).contains(byte | 0x20) || byte == 0x5F
    }

    private func byte(_ index: Int) -> UInt8? { index < source.count ? source[index] : nil }

    private func closesBlock(_ index: Int) -> Bool {
        byte(index) == Self.percent && byte(index + 1) == Self.closingBrace
    }

    private func find(_ needle: [UInt8], from start: Int) -> Int? {
        var index = start
        while index + needle.count <= source.count {
            if source[index] == needle[0], source[index..<index + needle.count].elementsEqual(needle) { return index }
            index += 1
        }
        return nil
    }

    private func skippingSpace(_ start: Int) -> Int {
        var index = start
        while index < source.count {
            let (scalar, length) = UTF8Scalar.first(source, index)
            guard Whitespace.contains(scalar) else { break }
            index += length
        }
        return min(index, source.count)
    }

    private mutating func append(_ kind: Token.Kind) {
        tokens.append(Token(kind: kind, line: line))
    }

    private mutating func advance(to end: Int) {
        for byte in source[position..<max(position, end)] where byte == 0x0A { line += 1 }
        position = end
        startsLine = false
    }
}

/// What the lexer cuts a template into.
struct Token: Sendable {
    enum Kind: Sendable, Equatable {
        /// Text outside of any mark.
        case data([UInt8])
        case blockBegin, blockEnd
        case variableBegin, variableEnd
        case name(String)
        case string([UInt8])
        case integer(Int)
        case float(Double)
        case symbol(Symbol)
        case end
    }

    enum Symbol: String, Sendable {
        case add = "+", subtract = "-", divide = "/", floorDivide = "//", multiply = "*", remainder = "%", power = "**"
        case concatenate = "~", leftBracket = "[", rightBracket = "]", leftParenthesis = "(", rightParenthesis = ")"
        case leftBrace = "{", rightBrace = "}", equal = "==", notEqual = "!=", greater = ">", greaterOrEqual = ">="
        case less = "<", lessOrEqual = "<=", assign = "=", dot = ".", colon = ":", pipe = "|", comma = ","
        case semicolon = ";"
    }

    let kind: Kind
    /// From 1.
    let line: Int

    /// For error messages.
    var description: String {
        switch kind {
        case .data: "text"
        case .blockBegin: "`{%`"
        case .blockEnd: "`%}`"
        case .variableBegin: "`{{`"
        case .variableEnd: "`}}`"
        case .name(let name): "`\(name)`"
        case .string: "a string"
        case .integer, .float: "a number"
        case .symbol(let symbol): "`\(symbol.rawValue)`"
        case .end: "the end of the template"
        }
    }
}

/// Escapes in string literals, as Python's `unicode-escape` reads them: unknown ones stay as they are.
enum StringEscapes {
    private static let simple: [UInt8: UInt8] = [
        UInt8(ascii: "n"): 0x0A, UInt8(ascii: "t"): 0x09, UInt8(ascii: "r"): 0x0D, UInt8(ascii: "b"): 0x08,
        UInt8(ascii: "f"): 0x0C, UInt8(ascii: "v"): 0x0B, UInt8(ascii: "a"): 0x07, UInt8(ascii: "\\"): 0x5C,
        UInt8(ascii: "'"): 0x27, UInt8(ascii: "\""): 0x22,
    ]

    static func decoded(_ literal: ArraySlice<UInt8>) throws -> [UInt8] {
        var result: [UInt8] = []
        var index = literal.startIndex
        while index < literal.endIndex {
            let byte = literal[index]
            index += 1
            guard byte == 0x5C, index < literal.endIndex else {
                result.append(byte)
                continue
            }
            let mark = literal[index]
            index += 1
            if let value = simple[mark] {
                result.append(value)
            } else if mark == 0x0A {
                continue
            } else if (0x30...0x37).contains(mark) {
                var value = UInt32(mark - 0x30)
                var digits = 1
                while digits < 3, index < literal.endIndex, (0x30...0x37).contains(literal[index]) {
                    value = value * 8 + UInt32(literal[index] - 0x30)
                    index += 1
                    digits += 1
                }
                result += try utf8(value)
            } else if let width = [UInt8(ascii: "x"): 2, UInt8(ascii: "u"): 4, UInt8(ascii: "U"): 8][mark] {
                guard let value = hex(literal, index, width) else {
                    throw TemplateError(.syntax, "a string has a broken \\\(Character(Unicode.Scalar(mark))) escape.")
                }
                index += width
                // Two halves of a UTF-16 pair, as JSON writes them.
                if (0xD800..<0xDC00).contains(value), index + 1 < literal.endIndex, literal[index] == 0x5C,
                    literal[index + 1] == UInt8(ascii: "u"), let low = hex(literal, index + 2, 4),
                    (0xDC00..<0xE000).contains(low)
                {
                    index += 6
                    result += try utf8(0x10000 + (value - 0xD800) << 10 + (low - 0xDC00))
                } else {
                    result += try utf8(value)
                }
            } else {
                result += [byte, mark]
            }
        }
        return result
    }

    private static func hex(_ bytes: ArraySlice<UInt8>, _ start: Int, _ width: Int) -> UInt32? {
        guard start + width <= bytes.endIndex else { return nil }
        let digits = bytes[start..<start + width]
        guard digits.allSatisfy({ $0 != UInt8(ascii: "+") && $0 != UInt8(ascii: "-") }) else { return nil }
        return UInt32(String(decoding: digits, as: UTF8.self), radix: 16)
    }

    private static func utf8(_ value: UInt32) throws -> [UInt8] {
        guard let scalar = Unicode.Scalar(value) else {
            throw TemplateError(.syntax, "a string escape is not a character.")
        }
        return Array(String(scalar).utf8)
    }
}
