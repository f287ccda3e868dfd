import CEncoderKernels
public import HearthCore
public import HearthGGUF

/// The tokenizer of an encoder: text to the numbers of pieces.
protocol PieceTokenizer: TextTokenizer {
    var vocabulary: WordPieceVocabulary { get }

    /// The numbers of the text's first tokens, at most `limit`, without special tokens.
    func tokens(of text: String, limit: Int) -> [Int32]
}

/// BERT's uncased WordPiece: lower-cased, accents stripped, split at spaces and punctuation, each word cut into the longest
/// pieces that the vocabulary has.
///
/// Gives the same tokens as the reference (`BertTokenizer` of Hugging Face's `tokenizers`), except that text which looks
/// like a control token (`[SEP]`) is ordinary text here.
public struct WordPieceTokenizer: TextTokenizer, PieceTokenizer {
    public let name = "bert-wordpiece"
    let vocabulary: WordPieceVocabulary

    /// Reads the vocabulary of a BERT model file.
    public init(_ file: GGUFFile) throws {
        guard file.tokenizerModel == "bert" else {
            throw EmbeddingError(
                .unsupportedModel,
                "The model's tokenizer is \(file.tokenizerModel ?? "not named"), the encoder knows BERT's WordPiece and Unigram."
            )
        }
        vocabulary = try WordPieceVocabulary(file)
    }

    /// The numbers of the text's first tokens, at most `limit`, without special tokens.
    ///
    /// Reads no further than it has to, so a long text costs no more than a short one.
    public func tokens(of text: String, limit: Int = .max) -> [Int32] {
        var tokens: [Int32] = []
        scan(text, limit: limit) { token, _, _, _ in tokens.append(token) }
        return tokens
    }

    public func tokenEnds(in text: String) -> [Int] {
        var ends: [Int] = []
        ends.reserveCapacity(text.utf8.count / 4)
        scan(text, limit: .max) { _, _, end, _ in ends.append(end) }
        return ends
    }

    /// The text's first tokens, at most `limit`, with the bytes that each was made of.
    ///
    /// Both ends lie between scalars. Ascending; pieces of one character that was taken apart (a hangul syllable) have the same bytes.
    /// Characters that are left out lie outside, but for those inside a piece.
    func placedTokens(of text: String, limit: Int) -> [PlacedToken] {
        var text = text
        // What the text is made of may not lie in one piece of memory before.
        text.makeContiguousUTF8()
        var tokens: [PlacedToken] = []
        scan(text, limit: limit) { token, firstEnd, end, beginsWord in
            tokens.append(PlacedToken(token: token, start: firstEnd, end: end, beginsWord: beginsWord))
        }
        text.withUTF8 { bytes in
            for index in tokens.indices {
                // From the end of the first character back to where it begins.
                var start = tokens[index].start - 1
                while start > 0, bytes[start] & 0xC0 == 0x80 { start -= 1 }
                tokens[index].start = start
            }
        }
        return tokens
    }

    public func countUnknownTokens(_ text: String) -> Int {
        var count = 0
        scan(text, limit: .max) { token, _, _, _ in if token == vocabulary.unknown { count += 1 } }
        return count
    }

    /// - Parameter emit: Is given each token, where the first of its characters ends, where the last one does, and whether it begins a word.
    @inline(__always)
    private func scan(_ text: String, limit: Int, _ emit: (Int32, Int, Int, Bool) -> Void) {
        var text = text
        text.withUTF8 { utf8 in
            guard let bytes = utf8.baseAddress, limit > 0 else { return }
            WordPieceWord.withWord(of: vocabulary) { word in
                Self.scan(bytes, utf8.count, limit: limit, word: &word, emit)
            }
        }
    }

    /// Goes over valid UTF-8 once, collecting words and handing them to `WordPieceWord`.
    @inline(__always)
    private static func scan(
        _ bytes: UnsafePointer<UInt8>, _ count: Int, limit: Int, word: inout WordPieceWord,
        _ emit: (Int32, Int, Int, Bool) -> Void
    ) {
        var left = limit
        var offset = 0
        while offset < count {
            let byte = bytes[offset]
            if byte < 0x80 {
                offset += 1
                let kind = asciiKind(byte)
                if kind == .letter {
                    // Bit 5 is set in every digit and lower-case letter, and tells upper-case letters apart.
                    word.append(byte | 0x20, end: offset)
                } else if kind != .removed {
                    word.finish(&left, emit)
                    if left == 0 { return }
                    if kind == .punctuation {
                        word.append(byte, end: offset)
                        word.finish(&left, emit)
                        if left == 0 { return }
                    }
                }
                continue
            }
            let start = offset
            let scalar = decode(bytes, count, &offset)
            let entry = Int(hearth_bert_classify(scalar))
            let kind = entry < HEARTH_BERT_MAPPED ? entry : Int(hearth_bert_replacement(UInt32(entry))[0])
            switch kind {
            case HEARTH_BERT_KEEP: word.append(bytes, start..<offset, entry, end: offset)
            case HEARTH_BERT_HANGUL: word.appendHangul(scalar, end: offset)
            case HEARTH_BERT_REMOVED: break
            default:
                word.finish(&left, emit)
                if left == 0 { return }
                if kind != HEARTH_BERT_SPACE {
                    word.append(bytes, start..<offset, entry, end: offset)
                    word.finish(&left, emit)
                    if left == 0 { return }
                }
            }
        }
        word.finish(&left, emit)
    }

    private enum ASCIIKind { case letter, removed, space, punctuation }

    @inline(__always)
    private static func asciiKind(_ byte: UInt8) -> ASCIIKind {
        switch byte {
        case 0x61...0x7A, 0x30...0x39, 0x41...0x5A: .letter
        case 0x20, 0x0A, 0x09, 0x0D: .space
        case 0x00...0x1F, 0x7F: .removed
        default: .punctuation
        }
    }

    /// The scalar that begins at `offset`, which moves behind it. A sequence cut short by the end gives U+FFFD, which is
    /// left out; it cannot occur in a `String`.
    @inline(__always)
    private static func decode(_ bytes: UnsafePointer<UInt8>, _ count: Int, _ offset: inout Int) -> UInt32 {
        let first = UInt32(bytes[offset])
        let length = first < 0xE0 ? 2 : first < 0xF0 ? 3 : 4
        guard offset + length <= count else {
            offset = count
            return 0xFFFD
        }
        var scalar = first & (length == 2 ? 0x1F : length == 3 ? 0x0F : 0x07)
        for i in 1..<length { scalar = scalar << 6 | UInt32(bytes[offset + i] & 0x3F) }
        offset += length
        return scalar
    }
}

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
    /// The pieces that were found, each with the place behind it in `bytes`.
    private let pieces: UnsafeMutablePointer<(token: Int32, stop: Int)>
    private var count = 0
    private var length = 0
    private var end = 0

    /// Calls `body` with an empty word in temporary memory.
    @inline(__always)
    static func withWord(of vocabulary: WordPieceVocabulary, _ body: (inout WordPieceWord) -> Void) {
        withUnsafeTemporaryAllocation(of: UInt8.self, capacity: capacity) { bytes in
            withUnsafeTemporaryAllocation(of: Int.self, capacity: capacity) { ends in
                withUnsafeTemporaryAllocation(of: UInt64.self, capacity: capacity) { hashes in
                    withUnsafeTemporaryAllocation(of: (token: Int32, stop: Int).self, capacity: capacity) { pieces in
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
        hashes: UnsafeMutablePointer<UInt64>, pieces: UnsafeMutablePointer<(token: Int32, stop: Int)>
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
    mutating func finish(_ left: inout Int, _ emit: (Int32, Int, Int, Bool) -> Void) {
        guard count > 0, left > 0 else { return }
        let found = length <= Self.maximumLength ? split() : 0
        if found == 0 {
            emit(vocabulary.unknown, ends[0], end, true)
            left -= 1
        } else {
            let kept = min(found, left)
            var start = 0
            for i in 0..<kept {
                let stop = pieces[i].stop
                emit(pieces[i].token, ends[start], ends[stop - 1], i == 0)
                start = stop
            }
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
            pieces[found] = (token, stop)
            found += 1
            start = stop
            position = .insideWord
        }
        return found
    }
}

// MARK: - Tokens with their places

/// A token, and the bytes of the text that it was made of.
struct PlacedToken: Hashable, Sendable {
    var token: Int32
    var start: Int
    var end: Int
    /// Whether it is the first piece of a word: of what stands between white space, punctuation and characters that are words alone.
    var beginsWord: Bool
}

extension String {
    /// Marks that a place takes along behind its last character: no text has more, and a line of them is none.
    private static let mostMarks = 16

    /// Bytes of some tokens, with the marks that stand behind the last character: to the tokenizer an accent is nothing, to a reader it is
    /// a part of the letter.
    ///
    /// - Parameters:
    ///   - start: Where the first token begins.
    ///   - end: Where the last one ends.
    func placeWithMarks(start: Int, end: Int) -> TextSpan {
        var end = end
        let scalars = unicodeScalars
        var index = utf8.index(utf8.startIndex, offsetBy: end)
        for _ in 0..<Self.mostMarks {
            guard index < scalars.endIndex, Self.isMark(scalars[index]) else { break }
            end += UTF8.width(scalars[index])
            index = scalars.index(after: index)
        }
        return TextSpan(start: start, end: end)
    }

    private static func isMark(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .nonspacingMark, .enclosingMark: true
        default: false
        }
    }
}
