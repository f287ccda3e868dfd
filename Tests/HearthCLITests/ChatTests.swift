import Foundation
import Testing

/// `hearth chat` and `hearth conversations` through the real binary.
@Suite struct ChatTests {
    private func hearthWithNotes() throws -> HearthProgram {
        let hearth = try HearthProgram()
        try hearth.write(
            "gate.txt", "The colour of the north gate is green. Ms Okafor has the key of the north gate.\n")
        #expect(try hearth.run("ingest", "gate.txt").status == 0)
        return hearth
    }

    private func only(_ hearth: borrowing HearthProgram) throws -> String {
        let lines = try hearth.run("conversations", "list", "--json").lines
        #expect(lines.count == 1)
        return try #require(lines.first?["conversationID"] as? String)
    }

    @Test func aConversationIsKeptAndCanBeContinued() throws {
        let hearth = try hearthWithNotes()
        let first = try hearth.run("chat", input: "What colour is the north gate?\n")
        #expect(first.status == 0 && first.output.contains("green"))
        let id = try only(hearth)

        let second = try hearth.run("chat", "--continue", input: "Who has its key?\n/history\n")
        #expect(second.status == 0)
        #expect(second.output.contains("Okafor"))
        #expect(second.output.contains("What colour is the north gate?"))

        let third = try hearth.run("chat", "--continue", String(id.prefix(6)), input: "/history 1\n/title Gates\n")
        #expect(third.status == 0)
        #expect(!third.output.contains("What colour"))
        let shown = try #require(try hearth.run("conversations", "show", id, "--json").lines.first)
        #expect(shown["title"] as? String == "Gates")
        let messages = try #require(shown["messages"] as? [[String: Any]])
        #expect(messages.compactMap { $0["role"] as? String } == ["user", "assistant", "user", "assistant"])
        #expect(messages.allSatisfy { $0["state"] as? String == "complete" })
        let citations = (messages[1]["metadata"] as? [String: Any])?["citations"] as? [[String: Any]]
        #expect((citations?.first?["path"] as? String)?.hasSuffix("/gate.txt") == true)
    }

    @Test func commandsDoWhatTheySay() throws {
        let hearth = try hearthWithNotes()
        let outcome = try hearth.run(
            "chat",
            input: """
                /help
                What colour is the north gate?
                /sources
                /undo
                /history
                /mode
                /mode nonsense
                /nonsense
                What colour \\
                is the north gate?
                /retry
                /save talk.json
                /save talk.json
                /save talk.md
                /new Second
                /undo
                /quit
                What is never asked?

                """)
        #expect(outcome.status == 0)
        #expect(outcome.output.contains("/retry"))
        #expect(outcome.output.contains("Taken back: What colour is the north gate?"))
        #expect(outcome.output.contains("Nothing was said yet."))
        #expect(outcome.output.contains("mode: documents"))
        #expect(!outcome.output.contains("never asked"))
        let errors = outcome.errors.split(separator: "\n").filter { $0.hasPrefix("error: ") }
        #expect(errors.count == 4, "\(outcome.errors)")
        #expect(errors.contains { $0.contains("/nonsense") } && errors.contains { $0.contains("is there already") })

        let file = hearth.folder.appendingPathComponent("talk.json")
        let saved = try #require(
            try JSONSerialization.jsonObject(with: Data(contentsOf: file)) as? [String: Any])
        let messages = try #require(saved["messages"] as? [[String: Any]])
        // The line that ended with a backslash went on in the next one; the retry replaced the first answer.
        #expect(messages.count == 2)
        #expect((messages.first?["content"] as? String)?.contains("\n") == true)
        let text = try String(contentsOf: hearth.folder.appendingPathComponent("talk.md"), encoding: .utf8)
        #expect(text.contains("**assistant**") && text.contains("green"))
    }

    @Test func conversationsAreExportedAndRemoved() throws {
        let hearth = try hearthWithNotes()
        #expect(try hearth.run("chat", input: "What colour is the north gate?\n").status == 0)
        let id = try only(hearth)
        let markdown = try hearth.run("conversations", "export", id, "--format", "markdown")
        #expect(markdown.status == 0 && markdown.output.hasPrefix("# What colour is the north gate?"))
        let json = try hearth.run("conversations", "export", id, "--format", "json", "--output", "out.json")
        #expect(json.status == 0 && json.output.isEmpty)
        #expect(try hearth.run("conversations", "export", id, "--output", "out.json").status != 0)
        #expect(try hearth.run("conversations", "export", id, "--format", "pdf").status == 2)
        #expect(try hearth.run("conversations", "rename", id, "Gates").status == 0)
        #expect(try hearth.run("conversations", "list").output.contains("Gates"))

        #expect(try hearth.run("conversations", "remove", id, "unknown").status == 1)
        #expect(try only(hearth) == id, "nothing goes when one of the names is wrong")
        let removed = try #require(try hearth.run("conversations", "remove", id, "--json").lines.first)
        #expect(removed["messages"] as? Int == 2)
        #expect(try hearth.run("conversations", "list", "--json").lines.isEmpty)
        #expect(try hearth.run("conversations", "show", id).status == 1)
        #expect(try hearth.run("chat", "--continue").status == 1)
    }

    @Test func aChatWithoutDocumentsNeedsAModel() throws {
        let hearth = try HearthProgram()
        let outcome = try hearth.run("chat", "--no-documents", input: "Hello?\n")
        #expect(outcome.status == 4)
        #expect(outcome.errors.contains("error: "))
        #expect(try hearth.run("conversations", "list", "--json").lines.isEmpty)
    }

    @Test func optionsThatContradictEachOtherAreRefused() throws {
        let hearth = try HearthProgram()
        #expect(try hearth.run("chat", "--system", "x", input: "").status == 2)
        #expect(try hearth.run("chat", "abc", input: "").status == 2)
        #expect(try hearth.run("chat", "--context", "forget", input: "").status == 2)
        #expect(try hearth.run("chat", "--max-messages", "0", input: "").status == 2)
        #expect(try hearth.run("do", "x", "--preview", "--yes").status == 2)
        #expect(try hearth.run("conversations", "list", "--limit", "0").status == 2)
    }
}
