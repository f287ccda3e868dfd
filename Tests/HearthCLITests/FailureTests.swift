import Foundation
import HearthCore
import HearthEngine
import HearthTesting
import Testing

/// Failures as the program tells of them: a status for scripts, a kind for programs, a command for a person.
@Suite("Failures of commands") struct FailureTests {
    @Test func theExitStatusIsThatOfTheContract() throws {
        let hearth = try HearthProgram()
        let usage = try hearth.run("settings", "set", "mode", "none")
        #expect(usage.status == 2 && usage.errors.hasPrefix("error: "))
        let refused = try hearth.run(
            "ask", "Anything?", "--engine", "openai",
            environment: ["HEARTH_OPENAI_KEY": "sk-test-0123456789abcdef0123456789abcdef"])
        #expect(refused.status == 3 && refused.errors.contains("`hearth consent grant openai --task answer`"))
        let none = try hearth.run("ask", "Anything?", "--engine", "local")
        #expect(none.status == 4 && none.errors.contains("`hearth models recommend`"))
        let missing = try hearth.run("conversations", "show", "none")
        #expect(missing.status == 1 && missing.errors.contains("`hearth conversations list` shows what is there."))
    }

    /// The real program is told of every kind by a server of its data folder, which this test stands in for.
    @Test func everyKindIsSaidAndEndsTheProgramAsScriptsRelyOn() async throws {
        let hearth = try HearthProgram()
        let kinds = Failure.Kind.allCases
        let server = try await WireServer.start(
            script: kinds.map { kind in
                let error = #"{"error":{"code":"some-code","kind":"\#(kind.rawValue)","message":"It did not work."}}"#
                return .http(400, headers: [("content-type", "application/json")], body: Array(error.utf8))
            })
        let note = try #require(try RunningServer(ServerPlace(url: server.url.absoluteString), folder: hearth.home))
        let statuses: [Failure.Kind: Int32] = [
            .usage: 2, .refusedByPolicy: 3, .refusedBySystem: 3, .noEngine: 4, .noSpeechEngine: 4,
        ]
        let page = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().appending(path: "docs/failures.md")
        let rows = try String(contentsOf: page, encoding: .utf8).split(separator: "\n")
        for kind in kinds {
            let row = rows.first { $0.hasPrefix("| `\(kind.rawValue)` |") }?.split(separator: "|") ?? []
            #expect(row.dropFirst(3).first == " \(statuses[kind, default: 1]) ", "\(kind)")
            let ended = try hearth.run(
                "models", "unload", "some-model", environment: ["HEARTH_TOKEN": String(repeating: "t", count: 64)])
            #expect(ended.status == statuses[kind, default: 1], "\(kind) \(ended.errors)")
            #expect(ended.errors.contains("error: It did not work."), "\(kind) \(ended.errors)")
        }
        note.leave()
        await server.stop()
    }

    @Test func aMistypedNameLeadsToTheOneThatIsThere() throws {
        let hearth = try HearthProgram()
        for (arguments, meant) in [
            (["settings", "set", "custm-url", "http://127.0.0.1:1"], "Did you mean custom-url?"),
            (["keys", "remove", "opnai"], "Did you mean openai?"),
            (["--environment", "prodution", "settings"], "did you mean production?"),
            (["models", "info", "whisper-bsae"], "did you mean whisper-base?"),
        ] {
            let refused = try hearth.run(arguments)
            #expect(refused.status != 0 && refused.errors.contains(meant), "\(arguments): \(refused.errors)")
        }
        // What is no slip of anything is not guessed at, nor repeated.
        let far = try hearth.run("settings", "set", "sk-proj-0123456789abcdef0123456789abcdef", "x")
        #expect(far.status == 2 && !far.errors.contains("ou mean") && !far.errors.contains("0123456789"), "\(far)")
    }

    @Test func whyNoEngineCanIsALineForEachReason() throws {
        let hearth = try HearthProgram()
        let none = try hearth.run("rewrite", "--text", "Good morning.")
        let lines = none.errors.split(separator: "\n").map(String.init)
        #expect(none.status == 4)
        #expect(lines.first == "error: No engine that is allowed can serve the task rewrite:")
        let reasons = lines.filter { $0.hasPrefix("  ") }
        #expect(reasons.count >= 4 && Set(reasons).count == reasons.count, "\(reasons)")
        #expect(reasons.contains("  basic: cannot do the task rewrite"))
        #expect(
            reasons.allSatisfy { !$0.hasSuffix(".") && !$0.contains("`hearth") }, "\(reasons)")
        // What would help stands below, each on its own.
        let help = lines.dropFirst(1 + reasons.count)
        #expect(!help.isEmpty && help.allSatisfy { $0.hasPrefix("`hearth ") }, "\(help)")
    }

    @Test func aRowThatCannotBeServedHasACodeAKindAndWhatWouldHelp() throws {
        let hearth = try HearthProgram()
        let rows = try hearth.write("rows.jsonl", #"{"id":1,"text":"Anything?","in":["lease"]}"# + "\nnonsense\n")
        let found = try hearth.run("ask", "--questions", rows, "--json").lines.compactMap {
            $0["error"] as? [String: Any]
        }
        #expect(found.map { $0["code"] as? String } == ["unknown-document", "bad-row"])
        #expect(found.map { $0["kind"] as? String } == ["unknown-item", "bad-request"])
        #expect(found.first?["help"] as? [[String: String]] == [["action": "see", "things": "documents"]])
        #expect(
            found.first?["message"] as? String
                == "There is no document lease. `hearth documents list` shows what is there.")
        #expect(
            found.allSatisfy { error in
                (error["kind"] as? String).flatMap(Failure.Kind.init) != nil && error["message"] is String
            })
    }
}
