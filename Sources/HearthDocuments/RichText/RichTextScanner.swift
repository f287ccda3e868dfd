/// The parts of a Rich Text file (RTF 1.9.1): groups, control words and symbols, and text.
///
/// In one pass and without recursion. Line ends between them are no text.
struct RichTextScanner {
    enum Token: Equatable {
        case open
        case close
        /// Lower and upper case are different words; `value` is the number behind it.
        case word(String, value: Int?)
        /// What stands behind a backslash and is no letter: "*", "~", "-", "_", "\\", "{", "}", or the end of a line.
        case symbol(UInt8)
        /// A byte in the encoding of its font: written as it is, or in hexadecimal.
        case byte(UInt8)
    }

    private let bytes: [UInt8]
    private var position: Int

    /// The longest word of the specification has 21 letters.
    private static let longestWord = 32
    private static let mostDigits = 10

    init(_ bytes: [UInt8]) {
        self.bytes = bytes
        position = bytes.firstIndex { !isSpace($0) && $0 != 0xEF && $0 != 0xBB && $0 != 0xBF } ?? bytes.count
    }

    mutating func next() -> Token? {
        while position < bytes.count {
            let byte = bytes[position]
            position += 1
            switch byte {
            case UInt8(ascii: "{"): return .open
            case UInt8(ascii: "}"): return .close
            case UInt8(ascii: "\\"):
                if let token = control() { return token }
            case newline, carriageReturn, 0: continue
            default: return .byte(byte)
            }
        }
        return nil
    }

    /// Passes over bytes that are no text: behind `\bin`.
    mutating func skip(_ count: Int) { position = min(bytes.count, position + max(0, min(count, bytes.count))) }

    /// Whether something else follows than white space and padding.
    var holdsMore: Bool { bytes[position...].contains { !isSpace($0) && $0 != 0 && $0 != UInt8(ascii: "}") } }

    /// What stands behind a backslash; `nil` where nothing does.
    private mutating func control() -> Token? {
        guard position < bytes.count else { return nil }
        let first = bytes[position]
        if isLetter(first) { return word() }
        position += 1
        guard first == UInt8(ascii: "'") else { return .symbol(first) }
        var value: UInt8 = 0
        var digits = 0
        while digits < 2, position < bytes.count, let digit = hexDigit(bytes[position]) {
            value = value << 4 | digit
            position += 1
            digits += 1
        }
        return digits == 2 ? .byte(value) : nil
    }

    private mutating func word() -> Token {
        let start = position
        while position < bytes.count, isLetter(bytes[position]), position - start < Self.longestWord { position += 1 }
        let name = bytes.string(start..<position)
        var value: Int?
        let isNegative =
            position + 1 < bytes.count && bytes[position] == UInt8(ascii: "-") && isDigit(bytes[position + 1])
        if isNegative { position += 1 }
        let digits = position
        while position < bytes.count, isDigit(bytes[position]), position - digits < Self.mostDigits {
            value = (value ?? 0) * 10 + Int(bytes[position] - 0x30)
            position += 1
        }
        // One space ends the word and belongs to it.
        if position < bytes.count, bytes[position] == space { position += 1 }
        return .word(name, value: isNegative ? value.map { -$0 } : value)
    }
}
