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
            (["serch", "boiler"], "There is no command `hearth serch`; did you mean search?"),
            (["documents", "lst"], "There is no command `hearth documents lst`; did you mean list?"),
            (["settings", "reset", "mode"], "There is no command `hearth settings reset`"),
            // Other programs' words for it.
            (["models", "show", "x"], "did you mean info?"), (["settings", "get", "mode"], "did you mean show?"),
            (["consent", "give", "openai"], "did you mean grant?"),
            (["documents", "delete", "x"], "did you mean remove?"),
            (["models", "install", "x"], "did you mean add?"),
            (["keys", "add", "openai"], "did you mean set?"),
        ] {
            let refused = try hearth.run(arguments)
            #expect(refused.status != 0 && refused.errors.contains(meant), "\(arguments): \(refused.errors)")
        }
        // What is no slip of anything is not guessed at, nor repeated.
        let far = try hearth.run("settings", "set", "sk-proj-0123456789abcdef0123456789abcdef", "x")
        #expect(far.status == 2 && !far.errors.contains("ou mean") && !far.errors.contains("0123456789"), "\(far)")
    }

    @Test func whatIsWrongIsSaidInThePlaceWhereItIsWrong() throws {
        let hearth = try HearthProgram()
        try hearth.write("a.vtt", "WEBVTT\n\n00:01.000 --> 00:02.000\nHello there.\n")
        for (arguments, said) in [
            (["transcript", "search", "a.vtt", " "], "The query is empty."),
            (["transcript", "ask", "a.vtt", ""], "The question is empty."),
            (["journal", "month", "2026-13"], "Usage: hearth journal month"),
        ] {
            let refused = try hearth.run(arguments)
            #expect(refused.status == 2 && refused.errors.contains(said), "\(arguments): \(refused.errors)")
        }
        // What a command finds wrong while it runs is not told of with how `hearth` itself is used.
        let work = try hearth.run("models", "use", "bge-m3", "--for", "chatting")
        #expect(work.status == 2 && work.errors.contains("chat, embed or rerank") && !work.errors.contains("Usage"))
        // Nobody confirms what cannot be done.
        let nowhere = try hearth.run("restore", "nowhere.backup")
        #expect(nowhere.status == 1 && nowhere.errors.contains("no backup at nowhere.backup"), "\(nowhere)")
        // Of two files the one that is wrong is named.
        try hearth.write("good.json", "{}")
        try hearth.write("bad.json", "{")
        for files in [["good.json", "bad.json"], ["bad.json", "good.json"]] {
            let refused = try hearth.run(["schema", "validate"] + files)
            #expect(refused.status == 1 && refused.errors.hasPrefix("error: bad.json: "), "\(refused.errors)")
        }
        let family = try hearth.run("template", "render", "chatmml", "good.json")
        #expect(family.status == 1 && family.errors.contains("did you mean chatml?"), "\(family.errors)")
        // What is empty is not the folder that the program runs in.
        let nothing = try hearth.run("text", "sentences", "")
        #expect(nothing.status == 2 && nothing.errors.contains("is empty"), "\(nothing)")
        for (place, words) in [("", "settings unset local-model"), (".", "is a folder")] {
            let refused = try hearth.run("settings", "set", "local-model", place)
            #expect(refused.status == 2 && refused.errors.contains(words), "\(refused)")
        }
        #expect(try hearth.run("text", "sentences", ".").errors.contains("is a folder"))
        // A small chunk needs no second option.
        try hearth.write("a.txt", "One. Two. Three. Four. Five. Six. Seven. Eight.\n")
        #expect(try hearth.run("text", "chunks", "a.txt", "--tokens", "8").status == 0)
        #expect(try hearth.run("text", "chunks", "a.txt", "--tokens", "8", "--overlap", "8").status == 2)
    }

    private func piped(
        _ hearth: borrowing HearthProgram, _ bytes: [UInt8], _ arguments: String...
    ) throws -> (status: Int32, output: String) {
        let process = try hearth.start(arguments)
        let input = try #require(process.standardInput as? Pipe)
        try input.fileHandleForWriting.write(contentsOf: Data(bytes))
        try input.fileHandleForWriting.close()
        let output = try #require(process.standardOutput as? Pipe)
        let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        process.waitUntilExit()
        return (process.terminationStatus, text)
    }

    @Test func whatComesInFromAPipeIsReadInItsEncodingAsAFileIs() throws {
        let hearth = try HearthProgram()
        let latin =
            Array("The caf".utf8) + [0xE9] + Array(" opens at nine. The owner is Ren".utf8) + [0xE9]
            + Array("e.\n".utf8)
        let sentences = try piped(hearth, latin, "text", "sentences")
        #expect(sentences.output.contains("The café opens at nine."), "\(sentences)")
        #expect(try piped(hearth, latin, "journal", "add", "-", "--date", "2026-03-01").status == 0)
        let list = try hearth.run("search", "owner", "--json").lines.first?["results"] as? [[String: Any]]
        #expect((list?.first?["text"] as? String)?.contains("Renée") == true)
        // Both pass as UTF-8: two bytes a letter, and a mark that is no word.
        let wide = "The harbour opens at nine. The owner is at home.\n".utf16.flatMap {
            [UInt8($0 & 0xFF), UInt8($0 >> 8)]
        }
        #expect(try piped(hearth, wide, "text", "sentences").output.contains("The harbour opens at nine."))
        let marked = try piped(hearth, [0xEF, 0xBB, 0xBF] + Array("The harbour opens.\n".utf8), "text", "sentences")
        #expect(
            marked.output.contains("The harbour opens.") && !marked.output.unicodeScalars.contains("\u{FEFF}")
                && !marked.output.contains("ufeff"), "\(marked)")
        let noise = (0..<4_000).map { UInt8(truncatingIfNeeded: $0 &* 37 &+ ($0 >> 3)) }
        #expect(try piped(hearth, noise, "text", "sentences").status == 1)
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
        // What to do is told once, below.
        for engine in ["local", "custom"] {
            let reason = reasons.first { $0.hasPrefix("  \(engine): ") } ?? "settings"
            #expect(!reason.contains("settings") && !reason.contains("Name a"), "\(reasons)")
        }
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
