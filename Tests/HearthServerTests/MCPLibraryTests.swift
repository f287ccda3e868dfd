import Foundation
import HearthAnalysis
import HearthCore
import HearthEngine
import HearthMCP
import Testing

@testable import HearthServer

@Suite("What MCP offers of a library")
struct MCPLibraryTests {
    private func ask(_ client: ServerClient, _ method: String, _ parameters: JSONObject) async throws -> JSONValue {
        var parameters = parameters
        parameters["_meta"] = ["io.modelcontextprotocol/protocolVersion": "2026-07-28"]
        return try await client.program.send(
            "POST", "/mcp",
            json: ["jsonrpc": "2.0", "id": 1, "method": .string(method), "params": .object(parameters)]
        ).json
    }

    private func suggestions(
        _ client: ServerClient, _ reference: JSONValue, _ name: String, _ typed: String
    ) async throws -> [String] {
        let answer = try await ask(
            client, "completion/complete",
            ["ref": reference, "argument": ["name": .string(name), "value": .string(typed)]])
        return (answer["result"]?["completion"]?["values"]?.arrayValue ?? []).compactMap(\.stringValue)
    }

    private static let askDocuments: JSONValue = ["type": "ref/prompt", "name": "ask_documents"]
    private static let sumUp: JSONValue = ["type": "ref/prompt", "name": "sum_up_transcript"]
    private static let lookBack: JSONValue = ["type": "ref/prompt", "name": "look_back"]
    private static let named: JSONValue = ["type": "ref/resource", "uri": "hearth://documents/named/{name}"]
    private static let byID: JSONValue = ["type": "ref/resource", "uri": "hearth://documents/{id}"]

    private func id(of job: JSONValue) throws -> String {
        try #require(job["files"]?.arrayValue?.first?["documentID"]?.stringValue)
    }

    @Test func `Names of documents are suggested, and none of what the client may not read`() async throws {
        try await ServerClient.with { client, _, _ async throws in
            let gate = try id(of: await client.upload("gate plan.txt", "The gate is green."))
            let safe = try id(of: await client.upload("safe plan.txt", "The combination of the safe is 4711."))
            let raised = try await client.send("PATCH", "/api/documents/\(safe)", json: ["label": "private"])
            #expect(raised.status == 200)
            for typed in ["", "g", "PLAN", "gate plan.txt"] {
                #expect(try await suggestions(client, Self.askDocuments, "document", typed) == ["gate plan"])
                #expect(try await suggestions(client, Self.named, "name", typed) == ["gate plan"])
            }
            for typed in ["safe", "4711"] {
                #expect(try await suggestions(client, Self.askDocuments, "document", typed).isEmpty)
            }
            #expect(try await suggestions(client, Self.byID, "id", String(gate.prefix(4))) == [gate])
            #expect(try await suggestions(client, Self.byID, "id", "gate") == [gate])
            #expect(try await suggestions(client, Self.byID, "id", String(safe.prefix(8))).isEmpty)
            // Nor does filling it in tell that it is there.
            let arguments: JSONValue = ["question": "What is the combination?", "document": "safe plan.txt"]
            let refused = try await ask(
                client, "prompts/get", ["name": "ask_documents", "arguments": arguments])
            let nothing = try await ask(
                client, "prompts/get",
                ["name": "ask_documents", "arguments": ["question": "x", "document": "no plan.txt"]])
            #expect(refused["error"]?["code"] == -32602 && nothing["error"]?["code"] == -32602)
            #expect(
                refused["error"]?["message"]?.stringValue?.replacing("safe", with: "no")
                    == nothing["error"]?["message"]?.stringValue)
            let read = try await ask(
                client, "resources/read", ["uri": "hearth://documents/named/safe%20plan.txt"])
            #expect(read["error"]?["code"] == -32002 && !read.description.contains("4711"))
        }
    }

    @Test func `A document is read by its name, which may be that of one alone`() async throws {
        try await ServerClient.with { client, _, _ async throws in
            _ = try await client.upload("gate plan.txt", "The gate is green.")
            let read = try await ask(
                client, "resources/read", ["uri": "hearth://documents/named/gate%20plan.txt"])
            #expect(read["result"]?["contents"]?.arrayValue?.first?["text"] == "The gate is green.")
            for uri in ["hearth://documents/named/", "hearth://documents/named/%zz", "hearth://documents/named/x"] {
                #expect(try await ask(client, "resources/read", ["uri": .string(uri)])["error"]?["code"] == -32002)
            }
        }
    }

    @Test func `What was found and cited is linked, each document once, and can be read from there`() async throws {
        try await ServerClient.with { client, _, _ async throws in
            let words = "The lease of the workshop ends on 31 March 2027. The rent is 940 euros."
            let lease = try id(of: await client.upload("lease.txt", words))
            _ = try await client.upload("tax plan.txt", "The tax is due in June.")
            let question: JSONValue = ["question": "When does the lease of the workshop end?", "engine": "basic"]
            for (tool, arguments) in [("search", ["query": "lease"]), ("ask", question)] as [(String, JSONValue)] {
                let content = try await call(client, tool, arguments)["content"]?.arrayValue ?? []
                let links = content.dropFirst()
                #expect(links.allSatisfy { $0["type"] == "resource_link" && $0["name"]?.stringValue != nil }, "\(tool)")
                let addresses = links.compactMap { $0["uri"]?.stringValue }
                #expect(Set(addresses).count == addresses.count && addresses.first == "hearth://documents/\(lease)")
                let read = try await ask(
                    client, "resources/read", ["uri": .string(try #require(addresses.first))])
                let text = read["result"]?["contents"]?.arrayValue?.first?["text"]?.stringValue
                #expect(text == words, "\(tool)")
            }
        }
    }

    @Test func `Prompts lead to the tools, with the names that they take`() async throws {
        try await ServerClient.with { client, _, _ async throws in
            let gate = try id(of: await client.upload("gate plan.txt", "The gate is green."))
            let talk = try id(
                of: await client.upload(
                    "talk.vtt", "WEBVTT\n\n00:01.000 --> 00:04.000\n<v Ada>When do we ship the new kiln?\n"))
            #expect(try await suggestions(client, Self.sumUp, "transcript", "").count == 1)
            let listed = try await ask(client, "prompts/list", [:])["result"]?["prompts"]?.arrayValue ?? []
            let names = listed.compactMap { $0["name"]?.stringValue }
            #expect(names == ["ask_documents", "sum_up_transcript", "look_back"])
            for (name, arguments, words) in [
                ("ask_documents", ["question": "Which colour?"], ["Which colour?", "`ask`"]),
                (
                    "ask_documents", ["question": "Which colour?", "document": "gate plan.txt"],
                    ["“gate plan”", gate, "`ask`"]
                ),
                ("sum_up_transcript", ["transcript": "talk.vtt", "about": "kilns"], [talk, "`summarize`", "kilns"]),
                (
                    "look_back", ["period": "2026-w10"],
                    ["`journal_rollup`", "\"week\"", "\"2026-03-02\"", "\"2026-03-08\""]
                ),
                ("look_back", ["period": "2026"], ["\"year\"", "\"2026-01-01\"", "\"2026-12-31\""]),
            ] as [(String, JSONValue, [String])] {
                let answer = try await ask(client, "prompts/get", ["name": .string(name), "arguments": arguments])
                let message = answer["result"]?["messages"]?.arrayValue?.first?["content"]?["text"]?.stringValue ?? ""
                for word in words { #expect(message.contains(word), "\(name)") }
            }
            let wrong = try await ask(
                client, "prompts/get", ["name": "look_back", "arguments": ["period": "2026-13"]])
            #expect(wrong["error"]?["code"] == -32602)
        }
    }

    @Test func `Periods are suggested of which an entry may be read`() async throws {
        try await ServerClient.with { client, hearth, _ async throws in
            let days = [("open", 3, SensitivityLabel.personal), ("kept", 4, .private)]
            for (id, month, label) in days {
                let date = CivilDate(year: 2026, month: month, day: 1)
                let entry = JournalSession(id: id, date: date, text: "Fired the kiln.", label: label)
                _ = try await hearth.journal.add([entry])
            }
            #expect(
                try await suggestions(client, Self.lookBack, "period", "") == [
                    "2026", "2026-03", "2026-W09", "2026-03-01",
                ])
            #expect(try await suggestions(client, Self.lookBack, "period", "2026-w") == ["2026-W09"])
            #expect(try await suggestions(client, Self.lookBack, "period", "2026-04").isEmpty)
        }
    }

    @Test func `Over HTTP a log comes as events, where the client takes them`() async throws {
        try await ServerClient.with { client, _, _ async throws in
            let hello: JSONValue = [
                "jsonrpc": "2.0", "id": 0, "method": "initialize",
                "params": [
                    "protocolVersion": "2025-06-18", "capabilities": [:], "clientInfo": ["name": "t", "version": "1"],
                ],
            ]
            let program = client.program
            let first = try await program.send("POST", "/mcp", json: hello)
            let session = try #require(ServerClient.header("mcp-session-id", of: first))
            let headers = "Accept: application/json, text/event-stream\r\nMcp-Session-Id: \(session)\r\n"
            func send(_ message: JSONValue) async throws -> ServerClient.Reply {
                try await program.send("POST", "/mcp", body: Array(message.description.utf8), headers: headers)
            }
            let list: JSONValue = ["jsonrpc": "2.0", "id": 1, "method": "prompts/list", "params": [:]]
            #expect(try await send(list).json["result"] != nil)
            let level: JSONValue = [
                "jsonrpc": "2.0", "id": 2, "method": "logging/setLevel", "params": ["level": "info"],
            ]
            #expect(try await send(level).json["result"] == [:])
            let told = try await send(list)
            #expect(ServerClient.header("content-type", of: told)?.hasPrefix("text/event-stream") == true)
            let data = told.body.components(separatedBy: "\n").filter { $0.hasPrefix("data: ") }
            let messages = data.compactMap { try? JSONValue(parsing: String($0.dropFirst(6))) }
            #expect(messages.first?["method"] == "notifications/message" && messages.last?["id"] == 1)
        }
    }

    private static let chat = """
        05/02/2024, 10:15 - +49 170 1234567: The roof leaks near the chimney since the storm, call +49 170 1234567.
        06/02/2024, 10:15 - Carl: The roof is not my business, ask the roofer.
        """

    private func call(_ client: ServerClient, _ tool: String, _ arguments: JSONValue) async throws -> JSONValue {
        let answer = try await ask(client, "tools/call", ["name": .string(tool), "arguments": arguments])
        return try #require(answer["result"], "\(answer)")
    }

    @Test func `A host is told the names of those whom chats call by numbers, as far as it may read the address book`()
        async throws
    {
        try await ServerClient.with { client, _, _ async throws in
            let house = try id(of: await client.upload("WhatsApp Chat with House.txt", Self.chat))
            let book = try id(
                of: await client.upload(
                    "contacts.vcf",
                    "BEGIN:VCARD\r\nVERSION:3.0\r\nFN:Anna Keller\r\nTEL:+49 170 1234567\r\nEND:VCARD\r\n"))
            let question: JSONValue = ["question": "Where does the roof leak?", "documents": [.string(house)]]
            let calls: [(tool: String, arguments: JSONValue, list: String?)] = [
                ("search", ["query": "roof chimney", "documents": [.string(house)]], "results"),
                ("read_document", ["document": .string(house)], nil), ("ask", question, "citations"),
            ]
            for (tool, arguments, list) in calls {
                let result = try await call(client, tool, arguments)
                let text = try #require(result["content"]?.arrayValue?.first?["text"]?.stringValue)
                let own = result["structuredContent"]
                let found = list == nil ? own : own?[list ?? ""]?.arrayValue?.first
                #expect(text.contains("Anna Keller"), "\(tool): \(text)")
                // What is counted is as the document has it, with the name beside it.
                let exact = try #require(found?[list == "citations" ? "quote" : "text"]?.stringValue)
                #expect(!exact.contains("Anna"))
                for name in found?["names"]?.arrayValue ?? [] {
                    let before = found?["start"]?.numberValue?.intValue ?? 0
                    let start = try #require(name["start"]?.numberValue?.intValue) - before
                    let end = try #require(name["end"]?.numberValue?.intValue) - before
                    #expect(name["name"] == "Anna Keller")
                    #expect(exact.text(in: TextSpan(start: start, end: end)) == "+49 170 1234567", "\(tool)")
                }
                #expect(found?["names"]?.arrayValue?.isEmpty == false, "\(result)")
            }
            // What somebody wrote stays.
            let read = try await call(client, "read_document", ["document": .string(house)])
            #expect(read["content"]?.arrayValue?.first?["text"]?.stringValue?.contains("call +49 170 1234567") == true)

            let raised = try await client.send("PATCH", "/api/documents/\(book)", json: ["label": "private"])
            #expect(raised.status == 200)
            for (tool, arguments, _) in calls {
                #expect(try await !call(client, tool, arguments).description.contains("Anna"), "\(tool)")
            }
        }
    }
}
