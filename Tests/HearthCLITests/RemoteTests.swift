import Foundation
import HearthCore
import HearthTesting
import Testing

/// The real program against a server on this machine that speaks as a provider does.
@Suite(.serialized)
struct RemoteTests {
    private static let key = "sk-test-0123456789abcdef"

    /// Answers any question with one sentence, as a stream of events.
    private static func server() async throws -> WireServer {
        let pieces = ["The gate", " is painted green [1]."]
        let body = OpenAIDialect().text(
            pieces, usage: TokenUsage(promptTokens: 90, completionTokens: 8), finish: .stop)
        return try await WireServer.start { request in
            if request.method == "GET" {
                let isKnown = request.header("authorization") == "Bearer " + key
                return .http(isKnown ? 200 : 401, body: Array(#"{"data":[]}"#.utf8))
            }
            return .http(headers: [("content-type", "text/event-stream")], body: body, framing: .chunked(size: 7))
        }
    }

    private func prepared(_ server: WireServer) throws -> HearthProgram {
        let hearth = try HearthProgram()
        try hearth.write("gate.txt", "The north gate is painted green. It was repaired by Selma Novak in May.")
        _ = try hearth.run("ingest", "gate.txt")
        for (key, value) in [("custom-url", "\(server.url)/v1"), ("custom-model", "tiny"), ("order", "custom,basic")] {
            #expect(try hearth.run("settings", "set", key, value).status == 0)
        }
        return hearth
    }

    private let question = "What colour is the north gate?"

    @Test func personalTextWaitsForConsentAndRevokingEndsIt() async throws {
        let server = try await Self.server()
        let hearth = try prepared(server)
        // Without consent another engine serves, and the endpoint hears nothing.
        let before = try hearth.run("ask", question, "--json")
        #expect((before.lines.first?["route"] as? [String: Any])?["engine"] as? String == "basic")
        #expect(try hearth.run("ask", question, "--engine", "custom").status == 3)
        #expect(server.log.connections.isEmpty)

        let consent = try hearth.run("consent", "grant", "custom", "--task", "answer", "--json")
        let id = try #require(consent.lines.first?["id"] as? String)
        let answer = try hearth.run("ask", question, "--json")
        let line = try #require(answer.lines.first)
        #expect(line["answer"] as? String == "The gate is painted green [1].")
        #expect((line["route"] as? [String: Any])?["engine"] as? String == "custom")
        #expect((line["route"] as? [String: Any])?["consentID"] as? String == id)
        #expect((line["usage"] as? [String: Any])?["promptTokens"] as? Int == 90)
        #expect(server.log.prompts.count == 1)

        #expect(try hearth.run("consent", "revoke", id).status == 0)
        #expect(try hearth.run("ask", question, "--engine", "custom").status == 3)
        #expect(server.log.prompts.count == 1)
        await server.stop()
    }

    @Test func theLedgerHoldsDecisionConnectionAndOutcomeAndNoText() async throws {
        let server = try await Self.server()
        let hearth = try prepared(server)
        _ = try hearth.run("consent", "grant", "custom")
        #expect(try hearth.run("ask", question).status == 0)
        let records = try hearth.run("ledger", "list", "--json")
        // The server is asked of itself once it is allowed, which is in the ledger as well.
        let kinds = records.lines.suffix(4).compactMap { $0["kind"] as? String }
        #expect(kinds == ["decision", "connection", "connection", "outcome"])
        let connection = try #require(records.lines.last { $0["kind"] as? String == "connection" })
        #expect(connection["success"] as? Bool == true)
        #expect((connection["host"] as? String)?.hasSuffix(":\(server.port)") == true)
        #expect((connection["bytesOut"] as? Int ?? 0) == server.log.prompts.first?.body.count)
        for secret in ["green", "Selma", question] { #expect(!records.output.contains(secret)) }
        #expect(try hearth.run("ledger", "verify", "--json").lines.last?["valid"] as? Bool == true)
        let usage = try hearth.run("usage", "--json")
        #expect(usage.output.contains("\"promptTokens\":90"))
        await server.stop()
    }

    @Test func privateTextIsRefusedInEveryMode() async throws {
        let server = try await Self.server()
        let hearth = try prepared(server)
        try hearth.write("safe.txt", "The combination of the safe is kept by Selma Novak in the blue drawer.")
        _ = try hearth.run("ingest", "safe.txt", "--label", "private")
        _ = try hearth.run("consent", "grant", "custom")
        let about = "Where is the combination of the safe kept?"
        for mode in ["auto", "byoOnly", "localOnly", "appleOnly"] {
            #expect(try hearth.run("ask", about, "--engine", "custom", "--mode", mode).status == 3)
        }
        #expect(try hearth.run("summarize", "--private", "gate.txt", "--engine", "custom").status == 3)
        let served = try hearth.run("ask", about, "--json")
        #expect((served.lines.first?["route"] as? [String: Any])?["engine"] as? String == "basic")
        #expect(server.log.connections.isEmpty)
        await server.stop()
    }

    @Test func aPreviewAndARouteSendNothing() async throws {
        let server = try await Self.server()
        let hearth = try prepared(server)
        _ = try hearth.run("consent", "grant", "custom")
        _ = try hearth.run("settings", "set", "redact", "true")
        let preview = try hearth.run("ask", question, "--preview", "--json")
        let line = try #require(preview.lines.first)
        #expect(line["leavesProcess"] as? Bool == true)
        #expect((line["replaced"] as? [[String: Any]])?.contains { $0["original"] as? String == "Selma Novak" } == true)
        let sent = (line["messages"] as? [[String: Any]])?.compactMap { $0["content"] as? String }.joined() ?? ""
        #expect(!sent.contains("Selma") && sent.contains("painted green"))
        #expect(try hearth.run("route", "--task", "chat", "--json").lines.first?["engine"] as? String == "custom")
        #expect(server.log.connections.isEmpty)

        // What is then sent is what the preview showed.
        #expect(try hearth.run("ask", question).status == 0)
        let body = try #require(server.log.prompts.first.map { String(decoding: $0.body, as: UTF8.self) })
        #expect(!body.contains("Selma"))
        await server.stop()
    }

    @Test func offlineOpensNoConnection() async throws {
        let server = try await Self.server()
        let hearth = try prepared(server)
        _ = try hearth.run("consent", "grant", "custom")
        _ = try hearth.run("keys", "set", "custom", input: Self.key + "\n")
        #expect(try hearth.run("--offline", "ask", question, "--engine", "custom").status != 0)
        #expect(try hearth.run("--offline", "keys", "validate", "custom").status != 0)
        #expect(try hearth.run("--offline", "ask", question).status == 0)
        #expect(server.log.connections.isEmpty)
        await server.stop()
    }

    @Test func aKeyIsShownToItsServiceOnlyAndNeverPrinted() async throws {
        let server = try await Self.server()
        let hearth = try prepared(server)
        let set = try hearth.run("keys", "set", "custom", input: Self.key + "\n")
        let validated = try hearth.run("keys", "validate", "custom", "--json")
        #expect(validated.lines.first?["valid"] as? Bool == true)
        _ = try hearth.run("consent", "grant", "custom")
        _ = try hearth.run("ask", question)
        #expect(server.log.requests.allSatisfy { $0.header("authorization") == "Bearer " + Self.key })

        // Another address must not see it: the key belongs to the one that it was given for.
        let other = try await Self.server()
        _ = try hearth.run("settings", "set", "custom-url", "\(other.url)/v1")
        _ = try hearth.run("consent", "grant", "custom")
        let moved = try hearth.run("ask", question, "--engine", "custom")
        #expect(moved.status == 1 && moved.errors.contains("set for \(server.url)"), "\(moved)")
        #expect(other.log.connections.isEmpty)
        // Set again, it belongs to the new address, and no longer to the old one.
        _ = try hearth.run("keys", "set", "custom", input: Self.key + "\n")
        #expect(try hearth.run("ask", question, "--engine", "custom").status == 0)
        #expect(other.log.requests.allSatisfy { $0.header("authorization") == "Bearer " + Self.key })
        let printed = [set, validated, moved].map { $0.output + $0.errors }.joined()
        #expect(!printed.contains(Self.key))
        await server.stop()
        await other.stop()
    }

    @Test func aServerThatFailsIsStoodInForByTheNextEngineAndSaidSo() async throws {
        let server = try await WireServer.start(script: [.http(400, body: Array("{}".utf8))])
        let hearth = try prepared(server)
        _ = try hearth.run("consent", "grant", "custom")
        // A request that the server calls wrong is wrong everywhere.
        #expect(try hearth.run("ask", question).status == 1)
        await server.stop()
        let answer = try hearth.run("ask", question, "--json")
        let route = try #require(answer.lines.first?["route"] as? [String: Any])
        #expect(route["engine"] as? String == "basic")
        #expect(route["wasFallback"] as? Bool == true)
        #expect((route["fallbackReason"] as? String)?.contains("custom") == true)
        #expect(try hearth.run("ask", question, "--engine", "custom").status == 1)
    }

    private static let talk = """
        WEBVTT

        00:00:01.000 --> 00:00:06.000
        <v Ana>What did the river survey find at the bridges this spring?

        00:00:06.000 --> 00:00:14.000
        <v Ben>The survey found otters at four of the nine bridges, which is twice as many as last year.

        """

    private func object(_ value: Any?) -> [String: Any] { value as? [String: Any] ?? [:] }

    @Test func nothingBearsTheNameOfAnEngineThatDidNotAnswer() async throws {
        let server = try await WireServer.start { _ in .http(401, body: Array(#"{"error":{"message":"no"}}"#.utf8)) }
        let hearth = try prepared(server)
        _ = try hearth.run("consent", "grant", "custom")
        try hearth.write("talk.vtt", Self.talk)
        #expect(try hearth.run("journal", "add", "--label", "public", "Walked to the sea with Anna.").status == 0)

        let summary = try hearth.run("transcript", "analyze", "talk.vtt")
        #expect(!server.log.requests.isEmpty)
        #expect(summary.output.contains("by: basic (extractive)") && !summary.output.contains("custom"))
        let line = try #require(try hearth.run("transcript", "analyze", "talk.vtt", "--json").lines.first)
        let route = object(line["route"])
        #expect(route["engine"] as? String == "basic" && route["wasFallback"] as? Bool == true)
        let writers = object(line["writers"])
        #expect(Set(writers.keys) == ["summary", "tags", "entities", "highlights", "chapters", "questions"])
        for (_, value) in writers {
            #expect((value as? [[String: Any]])?.map { $0["engine"] as? String } == ["basic"])
        }
        for arguments in [
            ["journal", "week"], ["journal", "month"], ["journal", "year"], ["journal", "today"],
            ["quiz", "--count", "1"],
            ["ask", question], ["transcript", "ask", "talk.vtt", "What did the survey find?"],
        ] {
            let shown = try hearth.run(arguments)
            #expect(shown.output.contains("by: basic (extractive)"), "\(arguments) \(shown)")
            #expect(!shown.output.contains("custom"), "\(arguments) \(shown)")
        }
        for arguments in [["do", "when was the gate repaired?"], ["summarize", "gate.txt"]] {
            #expect(try hearth.run(arguments).errors.contains("by: basic (extractive)"), "\(arguments)")
        }
        await server.stop()
    }

    /// As a firewall does that answers "not permitted".
    @Test func whereTheSystemRefusesAConnectionTheNextEngineServes() async throws {
        let server = try await Self.server()
        let hearth = try prepared(server)
        _ = try hearth.run("consent", "grant", "custom")
        let (process, _) = try hearth.tracing("connect", ["ask", question, "--json"])
        process.arguments?.insert(contentsOf: ["-e", "inject=connect:error=EPERM"], at: 0)
        let output = Pipe()
        process.standardOutput = output
        try process.run()
        let line = output.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        #expect(process.terminationStatus == 0)
        let answer = try #require(try JSONSerialization.jsonObject(with: line) as? [String: Any])
        #expect(object(answer["route"])["engine"] as? String == "basic")
        #expect(object(answer["route"])["wasFallback"] as? Bool == true)
        #expect(server.log.connections.isEmpty)
        await server.stop()
    }

    @Test func aServerThatFailsLeavesNoNameOnTheSummary() async throws {
        let server = try await WireServer.start { _ in .http(500, body: Array(#"{"error":{"message":"down"}}"#.utf8)) }
        let hearth = try prepared(server)
        _ = try hearth.run("consent", "grant", "custom")
        try hearth.write("talk.vtt", Self.talk)
        let line = try #require(try hearth.run("transcript", "summary", "talk.vtt", "--json").lines.first)
        let route = object(line["route"])
        #expect(route["engine"] as? String == "basic" && route["wasFallback"] as? Bool == true)
        #expect((route["fallbackReason"] as? String)?.contains("status 500") == true)
        #expect(!server.log.requests.isEmpty)
        await server.stop()
    }

    /// A value of the form that a prompt asks for.
    private static func value(for prompt: String) -> String {
        if prompt.contains("engagementLevel") {
            return #"{"summary":"They talk about otters.","mainTopics":["otters"],"keyTakeaways":["Otters came."],"#
                + #""targetAudience":"all","engagementLevel":"low"}"#
        }
        if prompt.contains("takeaways") {
            return #"{"summary":"They talk about otters.","topics":["otters"],"takeaways":[],"terms":[]}"#
        }
        let day = #""keyInsights":["An insight."],"mainThemes":["a theme"],"thoughtProcess":"Straight on.""#
        return prompt.contains("actionItems")
            ? #"{"title":"A title","# + day + #","actionItems":[],"topics":["t"]}"# : "{\(day)}"
    }

    @Test func askedAgainAModelIsAskedAgain() async throws {
        let server = try await WireServer.start { request in
            let body = OpenAIDialect().text(
                [Self.value(for: String(decoding: request.body, as: UTF8.self))],
                usage: TokenUsage(promptTokens: 9, completionTokens: 8), finish: .stop)
            return .http(headers: [("content-type", "text/event-stream")], body: body, framing: .chunked(size: 99))
        }
        let hearth = try prepared(server)
        _ = try hearth.run("consent", "grant", "custom")
        try hearth.write("talk.vtt", Self.talk)
        #expect(try hearth.run("journal", "add", "--label", "public", "Walked to the sea with Anna.").status == 0)
        for arguments in [
            ["transcript", "summary", "talk.vtt"], ["journal", "week"], ["journal", "rollup", "--level", "day"],
        ] {
            let first = try hearth.run(arguments)
            #expect(first.output.contains("by: custom (tiny)"), "\(first)")
            let asked = server.log.prompts.count
            #expect(try hearth.run(arguments).status == 0)
            #expect(server.log.prompts.count == asked, "\(arguments)")
            let again = try hearth.run(arguments + ["--again", "--json"])
            #expect(again.status == 0 && server.log.prompts.count > asked, "\(arguments)")
        }
        await server.stop()
    }

    @Test func aKeyThatIsNotPermittedSomethingIsNoWrongKeyAndOneThatIsUsedMuchIsAGoodOne() async throws {
        for (status, isValid, words) in [
            (401, false, "does not accept the key"), (403, false, "does not permit"), (429, true, "accepts the key"),
        ] {
            let server = try await WireServer.start { _ in
                .http(status, headers: [("retry-after", "300")], body: Array(#"{"error":{"message":"no"}}"#.utf8))
            }
            let hearth = try prepared(server)
            _ = try hearth.run("keys", "set", "custom", input: Self.key + "\n")
            let found = try hearth.run("keys", "validate", "custom", "--json")
            #expect(found.lines.first?["valid"] as? Bool == isValid, "\(status) \(found)")
            let message = found.lines.first?["message"] as? String ?? ""
            #expect(message.contains(words), "\(status) \(message)")
            #expect(status == 401 || !message.contains("does not accept"))
            #expect(found.status == (isValid ? 0 : 1))
            await server.stop()
        }
    }

    /// The connection is recorded when it has ended, with its bytes. A program that is killed before leaves the decision, and
    /// the ledger says of it that nobody knows how it ended.
    @Test func aRequestThatWasKilledIsNamedByTheLedger() async throws {
        let server = try await WireServer.start { _ in WireResponse(steps: [.hold]) }
        let hearth = try prepared(server)
        _ = try hearth.run("consent", "grant", "custom")
        let asking = try hearth.start(["ask", question, "--engine", "custom"])
        #expect(await server.waitUntil { !$0.requests.isEmpty })
        kill(asking.processIdentifier, SIGKILL)
        asking.waitUntilExit()
        let records = try hearth.run("ledger", "list", "--json").lines
        #expect(records.last?["kind"] as? String == "decision")
        let number = try #require(records.last?["number"] as? Int)
        #expect((records.last?["host"] as? String)?.hasSuffix(":\(server.port)") == true)
        let verified = try hearth.run("ledger", "verify", "--json")
        #expect(verified.status == 0 && verified.lines.last?["valid"] as? Bool == true)
        #expect(verified.lines.last?["unfinished"] as? [Int] == [number])
        #expect(try hearth.run("ledger", "verify").errors.contains("record \(number)"))
        await server.stop()
    }

    @Test func whatHasAPreviewSendsNothing() async throws {
        let server = try await Self.server()
        let hearth = try prepared(server)
        _ = try hearth.run("consent", "grant", "custom")
        try hearth.write("talk.srt", "1\n00:00:01,000 --> 00:00:04,000\nAnna: The gate will be painted in May.\n")
        #expect(try hearth.run("journal", "add", "--label", "public", "Walked to the sea.").status == 0)
        for (arguments, words) in [
            (["quiz", "--count", "2"], "north gate"), (["do", "when was the gate repaired?"], "repaired"),
            (["transcript", "summary", "talk.srt"], "painted in May"),
            (["transcript", "ask", "talk.srt", "When will the gate be painted?"], "painted in May"),
            (["journal", "today"], "Walked to the sea"),
            (["journal", "rollup", "--level", "week"], "Walked to the sea"),
        ] {
            let shown = try hearth.run(arguments + ["--preview", "--engine", "custom"]).output
            #expect(shown.contains(words) && shown.contains("host: 127.0.0.1:\(server.port)"), "\(arguments) \(shown)")
            #expect(shown.contains("why: ") && shown.contains("label: "))
        }
        #expect(server.log.connections.isEmpty)
        #expect(try hearth.run("ledger", "list", "--kind", "decision", "--json").lines.isEmpty)
        await server.stop()
    }

    @Test func wrongWordsAreRefusedWithTheirStatus() throws {
        let hearth = try HearthProgram()
        #expect(try hearth.run("route", "--task", "dance").status == 2)
        #expect(try hearth.run("mode", "everything").status == 2)
        #expect(try hearth.run("ask", "x", "--engine", "hal9000").status == 2)
        for (option, value) in [
            ("--max-tokens", "99999999999"), ("--max-tokens", "1000001"), ("--max-tokens", "0"),
            ("--temperature", "2.1"),
            ("--temperature", "-1"), ("--temperature", "nan"),
        ] {
            #expect(try hearth.run("ask", "x", "\(option)=\(value)").status == 2, "\(option) \(value)")
        }
        #expect(try hearth.run("ask", "x", "--max-tokens", "1000000", "--temperature", "2").status == 0)
        #expect(try hearth.run("consent", "grant", "local").status == 2)
        #expect(try hearth.run("keys", "validate", "openai").status == 1)
        #expect(try hearth.run("rewrite", "--text", "x").status == 4)
        #expect(try hearth.run("environment", "use", "nowhere").status != 0)
    }
}
