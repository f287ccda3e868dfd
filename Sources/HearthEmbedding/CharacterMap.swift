/// What SentencePiece makes of characters before it looks for pieces (its `precompiled_charsmap`): compatibility characters become the
/// ordinary ones, white space becomes a space.
///
/// A double-array trie in the form of Darts-clone, whose leaves say where their text begins. It comes from a file that anybody may have
/// written, so that every place in it is checked when it is used.
struct CharacterMap: Sendable {
    /// A part of a text that is replaced, and what by.
    struct Match {
        /// Bytes of the source.
        var length: Int
        /// Bytes of ``texts``.
        var text: Range<Int>
    }

    private let units: [UInt32]
    /// The replacements, each of which ends with 0.
    let texts: [UInt8]

    static let largest = 1 << 24
    /// Bytes of the longest replacement: no character of Unicode becomes more than eighteen.
    private static let longestText = 128
    /// Bytes of the longest text that is replaced: a letter with its accents. A table that leads in a circle would otherwise read the
    /// rest of a text at each of its characters.
    static let longestKey = 64

    /// - Parameter blob: The length of the trie as four bytes, the least first; the trie; the replacements.
    init(_ blob: [UInt8]) throws {
        func word(_ at: Int) -> UInt32 { (0..<4).reduce(0) { $0 | UInt32(blob[at + $1]) << (8 * UInt32($1)) } }
        guard blob.count >= 8, blob.count <= Self.largest else { throw Self.malformed }
        let size = Int(word(0))
        guard size >= 4, size % 4 == 0, size <= blob.count - 4 else { throw Self.malformed }
        units = stride(from: 4, to: 4 + size, by: 4).map(word)
        texts = Array(blob[(4 + size)...])
    }

    static var malformed: EmbeddingError {
        EmbeddingError(.malformedModel, "The model file's table of characters cannot be read.")
    }

    /// The longest beginning of some bytes that is replaced, of whole characters; `nil` where none is.
    func longest(_ bytes: UnsafePointer<UInt8>, _ count: Int) -> Match? {
        var found: (length: Int, place: Int)?
        var node = Self.offset(units[0])
        for at in 0..<min(count, Self.longestKey) {
            let byte = bytes[at]
            node ^= Int(byte)
            guard byte != 0, units.indices.contains(node) else { break }
            let unit = units[node]
            // The highest bit marks what is no character.
            guard unit & 0x8000_00FF == UInt32(byte) else { break }
            node ^= Self.offset(unit)
            guard units.indices.contains(node) else { break }
            let endsCharacter = at + 1 == count || bytes[at + 1] & 0xC0 != 0x80
            if unit >> 8 & 1 == 1, endsCharacter { found = (at + 1, Int(units[node] & 0x7FFF_FFFF)) }
        }
        // What begins in the middle of a character ends no word, however long that grows.
        guard let found, found.place < texts.count, texts[found.place] & 0xC0 != 0x80 else { return nil }
        let limit = min(texts.count, found.place + Self.longestText)
        let end = texts[found.place..<limit].firstIndex(of: 0) ?? limit
        return Match(length: found.length, text: found.place..<end)
    }

    private static func offset(_ unit: UInt32) -> Int { Int(unit >> 10) << Int((unit & 0x200) >> 6) }
}
