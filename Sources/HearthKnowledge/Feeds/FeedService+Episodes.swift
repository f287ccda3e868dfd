package import Foundation
package import HearthCore
package import HearthDocuments

extension FeedService {
    // MARK: Published transcripts

    /// Fetches the transcripts that a feed names and that were not read yet, the newest first.
    func takeTranscripts(of record: inout Record, _ report: inout FeedReport, emit: Emit) async throws {
        let waiting = record.feed.entries.indices.filter { record.feed.entries[$0].spoken == .waiting }
        guard !waiting.isEmpty else { return }
        var refused: Set<String> = []
        var read: [(index: Int, text: ReadText)] = []
        for index in waiting.prefix(Self.mostTranscripts) {
            try Task.checkCancellation()
            let entry = record.feed.entries[index]
            try await emit(.doing("\(record.feed.name): the transcript of \(entry.title ?? entry.id)"))
            do {
                if let text = try await transcript(of: entry, record.feed, &report) { read.append((index, text)) }
            } catch let error as CancellationError {
                throw error
            } catch {
                guard let told = error.readable, told.kind != .notRecorded else { throw error }
                // What cannot be read is not asked for again; what could not be fetched is, the next time.
                if error is DocumentError || (error as? FeedError)?.reason == .notFound {
                    record.feed.entries[index].spoken = .unusable
                    report.notes.append("The transcript of \(entry.title ?? entry.id) is not used: \(told.message)")
                } else if refused.insert(told.message).inserted {
                    report.note(told)
                }
                // Nothing more is asked of a network that is not there.
                if told.kind == .refusedByPolicy, !(error is FeedError) { break }
            }
            // Together, since each run of the ingestion looks at the whole library at its end.
            if read.count == Self.transcriptsTogether { try await store(&read, in: &record, &report, emit: emit) }
        }
        try await store(&read, in: &record, &report, emit: emit)
        record = try await keep(record)
    }

    private static let transcriptsTogether = 10

    private func store(
        _ read: inout [(index: Int, text: ReadText)], in record: inout Record, _ report: inout FeedReport, emit: Emit
    ) async throws {
        guard !read.isEmpty else { return }
        try await store(read.map(\.text), record.feed, emit: emit)
        for (index, _) in read { record.feed.entries[index].spoken = .published }
        report.transcripts += read.count
        read = []
        record = try await keep(record)
    }

    private func transcript(
        of entry: Feed.Entry, _ feed: Feed, _ report: inout FeedReport
    ) async throws -> ReadText? {
        guard let url = entry.transcript else { return nil }
        let fetched = try await fetcher.get(
            url, .transcript, hosts: feed.allowed, namedBy: "The feed \(feed.name)",
            limits: .init(bytes: EpisodeFiles.mostBytes, time: .seconds(120)))
        try WebFetcher.check(fetched.status, fetched.url, "the transcript")
        let transcript = try EpisodeFiles.transcript(
            fetched.body, type: fetched.type ?? entry.transcriptType, name: fetched.url.lastPathComponent)
        var chapters: [EpisodeChapter] = []
        do {
            chapters = try await self.chapters(of: entry, feed)
        } catch let error as CancellationError {
            throw error
        } catch {
            guard let told = error.readable, told.kind != .notRecorded else { throw error }
            report.note(told, "The chapters of \(entry.title ?? entry.id) are left out: ")
        }
        return text(of: transcript, chapters: chapters, entry, feed)
    }

    /// The chapters that an episode has; none where it names none.
    package func chapters(of entry: Feed.Entry, _ feed: Feed) async throws -> [EpisodeChapter] {
        guard let url = entry.chapters else { return [] }
        let fetched = try await fetcher.get(
            url, .chapters, hosts: feed.allowed, namedBy: "The feed \(feed.name)",
            limits: .init(bytes: 4 << 20, time: .seconds(60)))
        try WebFetcher.check(fetched.status, fetched.url, "the chapters")
        return EpisodeFiles.chapters(fetched.body)
    }

    private func text(
        of transcript: Transcript, chapters: [EpisodeChapter], _ entry: Feed.Entry, _ feed: Feed
    ) -> ReadText {
        let origin = FeedDocument.Origin(
            title: entry.title, author: entry.author, date: entry.date, feed: feed.title ?? feed.name,
            address: entry.link)
        let content = FeedDocument.episode(transcript, chapters: chapters, origin: origin)
        let place = feed.transcriptPlace(of: entry)
        return ReadText(
            place: place, content: content, hash: Self.hash(place, content), byteCount: content.text.utf8.count,
            date: entry.date ?? now())
    }

    // MARK: Recordings

    /// An episode that is to be listened to.
    package struct Episode: Sendable {
        package let feed: Feed
        package let entry: Feed.Entry
        package let recording: URL
        /// What its file is called while it is here; the same each time.
        package let key: String
    }

    /// The episode that somebody means by its id, the beginning of one, or its title.
    ///
    /// - Parameter hosts: Hosts that are allowed for its feed from now on.
    /// - Throws: ``FeedError`` `unknown-episode`, `ambiguous-episode`, `no-recording`.
    package func episode(_ name: String, allowing hosts: [String] = []) async throws -> Episode {
        let wanted = name.lowercased()
        let isID = wanted.utf8.count >= 4 && wanted.allSatisfy { $0.isASCII && $0.isHexDigit }
        var found: [(record: Record, entry: Feed.Entry)] = []
        for record in try await records() {
            for entry in record.feed.entries
            where isID && entry.id.hasPrefix(wanted) || entry.title?.lowercased() == wanted
                || record.feed.place(of: entry) == name
            {
                found.append((record, entry))
            }
        }
        guard let first = found.first else {
            throw FeedError(
                .unknownEpisode,
                "No feed has an episode \(name.prefix(200)). The list of a feed shows what they are called.")
        }
        guard found.count == 1 else {
            let names = found.prefix(5).map { "\($0.entry.id) (\($0.record.feed.name))" }.joined(separator: ", ")
            throw FeedError(
                .ambiguousEpisode,
                "\(found.count) episodes are meant by \(name.prefix(200)): \(names). Name one by its id.")
        }
        guard let recording = first.entry.recording else {
            throw FeedError(.noRecording, "\(first.entry.title ?? first.entry.id) has no recording.")
        }
        let record = try await allow(hosts, for: first.record)
        return Episode(
            feed: record.feed, entry: first.entry, recording: recording, key: Self.key(first.entry, of: record.feed))
    }

    /// What the files of an episode are called while they are needed.
    package static func key(_ entry: Feed.Entry, of feed: Feed) -> String {
        String(ContentHash(of: Data("\(feed.name)\0\(entry.id)".utf8)).hex.prefix(24))
    }

    /// Fetches the recording of an episode into a file, or goes on where an earlier run stopped.
    ///
    /// - Parameters:
    ///   - folder: Where recordings lie while they are needed.
    ///   - progress: Bytes that are here, and in all where the server says.
    /// - Returns: The file, which whoever has it removes, and whether nobody could tell if it is whole.
    package func fetch(
        _ episode: Episode, into folder: URL, progress: @escaping @Sendable (Int, Int?) -> Void
    ) async throws -> (file: URL, mayBeCut: Bool) {
        let download = try EpisodeDownload(episode.key, in: folder)
        let fetched = try await download.run(
            episode.recording, said: episode.entry.recordingBytes, fetcher, hosts: episode.feed.allowed,
            namedBy: "The feed \(episode.feed.name)", progress: progress)
        return (fetched.file, fetched.mayBeCut)
    }

    /// Keeps what was said in a recording as the episode's transcript, with its chapters.
    package func keep(
        _ cues: [Cue], warnings: [ExtractionWarning], chapters: [EpisodeChapter], of episode: Episode, emit: Emit
    ) async throws {
        let transcript = Transcript(format: .json, cues: cues, warnings: warnings)
        let text = text(of: transcript, chapters: chapters, episode.entry, episode.feed)
        try await store([text], episode.feed, emit: emit)
        var record = try await record(named: episode.feed.name)
        guard let index = record.feed.entries.firstIndex(where: { $0.id == episode.entry.id }) else { return }
        record.feed.entries[index].spoken = .transcribed
        try await keep(record)
    }
}
