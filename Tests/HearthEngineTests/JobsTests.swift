import Foundation
import HearthCore
import HearthKnowledge
import HearthTesting
import Synchronization
import Testing

@testable import HearthEngine

@Suite struct JobsTests {
    private let jobs = Hearth.Jobs()

    /// Work that goes on until it is stopped, and says when it has begun.
    private func endless(_ kind: Hearth.Jobs.Kind) async -> Hearth.Jobs.Job {
        let (begun, signal) = AsyncStream.makeStream(of: Void.self)
        let job = await jobs.start(kind, title: "work", subject: "it") { _ in
            signal.yield()
            try await Task.sleep(for: .seconds(86_400))
        }
        for await _ in begun { break }
        return job
    }

    /// The names of the threads that came by.
    private final class SeenThreads: Sendable {
        private let state = Mutex<[String]>([])

        var names: [String] { state.withLock { $0 } }

        func note() { state.withLock { $0.append(Thread.current.name ?? "") } }
    }

    @Test(.timeLimit(.minutes(10))) func jobsThatComputeKeepNobodyElseWaiting() async throws {
        let cores = ProcessInfo.processInfo.activeProcessorCount
        let jobs = Hearth.Jobs(threads: ThreadPool(name: "test.jobs", count: cores))
        let (seen, gate) = (SeenThreads(), ThreadGate())
        var begun: [Hearth.Jobs.Job] = []
        for number in 0..<(2 * cores) {
            begun.append(
                await jobs.start(.ingest, title: "\(number)") { _ in
                    seen.note()
                    gate.block()
                })
        }
        while gate.blocked < cores { await Task.yield() }
        // Others go on, one can look at jobs, and a download need not compute.
        #expect(await jobs.all.count == 2 * cores)
        let download = await jobs.start(.download, title: "") { report in
            await report.progress(0.5, "half")
            seen.note()
        }
        #expect(await jobs.ended(download.id)?.state == .done)
        #expect(seen.names.count == cores + 1 && seen.names.last != "test.jobs")
        #expect(!gate.isOverdue)
        gate.open()
        for job in begun { #expect(await jobs.ended(job.id)?.state == .done) }
        #expect(seen.names.count { $0 == "test.jobs" } == 2 * cores)
    }

    @Test func whatAJobBeginsWorksOnItsThreadsToo() async throws {
        let jobs = Hearth.Jobs(threads: ThreadPool(name: "test.jobs"))
        let seen = SeenThreads()
        let job = await jobs.start(.analysis, title: "") { report in
            await withTaskGroup(of: Void.self) { group in
                for _ in 0..<3 { group.addTask { seen.note() } }
            }
            for try await _ in EventStream<Int>({ emit in
                seen.note()
                try await emit(1)
            }) {}
            await report.progress(1, "done")
            seen.note()
        }
        #expect(await jobs.ended(job.id)?.state == .done)
        #expect(seen.names == Array(repeating: "test.jobs", count: 5))
    }

    /// A job that is being cancelled may need a while to end.
    @Test(.timeLimit(.minutes(10))) func aPauseTakesNoCancellationBack() async throws {
        let (begun, begin) = AsyncStream.makeStream(of: Void.self)
        let (stopped, stop) = AsyncStream.makeStream(of: Void.self)
        let (mayEnd, end) = AsyncStream.makeStream(of: Void.self)
        let job = await jobs.start(.download, title: "work") { _ in
            begin.yield()
            do {
                try await Task.sleep(for: .seconds(86_400))
            } catch {
                stop.yield()
                // A task that nobody cancels.
                await Task { for await _ in mayEnd { break } }.value
                throw error
            }
        }
        for await _ in begun { break }
        async let cancelled = jobs.cancel(job.id)
        for await _ in stopped { break }
        let refusal = await reason { _ = try await jobs.pause(job.id) }
        #expect(refusal == .notPausable)
        end.yield()
        #expect(try await cancelled.state == .cancelled)
    }

    private func reason(_ work: () async throws -> Void) async -> JobError.Reason? {
        do {
            try await work()
            return nil
        } catch {
            return (error as? JobError)?.reason
        }
    }

    @Test func tellsHowFarItIsAndWhatCameOfIt() async throws {
        let job = await jobs.start(.download, title: "A model", subject: "m", of: [.document("d")], floor: .personal) {
            await $0.retrying("no network", after: 3)
            await $0.transfer(bytes: 50, total: 200, bytesPerSecond: .infinity, secondsRemaining: 2)
            await $0.made(of: [.entry("e")], label: .private)
            await $0.result(.model(id: "m", path: "/m", bytes: 200, sha256: "00"))
        }
        let ended = try #require(await jobs.ended(job.id))
        #expect(ended.state == .done && ended.hasEnded && ended.endedAt != nil && ended.error == nil)
        #expect(ended.progress.fraction == 1 && ended.progress.bytes == 50 && ended.progress.secondsRemaining == 2)
        // What is no number is not told, and what came in ends the wait for it.
        #expect(ended.progress.bytesPerSecond == nil && ended.retrying == nil)
        #expect(ended.origins == [.document("d"), .entry("e")] && ended.floor == .private)
        guard case .model(let id, _, let bytes, _)? = ended.result else {
            Issue.record("There is no result.")
            return
        }
        #expect(id == "m" && bytes == 200)
    }

    @Test func whatTheWorkHoldsGoesWithIt() async throws {
        final class Held: Sendable {}
        weak var held: Held?
        do {
            let object = Held()
            held = object
            let job = await jobs.start(.ingest, title: "") { _ in withExtendedLifetime(object) {} }
            _ = await jobs.ended(job.id)
        }
        while held != nil { await Task.yield() }
        #expect(await jobs.all.count == 1)
    }

    @Test func aFailureIsKeptWithItsKind() async throws {
        let job = await jobs.start(.ingest, title: "") { _ in throw EngineError(.noTranscript, "No.") }
        let ended = try #require(await jobs.ended(job.id))
        #expect(ended.state == .failed)
        #expect((ended.error as? any ReadableError)?.kind == .unknownItem)
    }

    @Test func onlyWhatRunsCanBeCancelled() async throws {
        let job = await endless(.rollup)
        #expect(await jobs.running(.rollup, subject: "it")?.id == job.id)
        #expect(try await jobs.cancel(job.id).state == .cancelled)
        #expect(await jobs.running(.rollup, subject: "it") == nil)
        #expect(await reason { _ = try await jobs.cancel(job.id) } == .notRunning)
        #expect(await reason { _ = try await jobs.cancel("nothing") } == .unknownItem)
    }

    @Test func aDownloadIsPausedAndGoesOn() async throws {
        let job = await endless(.download)
        #expect(job.canPause)
        let paused = try await jobs.pause(job.id)
        #expect(paused.state == .paused && !paused.hasEnded && !paused.canPause)
        #expect(await reason { _ = try await jobs.pause(job.id) } == .notPausable)
        #expect(try await jobs.resume(job.id).state == .running)
        #expect(await reason { _ = try await jobs.resume(job.id) } == .notPaused)
        _ = try await jobs.cancel(job.id)
        let other = await endless(.analysis)
        #expect(await reason { _ = try await jobs.pause(other.id) } == .notPausable)
        _ = try await jobs.cancel(other.id)
    }

    @Test func refusalsAreOfAKindThatEachSurfaceKnows() {
        #expect(JobError(.unknownItem, "").kind == .unknownItem)
        #expect(JobError(.notPausable, "").kind == .conflict && JobError(.notRunning, "").code == "not-running")
    }

    @Test func filesThatFailedAreKeptBeforeThoseThatWentWell() async throws {
        let most = Hearth.Jobs.Job.mostFiles
        let job = await jobs.start(.ingest, title: "") { report in
            for number in 0..<most {
                let read = IngestReport(path: "\(number)", status: .added, documentID: "d\(number)")
                await report.file(.init(.ingested(read), name: "\(number)"))
            }
            await report.file(.init(.failed(EngineError(.usage, "No."), path: "/tmp/x"), name: "late"))
            await report.file(.init(.ingested(IngestReport(path: "later", status: .added)), name: "later"))
        }
        let ended = try #require(await jobs.ended(job.id))
        #expect(ended.files.count == most && ended.filesLeftOut == 2)
        #expect(ended.files.last?.name == "late" && ended.files.last?.hasFailed == true)
        // Also of the ones that are not listed: what it tells is as private as they are.
        #expect(ended.origins.count == most)
    }

    @Test func whoFollowsIsToldOfChangesUntilItHasEnded() async throws {
        let (go, signal) = AsyncStream.makeStream(of: Void.self)
        let job = await jobs.start(.analysis, title: "") { report in
            for await _ in go { break }
            await report.progress(0.5, "half")
        }
        var states: [Hearth.Jobs.State] = []
        for await _ in try await jobs.changes(of: job.id) {
            states.append(try await jobs.job(job.id).state)
            signal.yield()
        }
        #expect(states.first == .running)
        #expect(try await jobs.job(job.id).state == .done)
        // Of one that has ended there is one state.
        var count = 0
        for await _ in try await jobs.changes(of: job.id) { count += 1 }
        #expect(count == 1)
    }

    @Test func theLatestThatHaveEndedAreRemembered() async throws {
        let first = await jobs.start(.ingest, title: "") { _ in }
        _ = await jobs.ended(first.id)
        for _ in 0..<201 { _ = await jobs.ended(await jobs.start(.ingest, title: "") { _ in }.id) }
        _ = await jobs.start(.ingest, title: "") { _ in }
        #expect(await reason { _ = try await jobs.job(first.id) } == .unknownItem)
    }
}
