import Foundation
import HearthCore
import HearthHTTP
import Testing

@testable import HearthEngine
@testable import HearthServer

/// Collections that people of one server share.
@Suite("Shared collections")
struct SharedCollectionTests {
    private func documentID(_ name: String, _ client: ServerClient) async throws -> String {
        let list = try await client.send("GET", "/api/documents").json["documents"]?.arrayValue ?? []
        let found = list.first { $0["path"]?.stringValue?.hasSuffix(name) == true }
        return try #require(found?["documentID"]?.stringValue)
    }

    /// Mira's collection: the lease, and a diary that is private. The harbour is not in it.
    private func prepare(_ mira: ServerClient) async throws -> (collection: String, lease: String, others: [String]) {
        _ = try await mira.upload("lease.md", "# Lease\n\nThe zirbelnuss is kept in the cellar.\n")
        _ = try await mira.upload("diary.md", "# Diary\n\nThe zirbelnuss is a secret.\n")
        _ = try await mira.upload("harbour.md", "# Harbour\n\nThe zirbelnuss came by ship.\n")
        let lease = try await documentID("lease.md", mira)
        let diary = try await documentID("diary.md", mira)
        let harbour = try await documentID("harbour.md", mira)
        let hiding = try await mira.send("PATCH", "/api/documents/\(diary)", json: ["label": "private"])
        #expect(hiding.status == 200, "\(hiding.body)")
        let made = try await mira.send(
            "POST", "/api/collections", json: ["name": "House", "add": [.string(lease), .string(diary)]])
        #expect(made.status == 201 && made.json["documents"] == 2, "\(made.body)")
        return (try #require(made.json["id"]?.stringValue), lease, [diary, harbour])
    }

    private func found(_ client: ServerClient, in places: [JSONValue] = []) async throws -> String {
        try await client.send("POST", "/api/search", json: ["text": "zirbelnuss", "in": .array(places)]).body
    }

    private func shared(_ client: ServerClient) async throws -> [JSONValue] {
        try await client.send("GET", "/api/collections").json["shared"]?.arrayValue ?? []
    }

    /// Whatever is asked for by any address gives nothing.
    private func expectNothing(of ids: [String], for client: ServerClient) async throws {
        for id in ids {
            for target in ["", "/text", "/places?start=0&end=9", "/pages/1/picture"] {
                let reply = try await client.send("GET", "/api/documents/\(id)\(target)")
                #expect(reply.status == 404, "\(id)\(target): \(reply.status)")
            }
            let search = try await found(client, in: [.string(id)])
            #expect(!search.contains("zirbelnuss is") && !search.contains("ship"), "\(search)")
        }
    }

    @Test func `Whom a collection is shared with finds, asks and reads what is in it, and nothing else`() async throws {
        try await SharedServer.with { server in
            try await server.people.add("Mira", password: SharedServer.word)
            try await server.people.add("Noah", password: SharedServer.word)
            try await server.people.add("Zoe", password: SharedServer.word, role: .administrator)
            let (mira, noah) = (try await server.browser("Mira"), try await server.browser("Noah"))
            let zoe = try await server.browser("Zoe")
            let (collection, lease, others) = try await prepare(mira)
            #expect(try await shared(noah).isEmpty)
            #expect(try await !found(noah).contains("cellar"))

            let reply = try await mira.send(
                "POST", "/api/collections/\(collection)/share", json: ["person": "noah"])
            #expect(reply.status == 200 && reply.json["people"] == ["Noah"], "\(reply.body)")
            let one = try #require(try await shared(noah).first)
            // The diary is private, and so is not even counted.
            #expect(one["name"] == "House" && one["owner"] == "Mira" && one["documents"] == 1)
            let id = try #require(one["id"]?.stringValue)
            let owner = try #require(id.split(separator: "~").first)

            let everywhere = try await found(noah)
            #expect(everywhere.contains("cellar") && everywhere.contains("\"sharedBy\""))
            #expect(!everywhere.contains("secret") && !everywhere.contains("ship"))
            #expect(try await found(noah, in: [.string("collection:\(id)")]).contains("cellar"))
            let list = try await noah.send("GET", "/api/documents?collection=\(id)")
            #expect(
                list.json["total"] == 1 && list.json["documents"]?.arrayValue?.first?["sharedBy"] == "Mira",
                "\(list.body)")
            let text = try await noah.send("GET", "/api/documents/\(owner)~\(lease)/text")
            #expect(text.status == 200 && text.body.contains("cellar"), "\(text.body)")
            // It stays out of what is one's own.
            #expect(try await noah.send("GET", "/api/documents").json["total"] == 0)
            try await expectNothing(of: others.map { "\(owner)~\($0)" } + others + [lease], for: noah)

            // It is read, and not changed.
            #expect(try await noah.send("DELETE", "/api/documents/\(owner)~\(lease)").status == 404)
            let milder = try await noah.send(
                "PATCH", "/api/documents/\(owner)~\(lease)", json: ["label": "public"])
            #expect(milder.status == 404)
            for target in ["/api/collections/\(id)/share", "/api/collections/\(collection)/share"] {
                #expect(try await noah.send("POST", target, json: ["everyone": true]).status == 404)
            }
            #expect(try await mira.send("GET", "/api/documents/\(lease)").json["label"] == "personal")

            // Asked, it is cited with whose it is.
            let talk = try await noah.send("POST", "/api/conversations", json: [:])
            let talkID = try #require(talk.json["conversationID"]?.stringValue)
            let answer = try await noah.send(
                "POST", "/api/conversations/\(talkID)/messages",
                json: ["text": "Where is the zirbelnuss kept?", "engine": "basic"])
            #expect(answer.body.contains("cellar") && answer.body.contains("\"sharedBy\""), "\(answer.body)")
            #expect(!answer.body.contains("ship"))
            // Its owner is told.
            #expect(try await mira.send("GET", "/api/ledger").body.contains("Noah"))

            // Nobody else: neither an administrator, nor whoever runs the server, nor a program of Noah's.
            for client in [zoe, server.owner] {
                #expect(try await shared(client).isEmpty)
                #expect(try await !found(client).contains("cellar"))
                try await expectNothing(of: ["\(owner)~\(lease)"], for: client)
            }
            let account = try #require(try server.people.find("Noah"))
            let token = try server.people.makeToken("editor", for: account.id, scope: .write).text
            let program = try await server.program(token, "POST", "/api/search", json: ["text": "zirbelnuss"])
            #expect(program.status == 200 && !program.body.contains("cellar"))
            #expect(try await server.program(token, "GET", "/api/collections").status == 403)
            #expect(try await server.program(token, "GET", "/api/documents/\(owner)~\(lease)/text").status == 404)

            // Another name changes nothing.
            _ = try await mira.send("PATCH", "/api/collections/\(collection)", json: ["name": "Our house"])
            #expect(try await shared(noah).first?["name"] == "Our house")

            // Taken back.
            let taken = try await mira.send("POST", "/api/collections/\(collection)/unshare", json: [:])
            #expect(taken.status == 200 && taken.json["people"] == [])
            #expect(try await shared(noah).isEmpty)
            #expect(try await !found(noah).contains("cellar"))
            try await expectNothing(of: ["\(owner)~\(lease)"], for: noah)
            #expect(try await noah.send("GET", "/api/documents?collection=\(id)").status == 404)
        }
    }

    @Test func `Somebody with an account is told the names of the others, and nothing else of them`() async throws {
        try await SharedServer.with { server in
            #expect(try await server.owner.send("GET", "/api/collections/people").json["people"] == [])
            try await server.people.add("Mira", password: SharedServer.word)
            try await server.people.add("zoe", password: SharedServer.word, role: .administrator)
            try await server.people.add("Noah", password: SharedServer.word)
            let mira = try await server.browser("Mira")
            let told = try await mira.send("GET", "/api/collections/people")
            #expect(told.status == 200 && told.json == ["people": ["Noah", "zoe"]], "\(told.body)")
            #expect(
                try await server.owner.send("GET", "/api/collections/people").json["people"] == ["Mira", "Noah", "zoe"])
            // What they are and what they take is told to administrators.
            #expect(try await mira.send("GET", "/api/people").status == 403)
            // A program is given one's own library alone.
            let account = try #require(try server.people.find("Mira"))
            let token = try server.people.makeToken("editor", for: account.id, scope: .write, ceiling: .private).text
            let refused = try await server.program(token, "GET", "/api/collections/people")
            #expect(refused.status == 403 && !refused.body.contains("Noah"), "\(refused.body)")
            // Nor is whoever has no account any more.
            try server.people.remove("Mira")
            #expect(try await mira.send("GET", "/api/collections/people").status == 401)
        }
    }

    @Test func `What is shared with everyone ends with its collection, and with its owner's account`() async throws {
        try await SharedServer.with { server in
            try await server.people.add("Mira", password: SharedServer.word)
            try await server.people.add("Noah", password: SharedServer.word)
            let (mira, noah) = (try await server.browser("Mira"), try await server.browser("Noah"))
            let (collection, _, _) = try await prepare(mira)
            let unknown = try await mira.send(
                "POST", "/api/collections/\(collection)/share", json: ["person": "Nobody"])
            #expect(unknown.status == 404, "\(unknown.body)")
            #expect(try await mira.send("POST", "/api/collections/\(collection)/share", json: [:]).status == 422)
            let reply = try await mira.send("POST", "/api/collections/\(collection)/share", json: ["everyone": true])
            #expect(reply.json["everyone"] == true, "\(reply.body)")
            for client in [noah, server.owner] {
                #expect(try await shared(client).count == 1)
                #expect(try await found(client).contains("cellar"))
            }
            #expect(try await shared(mira).isEmpty)

            #expect(try await mira.send("DELETE", "/api/collections/\(collection)").status == 204)
            #expect(try await shared(noah).isEmpty)
            #expect(try await !found(noah).contains("cellar"))

            // The lease is put into another one; then Mira's account is removed.
            let lease = try await documentID("lease.md", mira)
            let again = try await mira.send(
                "POST", "/api/collections", json: ["name": "Again", "add": [.string(lease)]])
            let id = try #require(again.json["id"]?.stringValue)
            _ = try await mira.send("POST", "/api/collections/\(id)/share", json: ["everyone": true])
            #expect(try await found(noah).contains("cellar"))
            let account = try #require(try server.people.find("Mira"))
            #expect(try await server.owner.send("DELETE", "/api/people/\(account.id)").status == 204)
            #expect(try await shared(noah).isEmpty)
            #expect(try await !found(noah).contains("cellar"))
        }
    }

    @Test func `What is under a removed document's name later is not shared`() async throws {
        try await SharedServer.with { server in
            try await server.people.add("Mira", password: SharedServer.word)
            try await server.people.add("Noah", password: SharedServer.word)
            let (mira, noah) = (try await server.browser("Mira"), try await server.browser("Noah"))
            let (collection, lease, _) = try await prepare(mira)
            _ = try await mira.send("POST", "/api/collections/\(collection)/share", json: ["person": "Noah"])
            #expect(try await mira.send("DELETE", "/api/documents/\(lease)").status == 200)
            _ = try await mira.upload("lease.md", "# Lease\n\nThe zirbelnuss is another one, by the attic.\n")
            #expect(try await !found(noah).contains("attic"))
        }
    }
}
