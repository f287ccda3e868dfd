/// Reads a JSON text while it is being written, and shows at any moment what is known of the value.
///
/// Takes and refuses what ``JSONParser`` does, a piece at a time, wherever the pieces are cut; no byte is read twice.
/// Snapshots only grow: texts get longer, arrays and objects get more members. What may still change is held back: numbers,
/// words and keys until they end, escapes and characters until they are whole.
public struct PartialJSON: Sendable {
    private enum Mode: Sendable {
        case value, firstItemOrEnd, firstKeyOrEnd, key, colon, commaOrEnd, end
        case string, number, word
    }

    private let maxDepth: Int
    private var containers: [OpenContainer] = []
    private var mode = Mode.value
    private var text = OpenString()
    private var isKey = false
    /// The bytes of a number or a word that is not finished.
    private var token: [UInt8] = []
    private var root: JSONValue?
    private var count = 0
    private var mark = 0
    private var failure: JSONSyntaxError?

    /// - Parameter maxDepth: How deeply arrays and objects may be nested.
    public init(maxDepth: Int = JSONParser.defaultDepth) { self.maxDepth = maxDepth }

    /// Whether the value has ended: nothing but white space may follow. A number at the top ends with the text only.
    public var isComplete: Bool { mode == .end }

    /// Reads on.
    ///
    /// - Throws: ``JSONSyntaxError`` when the text is no beginning of JSON; then and from then on.
    public mutating func append(_ piece: String) throws { try append(piece.utf8) }

    /// Reads on, in UTF-8; a character may be cut.
    ///
    /// - Throws: ``JSONSyntaxError`` when the text is no beginning of JSON; then and from then on.
    public mutating func append(_ bytes: some Sequence<UInt8>) throws {
        if let failure { throw failure }
        do {
            for byte in bytes {
                try take(byte)
                count += 1
            }
        } catch {
            let known = error as? JSONSyntaxError ?? JSONSyntaxError(message: "Not JSON.")
            failure = known
            throw known
        }
    }

    /// Ends the text.
    ///
    /// - Throws: ``JSONSyntaxError`` when the value is not whole.
    public mutating func finish() throws -> JSONValue {
        if let failure { throw failure }
        guard let value = wholeValue else { throw syntaxError("the text ends before the value does") }
        return value
    }

    /// The value, where the text up to here is a whole one.
    package var wholeValue: JSONValue? {
        if mode == .end { return root }
        guard mode == .number, containers.isEmpty else { return nil }
        return (try? Self.parsed(token)).map(JSONValue.number)
    }

    /// The value as far as it is known; `nil` before its first certain part.
    ///
    /// Takes time in proportion to the members of what is open, and to the text that is.
    public var snapshot: GeneratedContent? { snapshot(withOpenText: true) }

    /// The value with whole texts, numbers and words only: what can be kept of an answer that was cut off.
    package var wholeParts: JSONValue? { snapshot(withOpenText: false)?.value }

    private func snapshot(withOpenText: Bool) -> GeneratedContent? {
        if let root { return GeneratedContent(root) }
        var value: JSONValue?
        var levels = 0
        if withOpenText, mode == .string, !isKey {
            value = .string(text.snapshot)
            levels = 1
        }
        for container in containers.reversed() {
            // A child that is not there yet leaves only what is around it open.
            levels = value == nil ? 1 : levels + 1
            value = container.value(adding: value)
        }
        return value.map { GeneratedContent($0, openLevels: levels) }
    }

    private func syntaxError(_ what: String) -> JSONSyntaxError {
        JSONSyntaxError(message: "Not JSON: \(what), at byte \(count).")
    }

    private mutating func take(_ byte: UInt8) throws {
        switch mode {
        case .string:
            switch try text.take(byte) {
            case .more: break
            case .done(let string): try finish(string)
            }
            return
        case .number:
            if Self.isInNumber(byte) {
                token.append(byte)
                return
            }
            try close(.number(try number()))
        case .word:
            token.append(byte)
            try checkWord()
            return
        default: break
        }
        if byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 { return }
        if count < 3, count == mark, byte == [0xEF, 0xBB, 0xBF][count] {
            mark += 1
            return
        }
        if mark == 1 || mark == 2 { throw syntaxError("no value") }
        try takeStructure(byte)
    }

    private mutating func takeStructure(_ byte: UInt8) throws {
        switch (mode, byte) {
        case (.firstKeyOrEnd, UInt8(ascii: "}")), (.firstItemOrEnd, UInt8(ascii: "]")): try closeContainer()
        case (.firstKeyOrEnd, UInt8(ascii: "\"")), (.key, UInt8(ascii: "\"")):
            isKey = true
            text = OpenString()
            mode = .string
        case (.firstKeyOrEnd, _), (.key, _): throw syntaxError("a key in quotes is missing")
        case (.colon, UInt8(ascii: ":")): mode = .value
        case (.colon, _): throw syntaxError("`:` is missing")
        case (.commaOrEnd, _):
            let isObject = containers.last?.isObject ?? false
            switch byte {
            case UInt8(ascii: ","): mode = isObject ? .key : .value
            case UInt8(ascii: "}") where isObject, UInt8(ascii: "]") where !isObject: try closeContainer()
            default: throw syntaxError(isObject ? "`,` or `}` is missing" : "`,` or `]` is missing")
            }
        case (.end, _): throw syntaxError("there is more text after the value")
        default: try beginValue(byte)
        }
    }

    private mutating func beginValue(_ byte: UInt8) throws {
        switch byte {
        case UInt8(ascii: "{"), UInt8(ascii: "["):
            guard containers.count < maxDepth else {
                throw syntaxError("it is nested more than \(maxDepth) levels deep")
            }
            let isObject = byte == UInt8(ascii: "{")
            containers.append(OpenContainer(isObject: isObject))
            mode = isObject ? .firstKeyOrEnd : .firstItemOrEnd
        case UInt8(ascii: "\""):
            isKey = false
            text = OpenString()
            mode = .string
        case UInt8(ascii: "t"), UInt8(ascii: "f"), UInt8(ascii: "n"):
            token = [byte]
            mode = .word
        case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"):
            token = [byte]
            mode = .number
        default: throw syntaxError("no value")
        }
    }

    private mutating func finish(_ string: String) throws {
        if isKey {
            containers[containers.count - 1].key = string
            mode = .colon
        } else {
            try close(.string(string))
        }
    }

    private static func isInNumber(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "+"), UInt8(ascii: "-"), UInt8(ascii: "."),
            UInt8(ascii: "e"), UInt8(ascii: "E"):
            true
        default: false
        }
    }

    private mutating func number() throws -> JSONNumber {
        do { return try Self.parsed(token) } catch { throw syntaxError("no number") }
    }

    private static func parsed(_ bytes: [UInt8]) throws -> JSONNumber {
        guard let number = JSONNumber(String(decoding: bytes, as: UTF8.self)) else {
            throw JSONSyntaxError(message: "Not JSON: no number.")
        }
        return number
    }

    private mutating func checkWord() throws {
        for (word, value) in [("true", JSONValue.bool(true)), ("false", .bool(false)), ("null", .null)]
        where word.utf8.starts(with: token) {
            if word.utf8.count == token.count { try close(value) }
            return
        }
        throw syntaxError("an unknown word")
    }

    private mutating func closeContainer() throws {
        guard let container = containers.popLast() else { throw syntaxError("no value") }
        try close(container.value(adding: nil))
    }

    /// Puts a finished value where it belongs.
    private mutating func close(_ value: JSONValue) throws {
        if containers.isEmpty {
            root = value
            mode = .end
        } else {
            containers[containers.count - 1].add(value)
            mode = .commaOrEnd
        }
    }
}

/// An array or an object whose end has not come.
private struct OpenContainer: Sendable {
    let isObject: Bool
    var key: String?
    private var members = JSONObject()
    private var items: [JSONValue] = []

    init(isObject: Bool) { self.isObject = isObject }

    mutating func add(_ value: JSONValue) {
        if let key { members[key] = value } else { items.append(value) }
        key = nil
    }

    func value(adding child: JSONValue?) -> JSONValue {
        var whole = self
        if let child, !isObject || key != nil { whole.add(child) }
        return isObject ? .object(whole.members) : .array(whole.items)
    }
}

/// A JSON string whose end has not come.
struct OpenString: Sendable {
    enum Outcome {
        case more
        case done(String)
    }

    private enum Mode: Sendable {
        case plain, escape
        case hexadecimal(digits: Int, code: UInt32)
    }

    private var bytes: [UInt8] = []
    private var mode = Mode.plain
    /// The first half of a surrogate pair, waiting for the second. A half alone becomes U+FFFD, as in ``JSONParser``.
    private var half: UInt32?

    /// What there is of the text, in whole characters.
    var snapshot: String {
        var end = bytes.count
        for back in 1...3 where back <= bytes.count {
            let byte = bytes[bytes.count - back]
            if byte & 0xC0 == 0x80 { continue }
            let width = byte >= 0xF0 ? 4 : byte >= 0xE0 ? 3 : byte >= 0xC0 ? 2 : 1
            if width > back { end = bytes.count - back }
            break
        }
        return String(decoding: bytes[..<end], as: UTF8.self)
    }

    mutating func take(_ byte: UInt8) throws -> Outcome {
        switch mode {
        case .plain:
            switch byte {
            case UInt8(ascii: "\""):
                giveUpHalf()
                guard let text = String(validating: bytes, as: UTF8.self) else {
                    throw JSONSyntaxError(message: "Not JSON: a string is not UTF-8.")
                }
                return .done(text)
            case UInt8(ascii: "\\"): mode = .escape
            case ..<0x20: throw JSONSyntaxError(message: "Not JSON: a control character in a string.")
            default:
                giveUpHalf()
                bytes.append(byte)
            }
        case .escape:
            if byte == UInt8(ascii: "u") {
                mode = .hexadecimal(digits: 0, code: 0)
                break
            }
            giveUpHalf()
            bytes.append(try Self.escaped(byte))
            mode = .plain
        case .hexadecimal(let digits, let code):
            guard let digit = Character(Unicode.Scalar(byte)).hexDigitValue else {
                throw JSONSyntaxError(message: "Not JSON: an escape is cut off.")
            }
            let code = code << 4 | UInt32(digit)
            mode = digits == 3 ? .plain : .hexadecimal(digits: digits + 1, code: code)
            if digits == 3 { take(code: code) }
        }
        return .more
    }

    private mutating func take(code: UInt32) {
        if let high = half, (0xDC00..<0xE000).contains(code) {
            half = nil
            append(Unicode.Scalar(0x10000 + (high - 0xD800) << 10 + (code - 0xDC00)))
            return
        }
        giveUpHalf()
        if (0xD800..<0xDC00).contains(code) { half = code } else { append(Unicode.Scalar(code)) }
    }

    private mutating func giveUpHalf() {
        guard half != nil else { return }
        half = nil
        append(nil)
    }

    private mutating func append(_ scalar: Unicode.Scalar?) {
        bytes += Array(String(Character(scalar ?? "\u{FFFD}")).utf8)
    }

    private static func escaped(_ byte: UInt8) throws -> UInt8 {
        switch byte {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): return byte
        case UInt8(ascii: "b"): return 0x08
        case UInt8(ascii: "f"): return 0x0C
        case UInt8(ascii: "n"): return 0x0A
        case UInt8(ascii: "r"): return 0x0D
        case UInt8(ascii: "t"): return 0x09
        default: throw JSONSyntaxError(message: "Not JSON: an unknown escape.")
        }
    }
}
