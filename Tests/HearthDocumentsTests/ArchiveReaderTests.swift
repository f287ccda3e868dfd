import HearthCore
import Testing

@testable import HearthDocuments

struct ArchiveReaderTests {
    @Test func eachFileIsAPageWithItsNameAsHeading() async throws {
        let zip = ZipWriter.archive([
            ("Papers/b.txt", "Second."), ("Papers/sub/a.md", "# Title\n\nFirst."), ("Papers/photo.jpg", "x"),
            ("__MACOSX/._b.txt", "x"), ("Papers/", ""), ("Papers/song.xyz", "\u{0}\u{1}\u{2}\u{3}\u{4}"),
        ])
        let document = try await read(zip, "Papers.zip")
        #expect(document.format == .zip)
        #expect(document.pieces() == ["b.txt", "Second.", "sub / a.md", "# Title", "First."])
        #expect(document.blocks[3].kind == .heading(level: 3))
        #expect(document.pages.count == 2)
        #expect(
            document.warnings.map(\.message) == [
                "1 file of the archive was not read: song.xyz.",
                "1 picture, recording or program in the archive was left out.",
                "1 hidden file in the archive was left out.",
            ])
    }

    @Test func anExportAloneInAnArchiveIsReadAsThat() async throws {
        let zip = ZipWriter.archive([
            ("_chat.txt", WhatsAppReaderTests.apple), ("00000012-PHOTO.jpg", "x"),
        ])
        let document = try await read(zip, "WhatsApp Chat - Roof.zip")
        #expect(document.format == .chat)
        #expect(document.title == nil)
        #expect(document.pieces().count == 9)
        let assistant = ZipWriter.archive([
            ("conversations.json", ChatExportTests.chatGPT), ("user.json", "{\"email\": \"ann@example.org\"}"),
            ("chat.html", "<html><body><p>The same once more.</p></body></html>"),
        ])
        let exported = try await read(assistant, "export.zip")
        #expect(exported.format == .chat)
        #expect(exported.warnings.last?.message == "2 files beside what was exported were left out.")
        let journal = ZipWriter.archive([("Journal.json", NotesExportTests.dayOne), ("photos/abc.jpeg", "x")])
        #expect(try await read(journal, "DayOne.zip").format == .notes)
    }

    @Test func anExportInSeveralFilesKeepsItsPages() async throws {
        let zip = ZipWriter.archive([
            ("conversations-000.json", ChatExportTests.chatGPT), ("conversations-001.json", ChatExportTests.claude),
            ("offer.txt", "It costs 920."),
        ])
        let document = try await read(zip, "export.zip")
        #expect(
            Self.headings(of: document) == [
                "Leaky roof · ChatGPT · 2024-03-05", "Roof · Claude · 2024-03-05", "offer.txt",
            ])
        #expect(document.pages.count == 3)
        #expect(document.format == .zip)
    }

    /// Those of the second level.
    private static func headings(of document: ExtractedDocument) -> [String] {
        zip(document.blocks, document.pieces()).filter { $0.0.kind == .heading(level: 2) }.map(\.1)
    }

    static let slack = [
        (
            "users.json",
            #"[{"id": "U1", "name": "ann", "profile": {"display_name": "Ann"}}, {"id": "U2", "real_name": "Bob Hill"}]"#
        ),
        ("channels.json", #"[{"id": "C1", "name": "roof", "members": ["U1", "U2"]}]"#),
        ("dms.json", #"[{"id": "D1", "members": ["U1", "U2"]}]"#),
        (
            "roof/2024-03-05.json",
            #"[{"type": "message", "subtype": "channel_join", "user": "U1", "text": "<@U1> has joined", "ts": "1709630000.000100"},"#
                + #"{"type": "message", "user": "U1", "text": "<@U2> see <https://example.org|the offer> in <#C1|roof> &amp; say", "ts": "1709630100.000100", "thread_ts": "1709630100.000100"},"#
                + #"{"type": "message", "user": "U2", "text": "Fine", "ts": "1709630160.000200", "thread_ts": "1709630100.000100", "parent_user_id": "U1", "files": [{"name": "a.pdf"}]}]"#
        ),
        ("roof/2024-03-06.json", #"[{"type": "message", "user": "U1", "text": "Done", "ts": "1709716500.000100"}]"#),
        ("D1/2024-03-05.json", #"[{"type": "message", "user": "U2", "text": "Psst", "ts": "1709630100.000100"}]"#),
        ("integration_logs.json", "[]"),
    ]

    @Test func slacksPeopleAndChannelsHaveTheirNames() async throws {
        let document = try await read(ZipWriter.archive(Self.slack), "Slack export.zip")
        #expect(document.format == .chat)
        #expect(
            document.pieces() == [
                "Ann, Bob Hill · Slack · 2024-03-05", "Bob Hill · times in UTC", "2024-03-05", "[09:15] Bob Hill: Psst",
                "#roof · Slack", "Ann, Bob Hill · 2024-03-05 to 2024-03-06 · times in UTC", "2024-03-05",
                "[09:15] Ann: @Bob Hill see the offer (https://example.org) in #roof & say",
                "[09:16] Bob Hill: (to Ann) Fine [a.pdf]", "2024-03-06", "[09:15] Ann: Done",
            ])
        #expect(
            document.warnings.map(\.message) == [
                "1 file is named and was left out.", "1 line that the program wrote itself was left out.",
                "1 file beside what was exported was left out.",
            ])
    }

    @Test func discordsPackageHasAPageForEachChannel() async throws {
        let zip = ZipWriter.archive([
            ("messages/index.json", #"{"77": "Direct Message with bob"}"#),
            (
                "messages/c77/messages.json",
                #"[{"ID": 1, "Timestamp": "2024-03-05 10:15:00", "Contents": "Hi", "Attachments": ""}]"#
            ),
            ("messages/c77/channel.json", "{}"),
        ])
        let document = try await read(zip, "package.zip")
        #expect(
            document.pieces() == [
                "Direct Message with bob · Discord · 2024-03-05", "You · times in UTC", "2024-03-05", "[10:15] You: Hi",
            ])
    }

    @Test func notionsIDsGoFromNamesAndItsTablesAreReadOnce() async throws {
        let id = "0123456789abcdef0123456789abcdef"
        let inner = ZipWriter.archive([
            ("Export/Home \(id).md", "# Home\n\nWords."),
            ("Export/Home \(id)/Costs \(id).csv", "Item,Paid\nRoof,920\nGas,40"),
            ("Export/Home \(id)/Costs \(id)_all.csv", "Item,Paid\nRoof,920\nGas,40\nTax,7"),
        ])
        var writer = ZipWriter()
        writer.add("Export-Part-1.zip", inner)
        let document = try await read(writer.finish(), "Notion.zip")
        #expect(Self.headings(of: document) == ["Home.md", "Home / Costs_all.csv"])
        #expect(document.text.contains("Tax"))
        #expect(document.warnings.map(\.message) == ["1 file beside what was exported was left out."])
    }

    @Test func limitsHoldAgainstArchivesMadeToHarm() async throws {
        var nested = ZipWriter.archive([("a.txt", "deep")])
        for _ in 0..<4 {
            var writer = ZipWriter()
            writer.add("inner.zip", nested)
            nested = writer.finish()
        }
        #expect(await errorCode(nested, "a.zip") == "unsupported-format")
        var bomb = ZipWriter()
        let zeros = ZipWriter.deflatedZeros(matches: 420_000)
        bomb.add("bomb.txt", [], deflated: zeros, declaredSize: 5)
        bomb.add("good.txt", Array("Words.".utf8))
        let document = try await read(bomb.finish(), "a.zip")
        #expect(document.pieces() == ["Words."])
        #expect(document.warnings.first?.message == "1 file of the archive was not read: bomb.txt.")
        let escape = ZipWriter.archive([("../../etc/passwd.txt", "one"), ("/abs/two.txt", "two")])
        let read = try await read(escape, "a.zip")
        #expect(read.pieces() == ["etc / passwd.txt", "one", "abs / two.txt", "two"])
    }

    @Test func anArchiveWithoutDocumentsIsRefusedWithAReason() async {
        let zip = ZipWriter.archive([("a.jpg", "x"), ("b.mp4", "y")])
        let error = await #expect(throws: DocumentError.self) { try await read(zip, "a.zip") }
        #expect(error?.message == "The archive has no file in it that Hearth reads. It has 2 files.")
        // What other programs keep in archives under their own endings is none of files.
        #expect(await errorCode(ZipWriter.archive([("a.txt", "x")]), "game.jar") == "unsupported-format")
        var locked = ZipWriter()
        locked.add("a.txt", Array("x".utf8), isEncrypted: true)
        #expect(await errorCode(locked.finish(), "a.zip") == "encrypted-document")
    }
}
