import HearthCore
import HearthText

extension Chunker {
    /// This chunker, with chunks of as many words in languages that its tokenizer cuts into more pieces.
    ///
    /// An English model's tokenizer takes a Greek word for eight single letters. Chunks of as many tokens as in English then have 30 words,
    /// and what belongs together is torn: a passage of an encyclopaedia (XQuAD, 240 in each language) was 3.8 chunks in Greek, 2.5 in Hindi,
    /// 1.7 in Romanian, 1.1 in English. Such a model has little to say about the text, and reads the beginning of the longer chunk;
    /// words, which find it, are better off with the whole.
    ///
    /// - Parameter text: Of the document; its beginning is looked at.
    public func sized(for text: String) -> Chunker {
        let sample = String(decoding: text.utf8.prefix(Self.sampleBytes), as: UTF8.self)
        let words = WordSplitter().words(in: sample)
        guard words.count >= Self.fewestWords else { return self }
        // Marks and spaces are not counted: tables and programs have as many of them as they like.
        let bytes = Array(sample.utf8)
        let joined = words.map { String(decoding: bytes[$0.span.range], as: UTF8.self) }.joined(separator: " ")
        let pieces = Double(tokenizer.countTokens(joined)) / Double(words.count)
        let factor = min(Self.largestFactor, pieces / Self.usualPieces)
        guard factor > 1 else { return self }
        return Chunker(
            configuration: Configuration(
                maxTokens: Int(Double(configuration.maxTokens) * factor),
                overlapTokens: Int(Double(configuration.overlapTokens) * factor)),
            tokenizer: tokenizer, sentences: sentences)
    }

    /// Pieces of a word in a language that a tokenizer was made for. English prose has 1.2 to 1.4 with BERT's, with names and terms of
    /// a trade up to 1.6.
    private static let usualPieces = 1.6
    private static let largestFactor = 4.0
    private static let sampleBytes = 16_384
    private static let fewestWords = 16
}
