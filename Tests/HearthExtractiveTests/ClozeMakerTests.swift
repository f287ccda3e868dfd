import HearthCore
import HearthExtractive
import Testing

@Suite("Cloze questions")
struct ClozeMakerTests {
    static let text = """
        The Treaty of Lagern was signed in 1893 by Helena Brandt and the envoys of three cantons. It ended a dispute over \
        the water rights of the upper valley that had lasted for decades. The cantons agreed to build a common reservoir \
        near Oberwil, which still supplies 40,000 households today. Why did it take so long? Historians name the mistrust \
        between the mill owners and the farmers as the main reason for the delay. The reservoir was enlarged in 1931.
        """

    @Test("each question is its sentence with the answer taken out, word for word")
    func questionsAreVerbatim() throws {
        let questions = ClozeMaker().questions(in: Self.text, limit: 4)
        #expect(questions.count >= 3)
        for question in questions {
            let sentence = try #require(Self.text.text(in: question.sentence))
            #expect(Self.text.text(in: question.blank) == question.answer)
            #expect(question.question.replacing(ClozeQuestion.gap, with: question.answer) == sentence)
            #expect(question.sentence.start <= question.blank.start && question.blank.end <= question.sentence.end)
        }
    }

    @Test("no answer is asked for twice, and a question of the text is not made into one")
    func answersDiffer() {
        let questions = ClozeMaker().questions(in: Self.text, limit: 10)
        #expect(Set(questions.map { $0.answer.lowercased() }).count == questions.count)
        #expect(!questions.contains { $0.question.hasSuffix("?") })
    }

    @Test("a line break inside a sentence becomes a space, and the spans still hold")
    func lineBreaks() throws {
        let text = Self.text.replacing("signed in 1893", with: "signed\nin 1893")
        let questions = ClozeMaker().questions(in: text, limit: 10)
        #expect(!questions.isEmpty)
        for question in questions {
            #expect(!question.question.contains("\n"))
            #expect(text.text(in: question.blank) == question.answer)
        }
    }

    @Test("nothing comes of nothing", arguments: ["", "   \n", "Yes.", "?????", "42"])
    func emptyTexts(_ text: String) {
        #expect(ClozeMaker().questions(in: text, limit: 5).isEmpty)
        #expect(ClozeMaker().questions(in: Self.text, limit: 0).isEmpty)
    }

    @Test("Chinese text gives questions too")
    func chinese() {
        let text = "1893年，海伦娜·布兰特与三个州的使节签署了拉根条约。条约结束了持续数十年的上游水权争端。各州同意在奥伯维尔附近修建一座公共水库，至今仍为40000户家庭供水。"
        let questions = ClozeMaker().questions(in: text, limit: 3)
        #expect(!questions.isEmpty)
        #expect(questions.allSatisfy { $0.question.contains(ClozeQuestion.gap) })
    }
}
