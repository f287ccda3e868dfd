import HearthGGUF

/// The pieces of a WordPiece or a Unigram vocabulary, to be looked up by their bytes.
///
/// An open-addressing table in which a piece's hash can be carried on from byte to byte, so that all beginnings of a word
/// are hashed in one pass. A class over raw memory because lookups are the tokenizer's inner loop.
///
/// `@unchecked Sendable`: the memory is filled in `init` and never written again.
final class WordPieceVocabulary: @unchecked Sendable {
    /// Where a piece may stand. The raw value takes part in the hash.
    enum Position: UInt64 {
        case startOfWord = 1
        case insideWord = 2
    }

    /// A slot of the table: the upper half of a hash and a piece's number plus one; 0 is a free slot.
    private let slots: UnsafeMutablePointer<UInt64>
    private let shift: UInt64
    private let mask: Int
    /// All pieces' bytes one after another, each preceded by its position.
    private let text: UnsafeMutablePointer<UInt8>
    /// For each number, where the piece begins in `text`; one more at the end.
    private let starts: UnsafeMutablePointer<UInt32>
    /// Chosen anew in every process, so that no vocabulary file can be made whose pieces all collide.
    private let seed: UInt64

    /// The number of tokens, including those that text never becomes.
    let count: Int
    /// The length in bytes of the longest piece.
    private(set) var longest = 0
    let unknown: Int32
    let classification: Int32
    let separator: Int32

    /// Limits on the vocabulary of a model file; the largest in use have about 250,000 pieces.
    private static let maximumCount = 1 << 20
    private static let maximumBytes = 1 << 26

    /// Reads the vocabulary of a model: pieces that begin a word are stored after "▁" (U+2581), others as they are.
    ///
    /// - Parameter isUnigram: The vocabulary is one of SentencePiece, whose special tokens have other numbers where the file names none.
    init(_ file: GGUFFile, isUnigram: Bool = false) throws {
        guard let tokens = file.metadata["tokenizer.ggml.tokens"]?.array, tokens.holdsStrings, tokens.count > 0,
            tokens.count <= Self.maximumCount
        else { throw EmbeddingError(.malformedModel, "The model file has no usable vocabulary.") }
        // 1 is an ordinary piece. Control tokens and unused places never come from text, so that no text can forge them.
        let kinds = file.metadata["tokenizer.ggml.token_type"]?.array
        guard kinds?.count ?? tokens.count == tokens.count else {
            throw EmbeddingError(.malformedModel, "The model file's vocabulary has a wrong number of token types.")
        }
        let types = try kinds?.integers()
        var bytes = 0
        try tokens.forEachString { bytes += $1.count + 1 }
        guard bytes <= Self.maximumBytes else {
            throw EmbeddingError(.malformedModel, "The model file's vocabulary is too large.")
        }
        func special(_ name: String, or fallback: Int) throws -> Int32 {
            let id = file.metadata["tokenizer.ggml.\(name)"]?.int ?? fallback
            guard id >= 0, id < tokens.count else {
                throw EmbeddingError(.malformedModel, "The model file's \(name) is outside its vocabulary.")
            }
            return Int32(id)
        }
        unknown = try special("unknown_token_id", or: isUnigram ? 3 : 100)
        classification = try special(
            file.metadata["tokenizer.ggml.cls_token_id"] == nil ? "bos_token_id" : "cls_token_id",
            or: isUnigram ? 0 : 101)
        // The key has been written with and without the spelling mistake.
        let names = ["seperator_token_id", "separator_token_id"] + (isUnigram ? ["eos_token_id"] : [])
        separator = try special(
            names.first { file.metadata["tokenizer.ggml.\($0)"] != nil } ?? "separator_token_id",
            or: isUnigram ? 2 : 102)

        count = tokens.count
        var bits = 4
        while 1 << bits < 2 * count { bits += 1 }
        shift = UInt64(64 - bits)
        mask = (1 << bits) - 1
        slots = .allocate(capacity: 1 << bits)
        slots.initialize(repeating: 0, count: 1 << bits)
        text = .allocate(capacity: max(bytes, 1))
        starts = .allocate(capacity: count + 1)
        seed = UInt64.random(in: .min ... .max)
        var used = 0
        var isAcrossWords = false
        try tokens.forEachString { number, token in
            starts[number] = UInt32(used)
            var piece = token
            var position = Position.insideWord
            if token.count > 3, token[0] == 0xE2, token[1] == 0x96, token[2] == 0x81 {
                piece = UnsafeRawBufferPointer(rebasing: token[3...])
                position = .startOfWord
            }
            text[used] = UInt8(position.rawValue)
            used += 1
            for byte in piece {
                text[used] = byte
                used += 1
            }
            if types?[number] ?? 1 == 1, !piece.isEmpty {
                insert(number, piece, position)
                if isUnigram, Self.hasSpaceInside(piece) { isAcrossWords = true }
            }
        }
        starts[count] = UInt32(used)
        guard !isAcrossWords else {
            throw EmbeddingError(.unsupportedModel, "The model's vocabulary has pieces of several words.")
        }
    }

    /// Whether the mark of a space stands behind anything else.
    private static func hasSpaceInside(_ piece: UnsafeRawBufferPointer) -> Bool {
        guard piece.count > 3 else { return false }
        var hasText = false
        var at = 0
        while at < piece.count {
            let isMark = at + 3 <= piece.count && piece[at] == 0xE2 && piece[at + 1] == 0x96 && piece[at + 2] == 0x81
            if isMark, hasText { return true }
            hasText = hasText || !isMark
            at += isMark ? 3 : 1
        }
        return false
    }

    deinit {
        slots.deallocate()
        text.deallocate()
        starts.deallocate()
    }

    /// The hash of no bytes yet.
    @inline(__always)
    func startHash(_ position: Position) -> UInt64 { seed ^ position.rawValue }

    /// The hash after one more byte.
    @inline(__always)
    static func hash(_ hash: UInt64, _ byte: UInt8) -> UInt64 {
        // A multiplication spreads upwards only; the shift brings the spread back down to where the next byte enters.
        let product = (hash ^ UInt64(byte)) &* 0x9E37_79B9_7F4A_7C15
        return product ^ (product >> 32)
    }

    /// The number of the piece with these bytes and this hash, or `nil`.
    @inline(__always)
    func piece(_ bytes: UnsafePointer<UInt8>, _ length: Int, _ position: Position, hash: UInt64) -> Int32? {
        let mark = hash & 0xFFFF_FFFF_0000_0000
        var slot = Int((hash &* 0xD6E8_FEB8_6659_FD93) >> shift)
        while true {
            let entry = slots[slot]
            if entry == 0 { return nil }
            if entry & 0xFFFF_FFFF_0000_0000 == mark {
                let number = Int(entry & 0xFFFF_FFFF) - 1
                if matches(number, bytes, length, position) { return Int32(truncatingIfNeeded: number) }
            }
            slot = (slot + 1) & mask
        }
    }

    private func matches(_ number: Int, _ bytes: UnsafePointer<UInt8>, _ length: Int, _ position: Position) -> Bool {
        let start = Int(starts[number])
        guard Int(starts[number + 1]) - start == length + 1, text[start] == UInt8(position.rawValue) else {
            return false
        }
        for i in 0..<length where text[start + 1 + i] != bytes[i] { return false }
        return true
    }

    private func insert(_ number: Int, _ piece: UnsafeRawBufferPointer, _ position: Position) {
        var hash = startHash(position)
        for byte in piece { hash = Self.hash(hash, byte) }
        longest = max(longest, piece.count)
        var slot = Int((hash &* 0xD6E8_FEB8_6659_FD93) >> shift)
        let mark = hash & 0xFFFF_FFFF_0000_0000
        while slots[slot] != 0 {
            // Of two equal pieces the earlier counts, as in a list. The later is left out: each of a million of them would have to go
            // past all the others.
            if slots[slot] & 0xFFFF_FFFF_0000_0000 == mark, let bytes = piece.baseAddress,
                matches(
                    Int(slots[slot] & 0xFFFF_FFFF) - 1, bytes.assumingMemoryBound(to: UInt8.self), piece.count, position
                )
            {
                return
            }
            slot = (slot + 1) & mask
        }
        slots[slot] = mark | UInt64(number + 1)
    }
}
