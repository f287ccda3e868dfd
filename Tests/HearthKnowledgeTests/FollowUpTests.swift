import HearthCore
import HearthExtractive
import Testing

@testable import HearthKnowledge

/// What a question of a conversation goes on from.
@Suite struct FollowUpTests {
    private func history(_ question: String, _ answer: String) -> [Message] {
        [Message(.user, question), Message(.assistant, answer)]
    }

    @Test(arguments: [
        ("When is the next service of the boiler?", "and who pays?"),
        ("When is the next service of the boiler?", "How much is it?"),
        ("When is the next service of the boiler?", "Who pays?"),
        ("When is the next service of the boiler?", "What’s the cost?"),
        ("When are the chimneys of the village swept?", "Which firm says they’re clean enough?"),
        ("Wann ist die nächste Wartung der Heizung?", "Und wer bezahlt das?"),
        ("Quand la chaudière est-elle révisée la prochaine fois ?", "Et qui paie ?"),
        ("¿Cuándo se revisa la caldera la próxima vez?", "¿Y quién paga?"),
        ("Когда следующее обслуживание котла?", "А кто платит?"),
        ("Πότε είναι η επόμενη συντήρηση του λέβητα;", "Και ποιος πληρώνει;"),
        ("次のボイラーの点検はいつですか。", "費用は？"), ("다음 보일러 점검은 언제입니까?", "그럼 누가 내나요?"),
    ])
    func aQuestionThatNamesNothingGoesOnFromTheOneBefore(first: String, next: String) {
        let followUp = FollowUp(next, history: history(first, "In May. [1]"))
        #expect(followUp.query == "\(first) \(next)")
        #expect(followUp.earlier.answers == ["In May. [1]"])
    }

    @Test func aRowThatWasToldMayAnswerAgain() {
        let row = "name: Ann Birch · role: director · birthday: 30 January [1]"
        let followUp = FollowUp("And her birthday?", history: history("Who is the director?", row))
        #expect(followUp.query == "Who is the director? And her birthday?")
        #expect(followUp.earlier.answers.allSatisfy { !$0.contains("30 January") })
    }

    @Test(arguments: [
        "When is the paper collected?", "Where does the landlord keep the spare keys?",
    ])
    func aQuestionOfItsOwnStandsAlone(question: String) {
        let followUp = FollowUp(question, history: history("When is the next service of the boiler?", "In May. [1]"))
        #expect(followUp.query == question)
        #expect(followUp.earlier.answers.isEmpty)
    }

    @Test func aQuestionGoesBackToTheOneThatStandsOnItsOwn() {
        let followUp = FollowUp(
            "And how long does it take?",
            history: history("Where are the old letters of the village?", "In the hall.")
                + history("When is the next service of the boiler?", "In May.")
                + history("And who pays?", "The landlord."))
        #expect(followUp.query == "When is the next service of the boiler? And who pays? And how long does it take?")
        #expect(followUp.earlier.answers == ["The landlord.", "In May."])
    }

    @Test(arguments: [
        ("And the deposit?", "The deposit is £900.", true), ("And the deposit?", "The rent is £450.", false),
        ("And who pays?", "The landlord pays.", true), ("Why?", "Anything.", true),
        ("And where did the children swim?", "The child swam in the lake.", true),
    ])
    func whatAQuestionNamesItselfIsLookedForInATextByAnyForm(question: String, text: String, isNamed: Bool) {
        let followUp = FollowUp(question, history: history("When does the lease of the mill end?", "In May. [1]"))
        #expect(followUp.isNamed(in: [text]) == isNamed)
    }

    @Test func withoutAConversationThereIsNothingToGoOnFrom() {
        #expect(FollowUp("And who pays?", history: []).query == "And who pays?")
        #expect(FollowUp("", history: []).query == "")
    }
}
