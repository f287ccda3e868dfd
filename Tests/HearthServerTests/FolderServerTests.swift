import Foundation
import HearthCore
import HearthEngine
import HearthTesting
import Testing

/// Folders that are kept in step, as the page meets them.
@Suite("Folders of the owner's, served")
struct FolderServerTests {
    private func withPapers(_ body: (URL) async throws -> Void) async throws {
        let url = FileManager.default.temporaryDirectory.appendingPathComponent("papers-\(UUID().uuidString)")
        try FileManager.default.createDirectory(
            at: url.appendingPathComponent("drafts"), withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: url) }
        for name in ["lease.md", "drafts/letter.md"] {
            let file = url.appendingPathComponent(name)
            try Data("The lease of \(name) ends in May.".utf8).write(to: file)
            // Old enough not to be waited for.
            try FileManager.default.setAttributes(
                [.modificationDate: Date(timeIntervalSinceNow: -60)], ofItemAtPath: file.path)
        }
        try await body(url)
    }

    private func refresh(_ client: ServerClient, _ hearth: Hearth, _ name: String) async throws {
        let begun = try await client.send("POST", "/api/folders/\(name)/refresh")
        #expect(begun.status == 202 && begun.json["kind"] == "ingest", "\(begun.body)")
        let ended = await hearth.jobs.ended(begun.json["id"]?.stringValue ?? "")
        #expect(ended?.state == .done)
    }

    @Test func `A folder is added, read, changed and removed`() async throws {
        try await ServerClient.with { client, hearth, _ async throws in
            try await withPapers { papers in
                #expect(try await client.send("GET", "/api/folders").json["folders"] == [])
                let added = try await client.send(
                    "POST", "/api/folders",
                    json: ["path": .string(papers.path), "name": "my papers", "label": "private", "deletions": "keep"])
                #expect(added.status == 201 && added.json["label"] == "private", "\(added.body)")
                #expect(added.json["lookedAt"] == .null && added.json["absence"] == .null)
                try await refresh(client, hearth, "my%20papers")
                let listed = try await client.send("GET", "/api/folders").json["folders"]?.arrayValue?.first
                #expect(listed?["files"]?["read"] == 2 && listed?["paused"] == false)
                let changed = try await client.send(
                    "PATCH", "/api/folders/my%20papers", json: ["exclusions": ["drafts/"], "gitLists": "nowhere"])
                #expect(changed.status == 200 && changed.json["deletions"] == "keep", "\(changed.body)")
                #expect(added.json["gitLists"] == "repositories" && changed.json["gitLists"] == "nowhere")
                try await refresh(client, hearth, "my%20papers")
                let files = try await client.send("GET", "/api/folders/my%20papers/files?state=excluded")
                #expect(
                    files.json["files"]?.arrayValue?.compactMap { $0["path"]?.stringValue } == ["drafts/letter.md"],
                    "\(files.body)")
                #expect(files.json["next"] == .null)
                let first = try await client.send("GET", "/api/folders/my%20papers/files?limit=1")
                #expect(first.json["next"] == "drafts/letter.md", "\(first.body)")
                let cleaned = try await client.send(
                    "POST", "/api/folders/my%20papers/remove-documents", json: ["state": "excluded"])
                #expect(cleaned.json["documentIDs"]?.arrayValue?.count == 1, "\(cleaned.body)")
                let removed = try await client.send("DELETE", "/api/folders/my%20papers?documents=true")
                #expect(removed.json["receipt"]?["documentIDs"]?.arrayValue?.count == 1, "\(removed.body)")
                #expect(try await hearth.documents.list().isEmpty)
                #expect(FileManager.default.fileExists(atPath: papers.appendingPathComponent("lease.md").path))
            }
        }
    }

    @Test func `What is no folder to be kept in step is refused`() async throws {
        try await ServerClient.with { client, hearth, _ async throws in
            let relative = try await client.send("POST", "/api/folders", json: ["path": "papers"])
            #expect(relative.status == 422 && relative.json["error"]?["field"] == "path", "\(relative.body)")
            let nowhere = try await client.send("POST", "/api/folders", json: ["path": "/nowhere/at/all"])
            #expect(nowhere.json["error"]?["code"] == "no-folder", "\(nowhere.body)")
            let own = try await client.send("POST", "/api/folders", json: ["path": .string(hearth.folder.path)])
            #expect(own.json["error"]?["code"] == "own-folder", "\(own.body)")
            #expect(try await client.send("PATCH", "/api/folders/none", json: ["paused": true]).status == 404)
            #expect(try await client.send("DELETE", "/api/folders/none").status == 404)
        }
    }

    /// Which folders there are, and what the files in them are called, is for nobody else to know.
    @Test func `A program sees no folder`() async throws {
        try await ServerClient.with { client, hearth, _ async throws in
            for target in ["/api/folders", "/api/folders/papers/files"] {
                let refused = try await client.program.send("GET", target)
                #expect(refused.status == 403 && refused.json["error"]?["code"] == "owner-only", "\(refused.body)")
            }
        }
    }

    /// Names of folders, for who looks for one to add.
    @Test func `Folders of this machine are listed for a browser on it, and for nobody else`() async throws {
        try await ServerClient.with { client, hearth, _ async throws in
            try await withPapers { papers in
                let target = "/api/machine/folders?path=\(papers.path)"
                let shown = try await client.send("GET", target)
                #expect(shown.status == 200 && shown.json["folders"] == ["drafts"], "\(shown.body)")
                #expect(shown.json["isWhole"] == true && shown.json["parent"]?.stringValue?.hasPrefix("/") == true)
                let refused = try await client.program.send("GET", target)
                #expect(refused.status == 403 && refused.json["error"]?["code"] == "owner-only", "\(refused.body)")
                let passedOn = try await client.send("GET", target, headers: "X-Forwarded-For: 203.0.113.7\r\n")
                #expect(passedOn.status == 403 && passedOn.json["error"]?["code"] == "owner-only", "\(passedOn.body)")
            }
            let own = try await client.send("GET", "/api/machine/folders?path=\(hearth.folder.path)")
            #expect(own.json["error"]?["code"] == "own-folder", "\(own.body)")
            let relative = try await client.send("GET", "/api/machine/folders?path=papers")
            #expect(relative.status == 422 && relative.json["error"]?["field"] == "path", "\(relative.body)")
        }
    }

    @Test func `Documents of several formats are one list, and what is no format is refused`() async throws {
        try await ServerClient.with { client, _, _ async throws in
            let texts = [
                "walk.md": "# Walk\n\nOn Monday to the harbour.\n", "boiler.txt": "The boiler was mended on Monday.\n",
                "rent.html": "<!doctype html><html><body><p>The rent is due on Monday.</p></body></html>\n",
            ]
            for (name, text) in texts { _ = try await client.upload(name, text) }
            func total(_ query: String) async throws -> JSONValue? {
                try await client.send("GET", "/api/documents?\(query)").json["total"]
            }
            #expect(try await total("") == 3)
            #expect(try await total("formats=markdown,html") == 2)
            #expect(try await total("formats=markdown,html&format=text") == 0)
            #expect(try await client.send("GET", "/api/documents?formats=markdown,nothing").status == 400)
        }
    }
}
