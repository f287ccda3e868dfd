import Foundation
import Testing

/// What stands around the commands: arguments, standard input and output, the data folder, its settings.
@Suite struct CommandLineTests {
    /// The program under a shell, which is given it as `$0` and its data folder.
    private func shell(_ script: String, _ hearth: borrowing HearthProgram) throws -> (status: Int32, errors: String) {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/bin/sh")
        process.arguments = ["-c", script, HearthProgram.binary.path]
        process.currentDirectoryURL = hearth.folder
        process.environment = ProcessInfo.processInfo.environment.merging(["HEARTH_HOME": hearth.home.path]) { $1 }
        let errors = Pipe()
        process.standardOutput = FileHandle.nullDevice
        process.standardError = errors
        try process.run()
        let text = String(decoding: errors.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        process.waitUntilExit()
        return (process.terminationStatus, text)
    }

    @Test func aStandardOutputThatIsClosedIsNoPlaceForAnotherFile() throws {
        let hearth = try HearthProgram()
        try hearth.write("a.txt", "The heron stands in the marsh.\n")
        let found = try shell(#"exec "$0" ingest a.txt <&- >&-"#, hearth)
        #expect(found.status == 1 && found.errors.contains("Bad file descriptor"), "\(found.errors)")
        #expect(try hearth.run("documents", "list", "--json").lines.count == 1)
    }

    @Test(arguments: [
        (["ask", "x", "--temperature", "-1"], "from 0 to 2"), (["search", "x", "--limit", "-1"], "from 1 to"),
        (["summarize", "x", "--words", "-5"], "from 1 to"), (["settings", "set", "threads", "-1"], "from 1 to 1024"),
        (["models", "settings", "llama-3.2-1b-instruct", "threads", "-1", "--json"], "from 1 to 1024"),
        (["models", "settings", "llama-3.2-1b-instruct", "context-length", "200000"], "131072 tokens at most"),
    ])
    func aNegativeNumberIsANumber(_ arguments: [String], _ words: String) throws {
        let found = try HearthProgram().run(arguments)
        #expect(found.status == 2 && found.errors.contains(words), "\(found.errors)")
    }

    @Test func aDataFolderThatIsAFileIsCalledOne() throws {
        let hearth = try HearthProgram()
        let file = try hearth.write("file", "")
        let found = try hearth.run(["documents", "list"], environment: ["HEARTH_HOME": file])
        #expect(found.status == 2 && found.errors.contains("is a file and no folder"), "\(found.errors)")
    }

    @Test func aSettingThatIsNoneIsSaidByWhateverIsDone() throws {
        let hearth = try HearthProgram()
        try hearth.write("home/settings.json", #"{"mod": "localOnly"}"#)
        let found = try hearth.run("documents", "list")
        #expect(found.status == 0 && found.errors.contains("has “mod”, which is no setting"), "\(found.errors)")
        try hearth.write("home/settings.json", "{\n  \"mode\": \"localOnly\"\n  \"threads\": 2\n}\n")
        #expect(try hearth.run("documents", "list").errors.contains("settings.json (line 3) is not valid"))
    }

    @Test func whatEnvironmentsShareIsSaidAndIsSo() throws {
        let hearth = try HearthProgram()
        try hearth.write("a.txt", "The heron stands in the marsh.")
        #expect(try hearth.run("ingest", "a.txt").status == 0)
        let shared = try hearth.run("environment", "add", "work")
        #expect(shared.errors.contains("work was added"), "\(shared.errors)")
        #expect(shared.errors.contains("shared with the other environments") && shared.errors.contains("documents"))
        let own = try hearth.run("environment", "add", "apart", "--data-folder", hearth.folder.path + "/apart")
        #expect(own.errors.contains("its own documents") && !own.errors.contains("shared"), "\(own.errors)")
        #expect(try hearth.run("--environment", "work", "documents", "list", "--json").lines.count == 1)
        #expect(try hearth.run("--environment", "apart", "documents", "list", "--json").lines.isEmpty)
        #expect(try hearth.run("environment", "show", "work").output.contains("shared by all environments"))
    }

    @Test(arguments: [
        (["ask", "How", "much", "is", "the", "rent"], "The question", "hearth ask 'How much is the rent'"),
        (["search", "late", "fee", "--limit", "3"], "The query", "hearth search 'late fee' --limit 3"),
        (["ask", "--in", "a.txt", "who", "pays"], "The question", "hearth ask --in a.txt 'who pays'"),
        (["transcript", "ask", "a.vtt", "who", "pays"], "The question", "hearth transcript ask a.vtt 'who pays'"),
    ])
    func wordsWithoutQuotesAreToldToWantThem(_ arguments: [String], _ what: String, _ mended: String) throws {
        let found = try HearthProgram().run(arguments)
        #expect(found.status == 2, "\(found.errors)")
        #expect(found.errors.contains(what) && found.errors.contains("in quotes: \(mended)"), "\(found.errors)")
    }

    @Test func helpForACommandThatThereIsNoneOfSaysSo() throws {
        let hearth = try HearthProgram()
        let none = try hearth.run("help", "nonsense")
        #expect(
            none.status == 2 && none.errors.contains("There is no command `hearth nonsense`") && none.output.isEmpty)
        let near = try hearth.run("help", "serch")
        #expect(near.status == 2 && near.errors.contains("search"), "\(near.errors)")
        let below = try hearth.run("help", "journal", "ad")
        #expect(below.status == 2 && below.errors.contains("hearth journal ad"), "\(below.errors)")
        for known in [["help"], ["help", "ask"], ["help", "journal", "add"]] {
            let shown = try hearth.run(known)
            #expect(shown.status == 0 && shown.output.contains("USAGE"), "\(known)")
        }
    }

    @Test func whatIsToBeWordedDifferentlyIsAskedForWhereItIsMissing() throws {
        let hearth = try HearthProgram()
        for arguments in [["rewrite", ""], ["rewrite", "--text", " "], ["rewrite", "--text", "a", "--as", ""]] {
            let refused = try hearth.run(arguments)
            #expect(refused.status == 2 && refused.errors.contains("empty"), "\(arguments): \(refused.errors)")
        }
        let empty = try hearth.run("rewrite", "-", input: " \n")
        #expect(empty.status == 2 && empty.errors.contains("The text is empty."), "\(empty)")
        let word = try hearth.run("rewrite", "hello")
        #expect(
            word.status == 1 && word.errors.contains("“hello”") && word.errors.contains("standard input"), "\(word)")
        #expect(try hearth.run("rewrite").errors.contains("- for standard input"))
    }

    @Test func linesThatEndAsInWindowsEndAsLines() throws {
        let hearth = try HearthProgram()
        try hearth.write("a.txt", "One line.\r\nAnother.\rStill it.\r\n")
        let text = try hearth.run("extract", "a.txt").output
        #expect(text.hasPrefix("One line.\nAnother."))
        #expect(!text.contains("\r") && !text.contains("\u{240D}\n"))
    }

    @Test func aTemplateIsReadFromAPipe() throws {
        let found = try HearthProgram().run("template", "detect", "/dev/stdin", input: "{{ '<|im_start|>' }}")
        #expect(found.status == 0, "\(found.errors)")
    }

    @Test func nothingToSumUpIsSaidOfAPipeAsOfAFile() throws {
        let hearth = try HearthProgram()
        try hearth.write("empty.txt", "")
        #expect(try hearth.run("summarize", "empty.txt").status == 1)
        let found = try hearth.run("summarize", input: "")
        #expect(found.status == 1 && found.errors.contains("is empty"), "\(found.errors)")
    }

    @Test func aSearchOfNothingSaysThatThereIsNothing() throws {
        let found = try HearthProgram().run("search", "heron")
        #expect(found.errors.contains("no documents") && !found.errors.contains("vectors"), "\(found.errors)")
    }

    @Test func aHitShowsTheWordsThatWereLookedForAndWhereTheyAre() throws {
        let hearth = try HearthProgram()
        let text =
            String(repeating: "The weather was fine, and nobody came to the house. ", count: 12)
            + "The otter took the trout from the pond."
        try hearth.write("a.txt", text + "\n")
        #expect(try hearth.run("ingest", "a.txt").status == 0)
        let shown = try hearth.run("search", "otter trout")
        #expect(shown.output.contains("otter took the trout"), "\(shown)")
        let found = try hearth.run("search", "otter trout", "--json").lines.first?["results"] as? [[String: Any]]
        let match = try #require(found?.first?["match"] as? [String: Any])
        let bytes = Array(text.utf8)
        let place = try #require(match["start"] as? Int)..<(try #require(match["end"] as? Int))
        #expect(String(decoding: bytes[place], as: UTF8.self) == "otter took the trout")
    }

    @Test func anEntryOfTheJournalIsNotRemovedFromSearchAlone() throws {
        let hearth = try HearthProgram()
        #expect(try hearth.run("journal", "add", "Snow.", "--date", "2026-01-01").status == 0)
        let listed = try hearth.run("documents", "list", "--json").lines
        let id = try #require(listed.first?["documentID"] as? String)
        let refused = try hearth.run("documents", "remove", id)
        #expect(refused.status == 2 && refused.errors.contains("hearth journal remove"), "\(refused)")
        #expect(try hearth.run("documents", "list", "--json").lines.count == 1)
    }

    @Test func aConversationThatIsNamedTwiceIsRemovedOnce() throws {
        let hearth = try HearthProgram()
        _ = try hearth.run("chat", "--engine", "basic", input: "What is a heron?\n")
        let id = try #require(
            try hearth.run("conversations", "list", "--json").lines.first?["conversationID"] as? String)
        #expect(try hearth.run("conversations", "remove", id, id, "--json").lines.count == 1)
    }
}
