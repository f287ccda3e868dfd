import Foundation
import HearthCore
import HearthTesting
import Testing

/// Analyses of transcripts through the interface: who wrote what, and what is made anew.
@Suite struct AnalysisTests {
    private static let talk =
        "WEBVTT\n\n00:01.000 --> 00:04.000\n<v Ada>When do we ship the new kiln?\n\n"
        + "00:05.000 --> 00:09.000\n<v Ben>We ship the kiln on the first of May, and the old one goes to the museum.\n"

    private static func value(for prompt: String) -> String {
        if prompt.contains("engagementLevel") {
            return #"{"summary":"They ship a kiln.","mainTopics":["kiln"],"keyTakeaways":["It ships in May."],"#
                + #""targetAudience":"all","engagementLevel":"low"}"#
        }
        return #"{"summary":"They ship a kiln.","topics":["kiln"],"takeaways":[],"terms":[]}"#
    }

    /// An engine that writes summaries and nothing else, and the id of a transcript.
    private func prepared(_ client: ServerClient) async throws -> (id: String, engine: WireServer) {
        let wire = OpenAIDialect()
        let engine = try await WireServer.start { request in
            let prompt = String(decoding: request.body, as: UTF8.self)
            guard !prompt.contains("primaryCategory") else {
                return .http(401, body: Array(#"{"error":{"message":"no"}}"#.utf8))
            }
            let body = wire.text(
                [Self.value(for: prompt)], usage: TokenUsage(promptTokens: 9, completionTokens: 8), finish: .stop)
            return .http(headers: [("content-type", wire.contentType)], body: body)
        }
        for (name, value) in [
            ("custom-url", engine.url.absoluteString + "/v1"), ("custom-model", "tiny"), ("order", "custom,basic"),
        ] {
            let set = try await client.send("PUT", "/api/settings/\(name)", json: ["value": .string(value)])
            #expect(set.status == 200, "\(set.body)")
        }
        let consent = try await client.send("POST", "/api/consents", json: ["engine": "custom", "task": "summarize"])
        #expect(consent.status == 201, "\(consent.body)")
        _ = try await client.upload("talk.vtt", Self.talk, to: "/api/transcripts")
        let list = try await client.send("GET", "/api/transcripts").json["transcripts"]?.arrayValue
        return (try #require(list?.first?["documentID"]?.stringValue), engine)
    }

    private func analyze(_ client: ServerClient, _ id: String, _ request: JSONValue) async throws -> JSONValue {
        let begun = try await client.send("POST", "/api/transcripts/\(id)/analysis", json: request)
        #expect(begun.status == 202, "\(begun.body)")
        _ = try await client.end(of: begun.json)
        return try await client.send("GET", "/api/transcripts/\(id)/analysis").json
    }

    private func engines(_ analysis: JSONValue, _ aspect: String) -> [String?] {
        (analysis["writers"]?[aspect]?.arrayValue ?? []).map { $0["engine"]?.stringValue }
    }

    @Test func eachAspectKeepsItsOwnWriter() async throws {
        try await ServerClient.with { client, _, _ async throws in
            let (id, engine) = try await prepared(client)
            let first = try await analyze(client, id, ["aspects": ["summary"]])
            #expect(engines(first, "summary") == ["custom"] && first["route"]?["engine"] == "custom")
            #expect(first["writers"]?["summary"]?.arrayValue?.first?["onDevice"] == true)
            // The engine fails at tags, which the basic engine makes; the summary stays the work of who wrote it.
            let second = try await analyze(client, id, ["aspects": ["tags"]])
            #expect(engines(second, "tags") == ["basic"] && second["route"]?["engine"] == "basic")
            #expect(engines(second, "summary") == ["custom"])
            // So does what was told of the run that made it.
            #expect(second["runs"]?["summary"]?["route"]?["engine"] == "custom")
            #expect(second["runs"]?["summary"]?["coverage"] == first["coverage"])
            #expect(second["runs"]?["tags"]?["route"]?["engine"] == "basic")
            let writer = second["writers"]?["tags"]?.arrayValue?.first
            #expect(writer?["wasFallback"] == true && writer?["fallbackReason"]?.stringValue?.isEmpty == false)
            await engine.stop()
        }
    }

    @Test func whatIsThereIsMadeAnewWhenItIsAskedForAgain() async throws {
        try await ServerClient.with { client, _, _ async throws in
            let (id, engine) = try await prepared(client)
            _ = try await analyze(client, id, ["aspects": ["summary"]])
            let asked = engine.log.prompts.count
            #expect(asked > 0)
            let again = try await analyze(client, id, ["aspects": ["summary"]])
            #expect(engine.log.prompts.count == 2 * asked && again["reused"] == 0)
            let kept = try await analyze(client, id, ["aspects": ["summary"], "again": false])
            #expect(engine.log.prompts.count == 2 * asked && kept["reused"]?.numberValue?.intValue == asked)
            await engine.stop()
        }
    }

    @Test func aChosenLengthReachesTheEngine() async throws {
        try await ServerClient.with { client, _, _ async throws in
            let (id, engine) = try await prepared(client)
            _ = try await analyze(client, id, ["aspects": ["summary"], "maxTokens": 1234])
            let sent = engine.log.requests.map { String(decoding: $0.body, as: UTF8.self) }
            #expect(sent.contains { $0.contains("1234") }, "\(sent)")
            let wrong = try await client.send(
                "POST", "/api/transcripts/\(id)/analysis", json: ["aspects": ["summary"], "maxTokens": 0])
            #expect(wrong.status == 422 && wrong.json["error"]?["field"] == "maxTokens", "\(wrong.body)")
            await engine.stop()
        }
    }

    @Test func theRouteOfAnAnalysisIsThatOfItsTask() async throws {
        try await ServerClient.with { client, _, _ async throws in
            let (_, engine) = try await prepared(client)
            // Consent was given for this task alone.
            let route = try await client.send("POST", "/api/route", json: ["task": "summarize"]).json
            #expect(route["engine"] == "custom")
            #expect(try await client.send("POST", "/api/route", json: ["task": "extract"]).json["engine"] == "basic")
            await engine.stop()
        }
    }
}
