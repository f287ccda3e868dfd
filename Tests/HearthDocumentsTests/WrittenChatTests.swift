import HearthCore
import Testing

@testable import HearthDocuments

/// Chats that some program wrote as text, with a line for each message, and what only looks like them.
struct WrittenChatTests {
    private static let messages = """
        [2026-11-02 09:12] Priya Raman: Morning all. The freeze starts Friday.
        [2026-11-02 09:15] Tom Okafor: rollback is 80% done
        [2026-11-03 16:40] Priya Raman: Good.
        Tell Wen.
        """

    @Test func aLineAboveIsTheTitle() async throws {
        let document = try await read("#kestrel export 2026-11-02 to 2026-11-03\n\n" + Self.messages, "export.txt")
        #expect(document.format == .chat)
        #expect(
            document.pieces() == [
                "#kestrel export 2026-11-02 to 2026-11-03 · Chat", "Priya Raman, Tom Okafor · 2026-11-02 to 2026-11-03",
                "2026-11-02", "[2026-11-02 09:12] Priya Raman: Morning all. The freeze starts Friday.",
                "[2026-11-02 09:15] Tom Okafor: rollback is 80% done", "2026-11-03",
                "[2026-11-03 16:40] Priya Raman: Good.\nTell Wen.",
            ])
        #expect(document.blocks.filter { $0.kind == .utterance }.map(\.speaker).first == "Priya Raman")
        #expect(document.writtenParts.last?.sender == "Priya Raman")
        // Its words without what stands before them.
        #expect(
            Transcript(ofChat: document).cues.map(\.text).prefix(2) == [
                "Morning all. The freeze starts Friday.", "rollback is 80% done",
            ])
    }

    @Test func moreLinesAboveAreKeptAndNobodys() async throws {
        let head = "# Kestrel\n\nExported by Wen Zhao\n===\n12 November 2026\n\n"
        let document = try await read(head + Self.messages, "notes.md")
        #expect(document.format == .chat)
        #expect(document.pieces()[0] == "Kestrel · Chat")
        #expect(document.pieces()[2...3] == ["Exported by Wen Zhao", "12 November 2026"])
        #expect(document.blocks[2].speaker == nil && document.blocks[2].kind == .paragraph)
    }

    @Test func theProgramIsNamedWhereSomethingSaysIt() async throws {
        func heading(_ text: String, _ name: String) async throws -> String? {
            let document = try await read(text, name)
            return document.format == .chat ? document.pieces().first : nil
        }
        #expect(try await heading(Self.messages, "x.txt") == "Priya Raman, Tom Okafor · Chat")
        #expect(try await heading(Self.messages, "Signal/Kestrel.txt")?.hasSuffix("Signal") == true)
        let own = Self.messages.replacing("Tom Okafor", with: "Me")
        #expect(try await heading(own, "Kestrel/chat.md")?.hasSuffix("Signal") == true)
        #expect(try await heading("Signal export\n" + Self.messages, "x.txt") == "Signal export")
    }

    @Test(arguments: [
        "Chat with Ann\n13/03/2024, 10:15 - Ann: a\n13/03/2024, 10:16 - Bob: b\n13/03/2024, 10:17 - Ann: c",
        "Team\n[13.03.24, 10:15:30] Ann: a?\n[13.03.24, 10:15:40] +49 170 1234567: b\n[13.03.24, 10:16:00] Ann: c",
        "Log of our chat\n[2026-01-01 10:00:00] Ann: Are you there?\n[2026-01-01 10:00:05] Bob: Yes\n[2026-01-01 10:01:00] Ann: ok",
        "Room\n[2026-01-01 10:00] ann: hi\n[2026-01-01 10:01] bob: hi\nhow are you\n[2026-01-01 10:02] ann: fine",
    ])
    func chatsBelowATitleAreChats(_ text: String) async throws {
        #expect(try await read(text, "a.txt").format == .chat)
    }

    @Test(arguments: [
        // Logs of programs.
        "Log\n[2026-01-01 10:00:00] ERROR: disk full\n[2026-01-01 10:00:01] INFO: up\n[2026-01-01 10:00:02] ERROR: full",
        "Log\n[2026-01-01 10:00] ERROR: disk full\n[2026-01-01 10:01] INFO: up\n[2026-01-01 10:02] ERROR: disk full",
        "Log\n[2026-01-01 10:00:00] Database: started\n[2026-01-01 10:00:01] Network: up\n[2026-01-01 10:00:02] Database: stopped",
        "Log\n[2026-01-01 10:00:00] db: open\n[2026-01-01 10:00:01] net: up\n[2026-01-01 10:00:02] db: closed",
        // Minutes, of which each point has its line, and a diary.
        "Minutes\n[2026-01-01 10:00] Opening: Ann\n[2026-01-01 10:05] Budget: accepted\n[2026-01-01 10:30] Close: Bob",
        "Minutes\n[2026-01-01 10:00] Decision: yes\n[2026-01-01 10:05] Note: later\n[2026-01-01 10:30] Decision: no",
        "Diary\n[2026-01-01 10:00] Me: rain\n[2026-01-02 10:00] Me: sun\n[2026-01-03 10:00] Me: rain",
        // A text that quotes a few messages.
        "Report\n[2026-01-01 10:00] Ann: a\nIt rained.\nIt rained.\n[2026-01-01 10:05] Bob: b\nIt rained.\nIt rained.\n"
            + String(repeating: "It rained.\n", count: 9) + "[2026-01-01 10:06] Ann: c",
        // Times of subtitles have no date.
        "Film\n[00:00:01] Ann: a\n[00:00:02] Bob: b\n[00:00:03] Ann: c",
    ])
    func logsMinutesAndOtherTextsBelowATitleAreNone(_ text: String) async throws {
        #expect(try await read(text, "a.txt").format != .chat)
    }
}
