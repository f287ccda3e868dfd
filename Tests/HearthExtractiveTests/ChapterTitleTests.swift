import HearthCore
import HearthText
import Testing

@testable import HearthExtractive

/// What chapters are called without a model.
@Suite struct ChapterTitleTests {
    private typealias Strength = ThingEvidence.Strength

    @Test(arguments: [
        ("en", "We press the button and then we press it again. The kiln is hot. Open the kiln slowly.", "kiln", true),
        ("en", "I promise. You promise it every week, and we promise nothing.", "promise", false),
        ("en", "He is a nice neighbour, and I felt dizzy.", "nice neighbour", false),
        ("en", "I felt dizzy. So dizzy.", "dizzy", false),
        ("en", "Our water meter was read again.", "water meter", true),
        ("es", "Me puede llamar. No puede venir el lunes.", "puede", false),
        ("es", "La caldera gotea. Hay que cambiar la caldera.", "caldera", true),
        ("es", "El trabajo después fue duro.", "trabajo después", false),
        ("es", "Cuesta cuatrocientos euros con mil.", "cuatrocientos euros", false),
        ("de", "Danach war Ruhe. Danach gingen wir.", "Danach", false),
        ("de", "Die Heizung ist kalt. Wir tauschen die Heizung.", "Heizung", true),
        ("fr", "L'eau coule. On coupe l'eau.", "eau", true),
        ("fr", "Je coule. Tu coule, il coule.", "coule", false),
        ("it", "La stufa è rotta, la stufa va cambiata.", "stufa", true),
        ("nl", "De ketel lekt, dus de ketel moet weg.", "ketel", true),
    ])
    func whatStandsBesideAPhraseTellsWhetherItIsAThing(
        language: String, text: String, phrase: String, isThing: Bool
    ) {
        let strength = ThingEvidence(text, language: language).strength(of: phrase)
        #expect(isThing ? strength == .central : strength == .unshown, "\(strength)")
    }

    @Test func aChapterIsCalledByTheThingsItComesBackTo() {
        let talk = Talks.dialogue(
            """
            Ivo: The orchard needs a new fence, because deer come into the orchard at night.
            Lea: I promise I will look at the fence, I promise.
            Ivo: Without the fence we lose the young trees of the orchard.
            """)
        let title = TopicSegmenter().segments(of: talk, count: 1, language: "en").first?.title.lowercased() ?? ""
        #expect(title.contains("fence") || title.contains("orchard"), "\(title)")
        #expect(!title.contains("promise"))
    }

    @Test func whatHasNoThingIsQuoted() {
        let talk = Talks.dialogue(
            "Ana: Hola, buenos días.\nLuis: Ya no puede venir hasta mañana porque está muy cansado y quiere dormir.")
        let segment = TopicSegmenter().segments(of: talk, count: 1, language: "es").first
        #expect(segment?.hasQuotedTitle == true, "\(segment?.title ?? "")")
        #expect(segment?.title == "“Ya no puede venir hasta mañana porque está…”")
    }

    @Test(arguments: [
        ("de", "zwölfte Juli"), ("de", "Zwölfter Juli"), ("es", "cuatrocientos euros"), ("en", "two hundred pounds"),
        ("it", "duemila euro"),
    ])
    func datesAndSumsInWordsAreNoTopics(language: String, phrase: String) {
        #expect(TimePhrases.isOnlyTime(phrase, language: language))
    }

    @Test func otherWordsAreTopicsAllTheSame() {
        #expect(!TimePhrases.isOnlyTime("Jahrhundert", language: "de"))
        #expect(!TimePhrases.isOnlyTime("accento", language: "it"))
    }
}

/// What sponsors pay for, in other languages than English.
@Suite struct AdvertLanguageTests {
    @Test(arguments: [
        ("de", "Diese Folge wird präsentiert von Teekiste. Mit dem Code BLATT20 bekommt ihr zwanzig Prozent Rabatt."),
        ("de", "Werbung. Die Teekiste könnt ihr kostenlos testen, alles dazu in den Shownotes."),
        ("fr", "Cet épisode est sponsorisé par Théière. Avec le code FEUILLE, vous avez vingt pour cent de réduction."),
        (
            "es",
            "Este episodio está patrocinado por Tetera. Con el código HOJA tenéis un veinte por ciento de descuento."
        ),
        ("it", "Questa puntata è sponsorizzata da Teiera. Con il codice FOGLIA avete il venti per cento di sconto."),
        ("pt", "Este episódio é patrocinado por Bule. Com o código FOLHA têm vinte por cento de desconto."),
        ("nl", "Deze aflevering is gesponsord door Theepot. Met de code BLAD krijg je twintig procent korting."),
    ])
    func anAdvertIsKnownByTwoSigns(language: String, said: String) {
        let cues = [Cue(start: 0, end: 9, speaker: "A", text: said)]
        #expect(!SpokenAdverts.sentences(in: SpokenText(cues, language: language)).isEmpty)
        #expect(SpokenAdverts.removed(from: cues, language: language, stops: nil)?.first?.text.contains("HOJA") != true)
    }

    @Test(arguments: [
        ("de", "Den Code der Tür habe ich dir geschickt. Auf die Farbe geben wir im Mai zehn Prozent Rabatt."),
        ("es", "Entra con el código de la puerta, es 4471. En mayo hacemos una visita."),
        ("nl", "Ga met de code van de deur naar binnen. Kijk op het rooster."),
        ("fr", "Le code de la porte est 4471. Allez sur le toit."),
    ])
    func codesOfDoorsAndPricesAreNoAdverts(language: String, said: String) {
        let cues = [Cue(start: 0, end: 9, speaker: "A", text: said)]
        #expect(SpokenAdverts.sentences(in: SpokenText(cues, language: language)).isEmpty)
    }

    @Test func anAdvertIsNothingToStudy() {
        let text = """
            The weavers of Lorne dyed their wool with lichen from the cliffs above the village. This episode is brought to you by \
            Copperpot. Copperpot roasts the beans in small batches for thirty thousand kitchens. Use the code LICHEN for ten percent off. \
            The last mill of Lorne closed in 1931 and became a school for the children of the island.
            """
        let questions = ClozeMaker().questions(in: text, limit: 10, language: "en")
        #expect(!questions.isEmpty)
        #expect(!questions.contains { $0.question.contains("batches") || $0.answer.contains("Copperpot") })
    }
}
