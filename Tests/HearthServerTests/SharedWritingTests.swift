import Foundation
import HearthCore
import HearthHTTP
import Testing

@testable import HearthEngine
@testable import HearthServer

/// Collections to which others may add.
@Suite("Collections that others add to")
struct SharedWritingTests {
    private static let text = "# Plan\n\nThe zirbelnuss is planted in March.\n"

    /// Mira's collection with nothing in it, and Noah's id of it.
    private func share(
        _ server: SharedServer, mayAdd: Bool
    ) async throws -> (mira: ServerClient, noah: ServerClient, own: String, shared: String) {
        try await server.people.add("Mira", password: SharedServer.word)
        try await server.people.add("Noah", password: SharedServer.word)
        let (mira, noah) = (try await server.browser("Mira"), try await server.browser("Noah"))
        let made = try await mira.send("POST", "/api/collections", json: ["name": "Garden"])
        let own = try #require(made.json["id"]?.stringValue)
        let reply = try await mira.send(
            "POST", "/api/collections/\(own)/share", json: ["person": "Noah", "mayAdd": .bool(mayAdd)])
        #expect(reply.json["mayAdd"] == (mayAdd ? ["Noah"] : []), "\(reply.body)")
        let list = try await noah.send("GET", "/api/collections").json["shared"]?.arrayValue
        let one = try #require(list?.first)
        #expect(one["mayAdd"] == .bool(mayAdd))
        return (mira, noah, own, try #require(one["id"]?.stringValue))
    }

    private func send(
        _ client: ServerClient, to id: String, _ name: String = "plan.md", label: String? = nil, text: String = text
    ) async throws -> ServerClient.Reply {
        let field = label.map { "--x\r\nContent-Disposition: form-data; name=\"label\"\r\n\r\n\($0)\r\n" } ?? ""
        let head = "--x\r\nContent-Disposition: form-data; name=\"file\"; filename=\"\(name)\"\r\n\r\n"
        let form = field + head + "\(text)\r\n--x--\r\n"
        return try await client.send(
            "POST", "/api/collections/\(id)/documents", type: "multipart/form-data; boundary=x", body: Array(form.utf8))
    }

    private func add(_ client: ServerClient, to id: String, _ name: String = "plan.md", _ text: String = text)
        async throws -> String
    {
        let job = try await client.upload(name, text, to: "/api/collections/\(id)/documents")
        let file = try #require(job["files"]?.arrayValue?.first, "\(job)")
        return try #require(file["documentID"]?.stringValue, "\(job)")
    }

    private func listed(_ client: ServerClient, _ collection: String) async throws -> [JSONValue] {
        try await client.send("GET", "/api/documents?collection=\(collection)").json["documents"]?.arrayValue ?? []
    }

    @Test func `What the owner calls the same file elsewhere is told nobody`() async throws {
        try await SharedServer.with { server in
            let (mira, noah, own, shared) = try await share(server, mayAdd: true)
            let text = "Everybody is told on Friday.\n"
            _ = try await mira.upload("Layoffs 2027 CONFIDENTIAL.txt", text)
            _ = try await add(noah, to: shared, "x.txt", text)
            let seen = try #require(try await listed(noah, shared).first)
            #expect(seen["title"] == "x" && seen["path"] == "x.txt", "\(seen)")
            #expect(try await listed(mira, own).first?["title"] == "Layoffs 2027 CONFIDENTIAL")
            let found = try await noah.send("POST", "/api/search", json: ["text": "Everybody is told"])
            #expect(found.status == 200 && !found.body.contains("CONFIDENTIAL"), "\(found.body)")
        }
    }

    @Test func `Who may add adds, renames, labels and removes; it is the owner's, with who did it`() async throws {
        try await SharedServer.with { server in
            let (mira, noah, own, shared) = try await share(server, mayAdd: true)
            let id = try await add(noah, to: shared)
            let seen = try #require(try await listed(noah, shared).first)
            #expect(seen["documentID"] == .string(id) && seen["isMine"] == true && seen["sharedBy"] == "Mira")
            #expect(seen["addedBy"] == "Noah" && seen["path"] == "plan.md", "\(seen)")
            let kept = try #require(try await listed(mira, own).first)
            #expect(kept["addedBy"] == "Noah" && kept["isMine"] == nil)
            #expect(try await noah.send("GET", "/api/documents").json["total"] == 0)

            // Another of that name stands beside it.
            let other = try await add(noah, to: shared, "plan.md", "# Plan\n\nAnother plan.\n")
            #expect(other != id)
            #expect(try await listed(noah, shared).count == 2)

            let place = "/api/collections/\(shared)/documents"
            let changed = try await noah.send(
                "PATCH", "\(place)/\(id)", json: ["name": "garden plan.md", "label": "public"])
            #expect(changed.json["path"] == "garden plan.md" && changed.json["label"] == "public", "\(changed.body)")
            #expect(try await noah.send("DELETE", "\(place)/\(other)").status == 204)
            #expect(try await listed(mira, own).count == 1)
            let ledger = try await mira.send("GET", "/api/ledger?kind=write").body
            for act in ["added to", "renamed in", "labelled in", "removed from"] {
                #expect(ledger.contains("\(act) a shared collection"), "\(ledger)")
            }
            #expect(ledger.contains("Noah"))

            // The owner does everything.
            let bare = try #require(id.split(separator: "~").last)
            #expect(try await mira.send("DELETE", "/api/documents/\(bare)").status == 200)
            #expect(try await listed(noah, shared).isEmpty)
        }
    }

    @Test func `Without the right nothing is added, changed or removed`() async throws {
        try await SharedServer.with { server in
            let (mira, noah, own, shared) = try await share(server, mayAdd: false)
            let refused = try await send(noah, to: shared)
            #expect(refused.status == 403, "\(refused.body)")
            #expect(refused.json["error"]?["code"] == "read-only-collection")
            _ = try await mira.send("POST", "/api/collections/\(own)/share", json: ["person": "Noah", "mayAdd": true])
            let id = try await add(noah, to: shared)

            // Somebody else may add as well, and may not change what Noah added.
            try await server.people.add("Zoe", password: SharedServer.word)
            let zoe = try await server.browser("Zoe")
            #expect(try await send(zoe, to: shared).status == 404)
            _ = try await mira.send("POST", "/api/collections/\(own)/share", json: ["person": "Zoe", "mayAdd": true])
            let place = "/api/collections/\(shared)/documents"
            let others = try await zoe.send("PATCH", "\(place)/\(id)", json: ["label": "public"])
            #expect(others.status == 403 && others.json["error"]?["code"] == "not-added-by-you", "\(others.body)")
            #expect(try await zoe.send("DELETE", "\(place)/\(id)").status == 403)

            // What is the owner's own is not there by its id, in this collection or beside it.
            _ = try await mira.upload("diary.md", "# Diary\n\nNobody's business.\n")
            let all = try await mira.send("GET", "/api/documents").json["documents"]?.arrayValue ?? []
            let diary = all.compactMap { $0["documentID"]?.stringValue }.first { !id.hasSuffix($0) }
            let owner = try #require(id.split(separator: "~").first)
            let guessed = "\(owner)~\(try #require(diary))"
            #expect(try await noah.send("DELETE", "\(place)/\(guessed)").status == 404)
            #expect(try await noah.send("PATCH", "\(place)/\(guessed)", json: ["label": "public"]).status == 404)
            // Nor is another collection, one's own, or one that is none.
            let second = try await mira.send("POST", "/api/collections", json: ["name": "Second"])
            let secondID = try #require(second.json["id"]?.stringValue)
            for id in ["\(owner)~\(secondID)", own, "\(owner)~", "nobody~\(own)"] {
                #expect(try await send(noah, to: id).status == 404, "\(id)")
            }
            // No program does it.
            let account = try #require(try server.people.find("Noah"))
            let token = try server.people.makeToken("editor", for: account.id, scope: .write).text
            #expect(try await server.program(token, "DELETE", "\(place)/\(id)").status == 403)

            // Taken back, not even what one added oneself is there.
            _ = try await mira.send("POST", "/api/collections/\(own)/unshare", json: ["person": "Noah"])
            #expect(try await send(noah, to: shared).status == 404)
            #expect(try await noah.send("DELETE", "\(place)/\(id)").status == 404)
            #expect(try await listed(mira, own).count == 1)
        }
    }

    @Test func `What is private, and what has no room with the owner, is not added`() async throws {
        try await SharedServer.with { server in
            let (mira, noah, own, shared) = try await share(server, mayAdd: true)
            let hidden = try await send(noah, to: shared, label: "private")
            #expect(hidden.status == 422 && hidden.json["error"]?["code"] == "private-in-collection", "\(hidden.body)")
            let id = try await add(noah, to: shared)
            let place = "/api/collections/\(shared)/documents/\(id)"
            #expect(try await noah.send("PATCH", place, json: ["label": "private"]).status == 422)
            #expect(try await noah.send("PATCH", place, json: ["name": ""]).status == 400)
            for name in ["../a.md", "a/b.md"] {
                #expect(try await noah.send("PATCH", place, json: ["name": .string(name)]).status == 422, "\(name)")
            }
            // What the owner has as well, and keeps to themselves, is not shared by being sent again.
            _ = try await mira.upload("secret.md", "# Secret\n\nThe key is under the stone.\n")
            let all = try await mira.send("GET", "/api/documents").json["documents"]?.arrayValue ?? []
            let secret = try #require(
                all.compactMap { $0["documentID"]?.stringValue }.first { !id.hasSuffix($0) })
            _ = try await mira.send("PATCH", "/api/documents/\(secret)", json: ["label": "private"])
            let job = try await noah.upload(
                "copy.md", "# Secret\n\nThe key is under the stone.\n", to: "/api/collections/\(shared)/documents")
            #expect(job["files"]?.arrayValue?.first?["status"] == "failed", "\(job)")
            #expect(try await listed(noah, shared).count == 1)
            #expect(try await listed(mira, own).count == 1)
            #expect(try await mira.send("GET", "/api/documents/\(secret)").json["paths"]?.arrayValue?.count == 1)

            // The room is the owner's: Noah has as much as he wants, and it does not help.
            let account = try #require(try server.people.find("Mira"))
            try server.people.setQuota(Quota(bytes: 1), of: account.id)
            let full = try await send(noah, to: shared, "more.md", text: "# More\n\nMore of it.\n")
            #expect(full.status == 429 && full.body.contains("quota-used"), "\(full.body)")
            #expect(try await noah.upload("mine.md", "# Mine\n")["state"] == "done")
        }
    }

    @Test func `What is taken back in the midst of an upload is not added`() async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "hearth-adding-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }
        let mira = try Hearth(folder: folder)
        let people = People(folder: folder, parameters: .init(logarithm: 4))
        let account = try await people.add("Noah", password: SharedServer.word)
        let noah = await mira.library(of: account.id, among: people)
        noah.sharing.reachOthers(among: people) { _ in (mira, 0) }
        let own = try await mira.collections.make("Garden")
        try await mira.collections.share(own.id, with: .person("Noah"), right: .write)
        let shared = try #require(try await noah.collections.shared().collections.first)
        #expect(shared.right == .write)
        // The upload has begun.
        let writing = try await noah.collections.writing(to: shared.id)
        let incoming = mira.folder.appending(path: "incoming/test")
        try FileManager.default.createDirectory(at: incoming, withIntermediateDirectories: true)
        let file = incoming.appending(path: "plan.md")
        try Data(Self.text.utf8).write(to: file)
        try await mira.collections.unshare(own.id)
        await #expect(throws: CollectionError.self) {
            _ = try await writing.add(file.path, as: "plan.md", label: nil)
        }
        #expect(try await mira.documents.list().isEmpty)
        #expect(try await mira.collections.find(own.id).places.isEmpty)
        // Given once more, it is added; to be read alone, no more of it is.
        try await mira.collections.share(own.id, with: .person("Noah"), right: .write)
        _ = try await writing.add(file.path, as: "plan.md", label: nil)
        #expect(try await mira.documents.list().count == 1)
        try await mira.collections.share(own.id, with: .person("Noah"), right: .read)
        await #expect(throws: CollectionError.self) {
            _ = try await writing.add(file.path, as: "again.md", label: nil)
        }
        #expect(try await noah.collections.shared().collections.first?.right == .read)
    }
}
