import HearthCore
import HearthGGUF

/// SentencePiece's Unigram (Kudo 2018, arXiv:1804.10959), as models made from XLM-RoBERTa have it: of all ways to cut a text into pieces
/// the likeliest.
///
/// Gives the same tokens as the reference (`sentencepiece`), but for a word of more than 4,096 bytes, which is cut, and for a text that ends
/// in the very mark that stands for a space.
struct UnigramTokenizer: PieceTokenizer {
    let name = "sentencepiece-unigram"
    let vocabulary: WordPieceVocabulary
    /// Logarithms of how likely the pieces are.
    private let scores: [Float]
    private let unknownScore: Float
    private let characters: CharacterMap?

    /// Subtracted from the least score for a character of which there is no piece, as the reference does.
    private static let unknownPenalty: Float = 10
    private static let largestScore = 1e6
    /// Bytes of a piece: at each character of a text so many are looked up. SentencePiece makes pieces of 16 characters where it is not
    /// told otherwise.
    private static let longestPiece = 512
    private static let space: UInt8 = 0x20

    /// Reads the vocabulary of a model file whose tokenizer is `t5`, which is what Unigram is called there.
    init(_ file: GGUFFile) throws {
        guard file.metadata["tokenizer.ggml.add_space_prefix"]?.bool ?? true,
            file.metadata["tokenizer.ggml.remove_extra_whitespaces"]?.bool == true
        else {
            throw EmbeddingError(
                .unsupportedModel,
                "The model's tokenizer treats white space in a way that the sentence encoder does not.")
        }
        vocabulary = try WordPieceVocabulary(file, isUnigram: true)
        guard vocabulary.longest <= Self.longestPiece else {
            throw EmbeddingError(
                .unsupportedModel,
                "The model's vocabulary has a piece of \(vocabulary.longest) bytes; the sentence encoder takes \(Self.longestPiece)."
            )
        }
        // Lists are counted before they are read: a file may say of anything that it is a score.
        guard let list = file.metadata["tokenizer.ggml.scores"]?.array, list.count == vocabulary.count,
            case let values = try list.values().map({ $0.double ?? .nan }),
            values.allSatisfy({ abs($0) <= Self.largestScore })
        else { throw EmbeddingError(.malformedModel, "The model file's vocabulary has no usable scores.") }
        let scores = values.map { Float($0) }
        // Control tokens have scores, too; 1 is an ordinary piece.
        let types = try file.metadata["tokenizer.ggml.token_type"]?.array?.integers()
        let least = scores.indices.filter { types?[$0] ?? 1 == 1 }.map { scores[$0] }.min() ?? 0
        self.scores = scores
        unknownScore = least - Self.unknownPenalty
        let map = file.metadata["tokenizer.ggml.precompiled_charsmap"]?.array
        guard map?.count ?? 0 <= CharacterMap.largest else { throw CharacterMap.malformed }
        let bytes = try map?.integers().map { UInt8(truncatingIfNeeded: $0) } ?? []
        characters = bytes.isEmpty ? nil : try CharacterMap(bytes)
    }

    func tokens(of text: String, limit: Int) -> [Int32] {
        var tokens: [Int32] = []
        guard limit > 0 else { return tokens }
        scan(text) { token, _, joins in
            if joins { return true }
            guard tokens.count < limit else { return false }
            tokens.append(token)
            return true
        }
        return tokens
    }

    func tokenEnds(in text: String) -> [Int] {
        var ends: [Int] = []
        ends.reserveCapacity(text.utf8.count / 4)
        scan(text) { _, end, joins in
            if joins { ends.removeLast() }
            ends.append(end)
            return true
        }
        return ends
    }

    func countUnknownTokens(_ text: String) -> Int {
        var count = 0
        scan(text) { token, _, joins in
            if token == vocabulary.unknown, !joins { count += 1 }
            return true
        }
        return count
    }

    /// Goes over a text once, word by word: no piece reaches over a space.
    ///
    /// - Parameter take: Is given each token, where it ends in the text, and whether it is one with the token before; false ends the scan.
    private func scan(_ text: String, _ take: (_ token: Int32, _ end: Int, _ joins: Bool) -> Bool) {
        var text = text
        text.withUTF8 { utf8 in
            guard let bytes = utf8.baseAddress else { return }
            let texts = characters?.texts ?? []
            var word = UnigramWord(vocabulary: vocabulary, scores: scores, unknownScore: unknownScore)
            var isBehindSpace = true
            var hasBegun = false
            var offset = 0
            while offset < utf8.count {
                let match = characters?.longest(bytes + offset, utf8.count - offset)
                let length = match?.length ?? min(UnigramWord.width(bytes[offset]), utf8.count - offset)
                let source = bytes + offset
                offset += length
                let count = match?.text.count ?? length
                func normal(_ at: Int) -> UInt8 { match.map { texts[$0.text.lowerBound + at] } ?? source[at] }
                if !hasBegun {
                    if count == 1, normal(0) == Self.space { continue }
                    hasBegun = true
                    word.begin(end: offset - length)
                }
                for at in 0..<count {
                    let byte = normal(at)
                    if byte != Self.space {
                        guard word.append(byte, end: offset, take) else { return }
                    } else if !isBehindSpace {
                        guard word.finish(take) else { return }
                        word.begin(end: offset)
                    }
                    isBehindSpace = byte == Self.space
                }
            }
            word.dropSpaces()
            _ = word.finish(take)
        }
    }
}

/// A word being collected, and cut into the likeliest pieces: the reference's lattice, by Viterbi's algorithm.
private struct UnigramWord {
    /// Bytes from which on a word is cut: text in scripts that set no spaces is one word from comma to comma.
    private static let longest = 4_096
    /// What a space is written as in pieces, "▁".
    private static let mark: [UInt8] = [0xE2, 0x96, 0x81]

    private let vocabulary: WordPieceVocabulary
    private let scores: [Float]
    private let unknownScore: Float
    private var bytes: [UInt8] = []
    /// For every byte where its source ends.
    private var ends: [Int] = []
    private var isBehindUnknown = false
    /// For every place in the word the score of the best way there, where its last piece begins, and that piece.
    private var best: [Float] = []
    private var starts: [Int] = []
    private var pieces: [Int32] = []

    init(vocabulary: WordPieceVocabulary, scores: [Float], unknownScore: Float) {
        self.vocabulary = vocabulary
        self.scores = scores
        self.unknownScore = unknownScore
    }

    /// The bytes of the character that begins with this one.
    static func width(_ byte: UInt8) -> Int { byte < 0x80 ? 1 : byte < 0xE0 ? 2 : byte < 0xF0 ? 3 : 4 }

    /// Begins a word behind a space.
    mutating func begin(end: Int) {
        bytes += Self.mark
        for _ in Self.mark { ends.append(end) }
    }

    mutating func append(_ byte: UInt8, end: Int, _ take: (Int32, Int, Bool) -> Bool) -> Bool {
        if bytes.count >= Self.longest, byte & 0xC0 != 0x80 {
            guard finish(take) else { return false }
        }
        bytes.append(byte)
        ends.append(end)
        return true
    }

    /// Spaces at the end of a text are none of it.
    mutating func dropSpaces() {
        while bytes.suffix(Self.mark.count).elementsEqual(Self.mark) {
            bytes.removeLast(Self.mark.count)
            ends.removeLast(Self.mark.count)
        }
    }

    /// Ends the word: hands on its tokens, and begins an empty one.
    mutating func finish(_ take: (Int32, Int, Bool) -> Bool) -> Bool {
        guard !bytes.isEmpty else { return true }
        findBest()
        var way: [Int] = []
        var at = bytes.count
        while at > 0 {
            way.append(at)
            at = starts[at]
        }
        var goesOn = true
        for end in way.reversed() where goesOn {
            // Characters that are unknown one after the other are one token.
            let isUnknown = pieces[end] == vocabulary.unknown
            goesOn = take(pieces[end], ends[end - 1], isUnknown && isBehindUnknown)
            isBehindUnknown = isUnknown
        }
        bytes.removeAll(keepingCapacity: true)
        ends.removeAll(keepingCapacity: true)
        return goesOn
    }

    private mutating func findBest() {
        let count = bytes.count
        best.removeAll(keepingCapacity: true)
        starts.removeAll(keepingCapacity: true)
        pieces.removeAll(keepingCapacity: true)
        best += repeatElement(0, count: count + 1)
        starts += repeatElement(-1, count: count + 1)
        pieces += repeatElement(vocabulary.unknown, count: count + 1)
        var start = 0
        while start < count {
            let next = min(count, start + Self.width(bytes[start]))
            let isMark = bytes[start..<next].elementsEqual(Self.mark)
            // The mark alone is in the vocabulary as it stands.
            var isKnown = isMark && look(start, from: start, to: next, .insideWord)
            if look(start, from: isMark ? next : start, to: count, isMark ? .startOfWord : .insideWord) {
                isKnown = isKnown || !isMark
            }
            if !isKnown { reach(next, from: start, vocabulary.unknown, unknownScore) }
            start = next
        }
    }

    /// Looks for pieces that begin at `start`, the bytes of which count from `first` on.
    ///
    /// - Returns: Whether one of them is no more than the first character.
    private mutating func look(
        _ start: Int, from first: Int, to count: Int, _ position: WordPieceVocabulary.Position
    ) -> Bool {
        var isSingle = false
        var hash = vocabulary.startHash(position)
        let limit = min(count, first + vocabulary.longest)
        var at = first
        while at < limit {
            hash = WordPieceVocabulary.hash(hash, bytes[at])
            at += 1
            // Pieces end where characters end.
            if at < bytes.count, bytes[at] & 0xC0 == 0x80 { continue }
            let token = bytes.withUnsafeBufferPointer { bytes in
                bytes.baseAddress.flatMap { vocabulary.piece($0 + first, at - first, position, hash: hash) }
            }
            guard let token else { continue }
            reach(at, from: start, token, scores[Int(token)])
            if at <= start + Self.width(bytes[start]) { isSingle = true }
        }
        return isSingle
    }

    private mutating func reach(_ place: Int, from start: Int, _ token: Int32, _ score: Float) {
        let sum = best[start] + score
        guard starts[place] < 0 || sum > best[place] else { return }
        best[place] = sum
        starts[place] = start
        pieces[place] = token
    }
}

// MARK: - Characters before pieces

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
