import HearthCore
import HearthText
import HostileTexts
import Testing

@Suite struct SearchTests {
    private let analyzer = SearchAnalyzer()

    @Test func formsOfAWordMeet() {
        #expect(analyzer.terms(in: "Connections connected") == analyzer.terms(in: "connecting CONNECTION"))
        #expect(analyzer.terms(in: "the company's plan") == analyzer.terms(in: "the company plans"))
    }

    @Test func caseAndDiacriticsDoNotMatter() {
        #expect(analyzer.terms(in: "Café Zürich Łódź") == analyzer.terms(in: "cafe zurich lodz"))
        #expect(analyzer.terms(in: "Straße") == analyzer.terms(in: "STRASSE"))
        #expect(analyzer.terms(in: "cafe\u{301}") == analyzer.terms(in: "café"))
        #expect(analyzer.terms(in: "Ёлка Ελλάδα") == analyzer.terms(in: "елка ελλαδα"))
    }

    @Test func numbersAreOneTermHoweverTheyAreGrouped() {
        #expect(analyzer.terms(in: "1,234.5") == ["1234.5"])
        #expect(analyzer.terms(in: "$1.2 12,500") == ["1.2", "12500"])
        #expect(analyzer.terms(in: "1'000'000 1.000.000") == ["1000000", "1000000"])
        #expect(analyzer.terms(in: "３．２９") == ["3.29"])
    }

    @Test func anAcronymIsOneTermWithAndWithoutStops() {
        #expect(analyzer.terms(in: "U.S.A. and NATO") == analyzer.terms(in: "usa AND nato"))
    }

    @Test func aTermDoesNotDependOnTheWordsAround() {
        let text = "Der Vertrag zwischen den Parteien, signed in Paris by l'entreprise"
        let alone = WordSplitter().words(in: text).flatMap { analyzer.terms(in: text.text(in: $0.span) ?? "") }
        #expect(analyzer.terms(in: text) == alone)
    }

    @Test func frenchArticlesAreNoPartOfTheTerm() {
        #expect(analyzer.terms(in: "l'hôpital d’enfants") == analyzer.terms(in: "hôpital enfants"))
    }

    @Test func chineseIsFoundByPairsOfCharacters() {
        let index = Set(analyzer.terms(in: "北京大学的学生"))
        #expect(analyzer.terms(in: "大学").allSatisfy { index.contains($0) })
        #expect(!analyzer.terms(in: "大学").isEmpty)
    }

    @Test func aQueryOfOneCharacterFindsTextThatHoldsIt() {
        #expect(Set(analyzer.terms(in: "那座桥很旧")).isSuperset(of: analyzer.terms(in: "桥")))
    }

    @Test func stopWordsAreKeptAndCanBeTold() {
        #expect(analyzer.terms(in: "what is the price").count == 4)
        #expect(analyzer.isStopword("the") && analyzer.isStopword("is") && analyzer.isStopword("的"))
        #expect(analyzer.isStopword("war", language: "de") && !analyzer.isStopword("war"))
        #expect(analyzer.terms(in: "price contract").allSatisfy { !analyzer.isStopword($0) })
    }

    @Test func locatedTermsPointAtTheirWords() {
        let text = "Die Brücken, 我们 1,000 km."
        for term in analyzer.locatedTerms(in: text) {
            let word = text.text(in: term.span)
            #expect(word != nil && analyzer.terms(in: word ?? "").contains(term.text))
        }
    }

    @Test(arguments: HostileTexts.all.indices) func termsOfAnyTextAreNeverEmptyStrings(number: Int) {
        let text = HostileTexts.all[number]
        #expect(analyzer.terms(in: text).allSatisfy { !$0.isEmpty && $0.utf8.count <= 200 })
    }

    @Test func aWordWithoutEndGivesOneShortTerm() {
        let terms = analyzer.terms(in: String(repeating: "a", count: 1_000_000))
        #expect(terms.count == 1 && (terms.first?.utf8.count ?? 0) <= 80)
    }
}

/// Terms in the language of a document, and queries for documents in several.
@Suite struct SearchLanguageTests {
    @Test(arguments: [
        ("de", "Häuser", "Haus"), ("ro", "cărților", "CARTILOR"), ("el", "δρόμους", "ΔΡΟΜΟΣ"),
        ("ru", "книгами", "книга"),
        ("fr", "l’hôpital", "hopital"), ("tr", "Ankara’da", "ANKARA"), ("hi", "किताबें", "किताब"), ("en", "cafés", "cafe"),
    ])
    func formsOfAWordMeet(language: String, one: String, other: String) {
        let analyzer = SearchAnalyzer(language: language)
        #expect(analyzer.terms(in: one) == analyzer.terms(in: other))
    }

    @Test func whatHasNoLettersOfTheLanguageIsTakenForEnglish() {
        #expect(SearchAnalyzer(language: "ru").terms(in: "connections") == SearchAnalyzer().terms(in: "connected"))
        // Polish is written in the same letters, and has no stemmer.
        #expect(SearchAnalyzer(language: "pl").terms(in: "connections Łódź") == ["connec", "lodz"])
        #expect(
            SearchAnalyzer(language: "xx-unknown").terms(in: "connections") == SearchAnalyzer().terms(in: "connected"))
    }

    @Test func withoutAStemmerFormsMeetInTheirBeginning() {
        let polish = SearchAnalyzer(language: "pl")
        #expect(polish.terms(in: "szkoła szkoły") == ["szkol", "szkol"])
        #expect(Set(polish.terms(in: "podstawowej podstawowa PODSTAWOWYM")) == ["podsta"])
        #expect(Set(SearchAnalyzer(language: "uk").terms(in: "будівництво будівництва будівництвом")).count == 1)
        // Names with digits are told apart by all of them, numbers and addresses stay, and so do words of other languages.
        #expect(polish.terms(in: "model12345 1234567") == ["model12345", "1234567"])
        #expect(SearchAnalyzer(language: "de").terms(in: "Wohnungsbaugesellschaft").first?.count ?? 0 > 6)
    }

    @Test func aQueryHasTheTermsOfEachLanguageOfTheDocuments() throws {
        let words = SearchAnalyzer.words(ofQuery: "Häuser am Meer", likely: "de", languages: ["de", "fr"])
        #expect(words.map(\.term) == ["haus", "am", "meer"])
        // In an index of before, and in documents of no known language, words have English stems.
        #expect(words[0].others.contains("hauser") && words[1].isStopword && !words[0].isStopword)
        // "me" is a stop word in French.
        #expect(words[2].others == [])
    }

    @Test func withoutDocumentsInItsLanguageAQueryIsAsItWas() {
        let text = "Wo steht das Haus der Familie Müller, 北京大学, 1,234.5?"
        let words = SearchAnalyzer.words(ofQuery: text, likely: "de", languages: [])
        #expect(words.map(\.term) == SearchAnalyzer().terms(in: text))
        #expect(words.allSatisfy { $0.others.isEmpty } && words[2].isStopword)
    }

    @Test(arguments: ["en", "de", "tr", "ar", "zh", "pl", "sr"]) func everyQueryHasItsTerms(language: String) {
        for text in HostileTexts.all {
            let words = SearchAnalyzer.words(
                ofQuery: text, likely: language, languages: [language, "fr", "yi", language])
            #expect(words.map(\.term) == SearchAnalyzer(language: language).terms(in: text))
            #expect(words.allSatisfy { !$0.others.contains($0.term) && Set($0.others).count == $0.others.count })
        }
    }

    @Test(arguments: [
        ("ko", "월세는 월세가 월세를 월세의"), ("ko", "출발한다 출발하나요 출발했다 출발합니다"), ("pl", "kot kota kotów kotom"),
        ("cs", "byt bytu bytem bytě"),
        ("uk", "будинок будинку будинками"),
    ]) func whatAWordIsFastenedToMeets(language: String, forms: String) {
        #expect(
            Set(SearchAnalyzer(language: language).terms(in: forms)).count <= (language == "uk" ? 2 : 1), "\(forms)")
    }

    @Test func shortWordsOfHangulStay() {
        #expect(SearchAnalyzer(language: "ko").terms(in: "나이 도로 회의") == ["나이", "도로", "회의"])
        // Pairs of syllables are words in any case.
        #expect(SearchAnalyzer.unstemmed.terms(in: "월세가") == ["월세"])
    }
}
