import HearthText
import HostileTexts
import Testing

@Suite struct KeyphraseTests {
    private let abstract = """
        Adaptive irrigation control for small farms. We present an irrigation controller that uses soil moisture sensors and a \
        weather forecast. The irrigation controller was tested on three farms. Soil moisture was measured every hour, and water \
        consumption fell by a fifth.
        """

    @Test func nounPhrasesOfTheSubjectComeFirst() {
        let phrases = KeyphraseExtractor().keyphrases(in: abstract, limit: 5, language: "en").map {
            $0.text.lowercased()
        }
        #expect(phrases.contains("irrigation controller"))
        #expect(phrases.contains("soil moisture sensors") || phrases.contains("soil moisture"))
    }

    @Test func scoresFallAndTheLimitHolds() {
        let phrases = KeyphraseExtractor().keyphrases(in: abstract, limit: 4)
        #expect(phrases.count == 4)
        #expect(zip(phrases, phrases.dropFirst()).allSatisfy { $0.score >= $1.score })
        #expect(KeyphraseExtractor().keyphrases(in: abstract, limit: 0).isEmpty)
    }

    @Test func stopWordsAndVerbsNeverMakeAPhrase() {
        let phrases = KeyphraseExtractor().keyphrases(in: abstract, limit: 50).map { $0.text.lowercased() }
        for word in ["we", "the", "present", "that", "uses", "was", "every"] { #expect(!phrases.contains(word)) }
    }

    @Test func whatADiaryTellsIsNamedWithoutItsVerbs() {
        func phrases(_ text: String) -> [String] {
            KeyphraseExtractor(isDiary: true).keyphrases(in: text, limit: 20, language: "en").map {
                $0.text.lowercased()
            }
        }
        let found = phrases(
            "Baked rye bread with the new starter. We ate plums on the bridge, and the dog pretends not to know us. "
                + "Planted forty tulips behind the shed. I was tired and happy, and my thumb is blue. Carried water all day."
        )
        for phrase in ["rye bread", "plums", "bridge", "tulips", "water"] {
            #expect(found.contains(phrase), "\(phrase): \(found)")
        }
        for word in ["baked", "ate", "pretends", "planted", "forty", "behind", "happy", "blue", "carried"] {
            #expect(!found.contains { $0.split(separator: " ").contains(Substring(word)) }, "\(word): \(found)")
        }
    }

    @Test func gerundsAndAdjectivesStayInTheNamesOfSubjects() {
        let found = KeyphraseExtractor().keyphrases(
            in:
                "Machine learning and distributed systems. Distributed systems use open source software for machine learning.",
            limit: 10, language: "en"
        ).map { $0.text.lowercased() }
        #expect(found.contains("machine learning") && found.contains("distributed systems"), "\(found)")
        #expect(found.contains { $0.hasPrefix("open source") }, "\(found)")
    }

    @Test func aPhraseStandsInTheText() {
        for phrase in KeyphraseExtractor().keyphrases(in: abstract, limit: 50) {
            #expect(abstract.lowercased().contains(phrase.text.lowercased()))
        }
    }

    @Test func namesStandApartInFrench() {
        let text =
            "Le ministre Jean Valmont a visité Lyon. Jean Valmont a parlé de la réforme du logement. La réforme du logement est contestée."
        let phrases = KeyphraseExtractor().keyphrases(in: text, limit: 5, language: "fr").map(\.text)
        #expect(phrases.contains("Jean Valmont"))
    }

    @Test(arguments: [
        (
            "pl",
            "Rada miasta przyjęła budżet na nowy rok. Budżet miasta przewiduje remont szkoły podstawowej. Remont szkoły podstawowej "
                + "ma się zacząć w maju.", "remont szkoły podstawowej"
        ),
        (
            "ro",
            "Consiliul local a aprobat bugetul. Bugetul prevede construirea unei piste de biciclete și repararea școlii primare. "
                + "Repararea școlii primare va începe în mai.", "repararea școlii primare"
        ),
        (
            "el",
            "Το συμβούλιο ενέκρινε τον προϋπολογισμό. Προβλέπει επισκευή σχολικού κτιρίου και έναν δρόμο. Η επισκευή σχολικού κτιρίου "
                + "αρχίζει τον Μάιο.", "επισκευή σχολικού κτιρίου"
        ),
        ("hi", "नगर परिषद ने बजट पारित किया। बजट में प्राथमिक विद्यालय है। प्राथमिक विद्यालय मई में खुलेगा।", "प्राथमिक विद्यालय"),
        ("zh", "市议会通过了新的预算。预算包括小学的修缮和自行车道的建设。自行车道秋季完工。", "自行车道"),
        ("ja", "市議会は新しい予算を可決した。予算は小学校の改修を含む。小学校の改修は五月に始まる。", "小学校"),
        ("ko", "시의회는 새해 예산을 통과시켰다. 예산에는 자전거 도로 건설이 포함된다. 자전거 도로 건설이 시작된다.", "자전거 도로 건설이"),
    ])
    func repetitionTellsPhrasesWhereEndingsDoNot(_ language: String, _ text: String, _ phrase: String) {
        let phrases = KeyphraseExtractor().keyphrases(in: text, limit: 4, language: language).map {
            $0.text.lowercased()
        }
        #expect(phrases.contains(phrase), "\(phrases)")
        // A piece of a phrase that occurs only in it is not told again.
        #expect(phrases.allSatisfy { $0 == phrase || !phrase.contains($0) }, "\(phrases)")
    }

    @Test func germanPhrasesAreNounsWithTheirAdjectives() {
        let text = """
            Der Stadtrat beschloss gestern den neuen Haushaltsplan. Die städtische Bibliothek bekommt mehr Geld. Die städtische \
            Bibliothek liegt am Fluss. Jetzt sucht die Verwaltung freiwillige Helfer.
            """
        let phrases = KeyphraseExtractor().keyphrases(in: text, limit: 8, language: "de").map(\.text)
        #expect(phrases.contains("städtische Bibliothek"), "\(phrases)")
        for verb in ["beschloss", "liegt", "bekommt", "sucht"] {
            #expect(phrases.allSatisfy { !$0.contains(verb) }, "\(phrases)")
        }
    }

    @Test func theSameTextGivesTheSamePhrases() {
        let first = KeyphraseExtractor().keyphrases(in: abstract)
        #expect((0..<5).allSatisfy { _ in KeyphraseExtractor().keyphrases(in: abstract) == first })
    }

    @Test(arguments: HostileTexts.all.indices) func anyTextIsSurvived(number: Int) {
        let text = HostileTexts.all[number]
        for language in ["en", "de", "fr", "zh", nil] {
            #expect(KeyphraseExtractor().keyphrases(in: text, limit: 5, language: language).count <= 5)
        }
    }

    @Test func aLetterBeforeAHyphenBelongsToItsWord() {
        let text =
            "The X-ray shows the knee. Another X-ray is due in May. The X-ray department is on the second floor, and an X-ray takes ten minutes."
        let found = KeyphraseExtractor().keyphrases(in: text, limit: 5, language: "en").map { $0.text.lowercased() }
        #expect(found.contains { $0.contains("x-ray") }, "\(found)")
        #expect(!found.contains("ray"))
    }
}
