import Foundation
import HearthCore
import Testing

@testable import HearthServer

@Suite("Names that a request of the interface does not have")
struct UnknownNameTests {
    private func expectRefused(_ reply: ServerClient.Reply, _ name: String, _ told: String = "") {
        let error = reply.json["error"]
        #expect(reply.status == 400 && error?["code"] == "unknown-field", "\(reply.body)")
        #expect(error?["field"]?.stringValue == name, "\(reply.body)")
        let message = error?["message"]?.stringValue ?? ""
        #expect(message.contains("`\(name)` is not known here") && message.contains(told), "\(message)")
    }

    @Test func `In a body they are refused, with the one that was meant, and nothing is done`() async throws {
        try await ServerClient.with { client, _, _ in
            expectRefused(
                try await client.send("POST", "/api/search", json: ["text": "lease", "limt": 3]), "limt",
                "did you mean `limit`?")
            expectRefused(
                try await client.send("POST", "/api/search", json: ["query": "lease"]), "query",
                "There are `text`, `limit`, `in`, `formats`, `labels`, `after`, `before`, `from`.")
            expectRefused(
                try await client.send("POST", "/api/journal/entries", json: ["text": "Rain.", "titel": "A day"]),
                "titel",
                "did you mean `title`?")
            #expect(try await client.send("GET", "/api/journal/entries").json["total"] == 0)
            // Where nothing is taken, an empty object says as much.
            expectRefused(
                try await client.send("POST", "/api/environments/production/use", json: ["force": true]), "force",
                "nothing is taken here")
            #expect(try await client.send("POST", "/api/environments/production/use", json: [:]).status == 200)
        }
    }

    @Test func `In an address they are refused: a filter that is mistyped would show everything`() async throws {
        try await ServerClient.with { client, _, _ in
            expectRefused(
                try await client.send("GET", "/api/documents?lable=private"), "lable", "did you mean `label`?")
            expectRefused(try await client.send("GET", "/api/documents?limit=1&x"), "x", "In the address: ")
            expectRefused(try await client.send("GET", "/api/routing?mode=auto"), "mode", "nothing is taken here")
            #expect(try await client.send("GET", "/api/documents?label=private&limit=1").status == 200)
        }
    }

    @Test func `In a form they are refused, and no file is kept`() async throws {
        try await ServerClient.with { client, _, _ in
            let form =
                "--x\r\nContent-Disposition: form-data; name=\"lable\"\r\n\r\nprivate\r\n--x\r\n"
                + "Content-Disposition: form-data; name=\"file\"; filename=\"a.txt\"\r\n\r\nWords.\r\n--x--\r\n"
            let reply = try await client.send(
                "POST", "/api/documents", type: "multipart/form-data; boundary=x", body: Array(form.utf8))
            expectRefused(reply, "lable", "did you mean `label`?")
            #expect(try await client.send("GET", "/api/documents").json["total"] == 0)
        }
    }

    @Test func `What a browser fetches with a ticket is fetched`() async throws {
        try await ServerClient.with { client, _, _ in
            let made = try await client.send("POST", "/api/tickets", json: ["target": "/api/documents?limit=1"])
            let url = try #require(made.json["url"]?.stringValue)
            #expect(try await client.send("GET", url).status == 200)
        }
    }
}
