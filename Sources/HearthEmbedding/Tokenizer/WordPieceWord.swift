import CEncoderKernels

/// A word being collected: its normalised bytes, and for every byte where its source ends.
///
/// Holds a fixed amount of memory however long the word is: past `maximumLength` characters only the end is remembered,
/// since such a word becomes one unknown token.
struct WordPieceWord {
    /// Characters of a word beyond which the reference does not look it up (`max_input_chars_per_word`).
    static let maximumLength = 100

    /// No character takes more than four bytes, and one append brings at most three characters.
    private static let capacity = (maximumLength + 3) * 4

    private let vocabulary: WordPieceVocabulary
    private let bytes: UnsafeMutablePointer<UInt8>
    private let ends: UnsafeMutablePointer<Int>
    /// At `i`, the hash of the bytes from the current start up to and including `i`.
    private let hashes: UnsafeMutablePointer<UInt64>
    private let pieces: UnsafeMutablePointer<(token: Int32, end: Int)>
    private var count = 0
    private var length = 0
    private var end = 0

    /// Calls `body` with an empty word in temporary memory.
    @inline(__always)
    static func withWord(of vocabulary: WordPieceVocabulary, _ body: (inout WordPieceWord) -> Void) {
        withUnsafeTemporaryAllocation(of: UInt8.self, capacity: capacity) { bytes in
            withUnsafeTemporaryAllocation(of: Int.self, capacity: capacity) { ends in
                withUnsafeTemporaryAllocation(of: UInt64.self, capacity: capacity) { hashes in
                    withUnsafeTemporaryAllocation(of: (token: Int32, end: Int).self, capacity: capacity) { pieces in
                        guard let bytes = bytes.baseAddress, let ends = ends.baseAddress,
                            let hashes = hashes.baseAddress, let pieces = pieces.baseAddress
                        else { return }
                        var word = WordPieceWord(
                            vocabulary: vocabulary, bytes: bytes, ends: ends, hashes: hashes, pieces: pieces)
                        body(&word)
                    }
                }
            }
        }
    }

    private init(
        vocabulary: WordPieceVocabulary, bytes: UnsafeMutablePointer<UInt8>, ends: UnsafeMutablePointer<Int>,
        hashes: UnsafeMutablePointer<UInt64>, pieces: UnsafeMutablePointer<(token: Int32, end: Int)>
    ) {
        self.vocabulary = vocabulary
        self.bytes = bytes
        self.ends = ends
        self.hashes = hashes
        self.pieces = pieces
    }

    /// Adds one byte, as a whole character or a part of one.
    @inline(__always)
    mutating func append(_ byte: UInt8, end: Int) {
        self.end = end
        // Bytes of the form 10xxxxxx go on with a character.
        if byte & 0xC0 != 0x80 { length += 1 }
        guard length <= Self.maximumLength else { return }
        bytes[count] = byte
        ends[count] = end
        count += 1
    }

    /// Adds a character's bytes, or its replacement where `kind` names one.
    mutating func append(_ source: UnsafePointer<UInt8>, _ range: Range<Int>, _ kind: Int, end: Int) {
        if kind < HEARTH_BERT_MAPPED {
            for i in range { append(source[i], end: end) }
        } else if let replacement = hearth_bert_replacement(UInt32(kind)) {
            for i in 0..<Int(replacement[1]) { append(replacement[2 + i], end: end) }
        }
    }

    /// Adds the letters of a hangul syllable (The Unicode Standard, 3.12, "Conjoining Jamo Behavior").
    mutating func appendHangul(_ scalar: UInt32, end: Int) {
        let index = scalar - 0xAC00
        appendThreeBytes(0x1100 + index / 588, end: end)
        appendThreeBytes(0x1161 + index % 588 / 28, end: end)
        if index % 28 != 0 { appendThreeBytes(0x11A7 + index % 28, end: end) }
    }

    private mutating func appendThreeBytes(_ scalar: UInt32, end: Int) {
        append(UInt8(0xE0 | scalar >> 12), end: end)
        append(UInt8(0x80 | scalar >> 6 & 63), end: end)
        append(UInt8(0x80 | scalar & 63), end: end)
    }

    /// Ends the word: emits its tokens, as many as `left` allows, and begins an empty one.
    @inline(__always)
    mutating func finish(_ left: inout Int, _ emit: (Int32, Int) -> Void) {
        guard count > 0, left > 0 else { return }
        let found = length <= Self.maximumLength ? split() : 0
        if found == 0 {
            emit(vocabulary.unknown, end)
            left -= 1
        } else {
            let kept = min(found, left)
            for i in 0..<kept { emit(pieces[i].token, pieces[i].end) }
            left -= kept
        }
        count = 0
        length = 0
    }

    /// Cuts the word into the longest pieces from the left; 0 when some part is in no piece.
    private mutating func split() -> Int {
        var found = 0
        var start = 0
        var position = WordPieceVocabulary.Position.startOfWord
        while start < count {
            let limit = min(count, start + vocabulary.longest)
            var hash = vocabulary.startHash(position)
            for i in start..<limit {
                hash = WordPieceVocabulary.hash(hash, bytes[i])
                hashes[i] = hash
            }
            var stop = limit
            var token: Int32?
            while stop > start {
                token = vocabulary.piece(bytes + start, stop - start, position, hash: hashes[stop - 1])
                if token != nil { break }
                stop -= 1
            }
            guard let token else { return 0 }
            pieces[found] = (token, ends[stop - 1])
            found += 1
            start = stop
            position = .insideWord
        }
        return found
    }
}
