import Foundation
import HearthCore
import HearthTesting
import Testing

/// A private text stays private on every way it can take through the program: copied, edited, piped, asked about, asked again.
@Suite(.serialized)
struct LabelTests {
    private static let text = "The combination of the safe is kept by Selma Novak in the blue drawer."
    private let question = "Where is the combination of the safe kept?"

    /// An endpoint that answers everything.
    private static func server() async throws -> WireServer {
        let body = OpenAIDialect().text(
            ["It is in the drawer [1]."], usage: TokenUsage(promptTokens: 9, completionTokens: 8), finish: .stop)
        return try await WireServer.start { _ in
            .http(headers: [("content-type", "text/event-stream")], body: body)
        }
    }

    /// The user has agreed to the endpoint and prefers it.
    private func prepared(_ server: WireServer) throws -> HearthProgram {
        let hearth = try HearthProgram()
        for (key, value) in [("custom-url", "\(server.url)/v1"), ("custom-model", "tiny"), ("order", "custom,basic")] {
            #expect(try hearth.run("settings", "set", key, value).status == 0)
        }
        #expect(try hearth.run("consent", "grant", "custom").status == 0)
        return hearth
    }

    @Test func ingestSaysWhatItsLabelMadeMilder() throws {
        let hearth = try HearthProgram()
        for name in ["n/a.txt", "n/b.txt"] { try hearth.write(name, "The gate code is kept in \(name).\n") }
        let first = try hearth.run("ingest", "n", "--label", "private", "--json")
        #expect(((first.lines.last?["summary"] as? [String: Any])?["milder"] as? [Any])?.isEmpty == true)
        let told = try hearth.run("ingest", "n", "--label", "public")
        #expect(told.errors.contains("2 documents were private and are public now: "), "\(told.errors)")
        #expect(!(try hearth.run("ingest", "n", "--label", "public").errors.contains("public now")))
        _ = try hearth.run("ingest", "n/a.txt", "--label", "private")
        let lines = try hearth.run("ingest", "n/a.txt", "--label", "personal", "--json").lines
        let milder = (lines.last?["summary"] as? [String: Any])?["milder"] as? [[String: Any]]
        #expect(milder?.count == 1 && (milder?.first?["path"] as? String)?.hasSuffix("n/a.txt") == true)
        #expect(milder?.first?["from"] as? String == "private" && milder?.first?["to"] as? String == "personal")
    }

    @Test func ingestSaysWhetherItsLabelIsOfAFolderOrOfFilesAlone() throws {
        let hearth = try HearthProgram()
        for name in ["n/a.txt", "m/b.txt", "k/c.txt", "k/d.txt"] { try hearth.write(name, "The code is in \(name).\n") }
        let folder = try hearth.run("ingest", "n", "--label", "private")
        #expect(folder.errors.contains("/n is private from now on"), "\(folder.errors)")
        #expect(!(try hearth.run("ingest", "n", "--label", "private").errors.contains("from now on")))
        // As a shell writes m/*, which holds one file.
        let file = try hearth.run("ingest", "m/b.txt", "--label", "private")
        #expect(file.errors.contains("Only the files that were named are private"), "\(file.errors)")
        #expect(try hearth.run("ingest", "k/*.txt", "--label", "private").errors.contains("Only the files"))
        #expect(!(try hearth.run("ingest", "k/c.txt", "--label", "private").errors.contains("Only the files")))
        #expect(!(try hearth.run("ingest", "n/a.txt", "--label", "private").errors.contains("Only the files")))
    }

    @Test func whatIsRemovedIsForgottenWithItsLabelAndThatIsSaid() throws {
        let hearth = try HearthProgram()
        try hearth.write("n/a.txt", "The gate code is 4711.\n")
        try hearth.write("m/b.txt", "The door code is 4712.\n")
        _ = try hearth.run("ingest", "n", "--label", "private")
        _ = try hearth.run("ingest", "m/b.txt", "--label", "private")
        let told = try hearth.run("documents", "remove", "m/b.txt")
        #expect(told.errors.contains("it was private") && told.errors.contains("would be personal"), "\(told.errors)")
        // A folder's label holds whatever was removed from it.
        #expect(!(try hearth.run("documents", "remove", "n/a.txt").errors.contains("it was private")))
        _ = try hearth.run("ingest", "n", "m")
        let labels = try hearth.run("documents", "list", "--json").lines.reduce(into: [String: String]()) {
            $0[$1["title"] as? String ?? ""] = $1["label"] as? String
        }
        #expect(labels == ["a": "private", "b": "personal"])
    }

    @Test func aStoredTextIsAsPrivateInAFileACopyAnEditedFileOrAPipe() async throws {
        let server = try await Self.server()
        let hearth = try prepared(server)
        try hearth.write("safe.txt", Self.text)
        _ = try hearth.run("ingest", "safe.txt", "--label", "private")
        try hearth.write("elsewhere/copy.txt", Self.text)
        for file in ["safe.txt", "elsewhere/copy.txt"] {
            #expect(try hearth.run("summarize", file, "--engine", "custom").status == 3, "\(file)")
            #expect(try hearth.run("rewrite", file, "--label", "public", "--engine", "custom").status == 3, "\(file)")
        }
        #expect(try hearth.run("summarize", "-", "--engine", "custom", input: Self.text).status == 3)
        try hearth.write("safe.txt", Self.text + " He moved it in May.")
        #expect(try hearth.run("summarize", "safe.txt", "--engine", "custom").status == 3)
        #expect(server.log.connections.isEmpty)
        await server.stop()
    }

    @Test func theStrictestLabelOfAContentHolds() throws {
        let hearth = try HearthProgram()
        try hearth.write("a.txt", Self.text)
        try hearth.write("safe/b.txt", Self.text)
        func label() throws -> [String] {
            try hearth.run("documents", "list", "--json").lines.compactMap { $0["label"] as? String }
        }
        _ = try hearth.run("ingest", "a.txt")
        #expect(try label() == ["personal"])
        _ = try hearth.run("ingest", "safe", "--label", "private")
        #expect(try label() == ["private"])
        // The same content in two places: the milder word for one of them does not count.
        _ = try hearth.run("ingest", "a.txt", "--label", "public")
        #expect(try label() == ["private"])
        // Edited without a word about it, it stays what it was.
        try hearth.write("safe/b.txt", Self.text + " Since May.")
        _ = try hearth.run("ingest", "safe")
        #expect(try label() == ["private", "private"])
        // Alone in its place, its owner's word holds.
        _ = try hearth.run("ingest", "safe", "--label", "personal")
        #expect(try label().sorted() == ["personal", "private"])
    }

    @Test func aFolderThatWasCalledPrivateIsSoForWhatComesLater() async throws {
        let server = try await Self.server()
        let hearth = try prepared(server)
        try hearth.write("notes/a.txt", "The gate is green.")
        #expect(try hearth.run("ingest", "notes", "--label", "private").status == 0)
        // New, renamed, and not even read in.
        try hearth.write("notes/deep/b.txt", Self.text)
        #expect(try hearth.run("ingest", "notes").status == 0)
        let labels = try hearth.run("documents", "list", "--json").lines.compactMap { $0["label"] as? String }
        #expect(labels == ["private", "private"])
        try hearth.write("notes/c.txt", "The lamp is blue, says Selma Novak.")
        for file in ["notes/deep/b.txt", "notes/c.txt"] {
            #expect(try hearth.run("summarize", file, "--engine", "custom").status == 3, "\(file)")
        }
        #expect(server.log.connections.isEmpty)
        await server.stop()
    }

    @Test func whoMaySeeADocumentIsSaidBeforeItIsLabelled() async throws {
        let server = try await Self.server()
        let hearth = try prepared(server)
        try hearth.write("gate.txt", "The north gate is painted green.")
        _ = try hearth.run("ingest", "gate.txt")
        let shown = try hearth.run("documents", "label", "gate.txt")
        #expect(shown.status == 0 && shown.output.contains("* personal: seen by"), "\(shown)")
        #expect(shown.output.contains("custom at") && shown.output.contains("clients of MCP"))
        let last = try #require(shown.output.split(separator: "\n").last)
        #expect(last.contains("private: seen by") && !last.contains("custom") && !last.contains("MCP"), "\(shown)")

        #expect(try hearth.run("ask", "What colour is the gate?", "--engine", "custom").status == 0)
        let changed = try hearth.run("documents", "label", "gate.txt", "private").output
        #expect(changed.contains("is private, and was personal"))
        // The mark is at the label that it has now.
        #expect(changed.contains("* private: seen by") && !changed.contains("* personal"), "\(changed)")
        #expect(try hearth.run("ask", "What colour is the gate?", "--engine", "custom").status == 3)
        let kinds = try hearth.run("ledger", "list", "--json").lines.filter { $0["kind"] as? String == "label" }
        #expect(kinds.count == 1 && kinds.first?["label"] as? String == "private")
        await server.stop()
    }

    @Test func aPrivateQuestionStaysPrivateInItsConversation() async throws {
        let server = try await Self.server()
        let hearth = try prepared(server)
        try hearth.write("gate.txt", "The north gate is painted green.")
        _ = try hearth.run("ingest", "gate.txt")
        let asked = try hearth.run("chat", "--private", input: "Is the gate of the biopsy clinic green?\n")
        #expect(asked.status == 0, "\(asked)")
        // Without the flag: the history is private, so neither it nor the question that is asked again may leave.
        let goneOn = try hearth.run("chat", "--continue", "--engine", "custom", input: "And the south gate?\n")
        #expect(goneOn.status == 3, "\(goneOn)")
        let again = try hearth.run("chat", "--continue", "--engine", "custom", input: "/undo\n/retry\n")
        #expect(again.status == 3, "\(again)")
        #expect(server.log.connections.isEmpty)
        await server.stop()
    }

    @Test func aWishPassesItsPrivacyOnToWhatItBecomes() async throws {
        let server = try await Self.server()
        let hearth = try prepared(server)
        try hearth.write("gate.txt", "The north gate is painted green. It was repaired by Selma Novak in May.")
        let shown = try hearth.run("do", "--private", "--require-offline", "--engine", "basic", "summarize gate.txt")
        #expect(shown.output.contains("hearth summarize --private --require-offline --engine=basic"), "\(shown)")
        let done = try hearth.run("do", "--private", "summarize gate.txt", "--yes")
        #expect(done.status == 0 && done.output.contains("gate.txt\n"), "\(done)")
        #expect(server.log.connections.isEmpty)
        await server.stop()
    }

    @Test func aChatHasNoPreview() throws {
        #expect(try HearthProgram().run("chat", "--preview", input: "hello\n").status == 2)
    }

    @Test func theEnvironmentCanBeNamedBeforeAnyCommand() throws {
        let hearth = try HearthProgram()
        let folder = hearth.home.deletingLastPathComponent().appendingPathComponent("work-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }
        _ = try hearth.run("environment", "add", "work", "--data-folder", folder.path)
        try hearth.write("gate.txt", "The north gate is painted green.")
        #expect(try hearth.run("--environment", "work", "ingest", "gate.txt").status == 0)
        #expect(try hearth.run("documents", "list", "--json").lines.isEmpty)
        #expect(try hearth.run("documents", "list", "--json", "--environment=work").lines.count == 1)
        #expect(try hearth.run("--environment").status == 2)
        #expect(try hearth.run("--environment", "nowhere", "doctor").status != 0)
    }

    @Test func anExportOfTheLedgerOverwritesNothing() async throws {
        let server = try await Self.server()
        let hearth = try prepared(server)
        try hearth.write("gate.txt", "The north gate is painted green.")
        _ = try hearth.run("ingest", "gate.txt")
        #expect(try hearth.run("ask", "What colour is the gate?").status == 0)
        let kinds = try hearth.run("ledger", "list", "--engine", "custom", "--json").lines
            .compactMap { $0["kind"] as? String }
        #expect(kinds.contains("connection"), "\(kinds)")
        #expect(try hearth.run("ledger", "export", "out.jsonl").status == 0)
        let before = try Data(contentsOf: hearth.folder.appendingPathComponent("out.jsonl"))
        #expect(try hearth.run("ledger", "export", "out.jsonl").status == 1)
        #expect(try Data(contentsOf: hearth.folder.appendingPathComponent("out.jsonl")) == before)
        await server.stop()
    }
}
