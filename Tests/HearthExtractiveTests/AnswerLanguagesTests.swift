import HearthCore
import HearthExtractive
import Testing

/// What is there is found and what is not there is refused, by one measure in every language.
@Suite struct AnswerLanguagesTests {
    /// Texts about a lighthouse and about bread, a question that the first of them answers in other forms of its words, what the
    /// answer holds, and a question that none of them answers.
    struct Case: Sendable, CustomTestStringConvertible {
        var language: String
        var texts: [String]
        var question: String
        var answer: String
        var unknown: String
        var testDescription: String { language }
    }

    static let cases = [
        Case(
            language: "German",
            texts: [
                "Der Leuchtturm steht auf einer Klippe. Die Fischer der Stadt bauten ihn aus grauem Stein. Die Laternen des "
                    + "Leuchtturms brannten mit Petroleum.",
                "Der Teig ruht über Nacht. Das Brot wird bei starker Hitze gebacken.",
            ], question: "Womit brannte die Laterne im Leuchtturm?", answer: "Petroleum",
            unknown: "Welche Sprache spricht man in Brasilien?"),
        Case(
            language: "Spanish",
            texts: [
                "El faro está en un acantilado. Los pescadores del pueblo lo construyeron de piedra gris. Las lámparas del faro "
                    + "quemaban petróleo.",
                "La masa reposa toda la noche. El pan se hornea con mucho calor.",
            ], question: "¿Qué quemaba la lámpara del faro?", answer: "petróleo",
            unknown: "¿Cuál es el idioma oficial de Brasil?"),
        Case(
            language: "Russian",
            texts: [
                "Маяк стоит на скале. Рыбаки города построили его из серого камня. Лампы маяка горели керосином.",
                "Тесто отдыхает всю ночь. Хлеб пекут при сильном жаре.",
            ], question: "Чем горела лампа в маяке?", answer: "керосином", unknown: "На каком языке говорят в Бразилии?"
        ),
        Case(
            language: "Polish",
            texts: [
                "Latarnia morska stoi na skale. Rybacy z miasta zbudowali ją z szarego kamienia. Lampy latarni paliły się naftą.",
                "Ciasto odpoczywa całą noc. Chleb piecze się w wysokiej temperaturze.",
            ], question: "Czym paliła się lampa w latarni?", answer: "naftą",
            unknown: "Jakim językiem mówi się w Brazylii?"),
        Case(
            language: "Finnish",
            texts: [
                "Majakka seisoo kalliolla. Kaupungin kalastajat rakensivat sen harmaasta kivestä. Majakan lamput paloivat "
                    + "petrolilla.",
                "Taikina lepää yön yli. Leipä paistetaan kovassa kuumuudessa.",
            ], question: "Millä majakan lamppu paloi?", answer: "petrolilla",
            unknown: "Mitä kieltä Brasiliassa puhutaan?"),
        Case(
            language: "Turkish",
            texts: [
                "Deniz feneri bir kayanın üzerinde durur. Kasabanın balıkçıları onu gri taştan yaptı. Fenerin lambaları gazyağı "
                    + "yakardı.",
                "Hamur bütün gece dinlenir. Ekmek yüksek ısıda pişirilir.",
            ], question: "Fenerin lambası ne yakardı?", answer: "gazyağı", unknown: "Brezilya'da hangi dil konuşulur?"),
        Case(
            language: "Arabic",
            texts: [
                "تقف المنارة على جرف. بناها صيادو المدينة من حجر رمادي. كانت مصابيح المنارة تحرق الكيروسين.",
                "يرتاح العجين طوال الليل. يخبز الخبز في حرارة عالية.",
            ], question: "ماذا كانت تحرق مصابيح المنارة؟", answer: "الكيروسين",
            unknown: "ما هي اللغة الرسمية في البرازيل؟"),
        Case(
            language: "Vietnamese",
            texts: [
                "Hải đăng đứng trên một vách đá. Ngư dân của thị trấn đã xây nó bằng đá xám. Đèn của hải đăng đốt bằng dầu hỏa.",
                "Bột nghỉ suốt đêm. Bánh mì được nướng ở nhiệt độ cao.",
            ], question: "Đèn hải đăng đốt bằng gì?", answer: "dầu hỏa", unknown: "Brazil nói ngôn ngữ nào?"),
        Case(
            language: "Japanese",
            texts: [
                "灯台は崖の上に立っている。町の漁師が灰色の石で建てた。灯台のランプは石油で燃えていた。",
                "生地は一晩休ませる。パンは高温で焼く。",
            ], question: "灯台のランプは何で燃えていましたか？", answer: "石油", unknown: "ブラジルの公用語は何語ですか？"),
        Case(
            language: "Korean",
            texts: [
                "등대는 절벽 위에 서 있다. 마을의 어부들이 회색 돌로 그것을 지었다. 등대의 램프는 석유로 타올랐다.",
                "반죽은 밤새 쉰다. 빵은 높은 열에서 굽는다.",
            ], question: "등대의 램프는 무엇으로 타올랐습니까?", answer: "석유", unknown: "브라질의 공용어는 무엇입니까?"),
        Case(
            language: "Greek",
            texts: [
                "Ο φάρος στέκεται σε έναν βράχο. Οι ψαράδες της πόλης τον έχτισαν από γκρίζα πέτρα. Οι λάμπες του φάρου έκαιγαν "
                    + "πετρέλαιο.",
                "Η ζύμη ξεκουράζεται όλη τη νύχτα. Το ψωμί ψήνεται σε δυνατή θερμοκρασία.",
            ], question: "Τι έκαιγε η λάμπα του φάρου;", answer: "πετρέλαιο",
            unknown: "Ποια γλώσσα μιλούν στη Βραζιλία;"),
    ]

    private func answer(_ question: String, _ texts: [String]) -> ExtractiveAnswer {
        ExtractiveAnswerer().answer(
            question: question,
            passages: texts.enumerated().map { AnswerPassage(id: $0, text: $1, score: Double(2 - $0)) })
    }

    @Test(arguments: cases)
    func otherFormsOfTheWordsOfAQuestionFindItsAnswer(_ item: Case) throws {
        let found = answer(item.question, item.texts)
        #expect(!found.abstained)
        #expect(try #require(found.sentences.first).text.contains(item.answer))
    }

    @Test(arguments: cases)
    func whatNoTextSaysIsRefused(_ item: Case) {
        #expect(answer(item.unknown, item.texts).abstained)
    }

    @Test(arguments: cases)
    func aQuestionOfFactIsAnsweredInOneOrTwoSentences(_ item: Case) {
        #expect((1...2).contains(answer(item.question, item.texts).sentences.count))
    }

    @Test func anAnswerThatMayBeNoneIsUnsure() {
        let sentence = ExtractiveAnswer.Sentence(
            text: "Yes.", passage: 0, passageID: 0, span: TextSpan(start: 0, end: 4), score: 1)
        #expect(ExtractiveAnswer(sentences: [sentence], confidence: 0.3, abstained: false).isUnsure)
        #expect(!ExtractiveAnswer(sentences: [sentence], confidence: 0.8, abstained: false).isUnsure)
        #expect(!ExtractiveAnswer(sentences: [sentence], confidence: 0.1, abstained: true).isUnsure)
    }
}
