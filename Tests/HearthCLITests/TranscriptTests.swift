import Foundation
import Testing

/// `hearth transcript …` through the real binary.
@Suite struct TranscriptTests {
    private static let meeting = """
        WEBVTT

        00:00:01.000 --> 00:00:06.000
        <v Ana>Welcome back. What did the river survey find at the bridges this spring?

        00:00:06.000 --> 00:00:14.000
        <v Ben>The survey found otters at four of the nine bridges, which is twice as many as last year.

        00:00:14.000 --> 00:00:20.000
        <v Ana>That is wonderful news for the river and for everybody who planted willows there.

        00:00:20.000 --> 00:00:27.000
        <v Ben>I will send the survey report to the council by Friday, and we must repair the old weir.

        """

    private func object(_ hearth: borrowing HearthProgram, _ arguments: String...) throws -> [String: Any] {
        let process = try hearth.start(arguments + ["--json"])
        let output = (process.standardOutput as? Pipe)?.fileHandleForReading.readDataToEndOfFile() ?? Data()
        process.waitUntilExit()
        #expect(process.terminationStatus == 0)
        let line = try #require(output.split(separator: 0x0A).first)
        return try #require(JSONSerialization.jsonObject(with: Data(line)) as? [String: Any])
    }

    @Test func parseGivesCuesOfGoodFilesAndErrorsOfOthersInOrder() throws {
        let hearth = try HearthProgram()
        try hearth.write("a.vtt", Self.meeting)
        try hearth.write("empty.vtt", "")
        try hearth.write("b.srt", "1\n00:00:01,500 --> 00:00:02,250\nHello there.\n")

        let outcome = try hearth.run("transcript", "parse", "a.vtt", "empty.vtt", "b.srt", "nowhere.srt", "--json")

        #expect(outcome.status == 0)
        #expect(outcome.lines.map { $0["path"] as? String } == ["a.vtt", "empty.vtt", "b.srt", "nowhere.srt"])
        let cues = try #require(outcome.lines[0]["cues"] as? [[String: Any]])
        #expect(cues.count == 4 && cues[1]["speaker"] as? String == "Ben")
        #expect(cues[1]["start"] as? Double == 6 && cues[1]["end"] as? Double == 14)
        #expect((outcome.lines[1]["error"] as? [String: Any])?["code"] as? String == "empty-file")
        #expect((outcome.lines[2]["cues"] as? [[String: Any]])?.first?["end"] as? Double == 2.25)
        #expect(outcome.lines[3]["error"] != nil && outcome.lines[3]["cues"] == nil)
        #expect(try hearth.run("transcript", "parse", "empty.vtt", "--json").status == 1)
    }

    /// A time that is no number once ended `--json` with a fault of the encoder, and one beyond all clocks the program.
    @Test(arguments: ["parse", "summary", "chapters"])
    func timesThatNoRecordingHasEndNoCommand(command: String) throws {
        let hearth = try HearthProgram()
        try hearth.write(
            "odd.json",
            #"""
            [{"start": "inf", "end": "nan", "text": "The survey found otters at four of the nine bridges."},
             {"start": 1e300, "end": 1e308, "text": "The report goes to the council by Friday."}]
            """#)

        let outcome = try hearth.run("transcript", command, "odd.json", "--json")

        #expect(outcome.status == 0)
        #expect(outcome.lines.count == 1 && outcome.lines[0]["error"] == nil)
    }

    @Test func oddTimesAreKeptAndTold() throws {
        let hearth = try HearthProgram()
        try hearth.write(
            "odd.srt",
            """
            1
            00:00:10,000 --> 00:00:05,000
            Running backwards.

            2
            00:00:01,000 --> 10:00:01,000
            Ten hours long, and before the first.

            """)

        let line = try object(hearth, "transcript", "parse", "odd.srt")

        let cues = try #require(line["cues"] as? [[String: Any]])
        #expect(cues.map { $0["start"] as? Double } == [10, 1])
        #expect(cues.map { $0["end"] as? Double } == [5, 36_001])
        #expect((line["warnings"] as? [[String: Any]])?.count == 2)
        // What was told about is still analysed.
        let summary = try object(hearth, "transcript", "summary", "odd.srt")
        #expect((summary["summary"] as? String)?.isEmpty == false)
    }

    @Test func aNulInSubtitlesIsReplacedAsTheStandardSays() throws {
        let hearth = try HearthProgram()
        try hearth.write("nul.vtt", "WEBVTT\n\n00:01.000 --> 00:02.000\nHello \0 there.\n")
        let line = try object(hearth, "transcript", "parse", "nul.vtt")
        #expect((line["cues"] as? [[String: Any]])?.first?["text"] as? String == "Hello \u{FFFD} there.")
    }

    @Test func highlightsAndEntitiesCarryQuotesAndTimesOfTheCues() throws {
        let hearth = try HearthProgram()
        try hearth.write("a.vtt", Self.meeting)
        let words = Self.meeting
        for (command, lists) in [
            ("highlights", ["highlights", "actionItems"]), ("entities", ["people", "locations", "organizations"]),
        ] {
            let found = try object(hearth, "transcript", command, "a.vtt")
            for list in lists {
                for item in found[list] as? [[String: Any]] ?? [] {
                    let quote = try #require(item["quote"] as? String)
                    #expect(!quote.isEmpty && words.contains(quote))
                    let time = try #require(item["startTime"] as? Double)
                    #expect([1, 6, 14, 20].contains(time))
                }
            }
        }
        let highlights = try object(hearth, "transcript", "highlights", "a.vtt")
        let actions = (highlights["actionItems"] as? [[String: Any]] ?? []).compactMap { $0["quote"] as? String }
        #expect(actions.contains { $0.contains("send the survey report") })
    }

    @Test func chaptersCoverTheTranscriptInOrder() throws {
        let hearth = try HearthProgram()
        try hearth.write("a.vtt", Self.meeting)
        let found = try object(hearth, "transcript", "chapters", "a.vtt", "--count", "2")
        let chapters = try #require(found["chapters"] as? [[String: Any]])
        #expect(!chapters.isEmpty && chapters.count <= 2)
        #expect(chapters.first?["start"] as? Double == 1 && chapters.last?["end"] as? Double == 27)
        #expect(chapters.allSatisfy { ($0["title"] as? String)?.isEmpty == false })
    }

    @Test func anAnswerIsWhatWasRepliedAndNeverTheQuestion() throws {
        let hearth = try HearthProgram()
        try hearth.write("a.vtt", Self.meeting)
        let answer = try object(hearth, "transcript", "ask", "a.vtt", "What did the river survey find at the bridges?")
        #expect(answer["abstained"] as? Bool == false)
        let text = try #require(answer["answer"] as? String)
        #expect(text.contains("otters at four of the nine bridges"))
        #expect(!text.contains("?"))
        let citation = try #require((answer["citations"] as? [[String: Any]])?.first)
        #expect(citation["startTime"] as? Double == 6 && citation["verified"] as? Bool == true)
        #expect(Self.meeting.contains(try #require(citation["quote"] as? String)))
    }

    @Test func importedTranscriptsAreListedShownExportedAndFound() throws {
        let hearth = try HearthProgram()
        try hearth.write("rec/a.vtt", Self.meeting)
        try hearth.write(
            "rec/b.json",
            """
            {"version":"1.0.0","segments":[{"speaker":"Cara","startTime":0.5,"endTime":4.25,"body":"We moved the archive."}]}
            """)
        try hearth.write("rec/picture.png", Data([0x89, 0x50, 0x4E, 0x47, 0, 1, 2, 3]))

        let outcome = try hearth.run("transcript", "import", "rec", "--label", "private", "--json")

        #expect(outcome.status == 0)
        let failed = outcome.lines.filter { $0["error"] != nil }.compactMap { $0["path"] as? String }
        #expect(failed.count == 1 && failed.first?.hasSuffix("picture.png") == true)
        let listed = try hearth.run("transcript", "list", "--json").lines
        #expect(Set(listed.compactMap { $0["cues"] as? Int }) == [4, 1])
        #expect(listed.allSatisfy { $0["label"] as? String == "private" })

        let shown = try object(hearth, "transcript", "show", "a.vtt")
        #expect((shown["cues"] as? [[String: Any]])?.count == 4)
        let found = try hearth.run("search", "otters bridges", "--json").lines.first?["results"] as? [[String: Any]]
        #expect((found?.first?["path"] as? String)?.hasSuffix("a.vtt") == true)

        let srt = try hearth.run("transcript", "export", "b.json", "--format", "srt")
        #expect(srt.output.contains("00:00:00,500 --> 00:00:04,250"))
        #expect(srt.output.contains("We moved the archive."))
        // What is written is read back as the same.
        for format in ["srt", "vtt", "json"] {
            #expect(
                try hearth.run("transcript", "export", "a.vtt", "--format", format, "--output", "out.\(format)").status
                    == 0)
            let copy = try object(hearth, "transcript", "parse", "out.\(format)")
            let cues = try #require(copy["cues"] as? [[String: Any]])
            #expect(cues.map { $0["start"] as? Double } == [1, 6, 14, 20])
            #expect((cues[1]["text"] as? String)?.contains("otters at four of the nine bridges") == true)
        }
    }

    /// What is taken as a transcript is listed as one: a few turns by themselves, anything else where somebody says so.
    @Test func shortWrittenTranscriptsAreListed() throws {
        let hearth = try HearthProgram()
        try hearth.write("s.txt", "Anna: Hello\nBen: Hi there")
        try hearth.write("n.txt", "Notes: buy milk\nTodo: call Ben\n")
        func listed() throws -> Set<String> {
            Set(
                try hearth.run("transcript", "list", "--json").lines
                    .compactMap { ($0["path"] as? String)?.split(separator: "/").last.map(String.init) })
        }
        #expect(try hearth.run("ingest", "s.txt", "n.txt").status == 0)
        #expect(try listed() == ["s.txt"])
        #expect(try hearth.run("transcript", "import", "n.txt").status == 0)
        #expect(try listed() == ["s.txt", "n.txt"])
        // It stays what it was said to be, also when it has changed.
        #expect(try hearth.run("ingest", "n.txt", "--json").lines.first?["status"] as? String == "unchanged")
        try hearth.write("n.txt", "Notes: buy bread\nTodo: call Anna\n")
        #expect(try hearth.run("ingest", "n.txt", "--json").lines.first?["status"] as? String == "updated")
        #expect(try listed() == ["s.txt", "n.txt"])
    }

    @Test func aMomentNamesAllWhoSpeakInIt() throws {
        let hearth = try HearthProgram()
        try hearth.write("a.vtt", Self.meeting)
        let found = try object(hearth, "transcript", "search", "a.vtt", "otters")
        let moment = try #require((found["results"] as? [[String: Any]])?.first)
        #expect(moment["speaker"] as? String == "Ben")
        #expect((moment["speakers"] as? [String])?.contains("Ben") == true)
        let shown = try hearth.run("transcript", "search", "a.vtt", "otters")
        #expect(shown.output.contains("Ben, Ana") || shown.output.contains("Ana, Ben"), "\(shown.output)")
    }

    @Test func whatIsNoTranscriptIsNotAnalysed() throws {
        let hearth = try HearthProgram()
        try hearth.write("a.json", "{\"a\":1}")
        try hearth.write("music.vtt", "WEBVTT\n\n00:01.000 --> 00:02.000\n♪\n")
        for (file, words) in [("a.json", "JSON without"), ("music.vtt", "no words")] {
            let refused = try hearth.run("transcript", "analyze", file)
            #expect(refused.status == 1 && refused.output.isEmpty && refused.errors.contains(words), "\(refused)")
        }
    }

    @Test func whatIsNoTranscriptLeavesTheStoreAsItWas() throws {
        let hearth = try HearthProgram()
        try hearth.write("noise.vtt", Data((0..<4_000).map { UInt8(truncatingIfNeeded: $0 &* 37) }))
        #expect(try hearth.run("transcript", "import", "noise.vtt").status == 1)
        #expect(try hearth.run("transcript", "list", "--json").lines.isEmpty)
        #expect(try hearth.run("documents", "list", "--json").lines.isEmpty)
    }

    /// The file has a hole of a gigabyte: it takes no space, and must take no memory.
    @Test func aGigabyteIsRefusedAtOnceAndNothingIsKept() throws {
        let hearth = try HearthProgram()
        let path = try hearth.write("huge.vtt", Self.meeting)
        let file = try FileHandle(forWritingTo: URL(fileURLWithPath: path))
        try file.truncate(atOffset: 1 << 30)
        try file.close()
        for command in [["transcript", "parse"], ["transcript", "summary"], ["transcript", "import"]] {
            let process = try hearth.start(command + ["huge.vtt", "--json"])
            let output = (process.standardOutput as? Pipe)?.fileHandleForReading.readDataToEndOfFile() ?? Data()
            let errors = (process.standardError as? Pipe)?.fileHandleForReading.readDataToEndOfFile() ?? Data()
            process.waitUntilExit()
            #expect(process.terminationStatus == 1)
            #expect(String(decoding: output + errors, as: UTF8.self).contains("MB"))
        }
        #expect(try hearth.run("documents", "list", "--json").lines.isEmpty)
    }
}
