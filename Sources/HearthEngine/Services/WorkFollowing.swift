import Foundation
import HearthCore

extension Hearth.Work {
    /// Shows as jobs what waits and what is worked on, whoever was asked for it.
    func followAll(_ library: any Library) async {
        guard let tasks = try? await library.workTasks(in: [.queued, .running], limit: 200) else { return }
        for task in tasks {
            if let kind = Kind(rawValue: task.kind.rawValue) { _ = await follow(task, kind, library) }
        }
    }

    /// A job by its id, also that of a task which another server was asked for: whoever was given the id may ask any of them.
    ///
    /// - Throws: ``JobError`` with the code `unknown-item`.
    package func job(_ id: String) async throws -> Hearth.Jobs.Job {
        do {
            return try await hearth.jobs.job(id)
        } catch let missing as JobError where missing.reason == .unknownItem {
            return try await Reader.$current.withValue(nil) {
                let library = try await hearth.library()
                // What is still arriving is followed by who sends it, and nobody else was given its id.
                guard let task = try await library.workTask(id: id), task.state != .arriving,
                    let kind = Kind(rawValue: task.kind.rawValue)
                else {
                    throw missing
                }
                let job = await follow(task, kind, library)
                // What has ended is told as it ended.
                return task.state.isFinal ? await hearth.jobs.ended(id) ?? job : job
            }
        }
    }

    /// Shows a task as a job: what is told of it where it is done, and how it ends.
    func follow(
        _ task: WorkTask, _ kind: Kind, _ library: any Library, atEnd: @escaping @Sendable () async -> Void = {}
    ) async -> Hearth.Jobs.Job {
        await hearth.jobs.follow(task, kind.job) { report in
            try await Reader.$current.withValue(nil) {
                do {
                    try await Self.follow(task.id, library, report)
                } catch {
                    if Task.isCancelled { await Task { await Self.stop(task.id, library) }.value }
                    await atEnd()
                    throw error
                }
                await atEnd()
            }
        }
    }

    /// Returns when a task is done.
    ///
    /// - Throws: Why it failed; `CancellationError` where it was cancelled.
    private static func follow(_ id: String, _ library: any Library, _ report: Hearth.Jobs.Report) async throws {
        var last: Data?
        var failure: WorkFailure?
        // Any number may wait, and each hears of every change: those look the less often the longer they wait.
        var pause = 0.05
        try await WorkAlarm().watch(library) {
            let found: WorkTask?
            do {
                found = try await library.workTask(id: id)
            } catch {
                // A library that cannot be reached for a while says nothing of the task, which goes on elsewhere or will be taken up again.
                try WorkRunner.rethrow(error)
                return 2
            }
            // What has ended is forgotten where documents are removed.
            guard let task = found else { return nil }
            if task.report != last, let stored = StoredJob(task.report) {
                last = task.report
                await report.update { stored.apply(to: &$0) }
            }
            if task.state.isFinal, let endedAt = task.endedAt { await report.update { $0.endedAt = endedAt } }
            switch task.state {
            case .arriving, .queued:
                pause = min(2, pause * 2)
                if let failure = task.failure {
                    await report.retrying(failure.message, after: max(0, task.notBefore.timeIntervalSinceNow))
                }
            case .running:
                pause = 0.05
                await report.update { $0.retrying = nil }
            case .done: return nil
            case .failed:
                failure = task.failure
                return nil
            case .cancelled: throw CancellationError()
            }
            try await Task.sleep(for: .seconds(pause))
            return 5
        }
        if let failure { throw failure }
    }

    /// Ends a task, and returns when whoever works on it has stopped, or should have.
    private static func stop(_ id: String, _ library: any Library) async {
        guard (try? await library.changeWork(.cancel, of: id)) != nil else { return }
        let patience = ContinuousClock.now.advanced(by: .seconds(20))
        try? await WorkAlarm().watch(library) {
            let isOver = try await library.workTask(id: id)?.state.isFinal ?? true
            return isOver || .now > patience ? nil : 1
        }
    }
}
