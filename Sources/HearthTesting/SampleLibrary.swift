import Foundation
public import HearthCore

/// Fills a library with something of everything that one can hold, for tests of what goes over all of it.
public enum SampleLibrary {
    /// - Parameter documents: How many documents there are of the plain kind.
    public static func fill(_ library: any Library, documents: Int = 5) async throws {
        try await addDocuments(library, count: documents)
        try await addConversations(library)
        try await addJournal(library)
        try await addTheRest(library)
    }

    private static func addDocuments(_ library: any Library, count: Int) async throws {
        let samples = SampleDocuments()
        let stored = try await library.store((1...max(2, count)).map { samples.ingestion($0) })
        // The same content in two places, a folder with a label, and a place that has one of its own.
        try await library.store([samples.ingestion(2, folder: "/elsewhere/zwei")])
        try await library.setLabel(.private, ofFolder: "/elsewhere", lowers: false)
        try await library.setLabel(.private, ofSource: "/samples/1.txt", lowers: false)
        // A document that went leaves a gap among the numbers, and a file that disappeared the label that it had.
        try await library.store([samples.ingestion(900, folder: "/gone"), samples.ingestion(901, folder: "/gone")])
        try await library.setLabel(.private, ofSource: "/gone/901.txt", lowers: false)
        try await library.removeSources(paths: ["/gone/901.txt"], keepsLabels: true)
        if let gone = try await library.document(atPath: "/gone/900.txt") {
            try await library.removeDocuments(ids: [gone.id])
        }
        var odd = samples.document(title: "Grüße: ein \u{1F525} Titel", texts: ["eins zwei", "drei vier"])
        odd.language = "de"
        odd.createdAt = Date(timeIntervalSince1970: 1_600_000_000.25)
        let (early, late) = (
            Date(timeIntervalSince1970: 1_600_000_000.25), Date(timeIntervalSince1970: 1_600_086_400)
        )
        odd.chunks[0].chunk.origin = ChunkOrigin(first: early, last: late, senders: ["Jörg Groß", "Ann"])
        odd.chunks[1].chunk.origin = ChunkOrigin(first: nil, last: nil, senders: ["田中"])
        odd.content.warnings = [ExtractionWarning(.noTextLayer, "A page has no text.", page: 2)]
        odd.content.layouts = SampleDocuments.layouts
        try await library.replaceSource(samples.source("/samples/ü/brief.txt", of: odd), with: odd)
        let blank = SampleDocuments(chunkCount: 0).ingestion(700, folder: "/blank")
        try await library.store([blank])
        // A second model, which does not know all passages.
        let chunks = try await library.chunks(ofDocument: stored[0].documentID)
        try await library.addVectors(
            chunks.enumerated().map { (chunkID: $1.id, vector: [Float($0) + 0.5, -1, 0]) }, modelID: "second-model")
        try await library.keepFamiliarities(
            [
                LanguageFamiliarity(language: "de", value: 0.75, chunks: 2, measure: "1"),
                LanguageFamiliarity(language: "fi", value: nil, chunks: 1, measure: "1"),
            ], modelID: samples.modelID)
    }

    private static func addConversations(_ library: any Library) async throws {
        let samples = SampleDocuments()
        _ = try await library.createConversation(id: "empty", title: nil, systemPrompt: nil, label: nil)
        let talk = try await library.createConversation(
            id: "talk", title: "Ein Gespräch", systemPrompt: "Be short.", label: .private
        ).id
        try await library.placeConversation(id: talk, isPinned: true, inFolder: "Küche")
        let cited = try await library.document(atPath: "/samples/1.txt")?.id ?? ""
        // What it was made of is another version soon.
        let draft = samples.ingestion(800, folder: "/drafts")
        let early = try await library.store([draft])[0].documentID
        func say(
            _ message: Message, state: ConversationMessage.State = .complete,
            origin: ConversationMessage.Origin = .init(), metadata: ConversationMessage.Metadata? = nil,
            replacing: Int64? = nil
        ) async throws -> Int64 {
            let new = ConversationMessage(
                message, createdAt: Date(timeIntervalSince1970: 1_750_000_000.125), state: state, origin: origin,
                metadata: metadata)
            let stored = try await library.append(
                [new], toConversation: talk, answering: nil, replacingFrom: replacing, upTo: .max)
            return stored.first?.id ?? 0
        }
        let first = try await say(Message(.user, "What is said?\0"))
        var metadata = ConversationMessage.Metadata()
        (metadata.engine, metadata.model, metadata.notes) = (.local, "m", ["one", "two"])
        let answer = try await say(
            Message(
                .assistant, "That.", reasoning: "Let me think.",
                toolCalls: [ToolCall(id: "1", name: "clock", arguments: #"{"zone":"UTC"}"#)]),
            origin: .init(documents: [cited: .private, early: .personal], given: first), metadata: metadata)
        _ = try await say(Message(.tool, "12:00", toolCallID: "1"), origin: .init(given: first))
        let stopped = try await say(Message(.assistant, "It is"), state: .stopped, origin: .init(given: first))
        _ = try await say(Message(.assistant, "It is noon."), origin: .init(given: first), replacing: stopped)
        _ = try await say(Message(.user, "And then?"), state: .unanswered)
        try await library.setTokenCounts([first: 5, answer: 3], tokenizer: "words")
        try await library.setContextBoundary(
            ContextBoundary(upTo: first, summary: "A question.", label: .personal, promptTokens: 900, maxMessages: 4),
            ofConversation: talk)
        var later = draft
        later.document = samples.document(801)
        later.source.hash = later.document.contentHash
        try await library.store([later])
    }

    private static func addJournal(_ library: any Library) async throws {
        let written = JournalSession(
            id: "monday", date: CivilDate("2026-01-05"), time: 3_600, timeZone: "Europe/Berlin", title: "Montag",
            text: "Heute war ein guter Tag.", duration: 12.5, languages: ["de", "en"], label: .personal)
        let spoken = JournalSession(
            id: "spoken", date: nil, text: "A: Hello.",
            cues: [Cue(start: 0, end: 1.5, speaker: "A", text: "Hello."), Cue(text: "And more.")])
        let samples = SampleDocuments()
        try await library.storeJournal([written, spoken], lowersLabels: true) { entry in
            let document = samples.document(title: entry.id, texts: [entry.text])
            return Ingestion(
                source: samples.source(JournalSession.pathPrefix + entry.id, of: document), document: document)
        }
        try await library.storeJournalNodes([
            JournalNode(
                level: .session, period: "monday", model: "m", key: ContentHash(of: [1]), content: Data("good".utf8),
                entries: ["monday": written.contentHash]),
            JournalNode(
                level: .day, period: "2026-01-05", model: "basic", key: ContentHash(of: [2]), content: Data("day".utf8),
                entries: ["monday": written.contentHash]),
        ])
    }

    private static func addTheRest(_ library: any Library) async throws {
        let content = SampleDocuments().document(1).contentHash
        try await library.keepAnalysisNodes([ContentHash(of: [3]): Data("part".utf8)], source: content)
        try await library.keepAnalysisNodes(
            [ContentHash(of: [4]): Data(), ContentHash(of: [5]): Data([0, 255])], source: nil)
        for number in 1...3 {
            try await library.add(
                Consent(
                    id: "consent-\(number)", engine: .openai, host: "api.example.com",
                    task: number == 1 ? nil : .answer,
                    grantedAt: Date(timeIntervalSince1970: 1_750_000_000 + Double(number))))
        }
        _ = try await library.removeConsent(id: "consent-2")
        try await library.storePeopleRegister(
            PeopleRegister(
                persons: [.init(id: "rosa", name: "Rosa", label: .personal)],
                names: [
                    .init(key: "rosa", name: "Rosa", meaning: .person("rosa")),
                    .init(key: "aunt rosa", name: "Aunt Rosa", meaning: .person("rosa")),
                    .init(key: "york", name: "York", meaning: .notPerson(.place)),
                ]), over: PeopleRegister())
        _ = try await library.keepRecord(Data("first".utf8), of: .feed, named: "news", replacing: nil)
        _ = try await library.keepRecord(Data("second".utf8), of: .feed, named: "news", replacing: 1)
        try await addWork(library)
        _ = try await library.keepRecord(Data("notes".utf8), of: .watchedFolder, named: "notes", replacing: nil)
        try await library.keepWatchedFiles(
            [
                WatchedFile(path: "a.md", stamp: FileStamp(size: 1, modified: 2, inode: -3), state: .read),
                WatchedFile(
                    path: "b/ü.bin", stamp: FileStamp(size: 0, modified: -2, inode: .max), isElsewhere: true,
                    state: .skipped, code: "unsupported-format", message: "Nothing to read."),
            ], forgetting: [], of: "notes")
        for number in 1...4 {
            _ = try await library.append(
                LedgerEntry(
                    kind: number % 2 == 1 ? .decision : .refusal, time: Date(timeIntervalSince1970: 1_750_000_100),
                    host: "api.example.com", decision: number % 2 == 1 ? nil : number - 1, text: "Grüße \0"))
        }
    }

    /// A task whose files are there, one that failed, and one that somebody works on.
    private static func addWork(_ library: any Library) async throws {
        try await library.addWork(
            NewWork(
                id: "waiting", kind: "sample", title: "Grüße", payload: Data("{}".utf8), label: .private,
                hasFiles: true))
        for number in 0..<2 {
            try await library.keepWorkPart(
                Data([UInt8(number), 0, 255]), at: WorkPart(file: 0, number: number), of: "waiting")
        }
        try await library.changeWork(.ready, of: "waiting")
        for id in ["failed", "at-work"] {
            try await library.addWork(
                NewWork(
                    id: id, kind: WorkKind(rawValue: id), requester: "program", title: id, payload: Data(),
                    label: .personal, priority: .awaited, mostAttempts: 1))
            let task = try await library.claimWork([WorkKind(rawValue: id)], worker: "here", seconds: 600)
            guard id == "failed", let lease = task?.lease else { continue }
            let failure = WorkFailure(code: "c", kind: .unreadable, message: "It could not be read.", help: [.diagnose])
            try await library.changeWork(
                .end(lease: lease.token, .failed(failure, isFinal: true), report: Data([1])), of: id)
        }
    }
}
