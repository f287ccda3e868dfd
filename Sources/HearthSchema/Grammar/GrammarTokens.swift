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
