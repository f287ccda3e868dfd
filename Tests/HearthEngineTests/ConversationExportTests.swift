import Foundation
import HearthCore
import HearthStore
import Synchronization
import Testing

@testable import HearthEngine

@Suite struct ConversationExportTests {
    private let folder: TemporaryFolder
    private let hearth: Hearth

    init() throws {
        folder = try TemporaryFolder()
        hearth = try Hearth(folder: folder.url.appendingPathComponent("home"))
    }

    /// A conversation of many messages, with what JSON and Markdown have to write in other ways.
    private func talk(_ count: Int, bytes: Int = 20) async throws -> Conversation {
        let talk = try await hearth.conversations.start(
            title: "A \"title\"", systemPrompt: "Be\nbrief. \"messages\" : [")
        let database = try await hearth.database()
        for number in 0..<count {
            let text = "\(number) \"messages\" : [\n\t/ü \(String(repeating: "x", count: bytes))"
            try await database.append(Message(number % 2 == 0 ? .user : .assistant, text), toConversation: talk.id)
        }
        return talk
    }

    private func pieces(_ talk: Conversation, _ format: ConversationExport.Format) async throws -> [String] {
        let pieces = Mutex<[String]>([])
        try await hearth.conversations.export(talk, as: format) { piece in pieces.withLock { $0.append(piece) } }
        return pieces.withLock { $0 }
    }

    @Test(arguments: [0, 1, 31, 32, 33, 100], ConversationExport.Format.allCases)
    func anExportInPiecesIsTheSameAsInOne(count: Int, format: ConversationExport.Format) async throws {
        let talk = try await talk(count)
        let whole = try await hearth.conversations.whole(talk.id)
        #expect(whole.messages.count == count)
        #expect(try await pieces(whole, format).joined() == ConversationExport.text(of: whole, as: format))
    }

    @Test(arguments: [0, 3]) func theFormIsThatOfTheRecord(count: Int) async throws {
        let talk = try await talk(count)
        let whole = try await hearth.conversations.whole(talk.id)
        let encoder = JSONEncoder()
        encoder.dateEncodingStrategy = .iso8601
        let record = String(decoding: try encoder.encode(ConversationExport.Record(whole)), as: UTF8.self)
        let text = try ConversationExport.text(of: whole, as: .json)
        #expect(try JSONValue(parsing: text) == JSONValue(parsing: record))
        #expect(text.hasPrefix("{\n  \"createdAt\" : ") && text.hasSuffix("\n}\n"))
    }

    @Test(arguments: [[], [0], [3, 0, 40]]) func anExportOfEverythingHoldsEachConversation(counts: [Int]) async throws {
        var talks: [Conversation] = []
        for count in counts { talks.append(try await hearth.conversations.whole(talk(count).id)) }
        let target = folder.url.appendingPathComponent("out")
        #expect(try await hearth.data.export(to: target).conversations == counts.count)
        let list = try String(contentsOf: target.appendingPathComponent("conversations.json"), encoding: .utf8)
        let encoder = JSONEncoder()
        encoder.dateEncodingStrategy = .iso8601
        let written = try #require(try JSONValue(parsing: list).arrayValue)
        #expect(written.count == counts.count)
        for talk in talks {
            let record = try encoder.encode(ConversationExport.Record(talk))
            #expect(try written.contains(JSONValue(parsing: String(decoding: record, as: UTF8.self))))
            let file = target.appendingPathComponent("conversations/\(talk.id).md")
            let text = try String(contentsOf: file, encoding: .utf8)
            #expect(try text == ConversationExport.text(of: talk, as: .markdown))
        }
    }

    @Test func aPageHoldsWhatWasSaidAsTextAndLoadsNothing() async throws {
        let talk = try await hearth.conversations.start(
            title: "<b>Rent</b> & \u{202E}more", systemPrompt: "Be brief.")
        let database = try await hearth.database()
        try await database.append(Message(.user, "<script>alert(1)</script>"), toConversation: talk.id)
        let answer =
            "# Rent\n\nIt is **950 *euros*** <i>a month</i>, `a<b`.\n\n1. one\n2. two\n\n```html\n</article>\n```"
        try await database.append(Message(.assistant, answer), toConversation: talk.id)
        let page = try ConversationExport.text(of: try await hearth.conversations.whole(talk.id), as: .html)
        #expect(page.contains("<title>&lt;b&gt;Rent&lt;/b&gt; &amp; \u{FFFD}more</title>"))
        #expect(page.contains("default-src 'none'") && !page.contains("<script") && !page.contains("src=\""))
        #expect(page.contains("<h2 dir=\"auto\">Rent</h2>"))
        #expect(page.contains("<strong>950 <em>euros</em></strong> &lt;i&gt;a month&lt;/i&gt;, <code>a&lt;b</code>."))
        #expect(page.contains("<ol start=\"1\"><li dir=\"auto\">one</li><li dir=\"auto\">two</li></ol>"))
        #expect(page.contains("<code>&lt;/article&gt;</code>"))
        #expect(!page.contains("Be brief.") && page.hasSuffix("</html>\n"))
    }

    /// Whoever gets the page is told no name of a folder, such as that of a person's home.
    @Test func aPageNamesDocumentsWithoutTheirFolders() throws {
        func quote(_ title: String?, _ path: String) -> Citation {
            Citation(
                index: 1, documentID: "d", path: path, title: title, span: TextSpan(start: 0, end: 4), quote: "<950>",
                verified: true)
        }
        let quotes = [
            quote(nil, "/home/ann/Secret plans/lease.pdf"), quote("", "C:\\Users\\ann\\rent.txt"),
            quote("The lease", "/home/ann/a.pdf"), quote(nil, ""),
        ]
        var metadata = ConversationMessage.Metadata()
        metadata.citations = quotes
        let page = ConversationPage.message(
            ConversationMessage(Message(.assistant, "It is 950."), metadata: metadata))
        for name in ["lease.pdf", "rent.txt", "The lease", "Untitled"] {
            #expect(page.contains("<strong>\(name)</strong>"), "\(name)")
        }
        #expect(!page.contains("ann") && !page.contains("Secret") && page.contains("&lt;950&gt;"))
    }

    @Test(arguments: [
        ("a\r\nb\n\nc", "<p dir=\"auto\">a\nb</p>\n<p dir=\"auto\">c</p>"),
        ("- a\n  more\n- b", "<ul><li dir=\"auto\">a\nmore</li><li dir=\"auto\">b</li></ul>"),
        ("> said\n> so", "<blockquote dir=\"auto\">said\nso</blockquote>"),
        ("| a | b |\n| 1 | 2 |", "<pre>| a | b |\n| 1 | 2 |</pre>"),
        ("2 * 3 * 4 and ** and `", "<p dir=\"auto\">2 * 3 * 4 and ** and `</p>"),
        ("*a **b* c**", "<p dir=\"auto\"><em>a **b</em> c**</p>"),
        ("```\nleft <open>", "<pre dir=\"ltr\"><code>left &lt;open&gt;</code></pre>"),
        (
            "1. a\n   ~~~\n   b\n     c\n   ~~~\n2. d",
            "<ol start=\"1\"><li dir=\"auto\">a</li></ol>\n<pre dir=\"ltr\"><code>b\n  c</code></pre>\n"
                + "<ol start=\"2\"><li dir=\"auto\">d</li></ol>"
        ),
        ("---\ntitle: a\n\n---", "<p dir=\"auto\">---</p>\n<p dir=\"auto\">title: a</p>\n<p dir=\"auto\">---</p>"),
        (
            "## C# ##\n\nA\n=\n\n    b",
            "<h3 dir=\"auto\">C#</h3>\n<h2 dir=\"auto\">A</h2>\n<pre dir=\"ltr\"><code>b</code></pre>"
        ),
        ("", ""),
    ])
    func whatModelsWriteIsFormattedAndAllElseStaysAsItWas(markdown: String, html: String) {
        #expect(MarkdownPage.html(markdown) == html)
    }

    @Test(arguments: ["*a ", "**", "`", "> ", "- ", "```\n", "`a *b ", "1. "])
    func aLongTextOfMarksTakesTimeByItsLength(piece: String) {
        let clock = ContinuousClock()
        let text = String(repeating: piece, count: 200_000 / piece.utf8.count)
        #expect(clock.measure { _ = MarkdownPage.html(text) } < .seconds(10))
    }

    @Test func noPieceIsLong() async throws {
        let pieces = try await pieces(talk(120, bytes: 5_000), .markdown)
        #expect(pieces.count > 10)
        #expect(pieces.allSatisfy { $0.utf8.count < 48 << 10 })
    }

    @Test func whatIsSaidMeanwhileIsNotInIt() async throws {
        let talk = try await talk(40, bytes: 5_000)
        let database = try await hearth.database()
        let text = Mutex("")
        try await hearth.conversations.export(talk, as: .markdown) { piece in
            text.withLock { $0 += piece }
            try await database.append(Message(.user, "said meanwhile"), toConversation: talk.id)
        }
        #expect(text.withLock { !$0.contains("said meanwhile") && $0.contains("\n\n0 ") && $0.contains("\n\n39 ") })
    }
}
