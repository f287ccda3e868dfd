import HearthText
import Testing

@testable import HearthExtractive

/// The words by which papers say when something ends, what is allowed and in which measure, in many languages.
@Suite struct PaperWordsTests {
    @Test(arguments: [
        ("ru", "заканчивается", "до"), ("pl", "kończy", "do"), ("sv", "upphör", "till"), ("tr", "bitiyor", "biter"),
        ("he", "מסתיים", "עד"), ("nl", "eindigt", "tot"), ("de", "endet", "bis"), ("es", "termina", "hasta"),
        ("ja", "終了", "まで"), ("ko", "끝나", "만료"), ("el", "λήγει", "έως"), ("cs", "končí", "do"),
    ]) func anEndIsToldByTheWordBeforeTheLastDay(language: String, asked: String, told: String) throws {
        // A word, or of scripts without spaces a pair of characters.
        func term(_ word: String) throws -> String {
            try #require(SearchAnalyzer.unstemmed.terms(in: word).first { $0.unicodeScalars.count > 1 })
        }
        let relation = try #require(
            EverydayRelations.relation(of: try term(asked), kind: .time, languages: [language]))
        #expect(relation.shape == .moment)
        #expect(relation.told.contains(try term(told)))
        // Who asks how much asks for no day.
        #expect(EverydayRelations.relation(of: try term(asked), kind: .number, languages: [language]) == nil)
    }

    @Test(arguments: [
        "هل يمكنني ركن السيارة هنا؟", "Kan man hyra en cykel?", "Môžem tu parkovať?", "Mogu li ovdje pušiti?",
        "Tôi có thể đỗ xe ở đây không?", "האם אני יכולה להחנות כאן?", "È possibile parcheggiare qui?", "여기서 담배 피워도 돼요?",
    ]) func permissionIsAskedForWithTheVerbsOfEachLanguage(question: String) {
        let aspects = AnswerAspects(wantedBy: question, kind: [], hasQuestionWord: false)
        #expect(aspects.contains(.permission))
    }

    @Test(arguments: [
        "No se admiten bicicletas en el portal.", "Zamiast masła można wziąć olej.", "여기에 주차하면 안 된다.",
        "自転車は裏庭に置くことができる。", "Parkování zde nelze povolit.",
    ]) func permissionIsToldWithTheVerbsOfEachLanguage(sentence: String) {
        #expect(AnswerAspects(toldBy: sentence).contains(.permission))
    }

    @Test(arguments: [
        ("ru", "При какой температуре?", "температуре"), ("es", "¿A qué temperatura se asa?", "temperatura"),
        ("sv", "Vilken temperatur?", "temperatur"), ("fi", "Missä lämpötilassa?", "lämpötilassa"),
    ]) func aMeasureThatIsNamedIsANumber(language: String, question: String, measure: String) {
        let asked = AskedQuestion(question, languages: [language])
        #expect(asked.kind.contains(.number))
        #expect(asked.measures.contains(measure))
    }

    @Test(arguments: [
        ("sk", "Kedy prídu hostia?", QuestionKind.time), ("hr", "Tko zaključava vrata?", .person),
        ("bg", "Къде е ключът?", .place), ("ca", "Per què no hi ha aigua?", .reason),
        ("fa", "چرا آب نیست؟", .reason), ("ur", "کتنے لوگ آئے؟", .number),
        ("fi", "Mitä aidan maalaus maksoi?", .number),
    ]) func whatIsAskedForIsToldInFurtherLanguages(language: String, question: String, kind: QuestionKind) {
        #expect(AskedQuestion(question, languages: [language]).kind.contains(kind))
    }

    @Test func whatIsDoneIsNamedByItsNoun() throws {
        let verb = try #require(SearchAnalyzer.unstemmed.terms(in: "röka").first)
        let noun = try #require(SearchAnalyzer.unstemmed.terms(in: "rökning").first)
        #expect(EverydayKinds.kinds(of: verb, languages: ["sv"]).contains(noun))
    }
}
