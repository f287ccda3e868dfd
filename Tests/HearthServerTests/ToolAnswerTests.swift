import HearthCore
import HearthKnowledge
import HearthSchema
import Testing

@testable import HearthMCP
@testable import HearthServer

@Suite("What a tool answers from documents")
struct ToolAnswerTests {
    private func result(notes: [String]) -> TypedResult<ToolAnswer> {
        var names = ShownNames(.none)
        return TypedResult<ToolAnswer>(
            Answer(
                text: "In March.", abstained: false, citations: [],
                route: RoutingDecision(task: .answer, engine: .basic, model: "extractive", reason: ""),
                context: AnswerContext(included: []), notes: notes), &names)
    }

    /// A host may show its model either of the two.
    @Test func `What to know of an answer stands in its text and beside it`() throws {
        let note = "It is not certain that this answers the question."
        #expect(result(notes: [note]).text == "In March.\n\n\(note)")
        let structured = try #require(result(notes: [note]).structured)
        #expect(try structured.json()["notes"] == [.string(note)])
        #expect(result(notes: []).text == "In March.")
    }
}
