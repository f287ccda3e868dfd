import Foundation
import HearthCore
import HearthEngine
import HearthTesting
import Synchronization
import Testing

@testable import HearthServer

/// Feeds, podcasts and pages through the server.
@Suite("Feeds through the server")
struct FeedServerTests {
    private static let feed = """
        <rss version="2.0"><channel><title>Roof Talk</title>\
        <item><title>Moss</title><guid>1</guid><description>Moss keeps the rain back.</description></item>\
        <item><title>Slate</title><guid>2</guid><description>About slate.</description>\
        <enclosure url="https://cdn.example/2.mp3?key=SECRET" type="audio/mpeg" length="9"/></item></channel></rss>
        """
    private static let page =
        "<html><head><title>Kept</title></head><body><article><p>Moss keeps the rain back for hours.</p></article></body></html>"

    private static func site(_ request: ReceivedRequest) -> WireResponse {
        switch request.target {
        case "/feed": .http(headers: [("content-type", "application/rss+xml")], body: Array(feed.utf8))
        case "/page": .http(headers: [("content-type", "text/html")], body: Array(page.utf8))
        default: .http(404)
        }
    }

    @Test func `A feed is followed, looked at, and removed with what was read from it`() async throws {
        let server = try await WireServer.start { Self.site($0) }
        let address = "\(server.url)/feed"
        try await ServerClient.with { client, _, _ in
            let begun = try await client.send(
                "POST", "/api/feeds", json: ["address": .string(address), "label": "private"])
            #expect(begun.status == 202 && begun.json["kind"] == "feeds", "\(begun.body)")
            // An address may hold a key: what is shown of it is its host.
            #expect(begun.json["title"]?.stringValue?.contains("/feed") == false)
            let added = try await client.end(of: begun.json)
            #expect(added["state"] == "done" && added["feeds"]?.arrayValue?.first?["added"] == 2, "\(added)")
            #expect(added["files"]?.arrayValue?.count == 2)

            let feeds = try await client.send("GET", "/api/feeds").json["feeds"]?.arrayValue ?? []
            #expect(feeds.map { $0["name"] } == ["roof-talk"])
            #expect(feeds.first?["items"] == 2 && feeds.first?["episodes"] == 1 && feeds.first?["label"] == "private")

            let items = try await client.send("GET", "/api/feeds/roof-talk/items?limit=1").json
            #expect(items["total"] == 2 && items["items"]?.arrayValue?.count == 1)
            #expect(items["items"]?.arrayValue?.first?["documentID"]?.stringValue != nil)
            let slate = try await client.send("GET", "/api/feeds/roof-talk/items?query=SLATE").json["items"]?.arrayValue
            #expect(slate?.count == 1 && slate?.first?["recordingHost"] == "cdn.example")
            #expect(slate?.first?["transcript"] == "none" && slate?.first?["transcriptID"] == .null)

            let again = try await client.end(
                of: try await client.send("POST", "/api/feeds/refresh", json: ["names": ["roof-talk"]]).json)
            #expect(again["state"] == "done" && again["feeds"]?.arrayValue?.first?["added"] == 0)
            #expect(try await client.send("POST", "/api/feeds/refresh", json: ["names": ["other"]]).status == 404)

            let taken = try await client.end(
                of: try await client.send("POST", "/api/feeds", json: ["address": .string(address)]).json)
            #expect(taken["state"] == "failed" && taken["error"]?["code"] == "already-there")

            let removed = try await client.send("DELETE", "/api/feeds/roof-talk?documents=true")
            #expect(removed.status == 200 && removed.json["receipt"]?["documentIDs"]?.arrayValue?.count == 2)
            #expect(try await client.send("GET", "/api/feeds").json["feeds"] == [])
            #expect(try await client.send("GET", "/api/documents").json["total"] == 0)
        }
        await server.stop()
    }

    @Test func `Another host is named, and asked for nothing until its owner allows it`() async throws {
        let other = try await WireServer.start { Self.site($0) }
        let server = try await WireServer.start { [port = other.port] _ in
            .http(302, headers: [("location", "http://localhost:\(port)/feed")])
        }
        let body: JSONValue = ["address": .string("\(server.url)/feed")]
        let host = "localhost:\(other.port)"
        try await ServerClient.with { client, hearth, _ in
            for target in ["/api/feeds", "/api/clip"] {
                let refused = try await client.end(of: try await client.send("POST", target, json: body).json)
                #expect(refused["state"] == "failed" && refused["error"]?["code"] == "host-not-allowed")
                #expect(refused["feeds"]?.arrayValue?.first?["refusedHosts"] == [.string(host)])
            }
            #expect(other.log.requests.isEmpty)
            let allowed = try await client.end(
                of: try await client.send(
                    "POST", "/api/feeds", json: ["address": .string("\(server.url)/feed"), "hosts": [.string(host)]]
                ).json)
            #expect(allowed["state"] == "done")
            let records = try await hearth.library().ledger(LedgerFilter()).map(\.entry).filter { $0.purpose == "feed" }
            #expect(records.contains { $0.kind == .connection && $0.host == host })
        }
        await other.stop()
        await server.stop()
    }

    @Test func `A page is kept, and what is no address is told at once`() async throws {
        let server = try await WireServer.start { Self.site($0) }
        let address = "\(server.url)/page"
        try await ServerClient.with { client, _, _ in
            let kept = try await client.end(
                of: try await client.send("POST", "/api/clip", json: ["address": .string(address)]).json)
            #expect(kept["kind"] == "clip" && kept["state"] == "done", "\(kept)")
            let file = kept["files"]?.arrayValue?.first
            #expect(file?["status"] == "added" && file?["documentID"]?.stringValue != nil)
            let missing = try await client.end(
                of: try await client.send("POST", "/api/clip", json: ["address": .string("\(address)-none")]).json)
            #expect(missing["state"] == "failed" && missing["error"]?["code"] == "page-not-found")
            let wrong = try await client.send("POST", "/api/clip", json: ["address": "file:///etc/passwd"])
            #expect(wrong.status == 422 && wrong.json["error"]?["code"] == "bad-web-address", "\(wrong.body)")
        }
        await server.stop()
    }

    @Test func `Lists of other programs come and go`() async throws {
        try await ServerClient.with { client, _, _ in
            let list =
                #"<opml version="2.0"><body><outline text="Far" xmlUrl="https://far.example/rss"/><outline text="None"/></body></opml>"#
            let form =
                "--x\r\nContent-Disposition: form-data; name=\"consent\"\r\n\r\ntrue\r\n"
                + "--x\r\nContent-Disposition: form-data; name=\"file\"; filename=\"feeds.opml\"\r\n\r\n\(list)\r\n--x--\r\n"
            let imported = try await client.send(
                "POST", "/api/feeds/list", type: "multipart/form-data; boundary=x", body: Array(form.utf8))
            #expect(imported.status == 200, "\(imported.body)")
            #expect(imported.json["added"]?.arrayValue?.first?["hosts"] == ["far.example"])
            let exported = try await client.send("GET", "/api/feeds/list")
            #expect(exported.body.contains("xmlUrl=\"https://far.example/rss\""))
            #expect(ServerClient.header("content-disposition", of: exported)?.contains("hearth-feeds.opml") == true)
        }
    }

    @Test func `What is followed is its owner's, and a program learns nothing of the work at it`() async throws {
        let server = try await WireServer.start { Self.site($0) }
        let address = "\(server.url)/feed"
        try await ServerClient.with { client, hearth, _ in
            let job = try await client.send("POST", "/api/feeds", json: ["address": .string(address)]).json
            _ = try await client.end(of: job)
            // Also one that may read everything.
            try hearth.environments.current.editor.set(.apiCeiling, to: "private")
            let program = client.program
            let asked: [(String, String, JSONValue?)] = [
                ("GET", "/api/feeds", nil), ("GET", "/api/feeds/roof-talk/items", nil), ("GET", "/api/feeds/list", nil),
                ("POST", "/api/feeds", ["address": "https://theirs.example/feed"]), ("POST", "/api/feeds/refresh", [:]),
                ("POST", "/api/clip", ["address": "https://theirs.example/?q=everything"]),
                ("POST", "/api/feeds/roof-talk/items/0123/fetch", [:]), ("DELETE", "/api/feeds/roof-talk", nil),
            ]
            for (method, target, body) in asked {
                let reply =
                    if let body { try await program.send(method, target, json: body) } else {
                        try await program.send(method, target)
                    }
                #expect(reply.status == 403 && reply.json["error"]?["code"] == "owner-only", "\(target): \(reply.body)")
            }
            let id = try #require(job["id"]?.stringValue)
            let seen = try await program.send("GET", "/api/jobs/\(id)").json
            #expect(seen["kind"] == "feeds" && seen["title"] == "" && seen["feeds"] == nil && seen["files"] == nil)
            #expect(try await program.send("POST", "/api/jobs/\(id)/cancel").json["error"]?["code"] == "owner-only")
        }
        await server.stop()
    }
}
