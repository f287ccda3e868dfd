public import HearthCore

/// Splits text into sentences.
///
/// The text is first cut into blocks at line ends that are not mere wraps (``LineJoiner``). In a block, quotations and
/// brackets are kept whole (``Enclosures``), items of running lists start anew (``ListMarkers``), and every terminator is
/// judged by what stands before and after it (``SentenceScanner``). All of it takes time in proportion to the text.
public struct SentenceSplitter: Sendable {
    public init() {}

    /// The sentences in order, without the white space around them. Together they hold every character that is not white space.
    ///
    /// - Parameter language: ISO 639-1, for abbreviations and ordinals; `nil` finds it out from the text.
    public func sentences(in text: String, language: String? = nil) -> [TextSpan] {
        let rules = SentenceRules(language: language ?? Self.guess(text))
        return text.withBytes { bytes in
            var found: [TextSpan] = []
            for block in LineJoiner(bytes: bytes).blocks() {
                var scanner = SentenceScanner(bytes: bytes, block: block, rules: rules)
                scanner.scan { found.append(TextSpan($0)) }
            }
            return found
        }
    }

    /// The language of the beginning is enough to choose abbreviations.
    private static func guess(_ text: String) -> String {
        let sample = String(text.unicodeScalars.prefix(2000))
        return LanguageIdentifier().identify(sample).language
    }
}
