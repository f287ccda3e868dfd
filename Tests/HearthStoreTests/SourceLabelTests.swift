import Foundation
import GRDB
import HearthCore
import HearthPrompts
import HearthTesting
import Testing

@testable import HearthStore

/// A label belongs to the source: documents, messages and summaries are as private as their sources are now.
@Suite struct SourceLabelTests {
    private let store: TemporaryStore
    private let database: HearthDatabase
    private let samples = SampleDocuments()

    init() throws {
        store = try TemporaryStore()
        database = try store.open()
    }

    /// Stores the `number`th document at a place.
    @discardableResult
    private func put(
        _ number: Int, at path: String, _ label: SensitivityLabel? = nil, lowers: Bool = false
    ) async throws -> String {
        var document = samples.document(number)
        document.label = label
        document.lowersLabel = lowers
        return try await database.replaceSource(samples.source(path, of: document), with: document).documentID
    }

    private func label(_ id: String) async throws -> SensitivityLabel? { try await database.document(id: id)?.label }

    private func label(of message: Int64, in talk: String) async throws -> SensitivityLabel? {
        try await database.messages(ofConversation: talk).first { $0.id == message }?.label
    }

    private func answer(_ talk: String, from ids: [String] = [], given: Int64? = nil) async throws -> Int64 {
        let documents = Dictionary(uniqueKeysWithValues: ids.map { ($0, SensitivityLabel.public) })
        let message = ConversationMessage(
            Message(.assistant, "a"), label: .public, origin: .init(documents: documents, given: given))
        return try await database.append([message], toConversation: talk)[0].id
    }

    // MARK: - Conversations

    @Test func whatWasAnsweredUnderAPromptStaysAsPrivateAsThatWas() async throws {
        for prompt in [SensitivityLabel.personal, .private] {
            let talk = try await database.createConversation(systemPrompt: "Call me Ada.", label: prompt).id
            let said = try await answer(talk)
            #expect(try await label(of: said, in: talk) == prompt)
            try await database.setSystemPrompt(nil, ofConversation: talk)
            #expect(try await label(of: said, in: talk) == prompt)
        }
    }

    @Test func aPromptIsMadeOfNoConversationThatItsReaderMayNotRead() async throws {
        let talk = try await database.createConversation().id
        let id = try await put(1, at: "/a.txt")
        _ = try await answer(talk, from: [id])
        let messages = { [database] in
            try await Reader.$current.withValue(Reader(.api, ceiling: .personal)) {
                try await database.context(
                    ofConversation: talk, systemPrompt: nil, budget: ContextBudget(contextLength: nil),
                    tokenizer: EstimatedTokenizer(), new: [Message(.user, "And?")]
                ).context.messages.count
            }
        }
        #expect(try await messages() > 0)
        try await database.setLabel(.private, ofDocument: id)
        await #expect(throws: StoreError.self) { _ = try await messages() }
    }

    // MARK: - Sources

    @Test func anEditedDocumentKeepsTheStricterLabel() async throws {
        try await put(1, at: "uploads/a.txt", .private)
        #expect(try await label(put(2, at: "uploads/a.txt")) == .private)
        #expect(try await label(put(3, at: "uploads/a.txt", .personal)) == .private)
        // Only the word that says so lowers, and the ledger tells of it.
        #expect(try await label(put(3, at: "uploads/a.txt", .personal, lowers: true)) == .personal)
        #expect(try await database.ledger(LedgerFilter(kind: .label)).map(\.entry.label) == [.personal])
        #expect(try await label(put(4, at: "uploads/a.txt", .public, lowers: true)) == .public)
        #expect(try await database.ledger(LedgerFilter(kind: .label)).map(\.entry.label) == [.personal, .public])
    }

    @Test func whatAppearsInALabelledFolderHasItsLabel() async throws {
        let before = try await put(1, at: "/notes/a.txt")
        try await database.setLabel(.private, ofFolder: "/notes", lowers: false)
        #expect(try await label(before) == .private)
        #expect(try await label(put(2, at: "/notes/deep/er/b.txt")) == .private)
        #expect(try await label(put(3, at: "/notesbook/c.txt")) == .personal)
        // Renamed, moved in, and moved out again: a content is never milder than it was.
        #expect(try await label(put(4, at: "/elsewhere/d.txt")) == .personal)
        #expect(try await label(put(4, at: "/notes/d.txt")) == .private)
        try await database.removeSources(paths: ["/notes/d.txt"])
        #expect(try await database.document(atPath: "/elsewhere/d.txt")?.label == .private)
        // One exception, by its owner's word; a new file beside it has none.
        try await database.setLabel(.public, ofDocument: before)
        #expect(try await label(before) == .public)
        #expect(try await label(put(5, at: "/notes/e.txt")) == .private)
        #expect(try await database.label(ofContent: samples.document(6).contentHash, path: "/notes/f.txt") == .private)
        // The nearest folder says it, unless the word for the outer one comes later and is stricter.
        try await database.setLabel(.public, ofFolder: "/notes/open", lowers: true)
        #expect(try await label(put(7, at: "/notes/open/g.txt")) == .public)
        try await database.setLabel(.private, ofFolder: "/notes", lowers: false)
        #expect(try await label(put(8, at: "/notes/open/h.txt")) == .private)
        #expect(try await label(before) == .private)
    }

    @Test func aFileThatDisappearedAndIsBackHasTheLabelThatItHad() async throws {
        let place = "/notes/a.txt"
        try await put(1, at: place, .private)
        try await database.removeSources(paths: [place], keepsLabels: true)
        #expect(try await database.label(ofPath: place) == .private)
        #expect(try await database.label(ofContent: samples.document(2).contentHash, path: place) == .private)
        #expect(try await label(put(2, at: place)) == .private)
        // By the same name on another way, too.
        try await database.removeSources(paths: [place], keepsLabels: true)
        let other = try await put(3, at: "/incoming/a.txt")
        try await database.renameSource("/incoming/a.txt", to: place)
        #expect(try await label(other) == .private)
        // A milder word is not kept: what comes may be anything.
        try await database.setLabel(.private, ofFolder: "/notes", lowers: false)
        try await database.setLabel(.public, ofDocument: other)
        try await database.removeSources(paths: [place], keepsLabels: true)
        #expect(try await label(put(4, at: place)) == .private)
        // What the owner removes, and what the owner calls milder, is forgotten.
        try await database.setLabel(.personal, ofFolder: "/notes", lowers: true)
        try await put(5, at: "/notes/b.txt", .private)
        try await database.removeSources(paths: ["/notes/b.txt"])
        #expect(try await label(put(6, at: "/notes/b.txt")) == .personal)
        try await put(7, at: "/notes/c.txt", .private)
        try await database.removeSources(paths: ["/notes/c.txt"], keepsLabels: true)
        try await database.setLabel(.personal, ofFolder: "/notes", lowers: true)
        #expect(try await label(put(8, at: "/notes/c.txt")) == .personal)
    }

    @Test func aRenamedSourceTakesOverTheLabelOfWhatItReplaces() async throws {
        try await put(1, at: "uploads/a.txt", .private)
        let new = try await put(2, at: "/incoming/0/a.txt")
        #expect(try await label(new) == .personal)
        try await database.renameSource("/incoming/0/a.txt", to: "uploads/a.txt")
        #expect(try await label(new) == .private)
    }

    @Test func everyChangeOfALabelIsInTheLedger() async throws {
        let id = try await put(1, at: "/a.txt")
        try await database.setLabel(.private, ofDocument: id)
        try await database.setLabel(.private, ofDocument: id)
        try await database.setLabel(.public, ofDocument: id)
        try await database.setLabel(.private, ofFolder: "/notes", lowers: false)
        let records = try await database.ledger(LedgerFilter(kind: .label)).map(\.entry)
        #expect(records.map(\.label) == [.private, .public, .private])
        #expect(records[1].text == "document \(id): private to public" && records[1].purpose == "owner")
        #expect(try await database.verifyLedger().valid)
    }

    @Test func aPromptThatIsCalledMilderIsInTheLedger() async throws {
        let talk = try await database.createConversation(systemPrompt: "p", label: .private).id
        try await database.setSystemPrompt("p", label: .public, ofConversation: talk)
        try await database.setSystemPrompt("q", label: .personal, ofConversation: talk)
        try await database.setSystemPrompt("r", label: .personal, ofConversation: talk)
        // Nothing is called otherwise where a prompt goes or comes.
        try await database.setSystemPrompt(nil, ofConversation: talk)
        try await database.setSystemPrompt("s", label: .private, ofConversation: talk)
        let records = try await database.ledger(LedgerFilter(kind: .label)).map(\.entry)
        #expect(records.map(\.label) == [.public, .personal] && records.allSatisfy { $0.purpose == "owner" })
        #expect(records[0].text == "prompt of conversation \(talk): private to public")
    }

    @Test func whatHadAWordOfItsOwnInAFolderThatIsCalledMilderIsInTheLedger() async throws {
        let id = try await put(1, at: "/notes/a.txt", .private)
        _ = try await put(2, at: "/notes/b.txt")
        try await database.setLabel(.private, ofFolder: "/notes/deep", lowers: false)
        // What the folder itself is called says nothing of these two.
        try await database.setLabel(.personal, ofFolder: "/notes", lowers: false)
        let before = try await database.ledger(LedgerFilter(kind: .label)).count
        try await database.setLabel(.personal, ofFolder: "/notes", lowers: true)
        #expect(try await label(id) == .personal)
        let records = try await database.ledger(LedgerFilter(kind: .label)).dropFirst(before).map(\.entry.text)
        #expect(records == ["folder /notes/deep/: private to personal", "document \(id): private to personal"])
        // Raised in the same way, what models have read is forgotten.
        try await database.setLabel(.public, ofDocument: id)
        try await database.setLabel(.private, ofFolder: "/notes", lowers: false)
        try await database.setLabel(.public, ofDocument: id)
        let states = database.promptStates()
        try states.save(PromptState(identity: "m", tokens: [1], data: [2]), ofConversation: "talk")
        try await database.setLabel(.private, ofFolder: "/notes", lowers: false)
        #expect(try await label(id) == .private)
        #expect(states.tokens(ofConversation: "talk", identity: "m") == nil)
    }

    @Test func whatModelsHaveReadIsForgottenWhenALabelRises() async throws {
        let id = try await put(1, at: "/a.txt")
        let states = database.promptStates()
        func keep() throws {
            try states.save(PromptState(identity: "m", tokens: [1], data: [2]), ofConversation: "talk")
        }
        func isKept() -> Bool { states.tokens(ofConversation: "talk", identity: "m") != nil }
        try keep()
        try await database.setLabel(.private, ofDocument: id)
        #expect(!isKept())
        try keep()
        try await database.setLabel(.public, ofDocument: id)
        #expect(isKept())
        try await database.setLabel(.private, ofFolder: "/", lowers: true)
        #expect(!isKept())
    }

    // MARK: - Messages

    @Test func aMessageIsAsPrivateAsItsDocumentsAreNow() async throws {
        let talk = try await database.createConversation().id
        let first = try await put(1, at: "/a.txt")
        let second = try await put(2, at: "/b.txt", .public)
        let quoting = try await answer(talk, from: [first, second])
        let following = try await answer(talk, given: quoting)
        let apart = try await answer(talk, from: [second])
        #expect(try await label(of: quoting, in: talk) == .personal)
        #expect(try await label(of: apart, in: talk) == .public)

        try await database.setLabel(.private, ofDocument: first)
        #expect(try await label(of: quoting, in: talk) == .private)
        #expect(try await label(of: following, in: talk) == .private)
        #expect(try await label(of: apart, in: talk) == .public)
        #expect(try await database.strictestLabel(ofConversation: talk) == .private)
        #expect(try await database.label(of: [.conversation(talk, since: apart)]) == .public)

        // The owner lowers it, and everything follows.
        try await database.setLabel(.public, ofDocument: first)
        #expect(try await label(of: following, in: talk) == .public)
    }

    @Test func aMessageFollowsASourceThatWasEdited() async throws {
        let talk = try await database.createConversation().id
        let quoting = try await answer(talk, from: [put(1, at: "/a.txt")])
        let edited = try await put(2, at: "/a.txt")
        #expect(try await label(of: quoting, in: talk) == .personal)
        try await database.setLabel(.private, ofDocument: edited)
        #expect(try await label(of: quoting, in: talk) == .private)
    }

    @Test func whatCameFromASourceThatIsGoneKeepsItsLastLabel() async throws {
        let talk = try await database.createConversation().id
        let id = try await put(1, at: "/a.txt", .private)
        let quoting = try await answer(talk, from: [id])
        let following = try await answer(talk, given: quoting)
        try await database.removeDocument(id: id)
        #expect(try await label(of: following, in: talk) == .private)
        // The number of the row is used again, and means another document.
        let other = try await put(2, at: "/b.txt")
        try await database.setLabel(.public, ofDocument: other)
        #expect(try await label(of: quoting, in: talk) == .private)
        // Gone before the answer was stored: the label of when it was read holds.
        let late = ConversationMessage(
            Message(.assistant, "a"), label: .public, origin: .init(documents: [id: .private]))
        let stored = try await database.append([late], toConversation: talk)[0].id
        #expect(try await label(of: stored, in: talk) == .private)
    }

    /// By a path, by the id of its document, and under a name that it was given meanwhile.
    @Test(arguments: ["/a.txt", "id", "/c.txt"])
    func whatCameFromAnEarlierVersionOutlivesItsSource(_ way: String) async throws {
        let talk = try await database.createConversation().id
        let quoting = try await answer(talk, from: [put(1, at: "/a.txt")])
        let question = try await database.append(Message(.user, "q"), toConversation: talk).id
        _ = try await answer(talk, from: [put(1, at: "/a.txt")])
        let following = try await answer(talk, given: question)
        let edited = try await put(2, at: "/a.txt")
        let current = try await answer(talk, from: [edited])
        // As long as the source is there, what is said of its content is said of it, by whichever of its places.
        try await put(2, at: "/b.txt")
        try await database.setLabel(.public, ofDocument: edited)
        #expect(try await label(of: quoting, in: talk) == .public)
        // What is taken back leaves the sources that it followed, too.
        _ = try await database.append(
            [ConversationMessage(Message(.user, "q2"), label: .public)], toConversation: talk, replacingFrom: question,
            upTo: following - 1)
        try await database.setLabel(.private, ofDocument: edited)
        #expect(try await label(of: quoting, in: talk) == .private)
        switch way {
        case "id": try await database.removeDocument(id: edited)
        case "/c.txt":
            try await database.renameSource("/a.txt", to: way)
            try await database.removeSources(paths: [way])
        default: try await database.removeSources(paths: [way])
        }
        // A milder word for the copy is none for what never lay there.
        let copy = try await put(2, at: "/b.txt")
        try await database.setLabel(.public, ofDocument: copy)
        #expect(try await label(of: quoting, in: talk) == .private)
        #expect(try await label(of: following, in: talk) == .private)
        #expect(try await label(of: current, in: talk) == (way == "id" ? .private : .public))
    }

    @Test func whatCameFromAnEarlierVersionRisesWithTheCopyThatIsLeft() async throws {
        let talk = try await database.createConversation().id
        let quoting = try await answer(talk, from: [put(1, at: "/a.txt")])
        let edited = try await put(2, at: "/a.txt")
        try await put(2, at: "/b.txt")
        try await database.removeSources(paths: ["/a.txt"])
        try await database.setLabel(.private, ofDocument: edited)
        #expect(try await label(of: quoting, in: talk) == .private)
        try await database.setLabel(.public, ofDocument: edited)
        #expect(try await label(of: quoting, in: talk) == .personal)
    }

    /// A name whose source is replaced by way of another name is the same source.
    @Test func whatCameFromAnEarlierVersionFollowsASourceThatIsReplacedByRenaming() async throws {
        let talk = try await database.createConversation().id
        let quoting = try await answer(talk, from: [put(1, at: "uploads/a.txt")])
        try await put(2, at: "uploads/a.txt")
        let new = try await put(3, at: "/incoming/a.txt")
        try await database.renameSource("/incoming/a.txt", to: "uploads/a.txt")
        try await put(3, at: "/b.txt")
        try await database.setLabel(.private, ofDocument: new)
        try await database.removeSources(paths: ["uploads/a.txt"])
        try await database.setLabel(.public, ofDocument: new)
        #expect(try await label(of: quoting, in: talk) == .private)
    }

    @Test func aStoreOfTheVersionBeforeFindsOutWhichSourcesItsMessagesFollow() async throws {
        let talk = try await database.createConversation().id
        let quoting = try await answer(talk, from: [put(1, at: "/a.txt")])
        let edited = try await put(2, at: "/a.txt")
        let current = try await answer(talk, from: [edited])
        try await database.write { db in
            try db.execute(sql: "DROP TABLE messagePlace")
            try db.execute(
                sql: "DELETE FROM grdb_migrations WHERE identifier = ?", arguments: [Migrations.messagePlaces])
        }
        try database.close()
        let again = try store.open()
        var copy = samples.document(2)
        copy.label = .private
        try await again.replaceSource(samples.source("/b.txt", of: copy), with: copy)
        try await again.removeSources(paths: ["/a.txt"])
        try await again.setLabel(.public, ofDocument: edited)
        let labels = try await again.messages(ofConversation: talk).map { ($0.id, $0.label) }
        #expect(labels.first { $0.0 == quoting }?.1 == .private)
        #expect(labels.first { $0.0 == current }?.1 == .public)
    }

    @Test func whatIsTakenBackLeavesItsLabelInWhatCameAfter() async throws {
        let talk = try await database.createConversation().id
        let id = try await put(1, at: "/a.txt")
        let question = try await database.append(Message(.user, "q"), toConversation: talk).id
        let quoting = try await answer(talk, from: [id])
        let following = try await answer(talk, given: question)
        _ = try await database.append(
            [ConversationMessage(Message(.user, "q2"), label: .public)], toConversation: talk, replacingFrom: question,
            upTo: quoting)
        try await database.setLabel(.private, ofDocument: id)
        #expect(try await label(of: following, in: talk) == .private)
        #expect(try await database.messages(ofConversation: talk).last?.label == .public)
    }

    @Test func aSummaryIsAsPrivateAsWhatWasSummedUp() async throws {
        let talk = try await database.createConversation().id
        let id = try await put(1, at: "/a.txt")
        let quoting = try await answer(talk, from: [id])
        try await database.setContextBoundary(
            ContextBoundary(upTo: quoting, summary: "s", label: .personal), ofConversation: talk)
        try await database.setLabel(.private, ofDocument: id)
        #expect(try await database.contextBoundary(ofConversation: talk)?.label == .private)
    }

    @Test func anAnswerIsAsPrivateAsThePromptItWasGiven() async throws {
        let talk = try await database.createConversation(systemPrompt: "p", label: .public).id
        let message = try await answer(talk)
        try await database.setSystemPrompt("p", label: .private, ofConversation: talk)
        #expect(try await label(of: message, in: talk) == .private)
        // Another prompt is another thing; what was answered under the first was given that.
        try await database.setSystemPrompt("q", label: .public, ofConversation: talk)
        #expect(try await label(of: message, in: talk) == .private)
        #expect(try await label(of: answer(talk), in: talk) == .public)
    }

    @Test func anEntryAndItsDocumentHaveOneLabel() async throws {
        let session = JournalSession(id: "e", date: CivilDate("2026-03-01"), text: "A day.", label: .personal)
        let document = samples.document(1)
        let source = samples.source("journal:e", of: document)
        try await database.storeJournal([session]) { session in
            var document = document
            document.label = session.label
            document.lowersLabel = true
            return Ingestion(source: source, document: document)
        }
        let id = try #require(try await database.document(atPath: "journal:e")).id
        try await database.setLabel(.private, ofDocument: id)
        #expect(try await database.journalSession(id: "e")?.label == .private)
        #expect(try await database.label(of: [.entry("e")]) == .private)
        // Written again with a milder word, it stays private unless its owner says so.
        var milder = session
        milder.text = "Another day."
        try await database.storeJournal([milder])
        #expect(try await database.journalSession(id: "e")?.label == .private)
        try await database.storeJournal([milder], lowersLabels: true)
        #expect(try await database.journalSession(id: "e")?.label == .personal)
    }

    @Test func whatWasMadeOfAPeriodIsNotKeptWhereAnEntryOfItIsAnotherByThen() async throws {
        let day = try #require(CivilDate("2026-03-01"))
        let first = JournalSession(id: "a", date: day, text: "A day.", label: .personal)
        let second = JournalSession(id: "b", date: day, text: "A night.", label: .personal)
        try await database.storeJournal([first, second])
        func isKept(_ level: RollupLevel, of entries: [JournalSession]) async throws -> Bool {
            let period = level == .session ? "a" : JournalPeriod(level, holding: day).name
            let hashes = Dictionary(entries.map { ($0.id, $0.contentHash) }) { first, _ in first }
            let node = JournalNode(
                level: level, period: period, model: "m", key: ContentHash(of: Data(period.utf8)),
                content: Data("sum".utf8), entries: hashes)
            try await database.storeJournalNodes([node])
            return try await database.journalKeys(level, model: "m")[period] != nil
        }
        let levels: [RollupLevel] = [.session, .day, .week, .month, .year, .yearWrap]
        for level in levels { #expect(try await isKept(level, of: [first, second])) }
        // Raised while a model read it; what was kept is gone, and what comes late is not kept.
        var raised = first
        raised.label = .private
        try await database.storeJournal([raised])
        for level in levels { #expect(try await !isKept(level, of: [first, second]), "\(level)") }
        #expect(try await isKept(.day, of: [raised, second]))
        try await database.removeJournalSession(id: "b")
        for level in levels where level != .session {
            #expect(try await !isKept(level, of: [raised, second]), "\(level)")
        }
        #expect(try await isKept(.day, of: [raised]))
        try await database.removeJournalSession(id: "a")
        #expect(try await !isKept(.day, of: []))
    }

    // MARK: - Programs

    @Test func aProgramFindsNothingAboveItsCeiling() async throws {
        let talk = try await database.createConversation(id: "talk").id
        let secret = try await put(1, at: "/a.txt", .private)
        let open = try await put(2, at: "/b.txt")
        _ = try await answer(talk, from: [secret])
        try await database.storeJournal([JournalSession(id: "e", date: CivilDate("2026-03-01"), text: "A day.")])
        let chunks = try await database.chunks(ofDocument: secret).map(\.id)
        let terms = samples.document(1).chunks[0].terms.split(separator: " ").map { QueryTerm(String($0)) }
        try await Reader.$current.withValue(Reader(.api, ceiling: .personal)) {
            #expect(try await database.documents().map(\.id) == [open])
            let counts = try await database.counts()
            #expect(counts.documents == 1 && counts.sources == 1)
            #expect(try await database.chunks(ofDocument: open).count == counts.chunks)
            #expect(try await database.page(limit: 9).total == 1)
            #expect(try await database.document(id: secret) == nil)
            #expect(try await database.document(atPath: "/a.txt") == nil)
            #expect(try await database.documents(named: "/a.txt").isEmpty)
            #expect(try await database.text(ofDocument: secret) == nil)
            #expect(try await database.content(ofDocument: secret) == nil)
            #expect(try await database.chunks(ids: chunks).isEmpty)
            #expect(try await database.chunks(ofDocument: secret).isEmpty)
            let found = try await database.fullText(terms, limit: 99).map(\.chunkID)
            #expect(Set(found).isDisjoint(with: chunks))
            #expect(try await database.conversations().isEmpty)
            #expect(try await database.messages(ofConversation: talk).isEmpty)
            #expect(try await database.journalHeads().isEmpty)
            #expect(try await database.journalSession(id: "e") == nil)
            // It does not get there by calling it something else, either.
            await #expect(throws: StoreError.self) { try await database.setLabel(.public, ofDocument: secret) }
            await #expect(throws: StoreError.self) { try await database.setLabel(.public, ofDocument: open) }
            try await database.setLabel(.public, ofFolder: "/", lowers: true)
            // Nor does it change or remove what is not there for it.
            await #expect(throws: StoreError.self) { try await database.renameConversation(id: talk, to: "Mine") }
            await #expect(throws: StoreError.self) { try await database.setSystemPrompt("p", ofConversation: talk) }
            await #expect(throws: StoreError.self) { _ = try await database.removeLastTurn(ofConversation: talk) }
            await #expect(throws: StoreError.self) { _ = try await answer(talk) }
            #expect(try await database.removeConversation(id: talk) == nil)
            #expect(try await database.removeDocuments(ids: [secret]).documentIDs.isEmpty)
            #expect(try await database.removeJournalSession(id: "e") == false)
            let other = JournalSession(id: "e", date: CivilDate("2026-03-01"), text: "Another day.")
            await #expect(throws: StoreError.self) { try await database.storeJournal([other]) }
        }
        #expect(try await database.journalSession(id: "e")?.text == "A day.")
        #expect(try await database.conversation(matching: talk).title != "Mine")
        #expect(try await label(secret) == .private)
        #expect(try await label(open) == .personal)
        try await Reader.$current.withValue(Reader(.mcp, ceiling: .private)) { () async throws in
            #expect(try await database.documents().count == 2)
            #expect(try await database.messages(ofConversation: talk).count == 1)
        }
    }
}
