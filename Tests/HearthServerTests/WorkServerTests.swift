import Foundation
import HearthCore
import Synchronization
import Testing

@testable import HearthEngine
@testable import HearthServer

/// What is sent to a server, and done by another process.
@Suite("Work that outlives a server")
struct WorkServerTests {
    private func upload(_ client: ServerClient, _ name: String, _ content: String) async throws -> ServerClient.Reply {
        let form =
            "--x\r\nContent-Disposition: form-data; name=\"file\"; filename=\"\(name)\"\r\n\r\n\(content)\r\n--x--\r\n"
        return try await client.send(
            "POST", "/api/documents", type: "multipart/form-data; boundary=x", body: Array(form.utf8))
    }

    @Test(.timeLimit(.minutes(5)))
    func `A file that was sent is in the library at once, and whoever reads it, the job tells of it`() async throws {
        try await ServerClient.with { client, hearth, folder in
            // Nobody works in this server.
            await hearth.workQueue.stop()
            let begun = try await upload(client, "lease.md", "# Lease\n\nThe lease ends on 31 March 2027.\n")
            #expect(begun.status == 202 && begun.json["kind"] == "ingest" && begun.json["state"] == "running")
            let incoming = folder.appending(path: "incoming").path
            #expect(((try? FileManager.default.contentsOfDirectory(atPath: incoming)) ?? []).isEmpty)
            // Another one of that name is another file, although the first is not read yet.
            let second = try await upload(client, "lease.md", "# Lease\n\nAnother lease.\n")
            let worker = try Hearth(folder: folder)
            try await worker.work.run(once: true)
            await worker.shutdown()
            let job = try await client.end(of: begun.json)
            #expect(job["state"] == "done" && job["id"] == begun.json["id"])
            #expect(job["files"]?.arrayValue?.first?["path"] == "lease.md")
            let other = try await client.end(of: second.json)
            #expect(other["files"]?.arrayValue?.first?["path"] == "lease 2.md")
            #expect(try await client.send("GET", "/api/documents").json["total"] == 2)
        }
    }

    @Test(.timeLimit(.minutes(5))) func `Whoever watches a server is told what waits, and how it ended`() async throws {
        try await ServerClient.with { client, hearth, _ in
            /// The numbers, as soon as they say so: they may be a second old.
            func numbers(with line: String) async throws -> String {
                while true {
                    let text = try await client.send("GET", "/metrics").body
                    if text.contains(line + "\n") { return text }
                    try await Task.sleep(for: .milliseconds(50))
                }
            }
            await hearth.workQueue.stop()
            _ = try await upload(client, "rent.md", "# Rent\n\nThe rent is due on 31 March 2027.\n")
            let before = try await numbers(with: #"hearth_work_tasks{kind="ingest",state="waiting"} 1.0"#)
            #expect(before.contains("hearth_library_up 1.0\n"))
            // What there is none of is told too.
            #expect(before.contains(#"hearth_work_tasks{kind="transcription",state="failed"} 0.0"#))
            #expect(before.contains(#"hearth_work_oldest_waiting_seconds{kind="ingest"} "#))
            #expect(before.contains(#"hearth_work_attempts_total{kind="ingest",outcome="done"} 0.0"#))
            #expect(before.contains(#"hearth_work_leases_lost_total{kind="ingest"} 0.0"#))
            #expect(!before.lowercased().contains("rent.md"))
            try await hearth.work.run(once: true)
            let after = try await numbers(with: #"hearth_work_tasks{kind="ingest",state="waiting"} 0.0"#)
            #expect(after.contains(#"hearth_work_attempts_total{kind="ingest",outcome="done"} 1.0"#))
            #expect(after.contains(#"hearth_work_oldest_waiting_seconds{kind="ingest"} 0.0"#))
        }
    }

    @Test(.timeLimit(.minutes(5))) func `A job is found at each server, also when it has ended`()
        async throws
    {
        try await ServerClient.with { client, hearth, folder in
            let other = try Hearth(folder: folder)
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            let file = folder.appending(path: "sent.txt")
            try Data("The lease ends on 31 March 2027.".utf8).write(to: file)
            let work = UploadWork(
                files: [
                    .init(name: "sent.txt", last: "sent.txt", place: "uploads/sent.txt", beside: nil, isPrivate: false)
                ], label: nil, areTranscripts: false)
            let sent = try await other.work.add(
                .ingest, title: "sent.txt", payload: work, floor: .personal, files: [file.path])
            #expect(await other.jobs.ended(sent.id)?.state == .done)
            let job = try await client.send("GET", "/api/jobs/\(sent.id)")
            #expect(job.status == 200 && job.json["state"] == "done" && job.json["id"]?.stringValue == sent.id)
            #expect(job.json["files"]?.arrayValue?.first?["path"] == "sent.txt")
            #expect(try await client.end(of: job.json)["state"] == "done")
            #expect(try await client.send("GET", "/api/jobs/\(UUID().uuidString)").status == 404)
            await other.shutdown()
        }
    }

    @Test(.timeLimit(.minutes(5))) func `Of two servers that are sent files of one name at once, one finds it taken`()
        async throws
    {
        try await ServerClient.with { _, hearth, folder in
            await hearth.workQueue.stop()
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            let file = folder.appending(path: "twin.txt")
            try Data("The lease ends on 31 March 2027.".utf8).write(to: file)
            let sent = UploadFolder.File(path: file.path, name: "twin.txt")
            let (here, there) = (UploadPlaces(), UploadPlaces())
            let first = try await here.take([sent], replaces: false, among: hearth.documents, queued: [])
            let second = try await there.take([sent], replaces: false, among: hearth.documents, queued: [])
            // Neither knows of the other, until what it was sent is in the queue.
            #expect(first.map(\.path) == second.map(\.path))
            let found = Mutex<[Bool]>([])
            for (places, place) in [(here, try #require(first.first)), (there, try #require(second.first))] {
                let work = UploadWork(
                    files: [
                        .init(name: "twin.txt", last: "twin.txt", place: place.path, beside: nil, isPrivate: false)
                    ], label: nil, areTranscripts: false)
                _ = try await hearth.work.add(
                    .ingest, title: "twin.txt", payload: work, floor: .personal, files: [file.path],
                    confirm: { id in
                        let isShared = try await places.areShared([(place, sent)], with: id, hearth)
                        found.withLock { $0.append(isShared) }
                    })
            }
            #expect(found.withLock { $0 } == [false, true])
        }
    }

    @Test func `A task that is not confirmed is not done`() async throws {
        struct No: Error {}
        try await ServerClient.with { _, hearth, folder in
            await hearth.workQueue.stop()
            let work = UploadWork(
                files: [.init(name: "a", last: "a", place: "uploads/a", beside: nil, isPrivate: false)], label: nil,
                areTranscripts: false)
            let ends = Mutex(0)
            await #expect(throws: No.self) {
                _ = try await hearth.work.add(
                    .ingest, title: "a", payload: work, floor: .personal, files: [folder.path],
                    confirm: { _ in throw No() }, atEnd: { ends.withLock { $0 += 1 } })
            }
            #expect(ends.withLock { $0 } == 1)
            let states = try await hearth.work.list().map(\.state)
            #expect(states == [.cancelled])
            let places = try await hearth.work.placesOfUploads()
            #expect(places.isEmpty)
        }
    }

    @Test(.timeLimit(.minutes(5))) func `A server does what another process was sent, which learns how it ended`()
        async throws
    {
        try await ServerClient.with { _, hearth, folder in
            let other = try Hearth(folder: folder)
            await other.workQueue.stop()
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            let file = folder.appending(path: "sent.txt")
            try Data("The lease ends on 31 March 2027.".utf8).write(to: file)
            let work = UploadWork(
                files: [
                    .init(name: "sent.txt", last: "sent.txt", place: "uploads/sent.txt", beside: nil, isPrivate: false)
                ], label: nil, areTranscripts: false)
            let sent = try await other.work.add(
                .ingest, title: "sent.txt", payload: work, floor: .personal, files: [file.path])
            try await hearth.work.serve()
            #expect(await other.jobs.ended(sent.id)?.state == .done)
            #expect(try await hearth.documents.document(at: "uploads/sent.txt") != nil)
            await other.shutdown()
        }
    }
}
