import HearthText
import HostileTexts
import Testing

@Suite struct LanguageTests {
    private static let passages: [(String, String)] = [
        ("en", "The old bridge was closed for repairs, and nobody knew when it would open again."),
        ("de", "Die alte Brücke wurde wegen Reparaturen gesperrt, und niemand wusste, wann sie wieder öffnet."),
        ("fr", "Le vieux pont a été fermé pour travaux et personne ne savait quand il rouvrirait."),
        ("es", "El viejo puente fue cerrado por obras y nadie sabía cuándo se abriría de nuevo."),
        ("it", "Il vecchio ponte è stato chiuso per lavori e nessuno sapeva quando avrebbe riaperto."),
        ("pt", "A velha ponte foi fechada para obras e ninguém sabia quando voltaria a abrir."),
        ("nl", "De oude brug was gesloten voor reparaties en niemand wist wanneer hij weer open zou gaan."),
        ("sv", "Den gamla bron stängdes för reparation och ingen visste när den skulle öppnas igen."),
        ("pl", "Stary most został zamknięty z powodu remontu i nikt nie wiedział, kiedy znowu zostanie otwarty."),
        ("ru", "Старый мост закрыли на ремонт, и никто не знал, когда он снова откроется."),
        ("uk", "Старий міст закрили на ремонт, і ніхто не знав, коли він знову відкриється."),
        ("bg", "Старият мост беше затворен за ремонт и никой не знаеше кога ще бъде отворен отново."),
        ("tr", "Eski köprü onarım için kapatıldı ve kimse ne zaman yeniden açılacağını bilmiyordu."),
        ("zh", "那座旧桥因为维修而关闭，没有人知道什么时候会重新开放。"),
        ("ja", "古い橋は修理のために閉鎖され、いつ再開するのか誰も知らなかった。"),
        ("ko", "그 오래된 다리는 수리를 위해 폐쇄되었고 언제 다시 열릴지 아무도 몰랐다."),
        ("ar", "أغلق الجسر القديم بسبب أعمال الصيانة ولم يكن أحد يعرف متى سيفتح من جديد."),
        ("fa", "پل قدیمی برای تعمیرات بسته شد و هیچ کس نمی‌دانست چه زمانی دوباره باز می‌شود."),
        ("hi", "पुराना पुल मरम्मत के लिए बंद कर दिया गया और किसी को नहीं पता था कि वह कब खुलेगा।"),
        ("el", "Η παλιά γέφυρα έκλεισε για επισκευές και κανείς δεν ήξερε πότε θα ανοίξει ξανά."),
    ]

    @Test(arguments: passages) func aSentenceIsEnough(language: String, text: String) {
        let guess = LanguageIdentifier().identify(text)
        #expect(guess.language == language)
        #expect(guess.confidence > 0.5 && guess.confidence <= 1)
    }

    /// One word that is frequent in a neighbour, too, does not outweigh all others.
    @Test(arguments: [
        ("pt", "Amanhã não venho porque estou doente."), ("pt", "Ainda não sei quando chegas."),
        ("es", "Mañana no vengo porque estoy enfermo."), ("it", "Domani non vengo perché sono malato."),
        ("fr", "Je reste chez moi parce que je suis malade."),
    ])
    func aShortSentenceIsToldFromThoseOfItsNeighbours(language: String, text: String) {
        #expect(LanguageIdentifier().identify(text).language == language)
    }

    @Test(arguments: ["", "   ", "12 345,67 %", "🙂🙂", "!!! ???", "\u{301}"])
    func withoutLettersItIsUndetermined(text: String) {
        #expect(LanguageIdentifier().identify(text) == LanguageGuess(language: "und", confidence: 0))
    }

    @Test func fewWordsGiveLessConfidenceThanMany() {
        let short = LanguageIdentifier().identify("hand")
        let long = LanguageIdentifier().identify("the hand that wrote this letter was not the hand that sent it")
        #expect(short.confidence < long.confidence)
    }

    @Test func foreignNamesDoNotChangeTheLanguage() {
        #expect(LanguageIdentifier().identify("她在 New York 的 Columbia University 读书，后来去了 London。").language == "zh")
    }

    @Test(arguments: HostileTexts.all.indices) func anyTextGetsAnAnswer(number: Int) {
        let text = HostileTexts.all[number]
        let guess = LanguageIdentifier().identify(text)
        #expect(!guess.language.isEmpty)
        #expect(guess.confidence >= 0 && guess.confidence <= 1)
    }

    @Test(arguments: [
        ("nb", "Hva gjør dere i helgen?"), ("da", "Hvad gør I til sommer?"), ("sv", "Vad gör ni i sommar?"),
        ("cs", "Kde jsou moje boty?"), ("sk", "Kde sú moje topánky?"), ("ca", "Avui fa molt de vent"),
        ("gl", "Hoxe vai moito vento na rúa"), ("pt", "Hoje faz muito vento na rua"),
        ("es", "Hoy hace mucho viento en la calle"),
        ("id", "Kapan kamu bisa datang ke kantor?"), ("ms", "Bilakah awak boleh datang ke pejabat?"),
        ("uk", "Де мої черевики?"), ("mk", "Каде се моите чевли?"), ("bg", "Къде са моите обувки?"),
        ("mr", "माझे बूट कुठे आहेत?"), ("hi", "मेरे जूते कहाँ हैं?"), ("ne", "मेरो जुत्ता कहाँ छ?"),
        ("eu", "Non daude nire oinetakoak?"), ("et", "Kus mu kingad on?"), ("fi", "Missä minun kenkäni ovat?"),
    ]) func neighboursAreToldApartInAFewWords(language: String, text: String) {
        #expect(LanguageIdentifier().identify(text).language == language)
    }

    @Test func aJapaneseHeadingNeedsNoKana() {
        #expect(LanguageIdentifier().identify("東京駅周辺図").language == "ja")
        #expect(LanguageIdentifier().identify("電車遅延").language == "ja")
        #expect(LanguageIdentifier().identify("東京車站附近地圖").language == "zh")
        #expect(LanguageIdentifier().identify("列车晚点通知").language == "zh")
    }

    @Test func aLongTextIsReadInPart() {
        let text = String(repeating: "Це дуже довгий текст українською мовою. ", count: 60_000)
        let clock = ContinuousClock()
        var guess = LanguageGuess(language: "", confidence: 0)
        let took = clock.measure { guess = LanguageIdentifier().identify(text) }
        #expect(guess.language == "uk")
        #expect(took < .seconds(5))
    }

    /// Notes of one line, which by themselves look like another language.
    @Test(arguments: [
        ("Fontanero Nowak: 976 550 172", "es"), ("Plombier Nowak : 02 40 55 01 72", "fr"),
        ("O aluguel vence no dia 5 de cada mês", "pt"),
        ("Osta leipää ja maitoa", "fi"), ("Kupić chleb i mleko", "pl"),
    ]) func aShortNoteIsInALanguageOfTheOthers(note: String, language: String) {
        #expect(LanguageIdentifier().identify(note, among: [language]).language == language)
        #expect(LanguageIdentifier().identify(note, among: []) == LanguageIdentifier().identify(note))
    }

    @Test(arguments: [
        "Meeting with John at the office on Friday about the roof", "Please call the bank and ask for the new card",
        "Der Zettel ist für alle im Haus, bitte lasst ihn hängen",
    ]) func aNoteThatIsInAnotherLanguageStaysSo(note: String) {
        let guess = LanguageIdentifier().identify(note)
        #expect(LanguageIdentifier().identify(note, among: ["es", "pl"]) == guess)
    }
}
