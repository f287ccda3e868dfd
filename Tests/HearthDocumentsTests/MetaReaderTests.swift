import HearthCore
import Testing

@testable import HearthDocuments

struct MetaReaderTests {
    /// As the export writes it: the latest message first, and each byte of a letter as one.
    static let facebook = """
        {"participants": [{"name": "Zo\\u00c3\\u00ab"}, {"name": "Ann"}], "messages": [
          {"sender_name": "Ann", "timestamp_ms": 1709632920000, "is_unsent": true},
          {"sender_name": "Ann", "timestamp_ms": 1709632860000, "content": "Ann named the group.", "type": "Subscribe"},
          {"sender_name": "Ann", "timestamp_ms": 1709632800000, "sticker": {"uri": "stickers/1.png"}},
          {"sender_name": "Zo\\u00c3\\u00ab", "timestamp_ms": 1709632740000, "content": "Look", "type": "Share",
           "share": {"link": "https://example.org/roof", "share_text": "Roofs"}},
          {"sender_name": "Zo\\u00c3\\u00ab", "timestamp_ms": 1709632680000,
           "content": "Der Schl\\u00c3\\u00bcssel liegt unter dem Topf \\u00f0\\u009f\\u008c\\u00b7",
           "reactions": [{"reaction": "\\u00e2\\u009d\\u00a4", "actor": "Ann"}]},
          {"sender_name": "Ann", "timestamp_ms": 1709632620000, "photos": [{"uri": "inbox/a/photos/door.jpg"}]},
          {"sender_name": "Ann", "timestamp_ms": 1709632560000, "content": "Where is it?"}],
         "title": "Zo\\u00c3\\u00ab", "thread_path": "inbox/zoe_1"}
        """

    @Test func messagesStandInTheirOrderWithTheirLetters() async throws {
        let document = try await read(Array(Self.facebook.utf8), "message_1.json")
        #expect(document.format == .chat)
        #expect(
            document.pieces() == [
                "Zoë · Facebook · 2024-03-05", "Ann, Zoë · times in UTC", "2024-03-05", "[09:56] Ann: Where is it?",
                "[09:57] Ann: [door.jpg]", "[09:58] Zoë: Der Schlüssel liegt unter dem Topf 🌷 (❤ Ann)",
                "[09:59] Zoë: Look\nhttps://example.org/roof\nRoofs",
            ])
        #expect(
            document.warnings.map(\.message) == [
                "1 picture, recording or other file without a name was left out.",
                "1 file is named and was left out.", "1 message was deleted by its sender.",
                "1 line that the program wrote itself was left out.",
            ])
    }

    @Test func anArchiveOfInstagramSaysSo() async throws {
        let folder = "your_instagram_activity/messages/inbox/"
        let document = try await read(
            ZipWriter.archive([("\(folder)zoe_1/message_1.json", Self.facebook)]), "a.zip")
        #expect(document.format == .chat)
        #expect(document.pieces().first == "Zoë · Instagram · 2024-03-05")
    }

    @Test(arguments: [
        ("Zo\u{C3}\u{AB}", "Zoë"), ("Zoë", "Zoë"), ("Ann", "Ann"),
        ("Zo\u{C3}\u{AB} 🌷", "Zo\u{C3}\u{AB} 🌷"),
    ])
    func lettersThatAreNoBytesStay(_ written: String, _ meant: String) {
        #expect(MetaReader.restored(written) == meant)
    }

    @Test func aMessageThatIsDamagedSpoilsNoOther() async throws {
        let text = Self.facebook.replacing("\"content\": \"Look\"", with: "\"content\": Look")
        let document = try await read(Array(text.utf8), "message_1.json")
        #expect(document.pieces().contains("[09:56] Ann: Where is it?"))
        #expect(document.warnings.map(\.message).contains("1 message could not be read."))
    }
}
