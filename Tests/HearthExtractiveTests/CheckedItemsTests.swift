import HearthText
import Testing

@testable import HearthExtractive

/// Questions for the open or the done items of a list.
struct CheckedItemsTests {
    @Test(arguments: [
        "Which tasks are open?", "What do I still have to do?", "What is still to do in my list?",
        "What do I have to do this week?", "Which tasks are still open in my to-do list?", "What’s left?",
        "Show me my open tasks", "What is still open?", "Welche Aufgaben sind noch offen?",
        "Was muss ich noch erledigen?",
        "Which items are not done yet?",
    ])
    func openItemsAreAskedFor(_ question: String) {
        #expect(CheckedItemsQuestion(question)?.state == .open)
        #expect(CheckedItemsQuestion(question)?.topic == [])
    }

    @Test(arguments: [
        "What have I done?", "Which tasks are done?", "What have I already finished?",
        "Which items are ticked off in my list?",
        "Was habe ich schon erledigt?", "Completed tasks",
    ])
    func doneItemsAreAskedFor(_ question: String) {
        #expect(CheckedItemsQuestion(question)?.state == .done)
    }

    @Test(arguments: [
        "Have I answered Hannah?", "What did I do in March?", "Which shops are open?", "When is the task done?",
        "What must I do when the boiler fails?", "What is open source?", "Open", "Who has done the tasks?",
    ])
    func otherQuestionsAreNone(_ question: String) {
        #expect(CheckedItemsQuestion(question) == nil)
    }

    @Test func whatTheListIsOfIsItsTopic() throws {
        let asked = try #require(CheckedItemsQuestion("Which tasks are open in the Merlin project?"))
        #expect(asked.topic == ["merlin", "project"])
        #expect(asked.isOfTopic(["merlin_project_plan.md"]) && !asked.isOfTopic(["kestrel.md"]))
        let week = try #require(CheckedItemsQuestion("What do I still have to do this week?"))
        #expect(week.names("This week") && !week.names("Later") && !week.names(""))
    }
}
