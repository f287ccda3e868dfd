import HearthText
import Testing

@Suite struct LongTextTests {
    /// Generous bounds that a debug build on a busy machine keeps, and that quadratic work would exceed by far.
    @Test(arguments: ["word ", "Name ", "x", "中", "a-", "1,", "'", "The Of ", "ing ", "@a ", "Ab. "])
    func everyToolTakesTimeInProportionToTheText(unit: String) {
        let text = String(repeating: unit, count: 100_000 / unit.utf8.count)
        let took = ContinuousClock().measure {
            _ = WordSplitter().words(in: text)
            _ = SearchAnalyzer().terms(in: text)
            _ = EntityRecognizer().entities(in: text, language: "en")
            _ = KeyphraseExtractor().keyphrases(in: text, limit: .max, language: "en")
            _ = LanguageIdentifier().identify(text)
        }
        #expect(took < .seconds(20))
    }
}
