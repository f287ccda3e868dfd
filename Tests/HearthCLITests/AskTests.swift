import Foundation
import Testing

/// The main job through the real binary: read files, answer with checked citations, abstain.
@Suite struct AskTests {
    static let lease = """
        # Lease of the flat in Harbour Street

        The lease begins on 1 March 2023 and ends on 28 February 2026. The monthly rent is 1,240 euros.

        ## Repairs

        The landlord, Ms Okafor, pays for repairs of the boiler. The tenant pays for light bulbs.
        """

    @Test func anAnswerQuotesItsSourceByteForByte() throws {
        let hearth = try HearthProgram()
        let path = try hearth.write("notes/lease.md", Self.lease)
        try hearth.write(
            "notes/cake.txt", "Plum cake: 200 g flour, 150 g butter. Bake for 45 minutes at 180 degrees.\n")
        #expect(try hearth.run("ingest", "notes").status == 0)

        let outcome = try hearth.run("ask", "When does the lease end?", "--engine", "basic", "--json")

        #expect(outcome.status == 0)
        let answer = try #require(outcome.lines.first)
        #expect(answer["abstained"] as? Bool == false)
        #expect((answer["route"] as? [String: Any])?["engine"] as? String == "basic")
        let citations = try #require(answer["citations"] as? [[String: Any]])
        let source = Array(try Data(contentsOf: URL(fileURLWithPath: path)))
        let first = try #require(citations.first)
        #expect((first["quote"] as? String)?.contains("28 February 2026") == true)
        for citation in citations where citation["path"] as? String == path {
            let (start, end) = (try #require(citation["start"] as? Int), try #require(citation["end"] as? Int))
            #expect(String(decoding: source[start..<end], as: UTF8.self) == citation["quote"] as? String)
            #expect(citation["verified"] as? Bool == true)
        }
    }

    @Test func marksOfMarkdownAreInTheQuoteAndNotInWhatIsShown() throws {
        let text = """
            # Allotment

            > [!tip] Good to know
            > The **water butt** is filled by the [[Rota 2025|water rota]] on *Fridays*.

            - [ ] Return the key of the shed to [Dana](mailto:dana@example.org).
            """
        let hearth = try HearthProgram()
        try hearth.write("allotment.md", text)
        #expect(try hearth.run("ingest", "allotment.md").status == 0)
        let question = "Who fills the water butt?"

        let json = try #require(try hearth.run("ask", question, "--engine", "basic", "--json").lines.first)
        let quote = try #require((json["citations"] as? [[String: Any]])?.first?["quote"] as? String)
        #expect(text.contains(quote) && quote.contains("**water butt**"))
        #expect(
            (json["answer"] as? String)?.hasPrefix("The water butt is filled by the water rota on Fridays.") == true)

        let shown = try hearth.run("ask", question, "--engine", "basic").output
        for mark in ["**", "[[", "*Fridays*", "[ ]", "[!tip]", "mailto:"] { #expect(!shown.contains(mark), "\(shown)") }
    }

    @Test func itAbstainsWhenTheDocumentsDoNotSay() throws {
        let hearth = try HearthProgram()
        try hearth.write("lease.md", Self.lease)
        #expect(try hearth.run("ingest", "lease.md").status == 0)

        let outcome = try hearth.run("ask", "Which vaccines does the dog Rufus need in autumn?", "--json")

        let answer = try #require(outcome.lines.first)
        #expect(answer["abstained"] as? Bool == true)
        #expect((answer["citations"] as? [Any])?.isEmpty == true)
        #expect(outcome.status == 0)
    }

    @Test func aDashIsStandardInput() throws {
        let hearth = try HearthProgram()
        try hearth.write("lease.md", Self.lease)
        #expect(try hearth.run("ingest", "lease.md").status == 0)
        let answer = try hearth.run(
            "ask", "-", "--engine", "basic", "--json", input: "When does\nthe lease end?\n")
        #expect((answer.lines.first?["citations"] as? [Any])?.isEmpty == false, "\(answer)")
        let found = try hearth.run("search", "-", "--json", input: "boiler\n")
        #expect((found.lines.first?["results"] as? [Any])?.isEmpty == false, "\(found)")
        let wish = try hearth.run("do", "-", "--engine", "basic", "--json", input: "search for the boiler\n")
        #expect((wish.lines.first?["action"] as? [String: Any])?["command"] as? String == "search", "\(wish)")
        for command in ["ask", "search", "do"] {
            let empty = try hearth.run(command, "-", input: " \n")
            #expect(empty.status == 2 && empty.errors.contains("standard input, which is empty"), "\(empty)")
            let long = try hearth.run(command, "-", input: String(repeating: "word ", count: 20_100))
            #expect(long.status == 2 && long.errors.contains("more than"), "\(long.errors.prefix(200))")
        }
    }

    @Test func nothingAskedIsAMistakeInTheArguments() throws {
        let hearth = try HearthProgram()
        for arguments in [
            ["ask", ""], ["ask", "  "], ["ask", "\u{200B}\u{3000}"], ["search", " "], ["search", "\u{FEFF}"],
            ["do", "\u{AD}"], ["quiz", "--topic", "\u{200B}"], ["journal", "add", " \u{2060}"], ["ingest", ""],
            ["extract", "a", ""],
        ] {
            let refused = try hearth.run(arguments)
            #expect(refused.status == 2 && refused.errors.contains("is empty"), "\(arguments): \(refused.errors)")
        }
    }

    #if os(Linux)
    @Test func whatCannotBeWrittenIsNotPassedOver() throws {
        let hearth = try HearthProgram()
        let shell = Process()
        shell.executableURL = URL(fileURLWithPath: "/bin/sh")
        shell.arguments = ["-c", "\"$0\" mode > /dev/full 2> errors", HearthProgram.binary.path]
        shell.currentDirectoryURL = hearth.folder
        shell.environment = ProcessInfo.processInfo.environment.merging(["HEARTH_HOME": hearth.home.path]) { $1 }
        try shell.run()
        shell.waitUntilExit()
        #expect(shell.terminationStatus == 1)
        let errors = try String(contentsOf: hearth.folder.appendingPathComponent("errors"), encoding: .utf8)
        #expect(errors.contains("Not all of the output could be written"), "\(errors)")
    }
    #endif

    @Test func anEmptyStoreAbstains() throws {
        let hearth = try HearthProgram()
        let outcome = try hearth.run("ask", "Anything?", "--json")
        #expect(outcome.status == 0)
        #expect(outcome.lines.first?["abstained"] as? Bool == true)
        #expect(outcome.lines.first?["abstention"] as? String == "no-documents")
        #expect((outcome.lines.first?["answer"] as? String)?.contains("Add some first.") == true)
        #expect(try hearth.run("ask", "Anything?").errors.contains("`hearth ingest PATH` reads some."))
    }

    @Test func anAnswerBeginsWithWhatWasAskedForAndRepeatsNothing() throws {
        let hearth = try HearthProgram()
        try hearth.write(
            "router.md",
            """
            # Router notes

            The guest network is called **Heron**. Its [password](http://192.168.0.1/wifi) is on the fridge.

            ## Restarting

            1. Pull the plug of the router.
            2. Wait for thirty seconds.
            3. Put the plug of the router back.
            """)
        try hearth.write("lease.md", Self.lease)
        #expect(try hearth.run("ingest", "router.md", "lease.md").status == 0)

        let network = try #require(hearth.run("ask", "What is the guest network called?", "--json").lines.first)
        #expect((network["answer"] as? String)?.hasPrefix("The guest network is called Heron. [1]") == true)
        let rent = try #require(hearth.run("ask", "What is the monthly rent?", "--json").lines.first)
        #expect((rent["answer"] as? String)?.hasPrefix("The monthly rent is 1,240 euros. [1]") == true)
        for answer in [network, rent] {
            let citations = try #require(answer["citations"] as? [[String: Any]])
            #expect(citations.allSatisfy { ($0["quote"] as? String)?.contains("#") == false })
            #expect(citations.allSatisfy { $0["verified"] as? Bool == true })
        }
    }

    @Test func theLocalEngineWithoutAModelIsRefusedWithStatus4() throws {
        let hearth = try HearthProgram()
        let outcome = try hearth.run("ask", "Anything?", "--engine", "local")
        #expect(outcome.status == 4)
        #expect(outcome.errors.contains("error: "))
        #expect(outcome.output.isEmpty)
    }

    @Test func aQuestionCanBeLimitedToADocument() throws {
        let hearth = try HearthProgram()
        try hearth.write("a.txt", "The code word of the north gate is heron.\n")
        try hearth.write("b.txt", "The code word of the south gate is falcon.\n")
        #expect(try hearth.run("ingest", "a.txt", "b.txt").status == 0)

        let outcome = try hearth.run("ask", "What is the code word of the gate?", "--in", "b.txt", "--json")

        let citations = try #require(outcome.lines.first?["citations"] as? [[String: Any]])
        #expect(!citations.isEmpty)
        #expect(citations.allSatisfy { ($0["path"] as? String)?.hasSuffix("/b.txt") == true })
    }

    @Test func batchRowsAreAnsweredInOrderAndABadRowDoesNotStopTheRun() throws {
        let hearth = try HearthProgram()
        try hearth.write("a.txt", "The north gate is painted green.\n")
        #expect(try hearth.run("ingest", "a.txt").status == 0)
        let rows = """
            {"id": "one", "text": "What colour is the north gate?"}
            {"id": 2}
            {"id": "three", "text": "north gate", "in": ["missing.txt"]}
            {"id": "four", "text": "Which colour has the gate?"}
            """

        let outcome = try hearth.run("ask", "--questions", "-", "--json", input: rows)

        #expect(outcome.status == 0)
        let lines = outcome.lines
        #expect(lines.map { "\($0["id"] ?? "")" } == ["one", "2", "three", "four"])
        #expect(lines.map { $0["error"] != nil } == [false, true, true, false])
    }
}
