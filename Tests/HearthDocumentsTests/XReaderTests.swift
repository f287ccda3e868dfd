import HearthCore
import Testing

@testable import HearthDocuments

struct XReaderTests {
    static let tweets = """
        window.YTD.tweets.part0 = [
          {"tweet": {"id_str": "3", "created_at": "Wed Mar 06 20:19:24 +0000 2024", "in_reply_to_screen_name": "bob",
            "in_reply_to_user_id_str": "22", "full_text": "@bob It holds &amp; looks good &lt;3 https://t.co/a",
            "entities": {"urls": [{"url": "https://t.co/a", "expanded_url": "https://example.org/roof"}],
              "user_mentions": [{"screen_name": "bob", "id_str": "22"}]}}},
          {"tweet": {"id_str": "2", "created_at": "Tue Mar 05 09:15:00 +0000 2024",
            "full_text": "One two three four five six seven eight nine ten eleven twelve thirteen… https://t.co/b",
            "entities": {"urls": [], "media": [{"url": "https://t.co/b"}]}}},
          {"tweet": {"id_str": "1", "created_at": "Tue Mar 05 08:00:00 +0000 2024", "full_text": "https://t.co/c",
            "extended_entities": {"media": [{"url": "https://t.co/c"}, {"url": "https://t.co/c"}]}}}
        ]
        """
    static let messages = """
        window.YTD.direct_messages.part0 = [{"dmConversation": {"conversationId": "11-22", "messages": [
          {"messageCreate": {"id": "9", "senderId": "22", "recipientId": "11", "text": "See https://t.co/d",
            "urls": [{"url": "https://t.co/d", "expanded": "https://example.org/offer"}], "mediaUrls": [],
            "reactions": [{"senderId": "11", "reactionKey": "like"}], "createdAt": "2024-03-05T10:16:00.000Z"}},
          {"conversationNameUpdate": {"initiatingUserId": "11", "name": "Roof"}},
          {"messageCreate": {"id": "8", "senderId": "11", "text": "Where is it?", "createdAt": "2024-03-05T10:15:00.000Z"}},
          {"messageCreate": {"id": "7", "senderId": "33", "text": "", "mediaUrls": ["https://x.org/1.jpg"],
            "createdAt": "2024-03-05T10:14:00.000Z"}},
          {"messageCreate": {"id": "6", "senderId": "33", "text": "Hello", "createdAt": "2024-03-05T10:13:00.000Z"}}
        ]}}]
        """
    static let account = """
        window.YTD.account.part0 = [{"account": {"username": "ann", "accountId": "11", "accountDisplayName": "Ann Mills"}}]
        """
    static let long = """
        window.YTD.note_tweet.part0 = [{"noteTweet": {"createdAt": "2024-03-05T09:15:00.000Z", "core": {"text":
        "One two three four five six seven eight nine ten eleven twelve thirteen fourteen, and that was all."}}}]
        """

    static let archive = [
        ("data/tweets.js", tweets), ("data/direct-messages.js", messages), ("data/account.js", account),
        ("data/note-tweet.js", long), ("data/like.js", "window.YTD.like.part0 = []"),
        ("data/manifest.js", "window.__THAR_CONFIG = {}"),
        ("Your archive.html", "<html><body>Loading</body></html>"), ("assets/js/main.js", "let a = 1"),
    ]

    @Test func postsAndMessagesHaveTheirTimesAndPeople() async throws {
        let document = try await read(ZipWriter.archive(Self.archive), "twitter-2024.zip")
        #expect(document.format == .chat)
        #expect(
            document.pieces() == [
                "Posts of @ann · X (Twitter)", "Ann Mills · 2024-03-05 to 2024-03-06 · times in UTC", "2024-03-05",
                "[09:15] Ann Mills: One two three four five six seven eight nine ten eleven twelve thirteen fourteen, and that was all.",
                "2024-03-06",
                "[20:19] Ann Mills: (to @bob) @bob It holds & looks good <3 https://example.org/roof",
                "Roof · X (Twitter) · 2024-03-05", "User 33, Ann Mills, @bob · times in UTC", "2024-03-05",
                "[10:13] User 33: Hello", "[10:15] Ann Mills: Where is it?",
                "[10:16] @bob: See https://example.org/offer (like Ann Mills)",
            ])
        #expect(
            document.warnings.map(\.message) == [
                "4 pictures, recordings and other files without names were left out.",
                "1 line that the program wrote itself was left out.", "Other parts of the export were left out: like.",
                "4 files beside what was exported were left out.",
            ])
        #expect(document.writtenParts.contains { $0.sender == "@bob" && $0.date != nil })
    }

    @Test func aSingleFileIsReadByItsContents() async throws {
        let document = try await read(Self.tweets, "tweets.js")
        #expect(document.format == .chat)
        #expect(document.pieces().first == "Posts · X (Twitter)")
        #expect(document.pieces().last?.hasPrefix("[20:19] You: (to @bob)") == true)
        // Of lists of addresses by the thousand nobody wrote a word.
        #expect(
            await errorCode(Array("window.YTD.like.part0 = [{\"like\": {}}]".utf8), "like.js") == "unsupported-format")
        // Older archives had no object around a post.
        let old = #"window.YTD.tweet.part0 = [ {"full_text": "Old", "created_at": "Wed Oct 10 20:19:24 +0000 2018"} ]"#
        #expect(try await read(old, "tweet.js").pieces().last == "[20:19] You: Old")
    }

    @Test func whatIsDamagedSpoilsNothingElse() async throws {
        let damaged = Self.tweets.replacing("\"id_str\": \"2\"", with: "\"id_str\": 2x")
        let document = try await read(damaged, "tweets.js")
        #expect(document.text.contains("It holds"))
        #expect(document.warnings.map(\.message).contains("1 message could not be read."))
        let other = ZipWriter.archive([("data/tweets.js", "export default [];"), ("data/notes.txt", "Words.")])
        #expect(try await read(other, "a.zip").text.contains("Words."))
    }

    @Test(arguments: [
        ("data/tweets.js", "tweets"), ("data/tweets-part12.js", "tweets"),
        ("direct-messages-group.js", "direct_messages_group"),
        ("data/tweets.json", nil),
    ])
    func listsAreToldByTheNamesOfTheirFiles(_ file: String, _ list: String?) {
        #expect(XArchiveFile.list(ofFile: file) == list)
    }
}
