import Foundation
import HearthCore
import HearthModels
import HearthTesting
import Testing

@testable import HearthKnowledge

/// People whom chats call by numbers have the names of the address book where something is shown, and nowhere else.
@Suite struct ContactsTests {
    private let library = MemoryLibrary()

    private static let book = """
        BEGIN:VCARD\r\nVERSION:3.0\r\nFN:Anna Keller\r\nTEL;TYPE=CELL:+49 (0)170 123-4567\r\nEMAIL:Anna@Example.org\r\nEND:VCARD\r
        BEGIN:VCARD\r\nVERSION:3.0\r\nFN:Ben Ruiz\r\nTEL:0171 7654321\r\nNOTE:Phone: 0170 9999999\r\nEND:VCARD\r\n
        """

    private static let chat: String = {
        func more(_ words: String) -> String { String(repeating: words + " ", count: 12) }
        return """
            05/02/2024, 10:15 - +49 170 1234567: The roof leaks near the chimney, \(more("rain wind storm gutter bucket carpet ceiling"))
            06/02/2024, 10:15 - +49 171 7654321: The roof will do until summer, \(more("football goal referee stadium ticket train beer"))
            07/02/2024, 10:15 - Carl: The roof is not my business, \(more("piano concert choir violin tenor opera encore"))
            08/02/2024, 09:00 - Carl: See you on Sunday.
            """
    }()

    private func ingest(_ files: [String: String]) async throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("hearth-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        for (name, text) in files { try Data(text.utf8).write(to: folder.appendingPathComponent(name)) }
        for try await event in Ingestor(library: library, embedder: nil).ingest([folder.path]) {
            if case .file(let report) = event { #expect(report.status == .added) }
        }
    }

    private func contacts(_ people: [(String, [String])]) -> Contacts {
        var contacts = Contacts.none
        for (name, identifiers) in people {
            contacts.add(Contacts.Contact(name: name, documentID: "book", label: .personal), identifiers)
        }
        return contacts
    }

    private func asProgram<Value: Sendable>(
        _ ceiling: SensitivityLabel, _ body: @Sendable () async throws -> Value
    ) async throws -> Value {
        try await Reader.$current.withValue(Reader(.api, name: "program", ceiling: ceiling)) { try await body() }
    }

    private func label(_ label: SensitivityLabel, of format: DocumentFormat) async throws {
        let found = try await library.documents(matching: SearchFilter(formats: [format]), limit: 5, offset: 0)
        for document in found { try await library.setLabel(label, ofDocument: document.id) }
    }

    private func search(_ text: String, from senders: [String]? = nil) async throws -> [String] {
        var filter = SearchFilter(formats: [.chat])
        filter.senders = senders
        return try await Retriever(library: library, embedder: nil).search(
            SearchRequest(text: text, limit: 5, filter: filter)
        ).passages.map(\.text)
    }

    private func ask(_ question: String) async throws -> Answer {
        let service = AnswerService(
            library: library, retriever: Retriever(library: library, embedder: nil),
            router: ModelRouter(models: [BasicEngine()]), embedder: nil)
        for try await event in service.ask(
            AnswerRequest(question: question, filter: SearchFilter(formats: [.chat])))
        {
            if case .final(let answer) = event { return answer }
        }
        throw CancellationError()
    }

    // MARK: Whose number it is

    @Test(arguments: [
        ("+49 170 1234567", "00491701234567"), ("+49 (0)170 123-4567", "tel:+491701234567"),
        ("\u{202A}+49 170 1234567\u{202C}", "+49.170.1234567"), ("Ann@Example.ORG", "mailto:ann@example.org"),
        ("٠١٧٠ ١٢٣٤٥٦٧", "0170/1234567"),
    ])
    func twoSpellingsAreOneNumber(one: String, other: String) {
        #expect(ContactKey(one) != nil && ContactKey(one) == ContactKey(other))
    }

    @Test(arguments: [
        "Anna", "110", "", "+", "12:15", "a@b@c", "<a@b.c>", "+49 170 1234567 Anna", "1234567890123456789012345",
        "2024-03",
    ])
    func namesAndShortNumbersAreNone(text: String) { #expect(ContactKey(text) == nil) }

    @Test func aNumberWithoutItsCountryIsThatOfOneWithIt() {
        let known = contacts([("Anna", ["+49 170 1234567"]), ("Ben", ["0171 7654321"]), ("Ola", ["12 34 56 78"])])
        #expect(known.contact("0170 1234567")?.name == "Anna")
        #expect(known.contact("+49 171 7654321")?.name == "Ben")
        #expect(known.contact("+47 12345678")?.name == "Ola")
        // Another country's number with the same end is another one.
        #expect(known.contact("+43 170 1234567") == nil)
        #expect(known.contact("+49 170 1234568") == nil)
    }

    @Test func whereTwoShareANumberNobodyIsNamed() {
        let known = contacts([
            ("Anna", ["+49 170 1234567"]), ("Ben", ["+43 170 1234567", "both@example.org"]),
            ("Carl", ["both@example.org"]), ("Anna", ["anna@example.org", "+49 170 1234567"]),
        ])
        #expect(known.contact("+49 170 1234567")?.name == "Anna")
        #expect(known.contact("0170 1234567") == nil)
        #expect(known.contact("both@example.org") == nil)
        #expect(known.contact("ANNA@example.org")?.name == "Anna")
    }

    // MARK: What is shown

    @Test func namesStandWhereAChatPutsPeopleAndNowhereElse() {
        let known = contacts([("Anna Keller", ["+491701234567"]), ("Bé", ["ben@example.org"])])
        func shown(_ text: String) -> String { known.named(text).text }
        #expect(
            shown("[10:15] +491701234567: Call +491701234567 now.") == "[10:15] Anna Keller: Call +491701234567 now.")
        #expect(
            shown("[10:00] +491701234567: (to ben@example.org, 2024-03-05) He comes. (❤️ You, 👍 ben@example.org)")
                == "[10:00] Anna Keller: (to Bé, 2024-03-05) He comes. (❤️ You, 👍 Bé)")
        #expect(shown("+491701234567 · Messages") == "Anna Keller · Messages")
        #expect(
            shown("+491701234567, ben@example.org, You · 2024-03-05 to 2024-03-06 · times in UTC")
                == "Anna Keller, Bé, You · 2024-03-05 to 2024-03-06 · times in UTC")
        #expect(
            shown("[10:15] +491701234567: Yes. [1] [10:16] ben@example.org: No. [2]")
                == "[10:15] Anna Keller: Yes. [1] [10:16] Bé: No. [2]")
        for text in [
            "+491701234567", "Write to ben@example.org", "A number (+491701234567)", "", "\n\n", "[", "[10:15] ",
            "[10:15] Carl: Ha (👍 and 3 more)", "9 (👍 )", "9 (👍)", "9 ()", "[10:15] : (to ) 9", "9 · ",
        ] {
            #expect(shown(text) == text)
        }
        #expect(known.title("+491701234567") == "Anna Keller" && known.title("Roof") == "Roof")
    }

    @Test func placesOfATextMoveWithTheNames() throws {
        let known = contacts([("Anna Keller", ["+491701234567"])])
        let text = "[10:15] +491701234567: He comes on Friday."
        let named = known.named(text)
        func place(_ words: String, in text: String) throws -> TextSpan {
            let start = try #require(ByteSearch.first(Array(words.utf8), in: Array(text.utf8)))
            return TextSpan(start: start, end: start + words.utf8.count)
        }
        #expect(named.moved(try place("on Friday", in: text)) == (try place("on Friday", in: named.text)))
        #expect(named.moved(try place("[10:15]", in: text)) == (try place("[10:15]", in: named.text)))
        #expect(named.moved(try place("+491701234567: He", in: text)) == (try place("Anna Keller: He", in: named.text)))
        #expect(named.names.map(\.span) == [try place("+491701234567", in: text)])
    }

    @Test(.timeLimit(.minutes(1))) func longTextsAreReadInTheirOwnLength() {
        let known = contacts([("Anna", ["+491701234567"])])
        for piece in ["[", " [10:15] ", "(", ", ", "9", " · ", ": ", "[10:15] +491701234567: x (👍 "] {
            _ = known.named(String(repeating: piece, count: 200_000)).text
        }
    }

    // MARK: What is found

    @Test func whoIsNamedFindsWhatTheirNumberWrote() async throws {
        try await ingest(["WhatsApp Chat with House.txt": Self.chat, "contacts.vcf": Self.book])
        let anna = try await search("roof", from: ["Anna"])
        #expect(anna.count == 1 && anna[0].contains("leaks near the chimney"))
        #expect(try await search("roof", from: ["ruiz"]).first?.contains("until summer") == true)
        #expect(try await search("roof", from: ["Dora"]).isEmpty)
        let first = try await search("What did Anna write about the roof?").first { $0.contains("The roof") }
        #expect(first?.contains("leaks") == true)
        let answer = try await ask("What did Anna write about the roof?")
        #expect(!answer.abstained && answer.text.contains("leaks"), "\(answer.text)")
        // The name is in nothing that may be kept.
        #expect(!answer.text.contains("Anna") && answer.citations.allSatisfy { $0.verified })
        #expect(answer.citations.allSatisfy { !$0.quote.contains("Anna") && $0.title?.contains("Anna") != true })
    }

    @Test func whoMayNotReadTheAddressBookSeesNumbersAndFindsNobodyByName() async throws {
        try await ingest(["WhatsApp Chat with House.txt": Self.chat, "contacts.vcf": Self.book])
        try await label(.private, of: .vcf)
        let book = ContactBook(library: library)
        #expect(try await book.contacts().contact("+491701234567")?.name == "Anna Keller")
        #expect(try await asProgram(.personal) { try await book.contacts().isEmpty })
        #expect(try await asProgram(.private) { try await !book.contacts().isEmpty })
        #expect(try await asProgram(.personal) { try await search("roof", from: ["Anna"]).isEmpty })
        #expect(try await !search("roof", from: ["Anna"]).isEmpty)
    }

    /// Which messages were found tells whose number it is: so the answer is as private as the address book.
    @Test func anAnswerThatNeededTheAddressBookIsAsPrivate() async throws {
        try await ingest(["WhatsApp Chat with House.txt": Self.chat, "contacts.vcf": Self.book])
        try await label(.private, of: .vcf)
        let named = try await ask("What did Anna write about the roof?")
        #expect(named.route.label == .private && Set(named.context.contacts.values) == [.private])
        let other = try await ask("What did Carl write about the roof?")
        #expect(other.route.label == .personal && other.context.contacts.isEmpty)
    }

    /// Two who are called alike stand in two address books: whichever was found, the answer is as private as the stricter one.
    @Test func ofTwoAddressBooksThatKnowTheNameTheStricterCounts() async throws {
        let chat = Self.chat.replacing("Carl: The roof", with: "+49 172 1111111: The roof")
        let other = "BEGIN:VCARD\r\nVERSION:3.0\r\nFN:Anna Keller\r\nTEL:+49 172 1111111\r\nEND:VCARD\r\n"
        try await ingest(["WhatsApp Chat with House.txt": chat, "contacts.vcf": Self.book, "work.vcf": other])
        let books = try await library.documents(matching: SearchFilter(formats: [.vcf]), limit: 5, offset: 0)
        for book in books { try await library.setLabel(.public, ofDocument: book.id) }
        for book in books {
            try await library.setLabel(.private, ofDocument: book.id)
            let chunks = try await library.chunks(
                ofDocument: try #require(
                    try await library.documents(matching: SearchFilter(formats: [.chat]), limit: 1, offset: 0).first?.id
                ))
            let passages = chunks.map {
                Passage(
                    chunkID: $0.id, documentID: $0.documentID, path: "", span: $0.chunk.span, text: $0.chunk.text,
                    score: 1)
            }
            let named = try await NamedWriters(
                "What did Anna write about the roof?", passages, ContactBook(library: library).contacts(), library)
            #expect(Set(named.contacts.map(\.documentID)) == Set(books.map(\.id)))
            #expect(named.contacts.map(\.label).max() == .private)
            try await library.setLabel(.public, ofDocument: book.id)
        }
    }

    @Test func aChangedAddressBookIsReadAnew() async throws {
        try await ingest(["contacts.vcf": Self.book])
        let book = ContactBook(library: library)
        #expect(try await book.contacts().contact("+491701234567")?.name == "Anna Keller")
        // What a note says is no number of theirs.
        #expect(try await book.contacts().contact("+491709999999") == nil)
        let id = try #require(
            try await library.documents(matching: SearchFilter(formats: [.vcf]), limit: 1, offset: 0).first?.id)
        _ = try await library.removeDocuments(ids: [id])
        #expect(try await book.contacts().isEmpty)
        try await ingest(["contacts.vcf": Self.book.replacing("Anna Keller", with: "Anna Ruiz")])
        #expect(try await book.contacts().contact("+491701234567")?.name == "Anna Ruiz")
    }

    @Test func aHugeAddressBookHasALimit() {
        var contacts = Contacts.none
        for number in 0..<(Contacts.mostKeys + 10) {
            contacts.add(
                Contacts.Contact(name: "N\(number)", documentID: "b", label: .public), ["+49\(1_000_000_000 + number)"])
        }
        #expect(contacts.isCut && contacts.contact("+491000000005")?.name == "N5")
    }
}
