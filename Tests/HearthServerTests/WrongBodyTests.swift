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
}
