import Hearth
import HearthHTTP
import Synchronization

/// Tells a job what becomes of feeds, pages and recordings.
struct FeedWork: Sendable {
    let report: Hearth.Jobs.Report
    /// Of the feed, or the host of what is asked for.
    let name: String

    /// Notes of one job; more say nothing more.
    private static let mostNotes = 100

    func follow(_ events: EventStream<FeedEvent>) async throws {
        try await telling {
            var reports: [FeedReport] = []
            var notes: [String] = []
            try await events.forEach { event in
                switch event {
                case .doing(let what): await report.progress(nil, what)
                case .document(let document):
                    await report.file(.init(.ingested(document), name: document.title ?? document.path))
                case .note(let note):
                    guard !notes.contains(note), notes.count < Self.mostNotes else { return }
                    notes.append(note)
                    await report.result(.feeds(reports, notes: notes))
                case .feed(let feed):
                    reports.append(feed)
                    await report.result(.feeds(reports, notes: notes))
                }
            }
        }
    }

    /// Says which host would have to be allowed, where the work ends for that.
    func telling(_ work: @Sendable () async throws -> Void) async throws {
        do {
            try await work()
        } catch let error as FeedError where error.refusedHost != nil {
            await report.result(.feeds([FeedReport(name, failed: error)], notes: []))
            throw error
        }
    }

    /// Fetches an episode, and tells how far it is: the newest state, since a fast network tells of more than anybody reads.
    func fetch(
        _ work: @Sendable (@escaping @Sendable (EpisodeProgress) -> Void) async throws -> IngestReport
    ) async throws {
        let (states, feed) = AsyncStream.makeStream(of: EpisodeProgress.self, bufferingPolicy: .bufferingNewest(1))
        let notes = Mutex<[String]>([])
        let stored = try await withThrowingTaskGroup(of: Void.self) { group in
            defer { feed.finish() }
            group.addTask { for await state in states { await tell(state) } }
            return try await work { state in
                guard case .note(let note) = state else {
                    feed.yield(state)
                    return
                }
                notes.withLock { if $0.count < Self.mostNotes { $0.append(note) } }
            }
        }
        await report.file(.init(.ingested(stored), name: stored.title ?? name))
        let said = notes.withLock { $0 }
        if !said.isEmpty { await report.result(.feeds([], notes: said)) }
    }

    private func tell(_ state: EpisodeProgress) async {
        switch state {
        case .fetching(let bytes, let total): await report.transfer(bytes: bytes, total: total)
        case .listening(.progress(let heard, let total)):
            let known = total.flatMap { $0.isFinite && $0 > 0 ? $0 : nil }
            let times = known.map { "\(ClockText.short(heard)) of \(ClockText.short($0))" } ?? ClockText.short(heard)
            await report.progress(known.map { heard / $0 }, times)
        case .listening, .note: break
        }
    }
}
