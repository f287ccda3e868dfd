import HearthCore
import Testing

@testable import HearthDocuments

/// Exports in archives beside other files, and what archives are called.
struct ArchiveExportTests {
    private func headings(_ files: [(String, String)], _ name: String = "a.zip") async throws -> [String] {
        let document = try await read(ZipWriter.archive(files), name)
        return zip(document.blocks, document.pieces()).filter { $0.0.kind == .heading(level: 2) }.map(\.1)
    }

    @Test func anExportLeavesTheFilesOfOthersAlone() async throws {
        let others = [
            ("site/index.html", "<html><body><p>A page of mine about the roof.</p></body></html>"),
            ("site/data.json", "{\"roof\": \"red\"}"), ("site/run.js", "let roof = 1"),
        ]
        let chat = try await headings([("chat/_chat.txt", WhatsAppReaderTests.apple)] + others)
        #expect(chat.count == 4)
        #expect(chat.contains { $0.hasSuffix("index.html") })
        let clippings = try await headings([("My Clippings.txt", NotesExportTests.kindle)] + others)
        #expect(clippings.contains { $0.hasSuffix("data.json") } && clippings.contains { $0.hasSuffix("run.js") })
        // What lies beside an assistant's conversations and is none of its lists is somebody's.
        let assistant = try await headings([
            ("conversations.json", ChatExportTests.chatGPT), ("user.json", "{}"), ("recipes.json", "{\"a\": \"b\"}"),
            ("chat.html", "<html><body><p>The same.</p></body></html>"), ("page.html", "<p>Mine.</p>"),
            ("old/chat.html", "<p>Of somebody else.</p>"),
        ])
        #expect(
            assistant == ["Leaky roof · ChatGPT · 2024-03-05", "old / chat.html", "page.html", "recipes.json"])
        let pages = try await headings([
            ("chats/messages.html", ChatExportTests.telegramPage), ("chats/css/style.css", "a { color: red }"),
            ("chats/js/script.js", "let a = 1"),
        ])
        #expect(pages == ["Roof · Telegram"])
    }

    @Test func whatOnlyLooksLikeSlackIsReadFileByFile() async throws {
        let files = try await headings([
            ("users.json", "[{\"login\": \"ann\"}]"), ("logs/2024-03-05.json", "[{\"level\": \"info\"}]"),
            ("offer.txt", "It costs 920."),
        ])
        #expect(files == ["logs / 2024-03-05.json", "offer.txt", "users.json"])
    }

    @Test func aChatIsCalledAsItsArchive() async throws {
        func title(_ file: String, _ archive: String) async throws -> String? {
            try await headings([(file, WhatsAppReaderTests.apple)], archive).first
        }
        #expect(try await title("_chat.txt", "WhatsApp Chat - Roof.zip") == "WhatsApp Chat - Roof")
        #expect(try await title("WhatsApp Chat - Dr. Roof/_chat.txt", "chats.zip") == "WhatsApp Chat - Dr. Roof")
        #expect(try await title("_chat.txt", "chats.zip") == "Ann Mills, +49 170 1234567 · WhatsApp")
        let inner = ZipWriter.archive([("_chat.txt", WhatsAppReaderTests.apple)])
        var writer = ZipWriter()
        writer.add("WhatsApp Chat - Walls.zip", inner)
        writer.add("a.txt", Array("words".utf8))
        let document = try await read(writer.finish(), "chats.zip")
        #expect(document.pieces().first == "WhatsApp Chat - Walls")
    }

    @Test func numbersInNamesCount() async throws {
        let names = try await headings([("a10.txt", "x"), ("a2.txt", "y"), ("a.txt", "z"), ("a02b.txt", "w")])
        #expect(names == ["a.txt", "a2.txt", "a02b.txt", "a10.txt"])
    }

    @Test func namesOfWindowsAreReadAndDoNotCollide() async throws {
        var writer = ZipWriter()
        writer.add("x", Array("one".utf8), rawName: [0x84] + Array(".txt".utf8))
        writer.add("x", Array("two".utf8), rawName: [0x94] + Array(".txt".utf8))
        writer.add("x", Array("three".utf8), rawName: Array("é.txt".utf8))
        let document = try await read(writer.finish(), "a.zip")
        #expect(Set(document.pieces()) == ["ä.txt", "one", "ö.txt", "two", "é.txt", "three"])
    }

    @Test func slacksArchiveMayHoldFilesOfOthers() async throws {
        let others = [("offer.txt", "It costs 920."), ("recipes.json", "{\"a\": \"b\"}")]
        let files = try await headings(ArchiveReaderTests.slack + others)
        #expect(
            files == [
                "Ann, Bob Hill · Slack · 2024-03-05", "#roof · Slack", "offer.txt", "recipes.json",
            ])
    }

    @Test func aDamagedListOfNamesIsSaid() async throws {
        var files = ArchiveReaderTests.slack
        files[0].1 = String(files[0].1.dropLast(20))
        let document = try await read(ZipWriter.archive(files), "a.zip")
        #expect(document.text.contains("[09:15] U2: Psst"))
        #expect(
            document.warnings.first?.message == "1 list of names is damaged; who has none in it is shown by an id.")
    }

    @Test func filesThatAreCalledAsOthersAreCounted() async throws {
        let document = try await read(ZipWriter.archive([("a.txt", "one"), ("a.txt", "two"), ("b.txt", "x")]), "a.zip")
        #expect(document.pieces() == ["a.txt", "one", "b.txt", "x"])
        #expect(document.warnings.map(\.message) == ["1 file of the archive was left out that is called as another."])
    }

    /// An archive of archives, with two files in each.
    private static func nested(_ count: Int) -> [UInt8] {
        var writer = ZipWriter()
        for number in 1...count {
            writer.add("\(number).zip", ZipWriter.archive([("a.txt", "one \(number)"), ("b.txt", "two \(number)")]))
        }
        return writer.finish()
    }

    private func counts(_ bytes: [UInt8], within budget: ArchiveBudget) async throws -> (words: Int, left: Int) {
        let document = try await ArchiveBudget.$current.withValue(budget) {
            try await read(bytes, "a.zip")
        }
        let left = document.warnings.filter { $0.message.contains("not read") }
        return (document.pieces().count { $0.hasPrefix("one") || $0.hasPrefix("two") }, left.count)
    }

    @Test func anArchiveAndAllThatIsInItHaveOneBudget() async throws {
        let bytes = Self.nested(5)
        let whole = try await counts(bytes, within: ArchiveBudget())
        #expect(whole.words == 10)
        #expect(whole.left == 0)
        // Each archive is within its own limits.
        let files = try await counts(bytes, within: ArchiveBudget(files: 7))
        #expect(files.words == 4)
        #expect(files.left > 0)
        let few = try await counts(bytes, within: ArchiveBudget(bytes: 600))
        #expect(few.words > 0 && few.words < 10)
        #expect(few.left > 0)
        let entries = try await counts(bytes, within: ArchiveBudget(entries: 20))
        #expect(entries.words > 0 && entries.words < 10)
        #expect(entries.left > 0)
    }

    @Test func whatIsUnpackedInVainCounts() throws {
        var bomb = ZipWriter()
        bomb.add("bomb.txt", [], deflated: ZipWriter.deflatedZeros(matches: 20), declaredSize: 5)
        var archive = try ZipArchive(bomb.finish(), entrySize: 1_000)
        #expect(throws: DocumentError.self) { try archive.contents(of: "bomb.txt") }
        #expect(archive.budget == ZipArchive.maximumTotalSize - 1_000)
    }
}
