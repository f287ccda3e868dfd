import HearthCore
import HearthText
import Testing

@testable import HearthKnowledge

/// What a list of results shows of a passage is where the query's words are.
@Suite struct MatchPlaceTests {
    private let filler = String(repeating: "The weather was fine and nobody came. ", count: 20)

    private func terms(_ words: String, weight: Double = 1, language: String = "en") -> [QueryTerm] {
        SearchAnalyzer(language: language).terms(in: words).map { QueryTerm($0, weight: weight) }
    }

    private func place(_ terms: [QueryTerm], in text: String, language: String = "en") -> String? {
        MatchPlace(terms, idle: 0.3).place(in: text, language: language).flatMap { text.text(in: $0) }
    }

    @Test func theWordsThatStandClosestTogetherAreThePlace() {
        let text = "A boiler hums. " + filler + "The warranty of the boiler ends in May. " + filler + "A warranty."
        #expect(place(terms("boiler warranty"), in: text) == "warranty of the boiler")
    }

    @Test func wordsThatOnlyAskCountWhereThereAreNoOthers() {
        let text = "What is it? " + filler + "The boiler is here."
        #expect(place(terms("what", weight: 0.1) + terms("boiler"), in: text) == "boiler")
        #expect(place(terms("what", weight: 0.1), in: text) == "What")
    }

    @Test func aTextWithoutTheWordsHasNoPlace() {
        #expect(place(terms("zeppelin"), in: filler) == nil)
        #expect(place([], in: filler) == nil)
        #expect(place(terms("zeppelin"), in: "") == nil)
    }

    @Test func placesAreBytesAlsoWhereNoSpacesPartWords() {
        let text = "冬が長い。鍵は青い箱の中にある。"
        #expect(place(terms("青い", language: "ja"), in: text, language: "ja") == "青い")
    }
}
