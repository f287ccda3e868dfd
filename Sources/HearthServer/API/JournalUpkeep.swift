import Foundation
import Hearth
import HearthHTTP

/// Keeps what is made of the journal in step with its entries, so that nobody has to ask for it: vectors for search, and days,
/// weeks, months and years.
///
/// The basic engine does it at once; for a year of entries that is a matter of a second. When nobody has written for a while
/// (debounced), the engine that the user chose goes over what was touched, where it runs on this machine: work that nobody
/// asked for sends nothing to another host, costs nothing, and does not keep the machine busy for hours.
actor JournalUpkeep {
    /// What its jobs are about; the levels are the subjects of those that a person asks for.
    static let subject = "journal"
    /// Entries that a model reads without being asked, at most.
    private static let mostRead = 40

    private let hearth: Hearth
    private let pause: Duration

    /// What the journal held when the last run began, and what it shall hold in the end.
    private var seen: ContentHash?
    private var wanted: ContentHash?
    private var running: String?
    private var isRunning = false
    /// Days that a model has not gone over yet.
    private var touched: Set<CivilDate> = []
    private var later: Task<Void, Never>?

    /// - Parameter pause: How long nothing may have been written before a model begins.
    init(hearth: Hearth, pause: Duration = .seconds(30)) {
        self.hearth = hearth
        self.pause = pause
    }

    deinit { later?.cancel() }

    /// The journal was changed: what depends on it is made anew.
    ///
    /// - Parameter days: Those whose entries a model may read by itself.
    func changed(_ days: [CivilDate]) async throws {
        touched.formUnion(days)
        later?.cancel()
        _ = try await job(startingIf: true)
    }

    /// The run that is under way.
    ///
    /// - Parameter isNeeded: Begins one where the journal is not as it was at the last one. A run that failed is not tried
    ///   again before something has changed. The first look begins one in any case: entries of before may have no vectors.
    func job(startingIf isNeeded: Bool) async throws -> Hearth.Jobs.Job? {
        // Work for the owner, whoever's request brings it about: it is about all entries.
        try await Reader.$current.withValue(nil) { try await ownersJob(startingIf: isNeeded) }
    }

    private func ownersJob(startingIf isNeeded: Bool) async throws -> Hearth.Jobs.Job? {
        let isNeeded = isNeeded || seen == nil
        if isNeeded { wanted = try await state() }
        if isNeeded, wanted != seen, !isRunning {
            isRunning = true
            seen = wanted
            let job = await hearth.jobs.start(.rollup, title: Self.subject, subject: Self.subject) { [self] report in
                do {
                    repeat { try await run(report) } while await isChangedAgain()
                } catch {
                    await end()
                    throw error
                }
                await planModel()
            }
            // It may have ended meanwhile.
            running = isRunning ? job.id : nil
            return job
        }
        guard let running else { return nil }
        return try? await hearth.jobs.job(running)
    }

    /// What the journal holds: the environment, the entries and their texts, and who is who in them.
    private func state() async throws -> ContentHash {
        var data = Data(hearth.folder.path.utf8) + Data(try await hearth.journal.peopleDigest())
        for head in try await hearth.journal.heads() {
            data.append(contentsOf: head.id.utf8)
            data.append(contentsOf: head.hash.bytes)
        }
        return ContentHash(of: data)
    }

    private func isChangedAgain() -> Bool {
        guard wanted != seen else {
            end()
            return false
        }
        seen = wanted
        return true
    }

    private func end() { (isRunning, running) = (false, nil) }

    // MARK: - The work

    private nonisolated func run(_ report: Hearth.Jobs.Report) async throws {
        let journal = hearth.journal
        do {
            try await Conflation.telling { (count: Int) in
                await report.progress(nil, "Indexing entries, \(count) passages")
            } during: {
                try await journal.embed(progress: $0)
            }
        } catch let error as CancellationError {
            throw error
        } catch {
            // Search finds the entries by their words; summing up does without vectors.
        }
        // Undated entries, too, which are in no period.
        try await Self.telling(report) { try await journal.rollup.readNames(progress: $0) }
        for level in RollupLevel.ofPeriods {
            let wanted = JournalRollup.Request(level: level, routing: RoutingChoice(engine: .basic, label: .public))
            _ = try await Self.telling(report) { try await journal.rollup.periods(wanted, progress: $0) }
        }
    }

    /// Tells a job how far a roll-up is.
    static func telling<Value: Sendable>(
        _ report: Hearth.Jobs.Report,
        during work: (@escaping @Sendable (JournalRollup.Progress) -> Void) async throws -> Value
    ) async rethrows -> Value {
        try await Conflation.telling(
            { (progress: JournalRollup.Progress) in
                await report.progress(
                    progress.total > 0 ? Double(progress.done) / Double(progress.total) : nil,
                    "\(progress.level.rawValue): \(progress.done) of \(progress.total)", done: progress.done,
                    total: progress.total)
            }, during: work)
    }

    // MARK: - With a model

    private func planModel() {
        guard !touched.isEmpty else { return }
        later?.cancel()
        // Outlives the request on purpose: it begins when nobody writes any more. The next entry ends it.
        later = Task { [weak self, pause] in
            guard (try? await Task.sleep(for: pause)) != nil else { return }
            await self?.readAgain()
        }
    }

    /// Has the user's engine go over the days that were touched, and what they are part of.
    private func readAgain() async {
        guard let first = touched.min(), let last = touched.max() else { return }
        // What was written meanwhile has ended this, and begins it anew.
        defer { if !Task.isCancelled { touched = [] } }
        for level in RollupLevel.ofPeriods.dropLast() {
            let wanted = JournalRollup.Request(level: level, from: first, to: last)
            // What is wrong with an engine is said to those who ask for its work.
            guard !Task.isCancelled, let rollup = try? await hearth.journal.rollup,
                let outlook = try? await rollup.outlook(wanted), !outlook.isBasic, outlook.isOnDevice,
                outlook.unread <= Self.mostRead
            else { return }
            let job = await hearth.jobs.start(.rollup, title: level.rawValue, subject: level.rawValue) { report in
                _ = try await Self.telling(report) { try await rollup.periods(wanted, progress: $0) }
            }
            let ended = await withTaskCancellationHandler {
                await hearth.jobs.ended(job.id)
            } onCancel: { [hearth] in
                Task { _ = try? await hearth.jobs.cancel(job.id) }
            }
            guard ended?.state == .done else { return }
        }
    }
}
