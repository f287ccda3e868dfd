import Foundation
import HearthCore
import HearthTesting
import Testing

/// The real program with two servers of its owner's, of which one may see what is personal.
@Suite("The command for endpoints", .serialized)
struct EndpointsTests {
    private static let key = "sk-test-0123456789abcdef"
    /// No session bus: the tests must not write into the keyring of whoever runs them.
    private static let noBus = ["DBUS_SESSION_BUS_ADDRESS": "", "XDG_RUNTIME_DIR": ""]

    private static func server() async throws -> WireServer {
        let body = OpenAIDialect().text(
            ["The gate is painted green [1]."], usage: TokenUsage(promptTokens: 90, completionTokens: 8), finish: .stop)
        return try await WireServer.start { request in
            if request.method == "GET" {
                return .http(200, body: Array(#"{"data":[{"id":"tiny"},{"id":"large"}]}"#.utf8))
            }
            return .http(headers: [("content-type", "text/event-stream")], body: body, framing: .chunked(size: 7))
        }
    }

    private func prepared(_ lab: WireServer, _ den: WireServer) throws -> HearthProgram {
        let hearth = try HearthProgram()
        try hearth.write("gate.txt", "The north gate is painted green. It was repaired by Selma Canary in May.")
        _ = try hearth.run("ingest", "gate.txt")
        #expect(try hearth.run("settings", "set", "order", "custom,basic").status == 0)
        for (name, server) in [("lab", lab), ("den", den)] {
            let added = try hearth.run("endpoints", "add", name, "--url", "\(server.url)/v1", "--model", "tiny")
            #expect(added.status == 0 && added.output.contains("custom:\(name)"), "\(added)")
        }
        return hearth
    }

    private let question = "What colour is the north gate?"

    @Test func `What is personal reaches the endpoint with consent alone, and the ledger names it`() async throws {
        let (lab, den) = (try await Self.server(), try await Self.server())
        let hearth = try prepared(lab, den)
        for name in ["lab", "den"] {
            #expect(try hearth.run("ask", question, "--engine", "custom:\(name)").status == 3)
        }
        #expect(lab.log.connections.isEmpty && den.log.connections.isEmpty)

        #expect(try hearth.run("consent", "grant", "custom:lab").status == 0)
        let answer = try hearth.run("ask", question, "--json")
        let route = try #require(answer.lines.first?["route"] as? [String: Any], "\(answer)")
        #expect(route["engine"] as? String == "custom:lab" && route["model"] as? String == "tiny")
        #expect(try hearth.run("ask", question, "--engine", "custom:den").status == 3)
        #expect(try hearth.run("ask", question, "--engine", "custom").status == 4)
        #expect(lab.log.prompts.contains { String(decoding: $0.body, as: UTF8.self).contains("Canary") })
        #expect(den.log.connections.isEmpty)

        let records = try hearth.run("ledger", "list", "--engine", "custom:lab", "--json")
        let decision = try #require(records.lines.last { $0["kind"] as? String == "decision" })
        #expect((decision["host"] as? String)?.hasSuffix(":\(lab.port)") == true)
        #expect(!records.output.contains(":\(den.port)"))
        #expect(try hearth.run("ledger", "verify", "--json").lines.last?["valid"] as? Bool == true)
        await lab.stop()
        await den.stop()
    }

    @Test func `A group goes on when one of its endpoints ends, and one without consent is left out and named`()
        async throws
    {
        let (lab, den) = (try await Self.server(), try await Self.server())
        let hearth = try prepared(lab, den)
        #expect(try hearth.run("endpoints", "group", "set", "pool", "lab", "none").status == 2)
        #expect(try hearth.run("endpoints", "group", "set", "pool", "lab", "den", "--weight", "away=2").status == 2)
        let made = try hearth.run("endpoints", "group", "set", "pool", "lab", "den", "--queue", "5", "--json")
        #expect(made.status == 0 && made.lines.first?["engine"] as? String == "custom:pool", "\(made)")
        #expect(try hearth.run("ask", question, "--engine", "custom:pool").status == 3)
        #expect(try hearth.run("consent", "grant", "custom:pool").status == 2)

        #expect(try hearth.run("consent", "grant", "custom:den").status == 0)
        let listed = try hearth.run("endpoints", "group", "list")
        #expect(listed.output.contains("personal text needs your consent"), "\(listed)")
        let answer = try hearth.run("ask", question, "--engine", "custom:pool", "--json")
        let route = try #require(answer.lines.first?["route"] as? [String: Any], "\(answer)")
        #expect(route["engine"] as? String == "custom:den")
        let rejected = route["rejected"] as? [[String: Any]] ?? []
        #expect(rejected.contains { $0["engine"] as? String == "custom:lab" && $0["byPolicy"] as? Bool == true })
        #expect(lab.log.connections.isEmpty)

        #expect(try hearth.run("consent", "grant", "custom:lab").status == 0)
        await den.stop()
        for _ in 0..<2 {
            let other = try hearth.run("ask", question, "--engine", "custom:pool", "--json")
            let route = try #require(other.lines.first?["route"] as? [String: Any], "\(other)")
            #expect(other.status == 0 && route["engine"] as? String == "custom:lab")
        }
        #expect(try hearth.run("ledger", "verify", "--json").lines.last?["valid"] as? Bool == true)
        #expect(try hearth.run("endpoints", "remove", "den").status == 0)
        #expect(
            try hearth.run("endpoints", "group", "list", "--json").lines.first?["members"].map { "\($0)" }?.contains(
                "den") == false)
        #expect(try hearth.run("endpoints", "group", "remove", "pool").status == 0)
        #expect(try hearth.run("endpoints", "group", "list", "--json").output.isEmpty)
        await lab.stop()
    }

    @Test func `A key is sent to its own endpoint alone`() async throws {
        let (lab, den) = (try await Self.server(), try await Self.server())
        let hearth = try prepared(lab, den)
        let set = try hearth.run("keys", "set", "custom:lab", input: Self.key + "\n", environment: Self.noBus)
        #expect(set.status == 0, "\(set)")
        for name in ["lab", "den"] {
            let tested = try hearth.run("endpoints", "test", name, "--json", environment: Self.noBus)
            #expect(tested.lines.first?["models"] as? [String] == ["tiny", "large"], "\(tested)")
            #expect(tested.lines.first?["hasModel"] as? Bool == true)
        }
        #expect(lab.log.requests.map { $0.header("authorization") } == ["Bearer " + Self.key])
        #expect(den.log.requests.map { $0.header("authorization") } == [nil])
        let listed = try hearth.run("endpoints", "list", "--json", environment: Self.noBus)
        #expect(listed.lines.map { $0["name"] as? String } == ["den", "lab"])
        #expect(listed.lines.map { $0["key"] as? Bool } == [false, true])
        #expect(!listed.output.contains(Self.key))

        #expect(try hearth.run("endpoints", "remove", "lab", environment: Self.noBus).status == 0)
        #expect(try hearth.run("keys", "list", "--json", environment: Self.noBus).output.isEmpty)
        #expect(try hearth.run("endpoints", "remove", "lab", environment: Self.noBus).status == 1)
        #expect(try hearth.run("endpoints", "test", "lab", environment: Self.noBus).status == 1)
        await lab.stop()
        await den.stop()
    }

    @Test func `A key whose endpoint was taken out of the settings is listed, and can be removed`() throws {
        let hearth = try HearthProgram()
        #expect(try hearth.run("endpoints", "add", "lab", "--url", "https://lab.example/v1").status == 0)
        let set = try hearth.run("keys", "set", "custom:lab", input: Self.key + "\n", environment: Self.noBus)
        #expect(set.status == 0, "\(set)")
        #expect(try hearth.run("settings", "unset", "endpoints").status == 0)
        let listed = try hearth.run("keys", "list", "--json", environment: Self.noBus)
        #expect(listed.lines.map { $0["provider"] as? String } == ["custom:lab"], "\(listed)")
        #expect(try hearth.run("keys", "remove", "custom:lab", environment: Self.noBus).status == 0)
        #expect(try hearth.run("keys", "list", "--json", environment: Self.noBus).output.isEmpty)
    }

    @Test func `What is no endpoint is wrong usage, and is not repeated where it may be a secret`() throws {
        let hearth = try HearthProgram()
        for arguments in [
            ["openai", "--url", "https://a.example/v1"], ["Lab", "--url", "https://a.example/v1"],
            ["lab", "--url", "http://192.168.1.5/v1"], ["lab", "--url", "https://me:\(Self.key)@a.example/v1"],
            ["lab", "--url", "https://a.example/v1", "--label", "private"], ["lab"],
        ] {
            let refused = try hearth.run(["endpoints", "add"] + arguments)
            #expect(refused.status == 2, "\(refused)")
            #expect(!(refused.output + refused.errors).contains(Self.key))
        }
        #expect(try hearth.run("endpoints", "list", "--json").output.isEmpty)
        #expect(try hearth.run("consent", "grant", "custom:lab").status == 2)
        // A key is for an address: none waits for whatever gets the name.
        let set = try hearth.run("keys", "set", "custom:lab", input: Self.key + "\n", environment: Self.noBus)
        #expect(set.status == 2 && set.errors.contains("endpoint") && !set.errors.contains(Self.key), "\(set)")
    }
}
