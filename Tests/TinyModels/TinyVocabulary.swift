/// Vocabularies small enough to write down, of the kinds that models use.
package struct TinyVocabulary: CustomStringConvertible {
    package enum Kind: Int32 { case normal = 1, unknown, control, userDefined, unused, byte }

    package var tokens: [String] = []
    package var kinds: [Kind] = []
    package var scores: [Float] = []
    package var merges: [String] = []

    package init() {}

    /// Short, because it stands in the list of tests.
    package var description: String { merges.isEmpty ? "pieces" : "byte pairs" }

    package mutating func add(_ token: String, _ kind: Kind, score: Float = 0) {
        tokens.append(token)
        kinds.append(kind)
        scores.append(score)
    }

    /// Where a token is, for tests that look for its id.
    package func id(_ token: String) -> Int32? { tokens.firstIndex(of: token).map(Int32.init) }

    /// SentencePiece as in Llama 2: every byte, every ASCII character, some words. `</` and `s>` are pieces, so that
    /// the text `</s>` can be merged up to the control token of that name.
    package static let sentencePiece: TinyVocabulary = {
        var made = TinyVocabulary()
        made.add("<unk>", .unknown)
        made.add("<s>", .control)
        made.add("</s>", .control)
        for byte in 0..<256 {
            let hex = String(byte, radix: 16, uppercase: true)
            made.add("<0x\(hex.count < 2 ? "0" : "")\(hex)>", .byte)
        }
        let characters = (0x21..<0x7F).map { String(UnicodeScalar(UInt8($0))) }
        let words = [
            "▁", "▁t", "he", "▁the", "in", "er", "▁a", "on", "re", "▁s", "at", "▁w", "en", "or", "is", "▁to", "▁of",
            "ing",
            "lo", "ll", "Hel", "Hello", "wor", "ld", "▁world", "</", "s>",
        ]
        for (index, piece) in (characters + words).enumerated() { made.add(piece, .normal, score: -Float(index + 1)) }
        made.add("<|im_start|>", .control)
        made.add("<|im_end|>", .control)
        return made
    }()

    /// Byte-level BPE as in GPT-2, with ChatML's control tokens.
    ///
    /// - Parameter marks: how `<|im_start|>` is declared; some published files call it user-defined.
    package static func bytePair(marks: Kind = .control) -> TinyVocabulary {
        var made = TinyVocabulary()
        for byte in 0..<256 { made.add(letter(for: UInt8(byte)), .normal) }
        let merges = [
            ("h", "e"), ("l", "l"), ("he", "ll"), ("hell", "o"), ("Ġ", "t"), ("Ġt", "he"), ("i", "n"), ("in", "g"),
            ("e", "r"), ("Ġ", "w"), ("Ċ", "Ċ"),
        ]
        for (left, right) in merges {
            made.merges.append("\(left) \(right)")
            made.add(left + right, .normal)
        }
        made.add("<|endoftext|>", .control)
        made.add("<|im_start|>", marks)
        made.add("<|im_end|>", .control)
        made.add("<tag>", .userDefined)
        return made
    }

    /// The printable stand-in for a byte in byte-level BPE: itself where printable, else from U+0100 on.
    private static func letter(for byte: UInt8) -> String {
        let printable = { (value: UInt8) in
            (0x21...0x7E).contains(value) || (0xA1...0xAC).contains(value) || value >= 0xAE
        }
        if printable(byte) { return String(UnicodeScalar(byte)) }
        let rank = (0..<Int(byte)).count { !printable(UInt8($0)) }
        return UnicodeScalar(UInt32(256 + rank)).map(String.init) ?? "?"
    }

    /// WordPiece as in BERT, in llama.cpp's spelling: `▁` begins a word and a continuation has no mark.
    package static let wordPiece: TinyVocabulary = {
        var made = TinyVocabulary()
        for name in ["[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]"] { made.add(name, .control) }
        for character in "abcdefghijklmnopqrstuvwxyz0123456789.,!?" {
            made.add("▁\(character)", .normal)
            made.add("\(character)", .normal)
        }
        for word in ["▁the", "▁garden", "▁bank", "▁river", "▁money", "ing", "ed"] { made.add(word, .normal) }
        return made
    }()
}
