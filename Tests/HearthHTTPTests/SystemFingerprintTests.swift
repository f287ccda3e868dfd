import HearthCore
import HearthModels
import HearthTesting
import Synchronization
import Testing

@testable import HearthHTTP

@Suite("The name for what computed an answer")
struct SystemFingerprintTests: ClientTesting {
    private func fingerprint(_ server: Loopback, at path: String, _ body: String) async throws -> String {
        try #require(try await server.send("POST", path, body: body).json["system_fingerprint"]?.stringValue)
    }

    @Test func `It stays the same while the model's file does, in every interface and every piece of a stream`()
        async throws
    {
        let service = ClientService(ScriptedModel(otherwise: { _ in .text("one two three") }))
        try await with(service) { server async throws in
            service.files.withLock { $0["local/scripted"] = "4-1-a" }
            let first = try await fingerprint(server, at: path, chat("auto"))
            #expect(first.hasPrefix("fp_") && first.count == 13)
            #expect(try await fingerprint(server, at: path, chat("auto", #","seed":7"#, text: "else")) == first)
            let prompt = #"{"model":"auto","prompt":"when"}"#
            #expect(try await fingerprint(server, at: "/v1/completions", prompt) == first)
            let more = #","stream":true,"stream_options":{"include_usage":true}"#
            for (path, body) in [
                (path, chat("auto", more)), ("/v1/completions", String(prompt.dropLast()) + more + "}"),
            ] {
                let chunks = try await server.send("POST", path, body: body).events.dropLast()
                #expect(chunks.count > 2)
                for chunk in chunks {
                    #expect(try JSONValue(parsing: chunk)["system_fingerprint"]?.stringValue == first, "\(chunk)")
                }
            }
            service.files.withLock { $0["local/scripted"] = "4-2-a" }
            #expect(try await fingerprint(server, at: path, chat("auto")) != first)
        }
    }

    @Test func `Each piece of a stream of text tells of its tokens, as null before the last, where that was asked for`()
        async throws
    {
        let service = ClientService(ScriptedModel(otherwise: { _ in .text("one two three") }))
        try await with(service) { server async throws in
            func chunks(_ more: String) async throws -> [JSONValue] {
                let body = #"{"model":"auto","prompt":"when","stream":true\#(more)}"#
                return try await server.send("POST", "/v1/completions", body: body).events.dropLast()
                    .map { try JSONValue(parsing: $0) }
            }
            let told = try await chunks(#","stream_options":{"include_usage":true}"#)
            #expect(told.dropLast().allSatisfy { $0["usage"] == .some(.null) })
            #expect(told.last?["usage"]?["total_tokens"] != nil && told.last?["choices"] == [])
            #expect(try await chunks("").allSatisfy { $0["usage"] == nil })
        }
    }
}
