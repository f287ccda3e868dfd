/// The features of the gaps between words, by which full stops are restored: which words, endings and kinds of words stand around a gap, as
/// keys. `Training/hearth_training/stops_features.py` makes the same keys, byte by byte.
struct StopFeatures {
    /// Bits of a feature's hash that are kept; with the number of its template they are its key.
    static let keyBits = 22

    /// Each makes one feature of every gap.
    static let templates: [[Part]] = [
        [.word(-2)], [.word(-1)], [.word(0)], [.word(1)], [.word(2)], [.word(3)],
        [.word(-1), .word(0)], [.word(0), .word(1)], [.word(1), .word(2)], [.word(2), .word(3)],
        [.word(-2), .word(-1)], [.word(0), .word(2)], [.word(-1), .word(1)],
        [.word(-1), .word(0), .word(1)], [.word(0), .word(1), .word(2)], [.word(-2), .word(-1), .word(0)],
        [.word(1), .word(2), .word(3)],
        [.ending(0)], [.ending(1)], [.ending(0), .word(1)], [.word(0), .ending(1)],
        [.kind(-1), .kind(0), .kind(1)], [.kind(0), .kind(1), .kind(2)],
        [.kind(-1), .kind(0), .kind(1), .kind(2)], [.kind(-2), .kind(-1), .kind(0), .kind(1)],
        [.kind(0), .kind(1), .kind(2), .kind(3)],
    ]

    /// A word near a gap by its place (0 stands before the gap, 1 behind it), and what of it counts.
    enum Part {
        case word(Int)
        /// Its last three bytes.
        case ending(Int)
        /// A frequent word is itself, all others are their last two bytes.
        case kind(Int)
    }

    private struct Hashes {
        var word: UInt64
        var ending: UInt64
        var kind: UInt64
        /// Before the first word, and after the last.
        static let outside = Hashes(word: 1, ending: 1, kind: 1)
    }

    private let words: [Hashes]

    /// 2^64 divided by the golden ratio: Fibonacci hashing (Knuth, volume 3, 6.4).
    private static let multiplier: UInt64 = 0x9E37_79B9_7F4A_7C15
    /// Bytes of a word that are looked at.
    private static let longest = 48

    /// - Parameter frequent: The frequent words, as ``normalized(_:)`` gives them.
    init(_ words: [String], frequent: Set<[UInt8]>) {
        self.words = words.map { word in
            let bytes = Self.normalized(word)
            let kind = frequent.contains(bytes) ? Self.hash(bytes[...]) : Self.hash(bytes.suffix(2), after: "-")
            return Hashes(word: Self.hash(bytes[...]), ending: Self.hash(bytes.suffix(3), after: "~"), kind: kind)
        }
    }

    /// Gaps between words.
    var count: Int { max(0, words.count - 1) }

    /// The key of a template's feature of the gap behind a word.
    func key(_ template: Int, behind word: Int) -> UInt32 {
        var value = UInt64(template + 1) &* Self.multiplier
        for part in Self.templates[template] {
            let hash =
                switch part {
                case .word(let place): self[word + place].word
                case .ending(let place): self[word + place].ending
                case .kind(let place): self[word + place].kind
                }
            value = (value ^ hash) &* Self.multiplier
            value ^= value >> 29
        }
        value = value &* Self.multiplier
        return UInt32(truncatingIfNeeded: value >> UInt64(64 - Self.keyBits))
            | UInt32(truncatingIfNeeded: template << Self.keyBits)
    }

    private subscript(place: Int) -> Hashes { words.indices.contains(place) ? words[place] : .outside }

    /// A word as it is hashed: ASCII in lower case, a curly apostrophe made straight, no marks at its ends.
    static func normalized(_ word: String) -> [UInt8] {
        var bytes: [UInt8] = []
        for byte in word.utf8 {
            bytes.append((0x41...0x5A).contains(byte) ? byte + 0x20 : byte)
            // ’ is E2 80 99.
            if byte == 0x99, bytes.suffix(3).elementsEqual([0xE2, 0x80, 0x99]) {
                bytes.removeLast(3)
                bytes.append(UInt8(ascii: "'"))
            }
        }
        guard let first = bytes.firstIndex(where: isLetter), let last = bytes.lastIndex(where: isLetter) else {
            return []
        }
        return Array(bytes[first...last].prefix(longest))
    }

    /// Only ASCII is told apart.
    private static func isLetter(_ byte: UInt8) -> Bool {
        (0x61...0x7A).contains(byte) || (0x30...0x39).contains(byte) || byte >= 0x80
    }

    /// FNV-1a of 64 bits.
    private static func hash(_ bytes: ArraySlice<UInt8>, after mark: Unicode.Scalar? = nil) -> UInt64 {
        var value: UInt64 = 0xCBF2_9CE4_8422_2325
        if let mark { value = (value ^ UInt64(mark.value)) &* 0x100_0000_01B3 }
        for byte in bytes { value = (value ^ UInt64(byte)) &* 0x100_0000_01B3 }
        return value
    }
}
