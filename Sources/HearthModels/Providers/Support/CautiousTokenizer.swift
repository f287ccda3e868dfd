public import HearthCore

/// An estimate that errs to the high side, for models elsewhere, whose own tokenizer is not at hand: what is fitted to a
/// window by it leaves room for the answer.
///
/// ``EstimatedTokenizer`` is near the truth for English prose. Numbers, code and other languages take more: many vocabularies
/// have a token for each digit and each line break, two or three letters of other alphabets a token, and more than one token
/// for a Chinese character that they do not know. Three letters of a word are a token here, two of other alphabets than the
/// Latin one, one beyond the Arabic block, each digit, mark and line break is one, and two CJK characters are three.
public struct CautiousTokenizer: TextTokenizer {
    public let name = "cautious-estimate"

    public init() {}

    public func tokenEnds(in text: String) -> [Int] {
        var ends: [Int] = []
        var offset = 0
        /// Sixths of a token that the word so far holds beyond its last token.
        var open = 0
        var ideographs = 0
        func closeWord() {
            if open > 0 { ends.append(offset) }
            open = 0
        }
        for scalar in text.unicodeScalars {
            let end = offset + UTF8.width(scalar)
            if scalar == "\n" {
                closeWord()
                ends.append(end)
            } else if scalar.properties.isWhitespace {
                closeWord()
            } else if scalar.isCJK {
                closeWord()
                ends.append(end)
                ideographs += 1
                if ideographs % 2 == 0 { ends.append(end) }
            } else if !scalar.properties.isAlphabetic || scalar.properties.numericType != nil {
                closeWord()
                ends.append(end)
            } else {
                open += Self.sixths(scalar.value)
                if open >= 6 {
                    ends.append(end)
                    open = 0
                }
            }
            offset = end
        }
        closeWord()
        return ends
    }

    /// What a letter counts, by its block.
    private static func sixths(_ value: UInt32) -> Int {
        switch value {
        // Latin, with its accents.
        case ..<0x0250: 2
        // Greek, Cyrillic, Armenian, Hebrew, Arabic.
        case ..<0x0700: 3
        default: 6
        }
    }
}
