/// How the words of a question begin, by which most names of a library are passed over before anything takes them apart.
///
/// Of two forms of one word the first three letters are the same (``WordLikeness``), and a word of a name begins where its letters or
/// digits begin, or where their kind changes ("report2024"). Names with other letters than ASCII's are never passed over.
struct WordBeginnings {
    private static let length = 3

    /// Up to three bytes of each word, packed.
    private let packed: Set<UInt32>

    /// - Parameter words: In lower case, without marks.
    init(_ words: [String]) {
        packed = Set(words.map { $0.utf8.prefix(Self.length).reduce(0) { $0 << 8 | UInt32($1) } })
    }

    /// Whether a word of a name may be one of those, or a form of it.
    func mayStand(in name: String) -> Bool {
        var name = name
        return name.withUTF8 { bytes in
            guard bytes.allSatisfy({ $0 < 0x80 }) else { return true }
            var before = Kind.other
            for place in bytes.indices {
                let kind = Kind(bytes[place])
                defer { before = kind }
                guard kind != .other, kind != before else { continue }
                let word = bytes[place...].prefix(Self.length).prefix { Kind($0) != .other }
                // "a2b" may be one word, and more than one.
                for length in 1...word.count {
                    let isEnd =
                        length == Self.length || place + length == bytes.count
                        || Kind(bytes[place + length]) != Kind(bytes[place + length - 1])
                    let value = word.prefix(length).reduce(0) { $0 << 8 | UInt32(Kind.lowercased($1)) }
                    if isEnd, packed.contains(value) { return true }
                }
            }
            return false
        }
    }

    private enum Kind {
        case small, capital, digit, other

        init(_ byte: UInt8) {
            self =
                switch byte {
                case UInt8(ascii: "a")...UInt8(ascii: "z"): .small
                case UInt8(ascii: "A")...UInt8(ascii: "Z"): .capital
                case UInt8(ascii: "0")...UInt8(ascii: "9"): .digit
                default: .other
                }
        }

        static func lowercased(_ byte: UInt8) -> UInt8 { Kind(byte) == .capital ? byte | 0x20 : byte }
    }
}
