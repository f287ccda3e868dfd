import HearthCore
import Testing

@testable import HearthDocuments

struct GoogleChatReaderTests {
    static let messages = """
        {"messages": [
          {"creator": {"name": "Ann", "email": "ann@example.org", "user_type": "Human"},
           "created_date": "Tuesday, March 5, 2024 at 9:56:00 AM UTC", "text": "Where is it?", "topic_id": "t1",
           "message_id": "m1"},
          {"creator": {"name": "Bob"}, "created_date": "Tuesday, March 5, 2024 at 12:57:30\\u202fPM UTC", "text": "Here",
           "topic_id": "t1", "message_id": "m2", "attached_files": [{"original_name": "plan.pdf", "export_name": "File-plan.pdf"}],
           "quoted_message_metadata": {"creator": {"name": "Ann"}, "message_id": "m1"},
           "reactions": [{"emoji": {"unicode": "👍"}, "reactor_emails": ["ann@example.org"]}]},
          {"creator": {"name": "Bob"}, "created_date": "Tuesday, March 5, 2024 at 1:00:00 PM UTC",
           "message_state": "DELETED", "topic_id": "t1", "message_id": "m3"}
        ]}
        """
    static let hangouts = """
        {"conversations": [{"conversation": {"conversation_id": {"id": "c"}, "conversation": {"participant_data": [
          {"id": {"gaia_id": "1", "chat_id": "1"}, "fallback_name": "Ann"},
          {"id": {"gaia_id": "2", "chat_id": "2"}, "fallback_name": "Bob"}]}},
          "events": [
            {"sender_id": {"gaia_id": "1", "chat_id": "1"}, "timestamp": "1709630100000000", "event_type": "REGULAR_CHAT_MESSAGE",
             "chat_message": {"message_content": {"segment": [{"type": "TEXT", "text": "Hi"}, {"type": "LINE_BREAK"},
               {"type": "LINK", "text": "https://example.org"}]}}},
            {"sender_id": {"gaia_id": "2", "chat_id": "2"}, "timestamp": "1709630160000000",
             "chat_message": {"message_content": {"attachment": [{"embed_item": {}}]}}},
            {"sender_id": {"gaia_id": "2"}, "timestamp": "1709630170000000", "event_type": "HANGOUT_EVENT"}]}]}
        """

    @Test func messagesHaveTheirTimesAndAnswers() async throws {
        let document = try await read(Self.messages, "messages.json")
        #expect(document.format == .chat)
        #expect(
            document.pieces() == [
                "Ann, Bob · Google Chat · 2024-03-05", "Ann, Bob · times in UTC", "2024-03-05",
                "[09:56] Ann: Where is it?", "[12:57] Bob: (to Ann) Here [plan.pdf] (👍 ann@example.org)",
            ])
        #expect(
            document.warnings.map(\.message) == [
                "1 file is named and was left out.", "1 message was deleted by its sender.",
            ])
    }

    @Test func spacesAreCalledByTheirNames() async throws {
        let folder = "Takeout/Google Chat/Groups/Space abc/"
        let zip = ZipWriter.archive([
            ("\(folder)messages.json", Self.messages),
            ("\(folder)group_info.json", #"{"name": "Roof", "members": []}"#),
            ("\(folder)File-plan.txt", "Six metres."),
        ])
        let document = try await read(zip, "takeout.zip")
        #expect(document.pieces().first == "Roof · Google Chat · 2024-03-05")
        #expect(document.pieces().last == "Six metres.")
    }

    @Test func hangoutsNamesItsPeople() async throws {
        let document = try await read(Self.hangouts, "Hangouts.json")
        #expect(
            document.pieces() == [
                "Ann · Hangouts · 2024-03-05", "Ann · times in UTC", "2024-03-05",
                "[09:15] Ann: Hi\nhttps://example.org",
            ])
        #expect(
            document.warnings.map(\.message) == [
                "1 picture, recording or other file without a name was left out.",
                "1 line that the program wrote itself was left out.",
            ])
    }

    @Test(arguments: [
        ("Thursday, February 11, 2021 at 6:30:05 PM UTC", "2021-02-11 18:30"),
        ("Monday, 5 February 2024 at 00:10:00 UTC", "2024-02-05 00:10"),
        ("Monday, February 5, 2024 at 12:10:00 AM UTC", "2024-02-05 00:10"), ("Montag, 5. Februar", nil),
        ("February 31, 2024 at 1:00:00 PM UTC", nil), ("February 3, 2024 at 91:00:00 PM UTC", nil),
    ])
    func timesAreReadAsTheyAreWritten(_ text: String, _ expected: String?) {
        #expect(GoogleChatReader.moment(text).map { "\($0.day) \($0.clock)" } == expected)
    }
}
