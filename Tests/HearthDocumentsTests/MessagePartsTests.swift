import HearthCore
import Testing

@testable import HearthDocuments

/// What is a program in a message, and what only has backticks: no word may go.
struct MessagePartsTests {
    @Test(arguments: [
        ("```hello```", ["hello"], [] as [String]),
        ("```npm install\nnpm test```", ["npm install", "npm test"], []),
        ("See ```x``` there", ["See", "x", "there"], []),
    ])
    func aLineThatOnlyBeginsWithBackticksIsText(_ text: String, _ words: [String], _ code: [String]) {
        let parts = MessageParts.parts(of: text)
        #expect(parts.filter(\.isCode).map { String(decoding: $0.text, as: UTF8.self) } == code)
        let said = parts.map { String(decoding: $0.text, as: UTF8.self) }.joined(separator: "\n")
        for word in words { #expect(said.contains(word)) }
    }

    @Test(arguments: [
        ("```\na\n```\nb", ["a\n"], ["b"]),
        ("```c++\na\n```", ["a\n"], []),
        // What ends on the line of its last word.
        ("```\na\nb```\nc", ["a\nb"], ["c"]),
        // A longer fence holds shorter ones.
        ("````md\n```\na\n```\n````\nb", ["```\na\n```\n"], ["b"]),
        // What looked like the name of a language was all there is.
        ("```hello\n```", ["hello"], []),
        ("```hello", ["hello"], []),
    ])
    func programsStandBetweenFences(_ text: String, _ code: [String], _ said: [String]) {
        let parts = MessageParts.parts(of: text)
        #expect(parts.filter(\.isCode).map { String(decoding: $0.text, as: UTF8.self) } == code)
        #expect(parts.filter { !$0.isCode }.map { String(decoding: $0.text, as: UTF8.self) } == said)
    }

    @Test func messagesOfMessengersKeepWhatStandsInBackticks() async throws {
        let chat = "05/03/2024, 10:15 - Ann: ```hello```\n13/03/2024, 10:16 - Bob: ```npm install\nnpm test```"
        let document = try await read(chat, "chat.txt")
        #expect(document.text.contains("hello"))
        #expect(document.text.contains("npm install\nnpm test"))
    }

    @Test func inMessengersNoWordNamesALanguage() async throws {
        let chat = "05/03/2024, 10:15 - Ann: ```hello\nworld\n```\n13/03/2024, 10:16 - Bob: b"
        #expect(try await read(chat, "chat.txt").pieces().contains("hello\nworld"))
        let parts = MessageParts.parts(of: "```python run.py\nprint(1)\n```\nand more")
        #expect(parts.map { String(decoding: $0.text, as: UTF8.self) } == ["```python run.py\nprint(1)", "and more"])
    }

    @Test func aProgramMayHoldBackticks() {
        let text = "```\nlet a = 1\n```\nand"
        let parts = MessageParts.parts(of: "See\n\(MessageParts.fenced(text))")
        #expect(parts.map(\.isCode) == [false, true])
        #expect(parts.last.map { String(decoding: $0.text, as: UTF8.self) } == text + "\n")
    }

    @Test func blocksOfAppsAreReadWhereNothingElseIsSaid() async throws {
        let day = #"""
            [{"type": "message", "user": "U1", "text": "", "ts": "1709630100.0001", "blocks": [
              {"type": "section", "text": {"type": "mrkdwn", "text": "The roof <https://example.org|leaks>"}},
              {"type": "actions", "elements": [{"type": "button", "text": {"type": "plain_text", "text": "Press"}}]}]},
             {"type": "message", "user": "U1", "text": "a", "ts": "1709630160.0001", "blocks": [
              {"type": "rich_text", "elements": []}, {"type": "context", "elements": []}]}]
            """#
        let document = try await read(day, "2024-03-05.json")
        #expect(
            document.pieces().dropFirst(3) == ["[09:15] U1: The roof leaks (https://example.org)", "[09:16] U1: a"])
        #expect(document.warnings.map(\.message) == ["1 part of a message that an app laid out was left out."])
    }

    @Test func slacksProgramsKeepTheirFirstAndLastLines() async throws {
        let day = #"""
            [{"type": "message", "user": "U1", "text": "Run ```npm install\nnpm &lt;test&gt;``` now", "ts": "1709630100.0001"},
             {"type": "message", "user": "U2", "text": "```one``` and ```two", "ts": "1709630160.0001"}]
            """#
        let document = try await read(day, "2024-03-05.json")
        #expect(
            document.pieces().suffix(6) == [
                "[09:15] U1: Run", "npm install\nnpm <test>", "now", "[09:16] U2:", "one", "and ```two",
            ])
    }

    @Test func aFileBehindAProgramIsNamed() async throws {
        let text = ChatExportTests.discord.replacing("It leaks.", with: #"```swift\nlet a = 1\n```"#)
        let document = try await read(text, "House - roof.json")
        #expect(document.pieces().dropFirst(3).prefix(3) == ["[10:15] Ann:", "let a = 1", "[a.png]"])
    }

    @Test func programsAreTurnsOfATranscript() throws {
        let transcript = try TranscriptReader().read(Array(ChatExportTests.chatGPT.utf8), name: "conversations.json")
        #expect(
            transcript.cues == [
                Cue(speaker: "You", text: "What is this? [roof.png]"), Cue(speaker: "ChatGPT", text: "print(1)"),
                Cue(speaker: "Tool python", text: "1"), Cue(speaker: "ChatGPT", text: "A leak."),
                Cue(speaker: "ChatGPT", text: "Call somebody."),
            ])
    }
}
