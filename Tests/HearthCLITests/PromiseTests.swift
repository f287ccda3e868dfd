import Foundation
import Testing

/// What Hearth promises about private data, tried on the real binary.
@Suite struct PromiseTests {
    /// Every byte of the data folder, searched for words that were read, asked and answered.
    @Test func nothingThatWasReadLiesInTheDataFolderInPlainText() throws {
        let hearth = try HearthProgram()
        let words = ["quillwort", "marzipanic", "Okonkwo-Lindqvist"]
        try hearth.write(
            "diary.md", "# My \(words[0]) secret\n\nDoctor \(words[2]) found \(words[1]) symptoms in May.\n")
        #expect(try hearth.run("ingest", "diary.md").status == 0)
        #expect(try hearth.run("ask", "What did Doctor \(words[2]) find?", "--json").status == 0)
        #expect(try hearth.run("chat", input: "What did the doctor find?\n").status == 0)

        let files = FileManager.default.enumerator(at: hearth.home, includingPropertiesForKeys: nil)
        var searched = 0
        while let file = files?.nextObject() as? URL {
            guard let data = try? Data(contentsOf: file) else { continue }
            searched += data.count
            for word in words + ["CREATE TABLE", "SQLite format"] {
                #expect(data.range(of: Data(word.utf8)) == nil, "\(word) stands in \(file.lastPathComponent)")
                #expect(
                    data.range(of: Data(word.lowercased().utf8)) == nil, "\(word) stands in \(file.lastPathComponent)")
            }
        }
        #expect(searched > 10_000, "the search found nothing to search")
    }

    @Test func theDataFolderIsForItsOwnerOnly() throws {
        let hearth = try HearthProgram()
        try hearth.write("a.txt", "Alpha.\n")
        #expect(try hearth.run("ingest", "a.txt").status == 0)
        for name in try FileManager.default.contentsOfDirectory(atPath: hearth.home.path) {
            let attributes = try FileManager.default.attributesOfItem(atPath: hearth.home.path + "/" + name)
            let mode = try #require(attributes[.posixPermissions] as? Int)
            #expect(mode & 0o077 == 0, "\(name) has mode \(String(mode, radix: 8))")
        }
    }

    @Test func aRemovedDocumentIsGoneWithProof() throws {
        let hearth = try HearthProgram()
        try hearth.write("keep.txt", "The heron stands in the marsh.\n")
        try hearth.write("drop.txt", "The combination of the strongbox is nine four seven.\n")
        #expect(try hearth.run("ingest", "keep.txt", "drop.txt").status == 0)

        let receipt = try #require(try hearth.run("documents", "remove", "drop.txt", "--json").lines.first)

        #expect(receipt["proven"] as? Bool == true)
        #expect((receipt["samplesSearched"] as? Int ?? 0) > 0)
        let found =
            try hearth.run("search", "strongbox combination", "--json").lines.first?["results"] as? [[String: Any]]
        #expect(found?.contains { ($0["text"] as? String)?.contains("strongbox") == true } == false)
        #expect(try hearth.run("documents", "list", "--json").lines.count == 1)
    }

    @Test func aBackupBringsEverythingBack() throws {
        let hearth = try HearthProgram()
        try hearth.write("a.txt", "The heron stands in the marsh.\n")
        #expect(try hearth.run("ingest", "a.txt").status == 0)
        #expect(try hearth.run("backup", "copy.backup").status == 0)
        #expect(try hearth.run("documents", "remove", "a.txt").status == 0)
        #expect(try hearth.run("restore", "copy.backup").status == 2, "without a terminal it must be told --yes")
        #expect(try hearth.run("restore", "copy.backup", "--yes").status == 0)
        #expect(try hearth.run("documents", "list", "--json").lines.count == 1)
        let wrong = try hearth.run("restore", "a.txt", "--yes")
        #expect(wrong.status == 1 && wrong.errors.contains("no backup of Hearth"), "\(wrong.errors)")
        // A copy that was cut off is no matter of the key, which somebody might change then.
        let whole = try Data(contentsOf: hearth.folder.appendingPathComponent("copy.backup"))
        try hearth.write("half.backup", whole.prefix(whole.count / 2 + 100))
        let half = try hearth.run("restore", "half.backup", "--yes")
        #expect(half.status == 1 && half.errors.contains("cut off") && !half.errors.contains("key"), "\(half.errors)")
        #expect(try hearth.run("documents", "list", "--json").lines.count == 1, "a refused restore must change nothing")
    }

    @Test func aBackupReplacesNoFileUnlessItIsTold() throws {
        let hearth = try HearthProgram()
        try hearth.write("a.txt", "The heron stands in the marsh.\n")
        #expect(try hearth.run("ingest", "a.txt").status == 0)
        let refused = try hearth.run("backup", "a.txt")
        #expect(refused.status == 1 && refused.errors.contains("a.txt is there already"), "\(refused.errors)")
        let text = try String(contentsOf: hearth.folder.appendingPathComponent("a.txt"), encoding: .utf8)
        #expect(text == "The heron stands in the marsh.\n")
        #expect(try hearth.run("backup", "copy.backup").status == 0)
        #expect(try hearth.run("backup", "copy.backup").status == 1)
        #expect(try hearth.run("backup", "copy.backup", "--force").status == 0)
        #expect(try hearth.run("backup", "nowhere/copy.backup").errors.contains("There is no folder"))
    }

    @Test func nothingThatIsWrittenOutReplacesWhatIsHearthsOwn() throws {
        let hearth = try HearthProgram()
        try hearth.write("a.txt", "The heron stands in the marsh.\n")
        try hearth.write("a.vtt", "WEBVTT\n\n00:01.000 --> 00:02.000\n<v Anna>The bridge is open again.\n")
        #expect(try hearth.run("ingest", "a.txt").status == 0)
        #expect(try hearth.run("journal", "add", "Snow.", "--date", "2026-01-01").status == 0)
        let manager = FileManager.default
        try manager.createSymbolicLink(
            at: hearth.folder.appendingPathComponent("link"), withDestinationURL: hearth.home)
        try manager.createSymbolicLink(
            at: hearth.folder.appendingPathComponent("store.backup"),
            withDestinationURL: hearth.home.appendingPathComponent("hearth.sqlite"))
        for target in ["home/database-key.key", "home/hearth.sqlite", "link/settings.json", "store.backup", "home/new"]
        {
            for arguments in [
                ["backup", target, "--force"],
                ["transcript", "export", "a.vtt", "--format", "srt", "--output", target],
                ["journal", "wrapped", "2026", "--output", target, "--force"], ["ledger", "export", target],
                ["backup", "copy.backup", "--key-to", target], ["export", target],
            ] {
                let outcome = try hearth.run(arguments)
                #expect(outcome.status != 0, "\(arguments)")
                #expect(!manager.fileExists(atPath: hearth.folder.appendingPathComponent("copy.backup").path))
            }
        }
        #expect(!manager.fileExists(atPath: hearth.home.appendingPathComponent("new").path))
        // From another data folder too: the files tell whose they are.
        let elsewhere = try hearth.run(
            ["backup", "home/hearth.sqlite", "--force"],
            environment: ["HEARTH_HOME": hearth.folder.appendingPathComponent("other").path])
        #expect(elsewhere.errors.contains("data folder of Hearth"), "\(elsewhere.errors)")
        #expect(
            try hearth.run("documents", "list", "--json").lines.count == 2, "the text and the entry are still there")
    }

    @Test func theKeyIsNotWrittenOverItsBackup() throws {
        let hearth = try HearthProgram()
        let refused = try hearth.run("backup", "one.bak", "--key-to", "./one.bak")
        #expect(refused.status == 2 && refused.errors.contains("a file of its own"), "\(refused.errors)")
        #expect(!FileManager.default.fileExists(atPath: hearth.folder.appendingPathComponent("one.bak").path))
    }

    @Test func aRestoreOnANewMachineSaysWhichFileItNeedsAndThenWorks() throws {
        let hearth = try HearthProgram()
        try hearth.write("a.txt", "The heron stands in the marsh.\n")
        #expect(try hearth.run("ingest", "a.txt").status == 0)
        let backup = try hearth.run("backup", "copy.backup", "--key-to", "copy.key")
        #expect(backup.status == 0, "\(backup.errors)")
        #expect(backup.errors.contains("Not in it are the settings"))
        #expect(try hearth.run("backup", "other.backup", "--key-to", "copy.key").status == 1, "no key is overwritten")
        #expect(try hearth.run("backup", "second.backup").errors.contains("database-key.key"))

        let new = hearth.folder.appendingPathComponent("new")
        let place = ["HEARTH_HOME": new.path]
        let key = new.appendingPathComponent("database-key.key")
        let refused = try hearth.run(["restore", "copy.backup", "--yes"], environment: place)
        #expect(refused.status == 1 && refused.errors.contains(key.path), "\(refused.errors)")
        #expect(!FileManager.default.fileExists(atPath: key.path), "a key that opens no backup was made")
        #expect(try hearth.run(["restore", "nowhere", "--yes"], environment: place).errors.contains("no backup"))

        // A store of its own that is there already has another key.
        try hearth.write("b.txt", "The otter swims.\n")
        #expect(try hearth.run(["ingest", "b.txt"], environment: place).status == 0)
        let other = try hearth.run(["restore", "copy.backup", "--yes"], environment: place)
        #expect(other.status == 1 && other.errors.contains(key.path), "\(other.errors)")
        #expect(try hearth.run(["documents", "list", "--json"], environment: place).lines.count == 1)

        try FileManager.default.removeItem(at: key)
        try FileManager.default.copyItem(at: hearth.folder.appendingPathComponent("copy.key"), to: key)
        let restored = try hearth.run(["restore", "copy.backup", "--yes"], environment: place)
        #expect(restored.status == 0, "\(restored.errors)")
        #expect(restored.errors.contains("Not in it are the settings"))
        let found = try hearth.run(["search", "heron", "--json"], environment: place).lines.first?["results"]
        #expect((found as? [[String: Any]])?.isEmpty == false)
    }

    @Test func deleteEverythingLeavesNothing() throws {
        let hearth = try HearthProgram()
        try hearth.write("a.txt", "Alpha.\n")
        #expect(try hearth.run("ingest", "a.txt").status == 0)
        // What a server leaves that is killed while somebody sends it a recording.
        try hearth.write("home/incoming/one/talk.wav", "sound")
        try hearth.write("home/server-token", "0123456789abcdef")
        try hearth.write("home/program-token", "fedcba9876543210")
        try hearth.write("home/server.json", "{}")
        #expect(try hearth.run("delete-everything", "--yes").status == 0)
        #expect(try FileManager.default.contentsOfDirectory(atPath: hearth.home.path).isEmpty)
        #expect(FileManager.default.fileExists(atPath: hearth.folder.path + "/a.txt"))
    }

    @Test func anExportHoldsTheTextInOpenFormats() throws {
        let hearth = try HearthProgram()
        try hearth.write("a.md", "# Herons\n\nThe heron stands in the marsh.\n")
        #expect(try hearth.run("ingest", "a.md").status == 0)
        #expect(try hearth.run("export", "out").status == 0)
        let names = try FileManager.default.contentsOfDirectory(atPath: hearth.folder.path + "/out/documents")
        let name = try #require(names.first)
        let text = try String(contentsOfFile: hearth.folder.path + "/out/documents/" + name, encoding: .utf8)
        #expect(text.contains("The heron stands in the marsh."))
        #expect(try hearth.run("export", "out").status == 1, "a folder that holds something is not written into")
    }

    @Test func aDocumentCannotSteerTheTerminal() throws {
        let hearth = try HearthProgram()
        try hearth.write(
            "a.txt",
            "The heron \u{1B}[31mstands\u{1B}]0;owned\u{07} in the marsh.\n" + String(repeating: "Reeds. ", count: 40))
        #expect(try hearth.run("ingest", "a.txt").status == 0)
        for arguments in [["search", "heron"], ["ask", "Where does the heron stand?"], ["extract", "a.txt"]] {
            let process = try hearth.start(arguments)
            let output = try #require(process.standardOutput as? Pipe).fileHandleForReading.readDataToEndOfFile()
            process.waitUntilExit()
            #expect(!output.contains(0x1B), "\(arguments) lets an escape through")
        }
    }
}

/// The contract with scripts.
@Suite struct ContractTests {
    @Test(arguments: [
        ["frobnicate"], ["ask"], ["search", "x", "--limit", "0"], ["ask", "x", "--engine", "hal9000"],
        ["text", "chunks", "--tokens", "0"], ["ask", "x", "--temperature", "nine"],
    ])
    func wrongUsageEndsWith2(arguments: [String]) throws {
        let hearth = try HearthProgram()
        let process = try hearth.start(arguments)
        process.waitUntilExit()
        #expect(process.terminationStatus == 2)
        let errors = try #require(process.standardError as? Pipe).fileHandleForReading.readDataToEndOfFile()
        #expect(String(decoding: errors, as: UTF8.self).hasPrefix("error: "))
    }

    @Test func aNamedModelThatIsMissingIsNotReplacedByAnotherEngine() throws {
        let hearth = try HearthProgram()
        let outcome = try hearth.run("ask", "Anything?", "--model", "missing.gguf")
        #expect(outcome.status == 4)
        #expect(outcome.errors.contains("missing.gguf"))
    }

    @Test func helpAndVersionEndWith0() throws {
        let hearth = try HearthProgram()
        #expect(try hearth.run("--version").output == "0.1.0\n")
        let help = try hearth.run("ask", "--help")
        #expect(help.status == 0)
        #expect(help.output.contains("EXAMPLES"))
    }

    @Test func theTextToolsAnswerBatches() throws {
        let hearth = try HearthProgram()
        let row = "{\"id\": 7, \"text\": \"Dr. Ada Lovelace lived in London. She wrote notes.\"}\n"
        let sentences = try hearth.run("text", "sentences", "--batch", "-", "--json", input: row).lines.first
        #expect(sentences?["sentences"] as? [String] == ["Dr. Ada Lovelace lived in London.", "She wrote notes."])
        #expect(sentences?["id"] as? Int == 7)
        let language = try hearth.run("text", "language", "--batch", "-", "--json", input: row).lines.first
        #expect(language?["language"] as? String == "en")
        let chunks = try hearth.run("text", "chunks", "--tokens", "8", "--overlap", "0", "--batch", "-", input: row)
        let pieces = try #require(chunks.lines.first?["chunks"] as? [[String: Any]])
        #expect(pieces.count > 1)
        #expect(pieces.allSatisfy { ($0["tokens"] as? Int ?? 99) <= 8 })
        let entities = try hearth.run("text", "entities", "--batch", "-", "--json", input: row).lines.first
        let names = (entities?["entities"] as? [[String: Any]])?.compactMap { $0["text"] as? String } ?? []
        #expect(names.contains("London"))
    }

    @Test func theTextToolsTakeATextThatIsGivenAsItIs() throws {
        let hearth = try HearthProgram()
        let words = "Dr. Ada Lovelace lived in London. She wrote notes."
        #expect(try hearth.run("text", "entities", words).output.contains("London"))
        for tool in ["sentences", "chunks", "keyphrases", "entities", "language"] {
            for arguments in [["text", tool, words, "--json"], ["text", tool, "--text", "Bonjour", "--json"]] {
                let outcome = try hearth.run(arguments)
                #expect(outcome.status == 0 && !outcome.lines.isEmpty, "\(arguments): \(outcome.errors)")
            }
        }
        // A file of that name is what is meant, and what looks like the name of one is not worked on as a text.
        try hearth.write("two words", "It is about Paris.\n")
        #expect(try hearth.run("text", "entities", "two words").output.contains("Paris"))
        for name in ["Bonjour", "my notes.txt", "./a b", "/tmp/not there"] {
            let refused = try hearth.run("text", "language", name)
            #expect(refused.status == 1 && refused.errors.contains("--text"), "\(refused.errors)")
        }
        #expect(try hearth.run("text", "language", "two words", "--text", "x").status == 2)
        let summary = try hearth.run("summarize", words)
        #expect(summary.status == 1 && summary.errors.contains("standard input"), "\(summary.errors)")
    }

    @Test func aSummaryKeepsToItsWordsAndIsVerbatim() throws {
        let hearth = try HearthProgram()
        let text = (0..<60).map {
            "Sentence \($0) tells of the \(["harbour", "mill", "bridge", "market"][$0 % 4]) in town."
        }
        .joined(separator: " ")
        try hearth.write("long.txt", text)
        let outcome = try #require(try hearth.run("summarize", "long.txt", "--words", "30", "--json").lines.first)
        let summary = try #require(outcome["summary"] as? String)
        #expect(!summary.isEmpty)
        #expect(summary.split(separator: " ").count <= 33)
        for sentence in try #require(outcome["sentences"] as? [[String: Any]]) {
            let (start, end) = (try #require(sentence["start"] as? Int), try #require(sentence["end"] as? Int))
            #expect(String(decoding: Array(text.utf8)[start..<end], as: UTF8.self) == sentence["text"] as? String)
        }
    }

    @Test func ctrlCEndsWith130() throws {
        let hearth = try HearthProgram()
        try hearth.write("n/a.txt", "Alpha.\n")
        let process = try hearth.start(["ingest", "n", "--watch"])
        usleep(1_500_000)
        kill(process.processIdentifier, SIGINT)
        process.waitUntilExit()
        #expect(process.terminationReason == .exit)
        #expect(process.terminationStatus == 130)
    }

    @Test func aPipeGetsNoColours() throws {
        let hearth = try HearthProgram()
        try hearth.write("a.txt", "The heron stands in the marsh.\n")
        let outcome = try hearth.run("ingest", "a.txt")
        #expect(!outcome.output.contains("\u{1B}"))
        #expect(!outcome.errors.contains("\u{1B}"))
    }
}
