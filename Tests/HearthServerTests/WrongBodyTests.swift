import Foundation
import HearthCore
import Testing

@testable import HearthServer

@Suite("What is sent where an object has to be")
struct WrongBodyTests {
    @Test(arguments: [
        ("[]", "an empty list"), ("[{\"text\":\"a\"}]", "a list of 1 item"), ("\"x\"", "a string of 1 character"),
        ("null", "null"), ("7", "the number 7"), ("true", "true"),
    ])
    func `Another value is told for what it is`(_ body: String, _ found: String) async throws {
        try await ServerClient.with { client, _, _ in
            let expected = "The body has to be a JSON object, `{…}`, and is \(found)."
            for target in ["/api/search", "/api/conversations", "/api/journal/entries"] {
                let reply = try await client.send("POST", target, body: Array(body.utf8))
                let error = reply.json["error"]
                #expect(reply.status == 400 && error?["code"] == "bad-request", "\(target): \(reply.body)")
                #expect(error?["message"]?.stringValue == expected, "\(target): \(reply.body)")
            }
            for target in ["/v1/chat/completions", "/v1/messages", "/api/chat"] {
                let reply = try await client.program.send("POST", target, body: Array(body.utf8))
                #expect(
                    reply.status == 400 && reply.body.contains("has to be a JSON object"), "\(target): \(reply.body)")
            }
        }
    }

    @Test func `Where nothing was sent, what is missing is told, whatever its type was to be`() async throws {
        try await ServerClient.with { client, _, _ in
            for type in ["application/json", "text/plain", "application/x-www-form-urlencoded", "multipart/form-data"] {
                for (target, field) in [
                    ("/api/search", "text"), ("/api/journal/entries", "text"), ("/api/documents/paths", "paths"),
                    ("/api/documents", "file"), ("/api/transcripts", "file"),
                ] {
                    let reply = try await client.send("POST", target, headers: "Content-Type: \(type)\r\n")
                    let error = reply.json["error"]
                    #expect(reply.status == 400 && error?["code"] == "bad-request", "\(target) \(type): \(reply.body)")
                    #expect(error?["field"]?.stringValue == field, "\(target) \(type): \(reply.body)")
                    let told = error?["message"]?.stringValue ?? ""
                    #expect(told.hasPrefix("The body is empty: `\(field)` is missing."), "\(target) \(type): \(told)")
                }
                let made = try await client.send("POST", "/api/conversations", headers: "Content-Type: \(type)\r\n")
                #expect(made.status == 400 && made.body.contains("`{}`"), "\(type): \(made.body)")
                for target in ["/v1/chat/completions", "/v1/messages", "/api/chat"] {
                    let reply = try await client.program.send("POST", target, headers: "Content-Type: \(type)\r\n")
                    #expect(reply.status == 400 && reply.body.contains("The body is empty"), "\(target): \(reply.body)")
                }
            }
        }
    }

    @Test func `A packed body is told for what it is, and one that says that it is not is taken`() async throws {
        try await ServerClient.with { client, _, _ in
            let body = Array(#"{"query":"roof"}"#.utf8)
            let packed = try await client.send("POST", "/api/search", body: body, headers: "Content-Encoding: gzip\r\n")
            #expect(packed.status == 415 && packed.json["error"]?["code"] == "unsupported-media", "\(packed.body)")
            let plain = try await client.send(
                "POST", "/api/search", body: Array(#"{"text":"roof"}"#.utf8),
                headers: "Content-Encoding: identity\r\n")
            #expect(plain.status == 200, "\(plain.body)")
        }
    }

    @Test func `A form without a file is told that it is missing`() async throws {
        try await ServerClient.with { client, _, _ in
            for form in [
                "--x--\r\n", "--x\r\nContent-Disposition: form-data; name=\"label\"\r\n\r\nprivate\r\n--x--\r\n",
            ] {
                let reply = try await client.send(
                    "POST", "/api/documents", type: "multipart/form-data; boundary=x", body: Array(form.utf8))
                #expect(reply.status == 400 && reply.json["error"]?["field"] == "file", "\(reply.body)")
            }
        }
    }

    @Test func `A type that is not read stays refused as that`() async throws {
        try await ServerClient.with { client, _, _ in
            for (target, type) in [("/api/search", "text/plain"), ("/api/documents", "application/json")] {
                let reply = try await client.send("POST", target, type: type, body: Array("{}".utf8))
                #expect(reply.status == 415 && reply.json["error"]?["code"] == "unsupported-media", "\(reply.body)")
            }
        }
    }
}
