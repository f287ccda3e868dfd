import Foundation
import HearthAnalysis
import HearthCore
import HearthEngine
import HearthStore
import Testing

/// What programs outside get to read, and what stays with the owner.
@Suite struct ReaderTests {
    private static let secret = "The combination of the safe is 4711."

    /// The id of a document that was uploaded and called private.
    private func upload(_ client: ServerClient) async throws -> String {
        let job = try await client.upload("safe.txt", Self.secret)
        let id = try #require(job["files"]?.arrayValue?.first?["documentID"]?.stringValue)
        #expect(try await client.send("PATCH", "/api/documents/\(id)", json: ["label": "private"]).status == 200)
        return id
    }

    private func call(_ client: ServerClient, _ tool: String, _ arguments: JSONValue) async throws -> JSONValue {
        let version: JSONValue = ["io.modelcontextprotocol/protocolVersion": "2026-07-28"]
        return try await client.send(
            "POST", "/mcp",
            json: [
                "jsonrpc": "2.0", "id": 1, "method": "tools/call",
                "params": ["name": .string(tool), "arguments": arguments, "_meta": version],
            ]
        ).json
    }

    private func reads(_ database: HearthDatabase) async throws -> [LedgerEntry] {
        try await database.ledger(LedgerFilter(kind: .read)).map(\.entry)
    }

    @Test func anEditedUploadWithoutALabelStaysPrivate() async throws {
        try await ServerClient.with { client, hearth, _ async throws in
            _ = try await upload(client)
            let edited = try await client.upload("safe.txt", Self.secret + " Since May.", replaces: true)
            let file = try #require(edited["files"]?.arrayValue?.first)
            #expect(file["status"] == "updated")
            let id = try #require(file["documentID"]?.stringValue)
            #expect(try await client.send("GET", "/api/documents/\(id)").json["label"] == "private")
            #expect(try await hearth.database().documents().count == 1)
        }
    }

    @Test func anotherFileOfAPrivateFilesNameIsPrivateWhereNothingElseIsSaid() async throws {
        try await ServerClient.with { client, hearth, _ async throws in
            let id = try await upload(client)
            let other = try await client.upload("safe.txt", Self.secret + " Since May.")
            let file = try #require(other["files"]?.arrayValue?.first)
            #expect(file["status"] == "added" && file["path"] == "safe 2.txt" && file["keptBeside"] == "safe.txt")
            let database = try await hearth.database()
            #expect(try await database.document(atPath: "uploads/safe 2.txt")?.label == .private)
            #expect(try await database.text(ofDocument: id)?.contains("4711") == true)
        }
    }

    @Test func aProgramWithTheTokenReadsUpToTheCeiling() async throws {
        try await ServerClient.with { client, hearth, _ async throws in
            let (program, id) = (client.program, try await upload(client))
            let open = try await client.upload("gate.txt", "The gate is green.")
            let gate = try #require(open["files"]?.arrayValue?.first?["documentID"]?.stringValue)
            for path in [
                "/api/documents/\(id)", "/api/documents/\(id)/text", "/api/documents/\(id)/places?start=0&end=9",
                "/v1/files/\(id)", "/v1/files/\(id)/content",
            ] {
                let reply = try await program.send("GET", path)
                #expect(reply.status == 404 && reply.body.contains("api-ceiling"))
                #expect(try await client.send("GET", path).status == 200)
            }
            #expect(try await program.send("GET", "/api/documents").json["total"] == 1)
            let found = try await program.send("POST", "/api/search", json: ["text": "combination safe gate"])
            #expect(found.body.contains("green") && !found.body.contains("4711"))
            for model in ["basic", "documents", "documents/basic"] {
                let answer = try await program.send(
                    "POST", "/v1/chat/completions",
                    json: [
                        "model": .string(model),
                        "messages": [["role": "user", "content": "What is the combination of the safe?"]],
                    ])
                #expect(answer.status == 200 && !answer.body.contains("4711"))
            }
            // What was given is in the ledger, and what was not is not.
            let records = try await reads(hearth.database())
            #expect(!records.isEmpty && records.allSatisfy { $0.text == "document \(gate)" && $0.label == .personal })
            // The owner's own reading is nobody's business.
            #expect(records.contains { $0.purpose == "api POST /api/search" })
            // No host was sent anything, and something was given out all the same.
            let totals = try await client.send("GET", "/api/ledger/totals").json
            let times = (totals["programs"]?.arrayValue ?? []).compactMap { $0["times"]?.numberValue?.intValue }
            #expect(totals["hosts"]?.arrayValue?.isEmpty == true && times.reduce(0, +) == records.count)
        }
    }

    @Test func onlyTheOwnerLowersLabelsAndRaisesCeilings() async throws {
        try await ServerClient.with { client, hearth, _ async throws in
            let (program, id) = (client.program, try await upload(client))
            let ceiling: JSONValue = ["value": "private"]
            #expect(try await program.send("PUT", "/api/settings/api-ceiling", json: ceiling).status == 403)
            #expect(try await program.send("PATCH", "/api/documents/\(id)", json: ["label": "public"]).status == 404)
            let environment: JSONValue = ["name": "wide", "settings": ["mcp-ceiling": "private"]]
            #expect(try await program.send("POST", "/api/environments", json: environment).status == 403)

            #expect(try await client.send("PUT", "/api/settings/api-ceiling", json: ceiling).status == 200)
            #expect(try await program.send("GET", "/api/documents/\(id)/text").body.contains("4711"))
            let read = try #require(try await reads(hearth.database()).last)
            #expect(read.label == .private && read.text == "document \(id)")
            #expect(read.purpose == "api GET /api/documents/:id/text")
            // It may read it now, and still not say what it is.
            #expect(try await program.send("PATCH", "/api/documents/\(id)", json: ["label": "public"]).status != 200)
            #expect(try await hearth.database().document(id: id)?.label == .private)
        }
    }

    /// It may repeat what it has read, and what is public may go to any service without a consent.
    @Test func noProgramCallsItsWordsPublic() async throws {
        try await ServerClient.with { client, hearth, _ async throws in
            let database = try await hearth.database()
            let senders: [(ServerClient, SensitivityLabel)] = [(client.program, .personal), (client, .public)]
            for (sender, label) in senders {
                let prompt: JSONValue = ["systemPrompt": "Say it again.", "label": "public"]
                let made = try await sender.send("POST", "/api/conversations", json: prompt)
                let talk = try #require(made.json["conversationID"]?.stringValue)
                #expect(try await database.conversation(matching: talk).promptLabel == label)
                let question: JSONValue = ["text": "What is the combination?", "label": "public", "engine": "basic"]
                #expect(
                    try await sender.send("POST", "/api/conversations/\(talk)/messages", json: question).status == 200)
                let messages = try await database.messages(ofConversation: talk)
                #expect(!messages.isEmpty && messages.allSatisfy { $0.label == label })
            }
            for (sender, label) in senders {
                let entry: JSONValue = ["text": "It is 4711.", "date": "2026-03-01", "label": "public"]
                let written = try await sender.send("POST", "/api/journal/entries", json: entry)
                let id = try #require(written.json["id"]?.stringValue)
                #expect(try await database.journalSession(id: id)?.label == label)
            }
        }
    }

    @Test func aClientOfMCPReadsUpToTheCeiling() async throws {
        try await ServerClient.with { client, hearth, _ async throws in
            let id = try await upload(client)
            for (tool, arguments) in [
                ("read_document", ["document": .string(id)]), ("search", ["query": "combination safe"]),
                ("ask", ["question": "What is the combination of the safe?"]),
                ("summarize", ["document": .string(id), "words": 20]), ("list_documents", [:]),
            ] as [(String, JSONValue)] {
                let reply = try await call(client.program, tool, arguments).description
                #expect(!reply.contains("4711") && !reply.contains("safe.txt"), "\(tool): \(reply)")
            }
            #expect(try await reads(hearth.database()).isEmpty)
            #expect(
                try await client.send("PUT", "/api/settings/mcp-ceiling", json: ["value": "private"]).status == 200)
            // Over HTTP the ceiling of programs holds as well.
            let refused = try await call(client.program, "read_document", ["document": .string(id)])
            #expect(!refused.description.contains("4711"))
            #expect(
                try await client.send("PUT", "/api/settings/api-ceiling", json: ["value": "private"]).status == 200)
            let given = try await call(client.program, "read_document", ["document": .string(id)])
            #expect(given.description.contains("4711"))
            let read = try #require(try await reads(hearth.database()).last)
            #expect(read.purpose == "mcp read_document" && read.label == .private && read.text == "document \(id)")
        }
    }

    /// Work keeps its result before it ends, and whoever asks in between is given it as well.
    @Test func theResultOfAJobThatHasNotEndedIsWrittenDownToo() async throws {
        try await ServerClient.with { client, hearth, _ async throws in
            let id = try await upload(client)
            #expect(
                try await client.send("PUT", "/api/settings/api-ceiling", json: ["value": "private"]).status == 200)
            let job = await hearth.jobs.start(.rollup, title: "Weeks", of: [.document(id)]) { report in
                await report.result(.periods([]))
                try await Task.sleep(for: .seconds(86_400))
            }
            while try await hearth.jobs.job(job.id).result == nil { try await Task.sleep(for: .milliseconds(5)) }
            let before = try await reads(hearth.database()).count
            #expect(try await client.program.send("GET", "/api/jobs/\(job.id)").json["periods"] == [])
            let written = try await reads(hearth.database())
            #expect(written.count == before + 1 && written.last?.label == .private)
            _ = try await hearth.jobs.cancel(job.id)

            // What is under way changes ten times a second: it is told to the owner alone.
            let running = await hearth.jobs.start(.rollup, title: "Weeks of the gate", of: [.document(id)]) { _ in
                try await Task.sleep(for: .seconds(86_400))
            }
            let path = "/api/jobs/\(running.id)"
            #expect(try await client.send("GET", path).json.description.contains("Weeks of the gate"))
            #expect(!(try await client.program.send("GET", path).json.description.contains("Weeks of the gate")))
            #expect(try await reads(hearth.database()).count == written.count)
            _ = try await hearth.jobs.cancel(running.id)
        }
    }

    @Test func aProgramReadsThroughMCPNoFurtherThanItMayWithItsToken() async throws {
        try await ServerClient.with { client, hearth, _ async throws in
            let job = try await client.upload("gate.txt", "The gate is green.")
            let id = try #require(job["files"]?.arrayValue?.first?["documentID"]?.stringValue)
            let arguments: JSONValue = ["document": .string(id)]
            #expect(try await call(client.program, "read_document", arguments).description.contains("green"))
            let narrow: JSONValue = ["value": "public"]
            #expect(try await client.send("PUT", "/api/settings/api-ceiling", json: narrow).status == 200)
            // MCP's own ceiling is personal still, and holds for the owner's page as before.
            let refused = try await call(client.program, "read_document", arguments).description
            #expect(!refused.contains("green") && refused.contains("api-ceiling"))
            #expect(try await call(client, "read_document", arguments).description.contains("green"))

            // Lowered while work for the program goes on, either ceiling holds when its answer goes out.
            let through = Reader(.mcp, ceiling: .personal).within(Reader(.api, ceiling: .personal))
            await #expect(throws: EngineError.self) {
                try await hearth.privacy.lookAgain([.document(id)], for: through)
            }
            try await hearth.privacy.lookAgain([.document(id)], for: Reader(.mcp, ceiling: .personal))
        }
    }

    @Test func aReaderWithinAnotherHasTheStricterCeilingOfBoth() {
        for inner in SensitivityLabel.allCases {
            #expect(Reader(.mcp, ceiling: inner).within(nil) == Reader(.mcp, ceiling: inner))
            for outer in SensitivityLabel.allCases {
                let both = Reader(.mcp, ceiling: inner).within(Reader(.api, ceiling: outer))
                #expect(both.ceiling == min(inner, outer) && both.interface == .mcp)
                #expect(both.interfaces == [.mcp, .api])
            }
        }
    }

    @Test func theJournalIsNotGivenToProgramsThatMayNotReadIt() async throws {
        try await ServerClient.with { client, _, _ async throws in
            let entry: JSONValue = ["text": "Selma showed me the blue drawer.", "date": "2026-03-01"]
            let id = try #require(
                try await client.send("POST", "/api/journal/entries", json: entry).json["id"]?.stringValue)
            #expect(try await client.program.send("GET", "/api/journal/entries/\(id)").status == 404)
            #expect(try await client.program.send("GET", "/api/journal/entries").json["total"] == 0)
            let looked = try await call(client.program, "journal_rollup", ["level": "month"])
            #expect(!looked.description.contains("Selma") && looked.description.contains("mcp-ceiling"))
            // Made for the program, it is kept for the owner, whose it is.
            let periods = try await client.send("GET", "/api/journal/periods?level=month").json
            #expect(periods["periods"]?.arrayValue?.first?["state"] == "current")
            #expect(try await client.program.send("GET", "/api/journal/periods?level=month").json["periods"] == [])
        }
    }

    @Test func aProgramImportsOverNothingThatItMayNotReadAndLearnsOfNothing() async throws {
        try await ServerClient.with { client, hearth, _ async throws in
            func send(_ sender: ServerClient, _ rows: [String]) async throws -> [JSONValue] {
                let reply = try await sender.send(
                    "POST", "/api/journal/import", type: "application/x-ndjson",
                    body: Array(rows.joined(separator: "\n").utf8))
                return reply.json["results"]?.arrayValue ?? []
            }
            func row(_ id: String, _ text: String, _ label: String) -> String {
                "{\"id\": \"\(id)\", \"date\": \"2026-03-01\", \"text\": \"\(text)\", \"label\": \"\(label)\"}"
            }
            let database = try await hearth.database()
            let secret = row("diary", "Selma has the key.", "private")
            #expect(try await send(client, [secret]).first?["id"] == "diary")
            // Whether the id is taken or not, it is told the same.
            let rows = [row("diary", "It rained.", "personal"), row("other", "It rained.", "personal")]
            let added = try await send(client.program, rows)
            #expect(added.map { $0["status"] } == ["added", "added"])
            let ids = added.compactMap { $0["id"]?.stringValue }
            #expect(Set(ids).count == 2 && ids.allSatisfy { $0.hasPrefix("import-") })
            #expect(try await database.journalSession(id: "diary")?.text == "Selma has the key.")
            // What it may read it goes on with, under the id that it gave.
            #expect(try await send(client.program, rows).map { $0["status"] } == ["unchanged", "unchanged"])
            let edited = try await send(client.program, [row("diary", "It snowed.", "personal")])
            #expect(edited.first?["status"] == "updated" && edited.first?["id"]?.stringValue == ids.first)
            // The very words of what it may not read are told from no others, and what it calls private is kept once.
            let count = try await database.journalHeads().count
            let words = row("vault", "Selma has the key.", "private")
            _ = try await send(client, [words])
            for _ in 0..<3 { #expect(try await send(client.program, [words]).first?["status"] == "added") }
            #expect(try await database.journalHeads().count == count + 2)
            #expect(try await send(client, [row("diary", "Selma lost it.", "private")]).first?["status"] == "updated")
        }
    }

    @Test func aProgramUploadsOverNothingThatItMayNotRead() async throws {
        try await ServerClient.with { client, hearth, _ async throws in
            let id = try await upload(client)
            let database = try await hearth.database()
            let job = try await client.program.upload("safe.txt", "The safe is empty, says a program.")
            let file = try #require(job["files"]?.arrayValue?.first)
            #expect(file["status"] == "added" && file["path"] == "safe 2.txt")
            #expect(try await database.text(ofDocument: id)?.contains("4711") == true)
            #expect(try await database.document(atPath: "uploads/safe 2.txt")?.label == .personal)
            // What it may read it replaces, as its owner does with everything.
            let again = try await client.program.upload("safe.txt", "The safe is full.", replaces: true)
            #expect(again["files"]?.arrayValue?.first?["status"] == "updated")
            #expect(try await database.documents().count == 2)
            let own = try await client.upload("safe.txt", "It is 4712 now.", replaces: true)
            #expect(own["files"]?.arrayValue?.first?["status"] == "updated")
            #expect(try await database.document(id: id) == nil)
        }
    }

    @Test func noProgramStopsAJobAboveItsCeiling() async throws {
        try await ServerClient.with { client, hearth, _ async throws in
            _ = try await upload(client)
            let job = try #require(try await client.send("GET", "/api/jobs").json["jobs"]?.arrayValue?.first)
            let target = "/api/jobs/\(job["id"]?.stringValue ?? "")/cancel"
            #expect(try await client.program.send("POST", target).status == 403)
            // It has ended, which is what its owner is told.
            #expect(try await client.send("POST", target).status == 409)
        }
    }

    @Test func noProgramDeletesEverything() async throws {
        try await ServerClient.with { client, hearth, folder async throws in
            let id = try await upload(client)
            let ceiling: JSONValue = ["value": "public"]
            #expect(try await client.send("PUT", "/api/settings/api-ceiling", json: ceiling).status == 200)
            let confirmed: JSONValue = ["confirm": "delete everything"]
            let refused = try await client.program.send("POST", "/api/data/delete", json: confirmed)
            #expect(refused.status == 403 && refused.body.contains("is for the owner to do"))
            #expect(try await client.send("GET", "/api/documents/\(id)").status == 200)
            // The owner's page does, and programs read no more after it than before.
            #expect(try await client.send("POST", "/api/data/delete", json: confirmed).status == 200)
            #expect(try await client.send("GET", "/api/documents").json["total"] == 0)
            #expect(hearth.settings.apiCeiling == .public && hearth.settings.mcpCeiling == .personal)
            // Nor at the next start, in whichever environment.
            #expect(try Hearth(folder: folder).settings.apiCeiling == .public)
        }
    }

    @Test func aJobTellsAProgramHowFarItIsAndNothingMore() async throws {
        try await ServerClient.with { client, hearth, _ async throws in
            let id = try await upload(client)
            let own = try #require(try await client.send("GET", "/api/jobs").json["jobs"]?.arrayValue?.first)
            #expect(own["title"] == "safe.txt" && own["files"] != nil)
            let seen = try #require(try await client.program.send("GET", "/api/jobs").json["jobs"]?.arrayValue?.first)
            #expect(seen["id"] == own["id"] && seen["state"] == "done")
            #expect(seen["title"] == "" && seen["files"] == nil)
            // Gone, nothing tells any more what it was called, so it stays with the owner.
            _ = try await hearth.database().removeDocument(id: id)
            #expect(!(try await client.program.send("GET", "/api/jobs").body.contains("safe.txt")))
        }
    }

    @Test func theNamesThatAJobTellsAreAsPrivateAsTheirFolder() async throws {
        try await ServerClient.with { client, hearth, _ async throws in
            try await hearth.database().setLabel(.private, ofFolder: "uploads/safe", lowers: false)
            // Whether it could be read or not: a file that could not has no document that says how private it is.
            let own = try await client.upload("safe/plan.zip", "PK\u{3}\u{4} and no more")
            #expect(own["title"] == "safe/plan.zip")
            let seen = try await client.program.send("GET", "/api/jobs")
            #expect(seen.status == 200 && !seen.body.contains("plan"))
        }
    }

    @Test func namesOfWhatIsPrivateAreInTheLedgerBeforeTheyAreGiven() async throws {
        try await ServerClient.with { client, hearth, _ async throws in
            let (program, id) = (client.program, try await upload(client))
            _ = try await client.upload("gate.txt", "The gate is green.")
            #expect(try await program.send("GET", "/api/documents").json["total"] == 1)
            #expect(try await reads(hearth.database()).isEmpty, "lists of what may be read anyhow are not written down")
            let ceiling: JSONValue = ["value": "private"]
            #expect(try await client.send("PUT", "/api/settings/api-ceiling", json: ceiling).status == 200)
            #expect(try await program.send("GET", "/api/documents").json["total"] == 2)
            let read = try #require(try await reads(hearth.database()).last)
            #expect(read.label == .private && read.text == "document \(id)" && read.purpose == "api GET /api/documents")
        }
    }

    @Test func whatAnotherProgramReadIsNotInTheLedgerForPrograms() async throws {
        try await ServerClient.with { client, hearth, _ async throws in
            let id = try await upload(client)
            try await hearth.database().setLabel(.private, ofFolder: "/plans/for/selma", lowers: false)
            for ceiling in ["private", "personal"] {
                let value: JSONValue = ["value": .string(ceiling)]
                for setting in ["mcp-ceiling", "api-ceiling"] {
                    #expect(try await client.send("PUT", "/api/settings/\(setting)", json: value).status == 200)
                }
                _ = try await call(client.program, "read_document", ["document": .string(id)])
            }
            for target in ["/api/ledger", "/api/ledger/export", "/api/ledger?kind=read"] {
                let own = try await client.send("GET", target)
                #expect(own.body.contains(id) && own.body.contains("mcp read_document"), "\(target)")
                let seen = try await client.program.send("GET", target)
                #expect(seen.status == 200 && seen.body.contains("read"), "\(target)")
                #expect(!seen.body.contains(id) && !seen.body.contains("read_document"), "\(target)")
                #expect(!seen.body.contains("selma"), "\(target)")
            }
        }
    }

    /// A sum that is stored when an entry of it has just gone, or has another day now.
    @Test func aPeriodIsAsPrivateAsItWasWhenItWasMade() async throws {
        try await ServerClient.with { client, hearth, _ async throws in
            var ids: [String] = []
            for (text, label) in [("Selma showed me the blue drawer.", "private"), ("It rained.", "personal")] {
                let entry: JSONValue = ["text": .string(text), "date": "2026-03-01", "label": .string(label)]
                let reply = try await client.send("POST", "/api/journal/entries", json: entry)
                ids.append(try #require(reply.json["id"]?.stringValue))
            }
            let days = try await hearth.journal.rollup.periods(.init(level: .day))
            #expect(days.first?.intelligence.label == .private)
            let database = try await hearth.database()
            let made = try await database.keptJournalContents(.day)
            let rest = try #require(try await database.journalSession(id: ids[1]))
            try await database.removeJournalSession(id: ids[0])
            for (period, contents) in made {
                // Made of both, and told to be of the one that is left.
                try await database.storeJournalNodes(
                    contents.enumerated().map { number, content in
                        JournalNode(
                            level: .day, period: period, model: "late \(number)", key: ContentHash(of: content),
                            content: content, entries: [rest.id: rest.contentHash])
                    })
            }
            #expect(try await database.keptJournalContents(.day).isEmpty == false)
            let seen = try await client.program.send("GET", "/api/journal/periods?level=day")
            #expect(seen.status == 200 && !seen.body.contains("Selma") && !seen.body.contains("drawer"))
        }
    }

    @Test func whoMaySeeALabelIsToldBeforehand() async throws {
        try await ServerClient.with { client, hearth, _ async throws in
            try await hearth.tools.set("notes", to: ToolServer(.program(ToolProgram("mcp-notes")), ceiling: .private))
            let address = try #require(URL(string: "https://tools.example.com/mcp"))
            try await hearth.tools.set("web", to: ToolServer(.address(address)))
            let labels = try #require(try await client.send("GET", "/api/labels").json["labels"]?.arrayValue)
            #expect(labels.map { $0["label"] } == ["public", "personal", "private"])
            #expect(labels.map { $0["mcp"] } == [true, true, false])
            let engines = labels[2]["engines"]?.arrayValue?.compactMap { $0["engine"]?.stringValue } ?? []
            #expect(engines.contains("basic") && !engines.contains("openai"))
            let notes: JSONValue = ["name": "notes", "host": .null]
            let web: JSONValue = ["name": "web", "host": "tools.example.com"]
            #expect(labels.map { $0["tools"] } == [[notes, web], [notes], [notes]])
        }
    }
}
