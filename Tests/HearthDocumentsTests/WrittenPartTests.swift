import Foundation
import HearthCore
import Testing

@testable import HearthDocuments

/// Who wrote which piece of a document, and when.
struct WrittenPartTests {
    private struct Part: Equatable {
        var words: String
        var date: Date?
        var sender: String?
    }

    /// The first words of each piece, with who wrote it and when.
    private func parts(_ text: String, _ name: String) async throws -> [Part] {
        let document = try await DocumentReader().read(Array(text.utf8), name: name)
        let bytes = Array(document.text.utf8)
        let starts = document.writtenParts.map(\.start)
        #expect(starts == starts.sorted() && starts.allSatisfy { $0 < bytes.count })
        return document.writtenParts.map { part in
            Part(
                words: String(decoding: bytes[part.start...].prefix { $0 != 0x0A }, as: UTF8.self), date: part.date,
                sender: part.sender)
        }
    }

    private func utc(_ text: String) throws -> Date { try Date(text, strategy: .iso8601) }

    @Test func eachMessageHasItsSenderAndItsTime() async throws {
        let found = try await parts(WhatsAppReaderTests.android, "WhatsApp Chat with Roof.txt")
        #expect(
            found.first?.words == "[10:15] Ann Mills: Did you call the roofer?" && found.first?.sender == "Ann Mills")
        // On the clock of whoever exported it, which is taken for the one of this machine.
        let clock = Calendar.current.dateComponents(
            [.year, .month, .day, .hour, .minute], from: try #require(found.first?.date))
        #expect([clock.year, clock.month, clock.day, clock.hour, clock.minute] == [2024, 3, 5, 10, 15])
        // The heading of a day is nobody's.
        let heading = try #require(found.first { $0.words == "2024-03-25" })
        #expect(heading.sender == nil && heading.date == nil)
        #expect(found.last?.sender == "Bob" && found.last?.words == "[09:00] Bob: It costs 920")
    }

    @Test func whatIsInUTCIsTakenSo() async throws {
        let chat = """
            [{"uuid": "1", "name": "Roof", "chat_messages": [
            {"uuid": "2", "sender": "human", "text": "How heavy is slate?", "created_at": "2024-03-05T23:30:00.000000Z"}]}]
            """
        let found = try await parts(chat, "conversations.json")
        let late = try utc("2024-03-05T23:30:00Z")
        #expect(found.map(\.date) == [late])
    }

    @Test func eachMailOfAMailboxHasItsOwn() async throws {
        let mails = """
            From ann@example.org Mon May 13 10:00:00 2024
            From: Ann <ann@example.org>
            Subject: Roof
            Date: Mon, 13 May 2024 10:00:00 +0200

            The roof leaks.

            From bob@example.org Tue May 14 11:00:00 2024
            From: Bob <bob@example.org>
            Subject: Ladder

            The ladder is yours.

            """
        let found = try await parts(mails, "mails.mbox")
        #expect(found.map(\.sender) == ["Ann <ann@example.org>", "Bob <bob@example.org>"])
        let first = try utc("2024-05-13T08:00:00Z")
        #expect(found.map(\.date) == [first, nil])
        #expect(found.first?.words.hasPrefix("Roof") == true)
    }

    @Test func aMailIsAllOfOne() async throws {
        let mail = """
            From: =?utf-8?Q?J=C3=B6rg?= <joerg@example.org>
            Subject: Roof
            Date: Mon, 13 May 2024 10:00:00 +0000
            MIME-Version: 1.0

            The roof leaks.
            """
        let document = try await DocumentReader().read(Array(mail.utf8), name: "mail.eml")
        let sent = try utc("2024-05-13T10:00:00Z")
        #expect(
            document.writtenParts == [WrittenPart(start: 0, date: sent, sender: "Jörg <joerg@example.org>")])
    }

    @Test func whatSaysNothingOfItsWritersHasNoParts() async throws {
        #expect(try await parts("# Roof\n\nSlate is heavy.\n", "roof.md").isEmpty)
    }
}
