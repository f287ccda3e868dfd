/// Counts text in the tokens of some model.
///
/// Chunking and context budgets are sized by this, so that "256 tokens" means what the model that reads the text means.
public protocol TextTokenizer: Sendable {
    /// Names the tokenizer in results and caches, for example `bert-wordpiece` or `estimate`.
    var name: String { get }

    /// For every token of `text`, in order, the UTF-8 offset (from the start of `text`) one past its last byte.
    ///
    /// Special tokens such as `[CLS]` are not among them. Ascending; two tokens may end at the same byte when the model
    /// splits one character. The count of tokens in a span is the number of ends inside it.
    func tokenEnds(in text: String) -> [Int]

    /// The number of tokens in `text`, without special tokens; what ``tokenEnds(in:)`` would count.
    func countTokens(_ text: String) -> Int

    /// How many of them stand for what the vocabulary has no piece for. A model reads nothing from these.
    func countUnknownTokens(_ text: String) -> Int
}

extension TextTokenizer {
    public func countTokens(_ text: String) -> Int { tokenEnds(in: text).count }

    public func countUnknownTokens(_ text: String) -> Int { 0 }
}

/// A tokenizer that also knows how its model's prompts are laid out.
package protocol PromptTokenizer: TextTokenizer {
    /// Tokens of a request's whole prompt, special tokens included; `nil` where it cannot be laid out.
    ///
    /// - Parameter chatTemplate: The setting of that name; `nil` leaves the choice to the model.
    func countTokens(of request: ModelRequest, chatTemplate: String?) -> Int?
}

/// A stated estimate for when no model's tokenizer is at hand: a CJK character is one token, other text breaks at word
/// boundaries and every four characters of a word are one token.
///
/// Measured on English prose the WordPiece vocabulary gives about 4.3 characters a token, so this errs to the safe side.
public struct EstimatedTokenizer: TextTokenizer {
    public let name = "estimate"

    public init() {}

    public func tokenEnds(in text: String) -> [Int] {
        var ends: [Int] = []
        var offset = 0
        var wordLength = 0
        func closeWord() {
            if wordLength > 0 { ends.append(offset) }
            wordLength = 0
        }
        for scalar in text.unicodeScalars {
            let size = UTF8.width(scalar)
            if scalar.properties.isWhitespace {
                closeWord()
            } else if scalar.isCJK || !(scalar.properties.isAlphabetic || scalar.properties.numericType != nil) {
                closeWord()
                ends.append(offset + size)
            } else {
                wordLength += 1
                if wordLength == 4 {
                    ends.append(offset + size)
                    wordLength = 0
                }
            }
            offset += size
        }
        closeWord()
        return ends
    }
}

// MARK: - Scripts

extension Unicode.Scalar {
    /// Han, kana, hangul and their punctuation-free neighbours: scripts in which a character carries about as much as a
    /// word's syllable elsewhere and in which words are not reliably set apart by spaces.
    public var isCJK: Bool { isHan || isKana || isHangul }

    /// Chinese characters, in Chinese, Japanese and Korean text (Unicode blocks CJK Unified Ideographs and extensions).
    public var isHan: Bool {
        switch value {
        case 0x4E00...0x9FFF, 0x3400...0x4DBF, 0x20000...0x323AF, 0xF900...0xFAFF, 0x3005, 0x3007: true
        default: false
        }
    }

    /// Hiragana and katakana, with their half-width forms.
    public var isKana: Bool {
        switch value {
        case 0x3041...0x309F, 0x30A0...0x30FF, 0x31F0...0x31FF, 0xFF66...0xFF9F: true
        default: false
        }
    }

    /// Hangul syllables and jamo.
    public var isHangul: Bool {
        switch value {
        case 0xAC00...0xD7AF, 0x1100...0x11FF, 0x3130...0x318F, 0xA960...0xA97F, 0xD7B0...0xD7FF: true
        default: false
        }
    }
}
