import HearthCore
import HearthText
import Testing

/// Short questions, dated entries and the first words of papers, in languages other than English.
@Suite struct EverydayPapersTests {
    private func names(_ text: String, _ language: String) -> [String] {
        EntityRecognizer().entities(in: text, language: language).map(\.text)
    }

    @Test(arguments: [
        ("sv", "Vem målar staketet?"), ("ru", "Кто моет окна?"), ("ru", "Какая температура?"),
        ("fi", "Kuka maalaa aidan?"), ("tr", "Kaç kilo un?"), ("cs", "Kdo zamyká sklep?"),
        ("hu", "Ki festi a kerítést?"),
    ]) func aQuestionOfFewWordsIsInTheLanguageOfTheWordThatAsks(language: String, text: String) {
        let guess = LanguageIdentifier().identify(text)
        #expect(guess.language == language)
        #expect(guess.confidence > 0.9)
    }

    @Test(arguments: ["Wie lange gilt die Garantie?", "Wie viel kostet die Miete?"])
    func aGermanQuestionIsNotDutch(text: String) {
        #expect(LanguageIdentifier().identify(text).language == "de")
    }

    @Test func aDateBeforeAColonIsPartOfAnArabicSentence() {
        let text = "12 أكتوبر: وصلنا إلى البيت ليلا.\n13 أكتوبر: عدنا."
        let found = SentenceSplitter().sentences(in: text, language: "ar").map { text.text(in: $0) ?? "" }
        #expect(found == ["12 أكتوبر: وصلنا إلى البيت ليلا.", "13 أكتوبر: عدنا."])
    }

    @Test func theDayOfAnEntryIsNoNumberOfAList() {
        let diary = "3. Juni: Ankunft in Ulm.\n4. Juni: Rückfahrt."
        let entry = TextSpan(start: "3. Juni: Ankunft in Ulm.\n".utf8.count, end: diary.utf8.count)
        #expect(LineMarks(diary).words(of: entry) == entry)
        #expect(!LineMarks(diary).beginsItem(entry))

        let list = "3. Ankunft in Ulm.\n4. Rückfahrt."
        let item = TextSpan(start: "3. Ankunft in Ulm.\n".utf8.count, end: list.utf8.count)
        #expect(LineMarks(list).words(of: item) == TextSpan(start: item.start + 3, end: item.end))
        #expect(LineMarks(list).beginsItem(item))
    }

    @Test(arguments: [
        ("es", "Llegamos a Coimbra con Elvira Quintana.", "Llegamos"),
        ("pl", "Spotkaliśmy Halinę Wronę w lesie.", "Spotkaliśmy"),
        ("ru", "Встретили Веру Орлову у реки.", "Встретили"), ("ru", "Держать птиц нельзя.", "Держать"),
        ("fi", "Tapasimme Veikko Korven torilla.", "Tapasimme"), ("pl", "Wykonawca: Halina Wrona.", "Wykonawca"),
        ("sv", "Hyran betalas i förskott.", "Hyran"), ("tr", "Sözleşme iki yıl sürer.", "Sözleşme"),
        ("de", "Entkalken Sie das Gerät.", "Entkalken"),
    ]) func theFirstWordOfAPaperIsNoName(language: String, text: String, word: String) {
        #expect(!names(text, language).contains { $0.contains(word) })
    }

    @Test func aNameBehindAVerbIsKept() {
        #expect(names("Spotkaliśmy Halinę Wronę w lesie.", "pl") == ["Halinę Wronę"])
        #expect(names("Встретили Веру Орлову у реки.", "ru") == ["Веру Орлову"])
    }

    /// Who speaks stands before a colon as well, and does so again.
    @Test func whoSpeaksIsStillAName() {
        let text = "Lumir: Přijdu zítra.\nBara: Dobře.\nLumir: Díky.\nBara: Ahoj."
        #expect(names(text, "cs").contains("Lumir"))
    }

    /// Of what is kept back, too much is better than too little.
    @Test func whoSpeaksOnceIsKeptBack() {
        let text = "Lumir: Přijdu zítra a přinesu ten klíč od sklepa."
        let capitals = CapitalUse.Regions(of: text, language: "cs")
        let found = EntityRecognizer().entities(in: text, capitals: capitals, takesDoubtful: true)
        #expect(found.contains { $0.text.contains("Lumir") })
    }

    @Test func aGermanNameEndsWithItsLine() {
        let found = names("Antrag für Ilse Varga\nSehr geehrte Frau Halden, wir haben ihn erhalten.", "de")
        #expect(found.first == "Ilse Varga")
    }

    @Test func theShortNameOfAnEnglishDayIsASyllableOfOtherNames() {
        #expect(names("Hôm qua tôi gặp Phạm Thu Hà ở chợ.", "vi").contains { $0.hasSuffix("Phạm Thu Hà") })
    }
}
