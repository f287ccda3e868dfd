import Foundation
import HearthCore
import HearthEngine
import Testing

/// What of this machine is read into the library, and for whom.
@Suite struct GivenPlacesTests {
    /// A folder beside the data folder, with these files.
    private func withFolder(_ files: [String: String], _ body: @Sendable (String) async throws -> Void) async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "hearth-places-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }
        for (name, text) in files {
            let url = folder.appending(path: name)
            try FileManager.default.createDirectory(
                at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
            try Data(text.utf8).write(to: url)
        }
        try await body(folder.resolvingSymlinksInPath().path)
    }

    private func ingest(
        _ client: ServerClient, _ paths: [String], _ more: JSONObject = JSONObject()
    ) async throws -> (status: Int, body: String, files: [JSONValue]) {
        var object = more
        object["paths"] = .array(paths.map { .string($0) })
        let begun = try await client.send("POST", "/api/documents/paths", json: .object(object))
        guard begun.status < 300 else { return (begun.status, begun.body, []) }
        let job = try await client.end(of: begun.json)
        return (begun.status, job.description, job["files"]?.arrayValue ?? [])
    }

    private static let files = [
        "home/.ssh/id_ed25519": "The key is 4711.", "home/lease.md": "The lease ends in May.",
        "home/diary.md": "The diary says 4711.", "home/notes/a.md": "A note.",
    ]

    @Test func aProgramHasNoFileReadThatWasNotGiven() async throws {
        try await withFolder(Self.files) { folder in
            try await ServerClient.with { client, hearth, data async throws in
                // The owner named one file of the home folder, which gives no other.
                #expect(try await ingest(client, [folder + "/home/lease.md"]).files.count == 1)
                for path in [
                    folder + "/home/.ssh/id_ed25519", folder + "/home/diary.md", folder + "/home",
                    folder + "/home/.ssh",
                    folder + "/home/*.md", folder + "/home/notes/../diary.md", folder + "/home/none.md", "/",
                    "/etc/passwd",
                    "~/.ssh", data.path, data.path + "/settings.json",
                ] {
                    let refused = try await ingest(client.program, [path], ["hidden": true])
                    #expect(refused.status == 403 && refused.body.contains("owner-only"), "\(path): \(refused.body)")
                    // One that was given opens no other.
                    let both = try await ingest(client.program, [folder + "/home/lease.md", path])
                    #expect(both.status == 403, "\(path)")
                }
                #expect(try await hearth.documents.list().count == 1)
                #expect(try await client.send("GET", "/api/jobs").json["jobs"]?.arrayValue?.count == 1)
                // Nor through the library itself, by whatever way it comes there.
                let program = Reader(.api, ceiling: .private)
                for work in [
                    { _ = try await hearth.documents.ingest([folder + "/home/diary.md"]) },
                    { _ = try await hearth.documents.watch([folder + "/home"]) },
                    { _ = try await hearth.transcripts.read(folder + "/home/diary.md") },
                ] as [@Sendable () async throws -> Void] {
                    await #expect(throws: EngineError.self) {
                        try await Reader.$current.withValue(program) { try await work() }
                    }
                }
            }
        }
    }

    @Test func aProgramHasFilesReadAgainThatItMayReadAndSendsOthers() async throws {
        try await withFolder(Self.files) { folder in
            try await ServerClient.with { client, hearth, _ async throws in
                let lease = folder + "/home/lease.md"
                #expect(try await ingest(client, [lease]).files.first?["status"] == "added")
                try Data("The lease ends in June.".utf8).write(to: URL(fileURLWithPath: lease))
                let again = try await ingest(client.program, [lease])
                #expect(again.files.first?["status"] == "updated", "\(again.body)")
                let sent = try await client.program.upload("own.txt", "What the program found.")
                #expect(sent["files"]?.arrayValue?.first?["status"] == "added", "\(sent)")
                // Called private, it is not there for the program any more, and so is no place that it knows.
                let document = try #require(try await hearth.documents.document(at: lease))
                try await hearth.documents.setLabel(.private, of: document.id)
                #expect(try await ingest(client.program, [lease]).status == 403)
            }
        }
    }

    @Test func whatIsInALabelledFolderIsGivenUpToTheCeiling() async throws {
        try await withFolder(Self.files) { folder in
            try await ServerClient.with { client, hearth, _ async throws in
                let notes = folder + "/home/notes"
                #expect(try await ingest(client.program, [notes]).status == 403)
                #expect(try await ingest(client, [notes], ["label": "personal"]).files.count == 1)
                try Data("Another note.".utf8).write(to: URL(fileURLWithPath: notes + "/b.md"))
                try FileManager.default.createSymbolicLink(
                    atPath: notes + "/out.md", withDestinationPath: folder + "/home/diary.md")
                let found = try await ingest(client.program, [notes])
                #expect(found.status < 300 && found.body.contains("b.md"))
                #expect(try await hearth.documents.list().count == 2, "the link leads out")
                #expect(try await ingest(client.program, [notes + "/out.md"]).status == 403)
                // What is hidden in a folder was not given with it.
                try FileManager.default.createDirectory(atPath: notes + "/.git", withIntermediateDirectories: true)
                for name in [".env", ".git/config"] {
                    try Data("A key of the owner's.".utf8).write(to: URL(fileURLWithPath: notes + "/" + name))
                }
                for hidden in ["/.env", "/.git", "/.git/config"] {
                    #expect(try await ingest(client.program, [notes + hidden], ["hidden": true]).status == 403)
                }
                _ = try await ingest(client.program, [notes], ["hidden": true])
                #expect(try await hearth.documents.list().count == 2, "nothing that is hidden was read")
                // A folder whose name only begins alike is another.
                try FileManager.default.createDirectory(atPath: notes + "-2", withIntermediateDirectories: true)
                #expect(try await ingest(client.program, [notes + "-2"]).status == 403)
                try await hearth.documents.setLabel(.private, ofFolder: notes, lowers: false)
                #expect(try await ingest(client.program, [notes + "/b.md"]).status == 403)
            }
        }
    }

    /// A name tells, too: that of a file which was not given, and that of a folder which is called more private.
    @Test func aProgramIsToldNoNameOfWhatWasNotGiven() async throws {
        let files = [
            "notes/a.md": "A note.", "notes/.token-of-4711": "A key.", "notes/divorce-4711/b.md": "A letter.",
            "notes/open/c.md": "An open letter.",
        ]
        try await withFolder(files) { folder in
            try await ServerClient.with { client, hearth, _ async throws in
                let notes = folder + "/notes"
                try await hearth.documents.setLabel(.personal, ofFolder: notes, lowers: false)
                try await hearth.documents.setLabel(.private, ofFolder: notes + "/divorce-4711", lowers: false)
                let found = try await ingest(client.program, [notes], ["hidden": true])
                #expect(found.files.count == 2, "\(found.body)")
                #expect(!found.body.contains("4711"), "\(found.body)")
                #expect(try await hearth.documents.list().count == 2)
                for path in ["/divorce-4711", "/divorce-4711/b.md", "/divorce-4711/none.md"] {
                    #expect(try await ingest(client.program, [notes + path]).status == 403, "\(path)")
                }
            }
        }
    }

    /// What could not be read is no document that a job's words would be as private as.
    @Test func theNameOfAFileThatWasNotReadIsAsPrivateAsItsPlace() async throws {
        try await withFolder(["notes/a.md": "A note.", "notes/divorce/b.md": "A letter."]) { folder in
            try await ServerClient.with { client, hearth, _ async throws in
                let notes = folder + "/notes"
                try FileManager.default.createSymbolicLink(
                    atPath: notes + "/lawyer.md", withDestinationPath: folder + "/none.md")
                func told(_ path: String) async throws -> String {
                    let begun = try await client.send(
                        "POST", "/api/documents/paths", json: ["paths": [.string(path)]])
                    _ = try await client.end(of: begun.json)
                    let id = try #require(begun.json["id"]?.stringValue)
                    return try await client.program.send("GET", "/api/jobs/\(id)").body
                }
                #expect(try await told(notes).contains("lawyer.md"), "nothing there is private")
                try FileManager.default.moveItem(
                    atPath: notes + "/lawyer.md", toPath: notes + "/divorce/lawyer.md")
                try FileManager.default.removeItem(atPath: notes + "/divorce/b.md")
                try await hearth.documents.setLabel(.private, ofFolder: notes + "/divorce", lowers: false)
                #expect(try await !told(notes).contains("lawyer.md"))
            }
        }
    }

    /// Settings, sessions, tokens and keys are no documents, whoever asks.
    @Test func nothingOfTheDataFolderIsReadNotEvenForItsOwner() async throws {
        try await ServerClient.with { client, hearth, data async throws in
            try FileManager.default.createDirectory(at: data, withIntermediateDirectories: true)
            try Data("a-token-0123456789".utf8).write(to: data.appending(path: "server-token"))
            let above = data.deletingLastPathComponent().path
            for path in [
                data.path, data.path + "/server-token", data.path + "/*", "\(above)/./\(data.lastPathComponent)",
            ] {
                let read = try await ingest(client, [path], ["hidden": true])
                #expect(read.status < 300 && !read.files.isEmpty, "\(path): \(read.body)")
                #expect(read.files.allSatisfy { $0["status"] == "skipped" }, "\(path): \(read.body)")
                #expect(read.body.contains("data folder of Hearth"), "\(path): \(read.body)")
            }
            #expect(try await hearth.documents.list().isEmpty)
            // What is sent lies in it while it is read.
            #expect(try await client.upload("own.txt", "Sent.")["files"]?.arrayValue?.first?["status"] == "added")
        }
    }
}
