import Foundation
package import HearthCore
import HearthKnowledge
package import HearthModels
import HearthText

/// The work on a journal: entries go in, days, weeks, months and years come out. An app has it as the service `journal`.
package struct JournalPipeline: Sendable {
    let library: any JournalStore & VectorIndex
    let router: ModelRouter
    private let embedder: (any EmbeddingModel)?
    private let tagger: (any TaggingModel)?
    private let indexer: JournalIndexer

    /// - Parameters:
    ///   - tokenizer: Sizes the chunks by which search finds entries; the one of the embedding model.
    ///   - embedder: Makes entries findable by what they mean; without one they are found by their words.
    ///   - tagger: See ``JournalRollup``.
    package init(
        library: any JournalStore & VectorIndex, router: ModelRouter, tokenizer: any TextTokenizer,
        embedder: (any EmbeddingModel)? = nil, tagger: (any TaggingModel)? = nil
    ) {
        self.library = library
        self.router = router
        self.embedder = embedder
        self.tagger = tagger
        indexer = JournalIndexer(tokenizer: tokenizer)
    }

    // MARK: Entries

    /// Stores entries, all or none. One whose id is there is replaced; storing the very same again changes nothing.
    ///
    /// - Parameters:
    ///   - embeds: False leaves the vectors of the entries to a later ``embed(progress:)``, which is for many batches.
    ///   - lowersLabels: Whether its owner says so that an entry becomes less private than it was; otherwise it stays as
    ///     private.
    /// - Throws: `StoreError` with the code `invalid-input`, or `EmptyTextError`, for an entry that cannot be kept.
    /// - Parameter keepsDates: Whether an entry without a date takes over that of the entry that it replaces.
    @discardableResult
    package func add(
        _ sessions: [JournalSession], embeds: Bool = true, lowersLabels: Bool = false, keepsDates: Bool = false
    ) async throws -> [JournalChange] {
        let sessions = keepsDates ? try await dated(sessions) : sessions
        let changes = try await library.storeJournal(
            sessions, lowersLabels: lowersLabels, document: indexer.document(of:))
        guard embeds, changes.contains(where: { $0 != .unchanged }) else { return changes }
        do {
            try await embed()
        } catch {
            // The entries are kept, and found by their words. What has no vector gets one with the next entry, search or
            // ingestion.
        }
        return changes
    }

    private func dated(_ sessions: [JournalSession]) async throws -> [JournalSession] {
        let undated = sessions.filter { $0.date == nil }.map(\.id)
        guard !undated.isEmpty else { return sessions }
        var known: [String: JournalSession] = [:]
        for session in try await library.journalSessions(ids: undated) { known[session.id] = session }
        return sessions.map { session in
            var session = session
            if session.date == nil, let earlier = known[session.id] {
                (session.date, session.time) = (earlier.date, earlier.time)
                session.timeZone = session.timeZone ?? earlier.timeZone
            }
            // One of the same rows may be the one that is replaced.
            known[session.id] = session
            return session
        }
    }

    /// Gives vectors to the entries that have none, so that search finds them by what they mean. Does nothing where there is
    /// no embedding model.
    ///
    /// - Parameter progress: Is told how many passages have got theirs.
    /// - Throws: What the embedding model and the store throw, and `CancellationError`. What was done until then is kept.
    package func embed(progress: @escaping @Sendable (Int) -> Void = { _ in }) async throws {
        try await EmbeddingBackfill(library: library, embedder: embedder).journal(progress: progress)
    }

    /// Removes an entry, everything that was made of it, and what search knows of it.
    ///
    /// - Returns: False when there was none of this id.
    @discardableResult
    package func remove(id: String) async throws -> Bool {
        try await library.removeJournalSession(id: id, source: JournalIndexer.path(of: id))
    }

    /// Entries in order of time, undated ones last, without their texts. With a first or last day, only dated ones.
    package func heads(from: CivilDate? = nil, to: CivilDate? = nil) async throws -> [JournalHead] {
        try await library.journalHeads(from: from, to: to)
    }

    /// The entry whose id is `id`, or the only one whose id begins with it.
    ///
    /// - Throws: `StoreError` with the code `unknown-item` or `ambiguous-item`.
    package func session(_ id: String) async throws -> JournalSession {
        let whole = try await library.journalID(matching: id)
        guard let session = try await library.journalSession(id: whole) else {
            throw StoreError(.unknownItem, "There is no journal entry \(id.prefix(80)).")
        }
        return session
    }

    // MARK: Rollups

    /// What is made of the entries. See ``JournalRollup``.
    package var rollup: JournalRollup { JournalRollup(library: library, router: router, tagger: tagger) }

    /// The days in a row, up to today or yesterday, on which something was written.
    ///
    /// A day counts until it is over: whoever has not written today has not broken the row yet.
    package func currentStreak(today: CivilDate) async throws -> Int {
        let days = Set(try await heads(from: nil, to: today).compactMap(\.date))
        var day: CivilDate? = days.contains(today) ? today : today.adding(days: -1)
        var length = 0
        while let current = day, days.contains(current) {
            length += 1
            day = current.adding(days: -1)
        }
        return length
    }
}

/// Makes entries findable like documents: each is one, from the source `journal:ID`, so that questions are answered from it,
/// with citations that are checked against its text.
///
/// Vectors follow at once, where there is a model for them: see ``JournalPipeline/add(_:embeds:lowersLabels:keepsDates:)``.
struct JournalIndexer: Sendable {
    private let chunker: Chunker
    private let processing: String

    init(tokenizer: any TextTokenizer) {
        let splitter = SentenceSplitter()
        let configuration = Chunker.Configuration()
        chunker = Chunker(configuration: configuration, tokenizer: tokenizer) { splitter.sentences(in: $0) }
        processing = "journal 1;\(tokenizer.name);\(configuration.maxTokens)/\(configuration.overlapTokens)"
    }

    static func path(of id: String) -> String { JournalSession.pathPrefix + id }

    @Sendable func document(of session: JournalSession) -> Ingestion {
        let analyzer = SearchAnalyzer(language: session.languages.first)
        let title = ["Journal", session.date?.description, session.title].compactMap { $0 }.joined(separator: ", ")
        let size = session.text.utf8.count
        let content = ExtractedDocument(
            format: .text, title: title, text: session.text, blocks: Self.blocks(of: session.text))
        let chunks = chunker.sized(for: content.text).chunks(of: content)
            .map { NewChunk($0, terms: analyzer.terms(of: $0, title: title)) }
        // The id is part of it, because the same words on two days are two entries.
        let hash = ContentHash(of: Data((session.id + "\0").utf8) + Data(session.contentHash.bytes))
        let moment = session.date.map { Double($0.daysSince1970) * 86_400 + Double(session.time ?? 0) }
        var document = NewDocument(
            contentHash: hash, processing: processing, title: title, language: session.languages.first,
            label: session.label, createdAt: moment.map { Date(timeIntervalSince1970: $0) }, byteCount: size,
            content: content, chunks: chunks, analysis: SearchAnalyzer.version)
        // What the entry may be called was decided with the entry.
        document.lowersLabel = true
        let source = SourceFile(
            path: Self.path(of: session.id), size: size, modifiedAt: Date(timeIntervalSince1970: moment ?? 0),
            hash: hash)
        return Ingestion(source: source, document: document)
    }

    /// Paragraphs are parted by empty lines.
    private static func blocks(of text: String) -> [Block] {
        var blocks: [Block] = []
        var start: Int?
        var end = 0
        var offset = 0
        for line in text.utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false) {
            let isEmpty = line.allSatisfy { $0 == 0x20 || $0 == 0x09 || $0 == 0x0D }
            if isEmpty {
                if let begun = start { blocks.append(Block(.paragraph, span: TextSpan(start: begun, end: end))) }
                start = nil
            } else {
                start = start ?? offset
                end = offset + line.count
            }
            offset += line.count + 1
        }
        if let begun = start { blocks.append(Block(.paragraph, span: TextSpan(start: begun, end: end))) }
        return blocks
    }
}
