import CEncoderKernels
public import HearthCore
public import HearthGGUF

/// BERT's uncased WordPiece: lower-cased, accents stripped, split at spaces and punctuation, each word cut into the longest
/// pieces that the vocabulary has.
///
/// Gives the same tokens as the reference (`BertTokenizer` of Hugging Face's `tokenizers`), except that text which looks
/// like a control token (`[SEP]`) is ordinary text here.
public struct WordPieceTokenizer: TextTokenizer {
    public let name = "bert-wordpiece"
    let vocabulary: WordPieceVocabulary

    /// Reads the vocabulary of a BERT model file.
    public init(_ file: GGUFFile) throws {
        guard file.tokenizerModel == "bert" else {
            throw EmbeddingError(
                .unsupportedModel,
                "The model's tokenizer is \(file.tokenizerModel ?? "not named"), the encoder knows only BERT's WordPiece."
            )
        }
        vocabulary = try WordPieceVocabulary(file)
    }

    /// The numbers of the text's first tokens, at most `limit`, without special tokens.
    ///
    /// Reads no further than it has to, so a long text costs no more than a short one.
    public func tokens(of text: String, limit: Int = .max) -> [Int32] {
        var tokens: [Int32] = []
        scan(text, limit: limit) { token, _ in tokens.append(token) }
        return tokens
    }

    public func tokenEnds(in text: String) -> [Int] {
        var ends: [Int] = []
        ends.reserveCapacity(text.utf8.count / 4)
        scan(text, limit: .max) { _, end in ends.append(end) }
        return ends
    }

    @inline(__always)
    private func scan(_ text: String, limit: Int, _ emit: (Int32, Int) -> Void) {
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
        _ bytes: UnsafePointer<UInt8>, _ count: Int, limit: Int, word: inout WordPieceWord, _ emit: (Int32, Int) -> Void
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
