import Testing

@testable import HearthText

@Suite struct SentenceEndTests {
    @Test(arguments: [
        "When does it end?", "いつ終わりますか？", "متى ينتهي العقد؟", "Πότε λήγει το συμβόλαιο;", "Έληξε το 2019;",
        "He asked: “why?”",
        "Ո՞վ է նա։", "Really?!",
    ])
    func aQuestionIsTold(_ sentence: String) { #expect(SentenceEnd.asks(sentence)) }

    /// The lists of a language are a dictionary, whose order differs from run to run.
    @Test(arguments: [
        ("el", "π.χ", AbbreviationKind.general), ("ru", "др", .final), ("ro", "art", .prefix), ("hi", "ई", .general),
        ("da", "osv", .final), ("de", "st", .prefix),
    ])
    func anAbbreviationOfTwoListsStandsOneWay(language: String, word: String, kind: AbbreviationKind) {
        #expect(Abbreviations(language: language).kind(of: word) == kind)
    }

    /// What ends with the Greek sign in another script goes on, and a mark inside of a sentence is not its end.
    @Test(arguments: ["It ends in May;", "Έληξε τον Μάιο.", "Why? He left.", "终于到了。", "", " ", "a? b"])
    func nothingElseIs(_ sentence: String) { #expect(!SentenceEnd.asks(sentence)) }
}
