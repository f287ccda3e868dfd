import Foundation
import HearthCore
import HearthKnowledge
import HearthStore
import Synchronization
import Testing

@testable import HearthEngine

/// Files that were sent, and what becomes of them when processes end.
@Suite(.timeLimit(.minutes(5))) struct WorkTests {
    private func upload(_ folder: TemporaryFolder, _ name: String, _ text: String) throws -> (UploadWork, [String]) {
        let place = "sent-\(UUID().uuidString)"
        try FileManager.default.createDirectory(
            at: folder.url.appending(path: place), withIntermediateDirectories: true)
        try folder.write("\(place)/\(name)", text)
        let file = UploadWork.File(
            name: name, last: name, place: UploadWork.folder + name, beside: nil, isPrivate: false)
        return (
            UploadWork(files: [file], label: nil, areTranscripts: false), [folder.url.path + "/\(place)/\(name)"]
        )
    }

    private func incoming(_ hearth: Hearth) -> [String] {
        (try? FileManager.default.contentsOfDirectory(atPath: hearth.folder.appending(path: "incoming").path)) ?? []
    }

    @Test func `The name of a long recording's transcript is cut between two characters`() {
        let name = "x" + String(repeating: "ä", count: 120)
        let place = RecordingWork.place(ofTranscriptOf: "/recordings/\(name).wav")
        #expect(place.lastPathComponent == "\(name.dropLast()).vtt")
        #expect(RecordingWork.place(ofTranscriptOf: "/recordings/talk.wav").path == "/recordings/talk.vtt")
    }

    @Test func `What was sent is read, kept under its name, and lies nowhere else`() async throws {
        let (data, files) = (try TemporaryFolder(), try TemporaryFolder())
        let hearth = try Hearth(folder: data.url)
        let (work, paths) = try upload(files, "lease.txt", "The lease ends on the first of May.")
        let job = try await hearth.work.add(
            .ingest, title: "lease.txt", payload: work, floor: .personal, files: paths)
        let ended = try #require(await hearth.jobs.ended(job.id))
        #expect(ended.state == .done && ended.files.map(\.name) == ["lease.txt"])
        let id = try #require(ended.files.first?.documentID)
        #expect(ended.origins == [.document(id)])
        #expect(try await hearth.documents.document(at: "uploads/lease.txt")?.id == id)
        #expect(incoming(hearth).isEmpty)
        #expect(try await hearth.library().workPart(WorkPart(file: 0, number: 0), of: job.id) == nil)
        await hearth.shutdown()
    }

    @Test func `What was sent outlives the process, and another one reads it`() async throws {
        let (data, files) = (try TemporaryFolder(), try TemporaryFolder())
        let first = try Hearth(folder: data.url)
        // It ends before anybody works.
        await first.workQueue.stop()
        let (work, paths) = try upload(files, "lease.txt", "The lease ends on the first of May.")
        let job = try await first.work.add(.ingest, title: "lease.txt", payload: work, floor: .private, files: paths)
        // The file is in the library, encrypted, and no more where it was sent to.
        try FileManager.default.removeItem(atPath: paths[0])
        try await first.close()
        #expect(try !data.everything().contains("first of May"))
        let second = try Hearth(folder: data.url)
        #expect(try await second.work.list([.queued]).map(\.id) == [job.id])
        #expect(try await second.work.placesOfUploads() == ["uploads/lease.txt"])
        try await second.work.serve()
        while await second.jobs.ended(job.id)?.state != .done { try await Task.sleep(for: .milliseconds(10)) }
        #expect(try await second.documents.document(at: "uploads/lease.txt") != nil)
        #expect(try await second.work.placesOfUploads().isEmpty)
        await second.shutdown()
    }

    @Test func `A task that is done twice has one effect`() async throws {
        let (data, files) = (try TemporaryFolder(), try TemporaryFolder())
        let hearth = try Hearth(folder: data.url)
        await hearth.workQueue.stop()
        let (work, paths) = try upload(files, "lease.txt", "The lease ends on the first of May.")
        let job = try await hearth.work.add(
            .ingest, title: "lease.txt", payload: work, floor: .personal, files: paths)
        let library = try await hearth.library()
        // Somebody read it, and died before saying so.
        let claimed = try #require(try await library.claimWork(["ingest"], worker: "dead", seconds: 0))
        let dead = try await TaskFiles(["lease.txt"], of: claimed.id, from: library, dataFolder: hearth.folder)
        try await work.run(hearth, dead, TaskJob(claimed, .ingest, WorkReporter()).report)
        dead.remove()
        try await hearth.work.run(once: true)
        let task = try #require(try await library.workTask(id: job.id))
        #expect(task.state == .done && task.attempts == 2)
        #expect(try await hearth.documents.list().count == 1)
        let file = try #require(StoredJob(task.report)?.files.first?.ingested)
        #expect(file.status == .unchanged)
        await hearth.shutdown()
    }

    @Test func `Whoever asks for a task while it arrives does not keep its sender from hearing of its end`()
        async throws
    {
        let (data, files) = (try TemporaryFolder(), try TemporaryFolder())
        let hearth = try Hearth(folder: data.url)
        await hearth.workQueue.stop()
        let (work, paths) = try upload(files, "lease.txt", "The lease ends on the first of May.")
        let ends = Mutex(0)
        let sent = try await hearth.work.add(
            .ingest, title: "lease.txt", payload: work, floor: .personal, files: paths,
            confirm: { id in
                await #expect { _ = try await hearth.work.job(id) } throws: {
                    ($0 as? JobError)?.reason == .unknownItem
                }
            }, atEnd: { ends.withLock { $0 += 1 } })
        try await hearth.work.run(once: true)
        #expect(await hearth.jobs.ended(sent.id)?.state == .done)
        #expect(ends.withLock { $0 } == 1)
        await hearth.shutdown()
    }

    @Test func `What replaces a file is newer than that, also where the clock was set back since`() async throws {
        let (data, files) = (try TemporaryFolder(), try TemporaryFolder())
        let hearth = try Hearth(folder: data.url)
        await hearth.workQueue.stop()
        func send(_ text: String, after: Date?) async throws {
            let (work, paths) = try upload(files, "lease.txt", text)
            _ = try await hearth.work.add(
                .ingest, title: "lease.txt", payload: work, floor: .personal, files: paths, after: after)
            try await hearth.work.run(once: true)
        }
        // As if the clock had been an hour ahead.
        try await send("The lease ends on the first of May.", after: Date().addingTimeInterval(3600))
        let old = try #require(try await hearth.documents.document(at: "uploads/lease.txt"))
        #expect(try await hearth.work.lastChange(ofPlaces: ["uploads/none.txt"]) == nil)
        let change = try #require(
            try await hearth.work.lastChange(ofPlaces: ["uploads/lease.txt", "uploads/none.txt"]))
        #expect(change > Date())
        try await send("The lease ends on the last of June.", after: change)
        let new = try #require(try await hearth.documents.document(at: "uploads/lease.txt"))
        #expect(new.id != old.id)
        #expect(try await hearth.library().text(ofDocument: new.id)?.contains("June") == true)
        await hearth.shutdown()
    }

    /// As the page and programs send a file anew, with `replace`.
    @Test func `An older upload that is tried again does not take the place of a newer one of its name`() async throws {
        let (data, files) = (try TemporaryFolder(), try TemporaryFolder())
        let hearth = try Hearth(folder: data.url)
        await hearth.workQueue.stop()
        var sent: [String] = []
        for text in ["The lease ends on the first of May.", "The lease ends on the last of June."] {
            let (work, paths) = try upload(files, "lease.txt", text)
            sent.append(
                try await hearth.work.add(
                    .ingest, title: "lease.txt", payload: work, floor: .personal, files: paths
                ).id)
        }
        let library = try await hearth.library()
        // The first fails for good, and only then is the second read.
        let claimed = try #require(try await library.claimWork(["ingest"], worker: "ill", seconds: 60))
        #expect(claimed.id == sent[0])
        let failure = WorkFailure(code: "c", kind: .diskFull, message: "The disk was full.")
        try await library.changeWork(
            .end(lease: try #require(claimed.lease?.token), .failed(failure, isFinal: true)), of: sent[0])
        try await hearth.work.run(once: true)
        let newer = try #require(try await hearth.documents.document(at: "uploads/lease.txt"))
        _ = try await hearth.work.retry(sent[0])
        try await hearth.work.run(once: true)
        #expect(try await hearth.documents.document(at: "uploads/lease.txt")?.id == newer.id)
        #expect(try await library.text(ofDocument: newer.id)?.contains("June") == true)
        let task = try #require(try await library.workTask(id: sent[0]))
        let file = try #require(StoredJob(task.report)?.files.first?.ingested)
        #expect(task.state == .done && file.status == .skipped && file.problem?.code == "superseded")
        // In their order, each takes the place of the one before.
        let (work, paths) = try upload(files, "lease.txt", "The lease ends in July.")
        _ = try await hearth.work.add(.ingest, title: "lease.txt", payload: work, floor: .personal, files: paths)
        try await hearth.work.run(once: true)
        let last = try #require(try await hearth.documents.document(at: "uploads/lease.txt"))
        #expect(last.id != newer.id)
        #expect(try await hearth.documents.list().count == 1)
        await hearth.shutdown()
    }

    @Test func `What waits in a backup is done when it was put back, and what waits in a library when that was copied`()
        async throws
    {
        let (data, files) = (try TemporaryFolder(), try TemporaryFolder())
        let first = try Hearth(folder: data.url)
        await first.workQueue.stop()
        let (work, paths) = try upload(files, "lease.txt", "The lease ends on the first of May.")
        let job = try await first.work.add(
            .ingest, title: "lease.txt", payload: work, floor: .personal, files: paths)
        let backup = files.url.appending(path: "backup")
        try await first.data.backUp(to: backup)
        _ = try await first.work.cancel(job.id)
        await first.shutdown()
        try await first.close()
        // A server, which has nothing to do at first.
        let server = try Hearth(folder: data.url)
        try await server.work.serve()
        #expect(try await server.documents.list().isEmpty)
        try await server.data.restore(from: backup)
        func isDone(_ id: String) async throws -> Bool {
            // Nothing is opened by this that the server would not have open.
            try await server.current().library().workTask(id: id)?.state == .done
        }
        while try await !isDone(job.id) { try await Task.sleep(for: .milliseconds(20)) }
        #expect(try await server.documents.document(at: "uploads/lease.txt") != nil)
        // The same after a copy, in the library that was copied.
        let copy = files.url.appending(path: "copy").path
        _ = try await server.data.copyLibrary(from: server.data.place("this"), to: server.data.place(copy))
        let other = try Hearth(folder: data.url)
        await other.workQueue.stop()
        let (note, notes) = try upload(files, "note.txt", "The roof is red.")
        let sent = try await other.work.add(.ingest, title: "note.txt", payload: note, floor: .personal, files: notes)
        while try await !isDone(sent.id) { try await Task.sleep(for: .milliseconds(20)) }
        await other.shutdown()
        await server.shutdown()
    }

    @Test func `A server whose library could not be opened works for it when it can be`() async throws {
        let (data, files) = (try TemporaryFolder(), try TemporaryFolder())
        let first = try Hearth(folder: data.url)
        await first.workQueue.stop()
        let (work, paths) = try upload(files, "lease.txt", "The lease ends on the first of May.")
        let job = try await first.work.add(
            .ingest, title: "lease.txt", payload: work, floor: .personal, files: paths)
        await first.shutdown()
        try await first.close()
        // Its key is elsewhere for now.
        let key = DatabaseKey.file(in: data.url)
        let away = files.url.appending(path: "key")
        try FileManager.default.moveItem(at: key, to: away)
        let server = try Hearth(folder: data.url)
        await #expect(throws: (any Error).self) { try await server.work.serve() }
        try FileManager.default.moveItem(at: away, to: key)
        // Whoever needs the library first.
        _ = try await server.library()
        while try await server.library().workTask(id: job.id)?.state != .done {
            try await Task.sleep(for: .milliseconds(20))
        }
        await server.shutdown()
    }

    @Test func `A job that is cancelled leaves neither task nor file`() async throws {
        let (data, files) = (try TemporaryFolder(), try TemporaryFolder())
        let hearth = try Hearth(folder: data.url)
        await hearth.workQueue.stop()
        let (work, paths) = try upload(files, "lease.txt", "The lease ends on the first of May.")
        let job = try await hearth.work.add(
            .ingest, title: "lease.txt", payload: work, floor: .personal, files: paths)
        #expect(try await hearth.jobs.cancel(job.id).state == .cancelled)
        let library = try await hearth.library()
        #expect(try await library.workTask(id: job.id)?.state == .cancelled)
        #expect(try await library.workPart(WorkPart(file: 0, number: 0), of: job.id) == nil)
        await hearth.shutdown()
    }

    @Test func `A file that cannot be kept leaves no task that waits for it`() async throws {
        let data = try TemporaryFolder()
        let hearth = try Hearth(folder: data.url)
        let work = UploadWork(
            files: [.init(name: "a", last: "a", place: "uploads/a", beside: nil, isPrivate: false)], label: nil,
            areTranscripts: false)
        let calls = AsyncStream.makeStream(of: Void.self)
        await #expect(throws: (any Error).self) {
            _ = try await hearth.work.add(
                .ingest, title: "a", payload: work, floor: .personal, files: [data.url.path + "/missing"],
                atEnd: { calls.continuation.yield() })
        }
        for await _ in calls.stream { break }
        #expect(try await hearth.work.list([.arriving, .queued, .running]).isEmpty)
        await hearth.shutdown()
    }

    @Test func `Programs see what they may read, and change nothing of the queue`() async throws {
        let (data, files) = (try TemporaryFolder(), try TemporaryFolder())
        let hearth = try Hearth(folder: data.url)
        await hearth.workQueue.stop()
        let (work, paths) = try upload(files, "lease.txt", "The lease ends on the first of May.")
        let job = try await hearth.work.add(.ingest, title: "lease.txt", payload: work, floor: .private, files: paths)
        try await Reader.$current.withValue(Reader(.api, name: "program", ceiling: .personal)) {
            #expect(try await hearth.work.list().isEmpty)
            for act in [
                { _ = try await hearth.work.retry(job.id) }, { _ = try await hearth.work.cancel(job.id) },
                { try await hearth.work.run(once: true) }, { try await hearth.work.serve() },
            ] as [() async throws -> Void] {
                #expect(await failure(act)?.code == "owner-only")
            }
            // What it sends itself it may send, whatever it may read.
            let own = try upload(files, "note.txt", "A note.")
            let sent = try await hearth.work.add(
                .ingest, title: "note.txt", payload: own.0, floor: .private, files: own.1)
            #expect(sent.state == .running)
        }
        let tasks = try await hearth.work.list()
        #expect(tasks.map(\.requester).sorted() == ["api program", "owner"])
        #expect(tasks.map(\.priority).sorted { $0.rawValue < $1.rawValue } == [.normal, .awaited])
        await hearth.shutdown()
    }

    @Test func `What is told of a job travels through the store as it was`() throws {
        let failure = WorkFailure(
            code: "encrypted-pdf", kind: .unreadable, message: "m", help: [.install(package: "p")])
        var job = Hearth.Jobs.Job(
            id: "a", kind: .ingest, title: "t", subject: nil, createdAt: Date(), origins: [.document("d")],
            floor: .private)
        job.progress = Hearth.Jobs.Progress(fraction: 0.5, message: "half", done: 1, total: 2)
        job.files = [
            .init(.ingested(IngestReport(path: "/p", status: .added, documentID: "d", chunks: 3)), name: "n"),
            .init(.failed(failure, path: "/q"), name: "m", keptBeside: "o"),
        ]
        let stored = try #require(StoredJob(try JSONEncoder().encode(StoredJob(job))))
        var read = Hearth.Jobs.Job(
            id: "a", kind: .ingest, title: "t", subject: nil, createdAt: job.createdAt, origins: [], floor: .public)
        stored.apply(to: &read)
        #expect(read.progress == job.progress && read.origins == job.origins && read.floor == .private)
        #expect(read.files.map(\.name) == ["n", "m"] && read.files[0].documentID == "d")
        guard case .failed(let told as WorkFailure, let path) = read.files[1].outcome else {
            Issue.record("the failure was lost")
            return
        }
        #expect(told == failure && path == "/q" && read.files[1].keptBeside == "o")
        #expect(StoredJob(Data("{}".utf8)) == nil && StoredJob(nil) == nil)
    }

    @Test func `A name from the store leads nowhere`() async throws {
        let data = try TemporaryFolder()
        let hearth = try Hearth(folder: data.url)
        let library = try await hearth.library()
        try await library.addWork(
            NewWork(id: "a", kind: "other", title: "t", payload: Data(), label: .personal, hasFiles: true))
        let names = ["../../evil.txt", "/etc/passwd", "..", "", "ok.md"]
        let files = try await TaskFiles(names, of: "a", from: library, dataFolder: hearth.folder)
        #expect(files.paths.allSatisfy { $0.hasPrefix(files.folder.url.path + "/") && !$0.contains("..") })
        #expect(
            files.paths.map { URL(fileURLWithPath: $0).lastPathComponent } == [
                "evil.txt", "passwd", "file", "file", "ok.md",
            ])
        files.remove()
        await hearth.shutdown()
    }
}
