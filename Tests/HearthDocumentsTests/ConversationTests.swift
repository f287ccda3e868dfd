import HearthCore
import Testing

@testable import HearthDocuments

struct WhatsAppReaderTests {
    static let android = """
        05/03/2024, 10:15 - Messages and calls are end-to-end encrypted. Tap to learn more.
        05/03/2024, 10:15 - Ann Mills: Did you call the roofer?
        05/03/2024, 10:17 - Bob: Yes.
        He comes on Friday: at nine.

        Bring the ladder.
        05/03/2024, 10:18 - Ann Mills: <Media omitted>
        05/03/2024, 10:19 - Ann Mills: quote.pdf (file attached)
        his offer
        05/03/2024, 10:20 - Bob: This message was deleted
        25/03/2024, 09:00 - Bob: It costs 920 <This message was edited>
        """

    static let apple = """
        \u{200E}[25.12.23, 09:59:01] Roof: \u{200E}Messages and calls are end-to-end encrypted.
        [25.12.23, 10:15:30] Ann Mills: Frohe Weihnachten!
        \u{200E}[25.12.23, 10:16:00] ~ Bob: \u{200E}Bild weggelassen
        \u{200E}[26.12.23, 10:17:00] Ann Mills: \u{200E}<Anhang: 00000012-PHOTO.jpg>
        [26.12.23, 10:17:30] Ann Mills: \u{200E}Angebot.pdf • \u{200E}3 Seiten \u{200E}<Anhang: 00000013-Angebot.pdf>
        [26.12.23, 10:17:40] Ann Mills: \u{200E}Standort: https://maps.google.com/?q=52.5,13.4
        \u{200E}[26.12.23, 10:17:50] Ann Mills: \u{200E}Verpasster Sprachanruf
        [26.12.23, 10:18:00] \u{202A}+49 170 1234567\u{202C}: Wer ist das?
        """

    @Test func messagesAreWhatSomebodySaysBelowTheirDays() async throws {
        let document = try await read(Array(Self.android.utf8), "WhatsApp Chat with Roof.txt")
        #expect(document.format == .chat)
        #expect(
            document.pieces() == [
                "WhatsApp Chat with Roof", "Ann Mills, Bob · 2024-03-05 to 2024-03-25", "2024-03-05",
                "[10:15] Ann Mills: Did you call the roofer?", "[10:17] Bob: Yes.\nHe comes on Friday: at nine.",
                "Bring the ladder.", "[10:19] Ann Mills: his offer [quote.pdf]", "2024-03-25",
                "[09:00] Bob: It costs 920",
            ])
        #expect(
            document.blocks.filter { $0.kind == .utterance }.map(\.speaker) == [
                "Ann Mills", "Bob", "Bob", "Ann Mills", "Bob",
            ])
        #expect(
            document.warnings.map(\.message) == [
                "1 picture, recording or other file without a name was left out.",
                "1 file is named and was left out.", "1 message was deleted by its sender.",
                "1 line that the program wrote itself was left out.",
            ])
    }

    @Test func whatAppleTelephonesWriteIsRead() async throws {
        let document = try await read(Array(Self.apple.utf8), "_chat.txt")
        #expect(
            document.pieces() == [
                "Ann Mills, +49 170 1234567 · WhatsApp", "Ann Mills, +49 170 1234567 · 2023-12-25 to 2023-12-26",
                "2023-12-25", "[10:15] Ann Mills: Frohe Weihnachten!", "2023-12-26",
                "[10:17] Ann Mills: [00000012-PHOTO.jpg]", "[10:17] Ann Mills: [Angebot.pdf]",
                "[10:17] Ann Mills: Standort: https://maps.google.com/?q=52.5,13.4",
                "[10:18] +49 170 1234567: Wer ist das?",
            ])
    }

    @Test func aChatIsATranscript() throws {
        let transcript = try TranscriptReader().read(Array(Self.android.utf8), name: "chat.txt")
        #expect(transcript.cues.first == Cue(speaker: "Ann Mills", text: "Did you call the roofer?"))
        #expect(transcript.cues.map(\.speaker) == ["Ann Mills", "Bob", "Bob", "Ann Mills", "Bob"])
        #expect(transcript.cues.count == transcript.cues.count { !$0.text.contains("[10:") })
    }

    @Test(arguments: [
        ("3/13/24, 10:15\u{202F}PM - Ann: a\n3/14/24, 9:05\u{202F}AM - Bob: b", "2024-03-13", "22:15"),
        ("13.03.24, 22:15 - Ann: a\n14.03.24, 09:05 - Bob: b", "2024-03-13", "22:15"),
        ("13/03/2024 22:15 - Ann: a\n14/03/2024 09:05 - Bob: b", "2024-03-13", "22:15"),
        ("13/03/2024 à 22:15 - Ann: a\n14/03/2024 à 09:05 - Bob: b", "2024-03-13", "22:15"),
        ("13/3/24 10:15 p. m. - Ann: a\n14/3/24 9:05 a. m. - Bob: b", "2024-03-13", "22:15"),
        ("2024/3/13 下午10:15 - Ann: a\n2024/3/14 上午9:05 - Bob: b", "2024-03-13", "22:15"),
        ("2024. 03. 13. 22:15 - Ann: a\n2024. 03. 14. 9:05 - Bob: b", "2024-03-13", "22:15"),
        ("[2024-03-13, 22:15] Ann: a\n[2024-03-14, 09:05] Me: b", "2024-03-13", "22:15"),
        ("[3/13/24, 12:15:00\u{202F}AM] Ann: a\n[3/14/24, 12:05:00\u{202F}PM] Bob: b", "2024-03-13", "00:15"),
        ("١٣/٣/٢٠٢٤، ١٠:١٥ م - Ann: a\n١٤/٣/٢٠٢٤، ٩:٠٥ ص - Bob: b", "2024-03-13", "22:15"),
        ("13-03-2024 22:15 - Ann: a\n14-03-2024 09:05 - Bob: b", "2024-03-13", "22:15"),
        ("13.03.24 klo 22.15 - Ann: a\n14.03.24 klo 9.05 - Bob: b", "2024-03-13", "22:15"),
    ])
    func datesAndTimesOfEveryTelephoneAreRead(_ text: String, _ day: String, _ clock: String) async throws {
        let document = try await read(Array(text.utf8), "chat.txt")
        try #require(document.format == .chat)
        #expect(document.pieces()[2] == day)
        // Of a chat that no program is known of, each message keeps its day.
        let stamp = text.hasPrefix("[2024") ? "\(day) \(clock)" : clock
        #expect(document.pieces()[3] == "[\(stamp)] Ann: a")
        #expect(document.pieces()[4] == "2024-03-14")
        #expect(document.warnings.isEmpty)
    }

    @Test func theWholeFileDecidesWhetherDaysOrMonthsComeFirst() async throws {
        func days(_ dates: [String]) async throws -> ([String], [ExtractionWarning]) {
            let text = dates.enumerated().map { "\($0.element), 10:15 - \($0.offset % 2 == 0 ? "Ann" : "Bob"): word" }
            let document = try await read(Array(text.joined(separator: "\n").utf8), "chat.txt")
            let headings = zip(document.blocks, document.pieces()).filter { $0.0.kind == .heading(level: 3) }
            return (headings.map(\.1), document.warnings)
        }
        // Only the last date can be but one.
        #expect(try await days(["1/2/24", "2/2/24", "13/2/24"]).0 == ["2024-02-01", "2024-02-02", "2024-02-13"])
        #expect(try await days(["1/2/24", "2/2/24", "2/13/24"]).0 == ["2024-01-02", "2024-02-02", "2024-02-13"])
        // As months first it would go back in time.
        let (back, notes) = try await days(["10/1/24", "2/2/24", "1/3/24"])
        #expect(back == ["2024-01-10", "2024-02-02", "2024-03-01"])
        #expect(notes.isEmpty)
        // Nothing tells, but a chat goes in small steps; it is said that this is a guess.
        let (guess, told) = try await days(["1/2/24", "2/2/24", "3/2/24"])
        #expect(guess == ["2024-02-01", "2024-02-02", "2024-02-03"])
        #expect(told.first?.message == "Its dates can be read in two ways; they were read with the day first.")
    }

    @Test(arguments: [
        "2024-03-05 10:15:30 - INFO: started\n2024-03-05 10:15:31 - WARN: slow",
        "[2024-03-05 10:15:30] Server: started\n[2024-03-05 10:15:31] Server: stopped",
        "[00:12] Ann: words\n[00:15] Bob: words", "1. Buy bread\n2. Sell milk: soon", "12/3 - a: b",
        "10:15 - Ann: words\n10:16 - Bob: words", "5/3/2024, 10:15 - the meeting begins\n5/3/2024, 10:30 - it ends",
        "[link](https://example.org): words", "12.03.2024, 10:15 - Present: Ann, Bob\n\nThe roof leaks.\n\nIt is old.",
    ])
    func whatIsNoChatIsNotTakenForOne(_ text: String) async throws {
        #expect(try await read(Array(text.utf8), "notes.txt").format != .chat)
    }
}

struct ChatExportTests {
    static let telegram = """
        {"about": "Here is the data you requested.", "contacts": {"list": []}, "chats": {"about": "", "list": [
         {"name": "Roof", "type": "private_group", "id": 1, "messages": [
          {"id": 1, "type": "service", "date": "2024-03-05T10:00:00", "action": "create_group"},
          {"id": 2, "type": "message", "date": "2024-03-05T10:15:00", "date_unixtime": "1709630100", "from": "Ann",
           "from_id": "user1", "text": ["See ", {"type": "link", "text": "https://example.org"}, {"type": "text_link",
           "text": "the offer", "href": "https://example.org/o"}]},
          {"id": 3, "type": "message", "date": "2024-03-06T08:00:00", "from": null, "from_id": "user2", "text": "No.",
           "reply_to_message_id": 2},
          {"id": 4, "type": "message", "date": "2024-03-06T08:01:00", "from": "Ann", "photo": "photos/1.jpg", "text": ""},
          {"id": 5, "type": "message", "date": "2024-03-06T08:02:00", "from": "Ann", "file": "files/a.pdf",
           "file_name": "a.pdf", "text": ""}]},
         {"type": "saved_messages", "id": 2, "messages": [
          {"id": 6, "type": "message", "date": "2024-03-07T08:02:00", "from": "Ann", "text": "Buy milk"}]}]}}
        """

    @Test func telegramsChatsAreAPageEach() async throws {
        let document = try await read(Array(Self.telegram.utf8), "result.json")
        #expect(
            document.pieces() == [
                "Roof · Telegram", "Ann, Deleted account · 2024-03-05 to 2024-03-06", "2024-03-05",
                "[10:15] Ann: See https://example.orgthe offer (https://example.org/o)", "2024-03-06",
                "[08:00] Deleted account: (to Ann, 2024-03-05) No.", "[08:02] Ann: [a.pdf]",
                "Saved messages · Telegram · 2024-03-07", "Ann", "2024-03-07", "[08:02] Ann: Buy milk",
            ])
        #expect(document.pages.count == 2)
        #expect(
            document.warnings.map(\.message) == [
                "1 picture, recording or other file without a name was left out.",
                "1 file is named and was left out.", "1 line that the program wrote itself was left out.",
                "Other parts of the export were left out: contacts.",
            ])
    }

    static let telegramPage = """
        <!DOCTYPE html>
        <html><head><meta charset="utf-8"/><title>Exported Data</title></head><body><div class="page_wrap">
        <div class="page_header"><div class="content"><div class="text bold">Roof</div></div></div>
        <div class="page_body chat_page"><div class="history">
        <div class="message service" id="message-1"><div class="body details">5 March 2024</div></div>
        <div class="message service" id="message1"><div class="body details">Ann created the group</div></div>
        <div class="message default clearfix" id="message2">
         <div class="pull_left userpic_wrap"><div class="userpic"><div class="initials">A</div></div></div>
         <div class="body"><div class="pull_right date details" title="05.03.2024 10:15:00 UTC+01:00">10:15</div>
         <div class="from_name">Ann </div><div class="text">It leaks.<br>Call <strong>now</strong> &amp; soon</div></div></div>
        <div class="message default clearfix joined" id="message3"><div class="body">
         <div class="pull_right date details" title="05.03.2024 10:16:00 UTC+01:00">10:16</div>
         <div class="media_wrap clearfix"><a class="media clearfix pull_left block_link media_file" href="files/a.pdf">
         <div class="body"><div class="title bold">a.pdf</div><div class="status details">12 KB</div></div></a></div></div></div>
        <div class="message default clearfix" id="message4"><div class="body">
         <div class="pull_right date details" title="06.03.2024 08:00:00 UTC+01:00">08:00</div>
         <div class="from_name">Bob</div><div class="reply_to details">In reply to
         <a href="#go_to_message2">this message</a></div><div class="text">Yes</div></div></div>
        </div></div></div></body></html>
        """

    @Test func pagesOfTelegramAreReadAsItsJSON() async throws {
        let document = try await read(Array(Self.telegramPage.utf8), "messages.html")
        #expect(document.format == .chat)
        #expect(
            document.pieces() == [
                "Roof · Telegram", "Ann, Bob · 2024-03-05 to 2024-03-06", "2024-03-05",
                "[10:15] Ann: It leaks.\nCall now & soon", "[10:16] Ann: [a.pdf]", "2024-03-06",
                "[08:00] Bob: (to Ann, 2024-03-05) Yes",
            ])
        #expect(document.warnings.map(\.kind) == [.skipped, .skipped])
    }

    static let chatGPT = """
        [{"title": "Leaky roof", "create_time": 1709630100.5, "update_time": 1709630200, "mapping": {
          "r": {"id": "r", "message": null, "parent": null, "children": ["s"]},
          "s": {"id": "s", "message": {"author": {"role": "system"}, "content": {"content_type": "text", "parts": [""]}},
                "parent": "r", "children": ["q", "q2"]},
          "q": {"id": "q", "message": {"author": {"role": "user"}, "create_time": 1709630100.5,
                "content": {"content_type": "text", "parts": ["Old question"]}}, "parent": "s", "children": []},
          "q2": {"id": "q2", "message": {"author": {"role": "user"}, "create_time": 1709630160,
                "content": {"content_type": "multimodal_text", "parts": [{"content_type": "image_asset_pointer"},
                "What is this?"]}, "metadata": {"attachments": [{"name": "roof.png"}]}}, "parent": "s", "children": ["c"]},
          "c": {"id": "c", "message": {"author": {"role": "assistant"}, "create_time": 1709630170,
                "content": {"content_type": "code", "language": "python", "text": "print(1)"}}, "parent": "q2",
                "children": ["t"]},
          "t": {"id": "t", "message": {"author": {"role": "tool", "name": "python"}, "create_time": null,
                "content": {"content_type": "execution_output", "text": "1"}}, "parent": "c", "children": ["a"]},
          "a": {"id": "a", "message": {"author": {"role": "assistant"}, "create_time": 1709630180,
                "content": {"content_type": "text", "parts": ["A leak\u{E200}cite\u{E202}turn0\u{E201}.\\n\\nCall somebody."]}},
                "parent": "t", "children": []}
         }, "current_node": "a"}]
        """

    @Test func ofChatGPTsTreeTheBranchIsReadThatWasChosen() async throws {
        let document = try await read(Array(Self.chatGPT.utf8), "conversations.json")
        #expect(
            document.pieces() == [
                "Leaky roof · ChatGPT · 2024-03-05", "You, ChatGPT, Tool python · times in UTC", "2024-03-05",
                "[09:16] You: What is this? [roof.png]", "[09:16] ChatGPT:", "print(1)", "Tool python:", "1",
                "[09:16] ChatGPT: A leak.", "Call somebody.",
            ])
        #expect(
            document.warnings.map(\.message) == [
                "1 file is named and was left out.",
                "1 message of another version of a conversation was left out.",
            ])
    }

    static let claude = """
        [{"uuid": "1", "name": "Roof", "created_at": "2024-03-05T09:15:00.000Z", "chat_messages": [
          {"uuid": "2", "sender": "human", "created_at": "2024-03-05T09:15:00.000Z", "text": "Why?",
           "content": [{"type": "text", "text": "Why?"}], "attachments": [{"file_name": "offer.txt",
           "extracted_content": "…"}], "files": [{"file_name": "offer.txt"}]},
          {"uuid": "3", "sender": "assistant", "created_at": "2024-03-05T09:16:00.000Z", "text": "x",
           "content": [{"type": "thinking", "thinking": "Hm."}, {"type": "text", "text": "Because."}]}]},
         {"uuid": "4", "name": "", "chat_messages": []}]
        """

    @Test func claudesConversationsAreRead() async throws {
        let document = try await read(Array(Self.claude.utf8), "conversations.json")
        #expect(
            document.pieces() == [
                "Roof · Claude · 2024-03-05", "You, Claude · times in UTC", "2024-03-05",
                "[09:15] You: Why? [offer.txt]", "[09:16] Claude: Because.",
            ])
    }

    static let discord = """
        {"guild": {"id": "1", "name": "House"}, "channel": {"id": "2", "category": "Repairs", "name": "roof"},
         "dateRange": {"after": null}, "messages": [
          {"id": "3", "type": "Default", "timestamp": "2024-03-05T10:15:00.123+01:00", "content": "It leaks.",
           "author": {"id": "4", "name": "ann", "nickname": "Ann"}, "attachments": [{"fileName": "a.png"}], "embeds": []},
          {"id": "5", "type": "RecipientAdd", "timestamp": "2024-03-05T10:16:00+01:00", "content": "", "author": {}},
          {"id": "6", "type": "Reply", "timestamp": "2024-03-05T10:17:00+01:00", "content": "Where?",
           "author": {"name": "bob"}, "attachments": [], "reference": {"messageId": "3"}}]}
        """

    @Test func whatDiscordChatExporterWritesIsRead() async throws {
        let document = try await read(Array(Self.discord.utf8), "House - roof.json")
        #expect(
            document.pieces() == [
                "House / Repairs / roof · Discord · 2024-03-05", "Ann, bob", "2024-03-05",
                "[10:15] Ann: It leaks. [a.png]", "[10:17] bob: (to Ann) Where?",
            ])
    }

    static let signal = """
        {"version":"1","backupTimeMs":"1709630400000"}
        {"account":{"givenName":"Ann"}}
        {"recipient":{"id":"1","self":{}}}
        {"recipient":{"id":"2","contact":{"e164":"491701234567","systemGivenName":"Bob","systemFamilyName":"Hill"}}}
        {"chat":{"id":"7","recipientId":"2"}}
        {"chatItem":{"chatId":"7","authorId":"2","dateSent":"1709630100000","incoming":{},"standardMessage":{"text":{"body":"Hello"}}}}
        {"chatItem":{"chatId":"7","authorId":"1","dateSent":"1709630160000","outgoing":{},"standardMessage":{"text":{"body":"Hi"},"quote":{"authorId":"2"}}}}
        {"chatItem":{"chatId":"7","authorId":"2","dateSent":"1709630170000","remoteDeletedMessage":{}}}
        {"chatItem":{"chatId":"7","authorId":"2","dateSent":"1709630171000","updateMessage":{"simpleUpdate":{}}}}
        {"chatItem":{"chatId":"7","authorId":"2","dateSent":"17096
        """

    @Test func signalsPlaintextExportIsRead() async throws {
        let document = try await read(Array(Self.signal.utf8), "main.jsonl")
        #expect(
            document.pieces() == [
                "Bob Hill · Signal · 2024-03-05", "Bob Hill, You · times in UTC", "2024-03-05",
                "[09:15] Bob Hill: Hello", "[09:16] You: (to Bob Hill) Hi",
            ])
        #expect(document.warnings.map(\.kind) == [.damaged, .skipped, .skipped])
    }

    @Test func aDamagedRecordSpoilsNoOther() async throws {
        let broken = Self.claude.replacing("\"name\": \"Roof\"", with: "\"name\": Roof")
        let text = "[" + broken.dropFirst().dropLast(1) + "," + Self.claude.dropFirst()
        let document = try await read(Array(text.utf8), "conversations.json")
        #expect(document.pieces().first == "Roof · Claude · 2024-03-05")
        #expect(document.warnings.first?.message == "1 conversation could not be read.")
        // One that ends in the middle is read up to there.
        let cut = Self.telegram.prefix(Self.telegram.count - 60)
        let half = try await read(Array(cut.utf8), "result.json")
        #expect(half.pieces().first == "Roof · Telegram")
        #expect(half.warnings.contains { $0.message.contains("ends in the middle") })
    }

    @Test(arguments: [
        #"{"mapping": {"title": 1, "parent": 2, "children": []}}"#,
        #"[{"title": "a", "mapping": {"parent": null, "children": []}}]"#,
        #"[{"uuid": "1", "chat_messages": {}}]"#,
        #"[{"ts": 1, "type": "a", "user": "b", "text": {}, "kind": "message"}, {"kind": "message"}]"#,
        #"{"metadata": {"version": "1"}, "entries": [], "fields": {"creationDate": "when"}}"#,
        #"{"about": "About us", "chats": "Chats", "list": "List"}"#, #"{"about": 1, "frequent_contacts": {}}"#,
        #"{"guild": 1, "channel": {}, "exportedAt": 0}"#, #"{"Browser History": []}"#,
    ])
    func otherJSONWithTheSameKeysStaysText(_ text: String) async throws {
        // The readers of exports are asked, and find nothing.
        #expect(![.text, nil].contains(DocumentReader.format(ofFile: "a.json", head: Array(text.utf8))))
        let document = try await read(Array(text.utf8), "a.json")
        #expect(document.format == .text)
        #expect(document.text == text)
        #expect(document.warnings.isEmpty)
    }

    @Test func whatIsDamagedAndGivesNothingIsSaid() async throws {
        let text = #"[{"title": "a", "mapping": {"parent": null, "children": ["#
        let document = try await read(Array(text.utf8), "a.json")
        #expect(document.format == .text)
        #expect(document.warnings.map(\.kind) == [.damaged])
    }

    @Test func reactionsStandBehindTheMessagesThatTheyAreOf() async throws {
        func last(_ text: String, _ name: String) async throws -> String? {
            try await read(Array(text.utf8), name).pieces().last
        }
        let slack =
            #"[{"type": "message", "user": "U1", "text": "a", "ts": "1709630100.1", "reactions": [{"name": "+1", "count": 2, "users": ["U1", "U2"]}]}]"#
        #expect(try await last(slack, "2024-03-05.json") == "[09:15] U1: a (:+1: U1, :+1: U2)")
        let telegram =
            #"{"name": "Ann", "type": "personal_chat", "id": 1, "messages": [{"id": 1, "type": "message", "from": "Ann", "from_id": "user1", "#
            + #""date": "2024-03-05T10:15:00", "text": "a", "reactions": [{"type": "emoji", "emoji": "👍", "count": 1, "recent": [{"from": "Bob"}]}]}]}"#
        #expect(try await last(telegram, "result.json") == "[10:15] Ann: a (👍 Bob)")
        let discord =
            #"{"guild": {"name": "G"}, "channel": {"name": "roof"}, "exportedAt": "x", "messages": [{"id": "1", "type": "Default", "timestamp": "#
            + #""2024-03-05T10:15:00+01:00", "content": "a", "author": {"name": "ann"}, "reactions": [{"emoji": {"name": "🏠"}, "count": 3, "users": [{"name": "bob", "nickname": "Bob"}]}]}]}"#
        #expect(try await last(discord, "roof.json") == "[10:15] ann: a (🏠 Bob)")
        #expect(
            try await read(Array(discord.utf8), "roof.json").warnings.map(\.message) == ["2 reactions were left out."])
    }

    @Test func whatHasNoWordsAndWhatPeopleReactedWithIsCounted() async throws {
        func notes(_ text: String, _ name: String) async throws -> [String] {
            try await read(Array(text.utf8), name).warnings.map(\.message)
        }
        let empty = "1 message without words was left out."
        let reactions = "2 reactions were left out."
        let slack =
            #"[{"type": "message", "user": "U1", "text": "a", "ts": "1709630100.1", "reactions": [{"name": "x", "count": 2}]},"#
            + #"{"type": "message", "user": "U1", "text": "", "ts": "1709630101.1", "blocks": [{"type": "image"}]}]"#
        #expect(try await notes(slack, "2024-03-05.json") == [empty, reactions])
        let telegram =
            #"{"name": "Roof", "type": "personal_chat", "messages": [{"id": 1, "type": "message", "from": "Ann", "from_id": "u1","#
            + #" "date": "2024-03-05T10:15:00", "text": "a", "reactions": [{"type": "emoji", "count": 2}]},"#
            + #"{"id": 2, "type": "message", "from": "Ann", "date": "2024-03-05T10:16:00", "text": "", "invoice_information": {}}]}"#
        #expect(try await notes(telegram, "result.json") == [empty, reactions])
        let discord =
            #"{"guild": {}, "channel": {}, "exportedAt": "", "messages": [{"id": "1", "type": "Default", "timestamp":"#
            + #" "2024-03-05T10:15:00+01:00", "content": "a", "author": {"name": "ann"}, "reactions": [{"count": 2}]},"#
            + #"{"id": "2", "type": "Default", "timestamp": "2024-03-05T10:16:00+01:00", "content": "", "author": {}}]}"#
        #expect(try await notes(discord, "roof.json") == [empty, reactions])
        let signal =
            #"{"version":"1","backupTimeMs":"1"}"# + "\n"
            + #"{"chatItem":{"chatId":"7","dateSent":"1709630100000","outgoing":{},"revisions":[{}],"standardMessage":{"text":{"body":"a"},"reactions":[{},{}]}}}"#
            + "\n" + #"{"chatItem":{"chatId":"7","dateSent":"1709630100000","outgoing":{},"standardMessage":{}}}"#
        #expect(
            try await notes(signal, "main.jsonl") == [empty, reactions, "1 former version of a message was left out."])
        let lists = "[" + Self.claude.dropFirst().dropLast() + #", {"uuid": "9"}]"#
        #expect(try await notes(lists, "conversations.json").first == "1 conversation could not be read.")
    }

    @Test func timesAreOfUTCOnlyWhereAllAre() async throws {
        let mixed = Self.discord.replacing("10:15:00.123+01:00", with: "10:15:00.123+00:00")
        #expect(try await read(Array(mixed.utf8), "a.json").pieces()[1] == "Ann, bob")
        let all = Self.discord.replacing("+01:00", with: "+00:00")
        #expect(try await read(Array(all.utf8), "a.json").pieces()[1] == "Ann, bob · times in UTC")
    }

    @Test func theNewestFirstIsTurnedRound() async throws {
        let package = """
            [{"ID": 2, "Timestamp": "2024-03-06 10:00:00", "Contents": "two", "Attachments": ""},
             {"ID": 1, "Timestamp": "2024-03-05 10:00:00", "Contents": "one", "Attachments": "https://x.org/a/b.png?ex=1"}]
            """
        let document = try await read(Array(package.utf8), "messages.json")
        #expect(
            document.pieces().suffix(4) == [
                "2024-03-05", "[10:00] You: one [b.png]", "2024-03-06", "[10:00] You: two",
            ])
    }
}
