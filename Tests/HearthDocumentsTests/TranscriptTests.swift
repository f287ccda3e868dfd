import Foundation
import HearthCore
import Testing

@testable import HearthDocuments

struct TranscriptTests {
    private func parse(_ text: String, _ name: String) throws -> Transcript {
        try TranscriptReader().read(Array(text.utf8), name: name)
    }

    // MARK: WebVTT

    @Test func webVTTCuesAreReadAsTheSpecificationSays() throws {
        let transcript = try parse(
            """
            WEBVTT - a title
            Kind: captions

            STYLE
            ::cue { color: red }

            REGION
            id:fred

            NOTE a remark
            of two lines

            intro
            00:01.000 --> 00:02.500 align:start position:10%
            <v.loud Mary &amp; Ann>Hello <b>you</b> &lt;there&gt;
            second line

            00:02.500-->01:00:03.250
            <c.yellow>No</c> <00:00:02.900>spaces&nbsp;here
            00:04.000 --> 00:05.000
            no empty line before

            x:04.000 --> 00:05.000
            broken
            """, "a.vtt")
        #expect(transcript.format == .vtt)
        #expect(
            transcript.cues == [
                Cue(start: 1, end: 2.5, speaker: "Mary & Ann", text: "Hello you <there>\nsecond line"),
                Cue(start: 2.5, end: 3603.25, text: "No spaces\u{A0}here"),
                Cue(start: 4, end: 5, text: "no empty line before"),
            ])
        #expect(transcript.warnings.map(\.kind) == [.damaged])
    }

    private func subtitles(_ texts: [String], _ name: String) throws -> [Cue] {
        let cues = texts.enumerated().map { number, text in
            let times = "00:00:0\(number).000 --> 00:00:0\(number).900"
            return name.hasSuffix("srt")
                ? "\(number + 1)\n\(times.replacingOccurrences(of: ".", with: ","))\n\(text)" : "\(times)\n\(text)"
        }
        return try parse((name.hasSuffix("vtt") ? "WEBVTT\n\n" : "") + cues.joined(separator: "\n\n") + "\n", name).cues
    }

    @Test(arguments: ["a.srt", "a.vtt"])
    func namesBeforeTheWordsOfSubtitlesAreTheirSpeakers(name: String) throws {
        let cues = try subtitles(
            [
                "Anna: We should mend the roof.", "Before winter.", "Ben: Who pays?", "Anna:\nThe landlord: he has to.",
                "Ben: Good.",
            ],
            name)
        #expect(cues.map(\.speaker) == ["Anna", "Anna", "Ben", "Anna", "Ben"])
        #expect(
            cues.map(\.text) == [
                "We should mend the roof.", "Before winter.", "Who pays?", "The landlord: he has to.", "Good.",
            ])
    }

    @Test(arguments: ["a.srt", "a.vtt"])
    func aColonInSubtitlesIsSeldomASpeakers(name: String) throws {
        for texts in [
            ["Warning: the roof leaks.", "Note: bring a ladder.", "Warning: it is wet.", "Note: and cold."],
            ["There is one thing: the roof.", "It leaks: badly.", "We pay.", "We wait."],
            [
                "Rome: a city of stones.", "Athens: a city of hills.", "Paris: a city of light.",
                "Oslo: a city of snow.",
            ],
        ] {
            let cues = try subtitles(texts, name)
            #expect(cues.map(\.text) == texts)
            #expect(cues.allSatisfy { $0.speaker == nil })
        }
    }

    @Test(arguments: ["a.srt", "a.vtt"])
    func marksOfCaptionsSayWhereAnotherOneSpeaks(name: String) throws {
        let cues = try subtitles(
            [
                ">> anna: We begin with the news.", "It is all about the bridge.", "It is closed. >> BEN: For long?",
                ">> Anna: Until Friday, a >> b.", ">>> And now the weather.", "ben: Rain.",
                ">>\nMild. >>Note: and dry.",
            ], name)
        #expect(cues.map(\.speaker) == ["anna", "anna", "anna", "BEN", "anna", nil, "BEN", nil, nil])
        #expect(
            cues.map(\.text) == [
                "We begin with the news.", "It is all about the bridge.", "It is closed.", "For long?",
                "Until Friday, a >> b.", "And now the weather.", "Rain.", "Mild.", "Note: and dry.",
            ])
    }

    @Test func namesInMarkupAndBeforeTheWordsAreTheSame() throws {
        let texts = [
            "<v Anna>Hello.", "Ben: Hi.", "anna: Fine: that is it.", "<v Anna>Anna: Once more.", "Ben: Good.",
            "One thing: go.",
            "<v Ben>Note: at five.",
        ]
        let cues = try subtitles(texts, "a.vtt")
        #expect(cues.map(\.speaker) == ["Anna", "Ben", nil, "Anna", "Ben", nil, "Ben"])
        #expect(
            cues.map(\.text) == [
                "Hello.", "Hi.", "anna: Fine: that is it.", "Once more.", "Good.", "One thing: go.", "Note: at five.",
            ])
    }

    @Test func aNoteAmongTurnsIsNobodysAndKeepsItsWord() async throws {
        let text = "Anna: We mend it.\nBen: When?\nNote: the price includes the gate.\nAnna: In May.\nBen: Good.\n"
        let cues = try parse(text, "a.txt").cues
        #expect(cues.map(\.speaker) == ["Anna", "Ben", nil, "Anna", "Ben"])
        #expect(cues[2].text == "Note: the price includes the gate.")
        let blocks = try await read(text, "a.txt").blocks
        #expect(blocks.map(\.speaker) == ["Anna", "Ben", nil, "Anna", "Ben"])
        // And notes alone are no conversation.
        let notes = "Note: One.\n\nWarning: Two.\n\nNote: Three.\n\nWarning: Four.\n"
        #expect(try await read(notes, "a.txt").blocks.allSatisfy { $0.kind == .paragraph })
        #expect(
            try await read("**Note:** One.\n\n**Note:** Two.\n\n**Tip:** Three.\n\n**Note:** Four.\n", "a.md")
                .blocks.allSatisfy { $0.kind == .paragraph })
    }

    @Test func captionsWrittenDownAsTextHaveTheirSpeakers() throws {
        let cues = try parse(">> anna: Hello.\n>> BEN: Hi.\n>>> anna: Now the news.\n>> BEN: Go on.\n", "a.txt").cues
        #expect(cues.map(\.speaker) == ["anna", "BEN", "anna", "BEN"])
        #expect(cues.map(\.text) == ["Hello.", "Hi.", "Now the news.", "Go on."])
    }

    @Test(arguments: [
        "00:001.000", "1:02.000.000", "00:01.00", "00:01,000", "00:0:01.500", "0:1.500", "aa:01.000", "0:01", "",
    ])
    func wrongTimesMakeNoCue(_ time: String) throws {
        let good = "\n\n00:00.000 --> 00:01.000\ngood"
        let transcript = try parse("WEBVTT\n\n\(time) --> 00:10:00.000\nbad\(good)", "a.vtt")
        #expect(transcript.cues.map(\.text) == ["good"])
    }

    @Test(arguments: [
        ("0:01.500", 1.5), ("00:01.5004", 1.5), ("00:75.000", 75), ("123:00.000", 7_380),
        ("120:00:00.001", 432_000.001),
    ])
    func timesThatPlayersReadMakeCues(_ time: String, _ seconds: Double) throws {
        let transcript = try parse("WEBVTT\n\n\(time) --> 200:00:00.000\ntext", "a.vtt")
        #expect(transcript.cues.map(\.start) == [seconds])
    }

    @Test func referencesOfHTMLAreResolvedInWebVTT() throws {
        let transcript = try parse(
            "WEBVTT\n\n00:01.000 --> 00:02.000\n<v R&eacute;my>caf&eacute; &#65;&amp B &unknown; &hellip;", "a.vtt")
        #expect(transcript.cues == [Cue(start: 1, end: 2, speaker: "Rémy", text: "café A& B &unknown; …")])
    }

    @Test(arguments: [
        ("", "No cue has times that can be read"),
        ("00:01.000 --> 00:02.000\nHi\n\n", "1 cue with a broken timing line"),
    ])
    func cuesWithBrokenTimesAreToldOf(good: String, message: String) throws {
        let transcript = WebVTTParser.parse("WEBVTT\n\n\(good)soon --> later\nHo\n")
        #expect(transcript.cues.map(\.text) == (good.isEmpty ? [] : ["Hi"]))
        #expect(transcript.warnings.count == 1)
        #expect(transcript.warnings.first?.message.hasPrefix(message) == true)
    }

    @Test(arguments: ["WEBVTTx\n\n", "webvtt\n\n", "A title\nof two lines\n\n"])
    func aFileWithAnotherFirstLineIsRefused(_ opening: String) async throws {
        let text = opening + "00:01.000 --> 00:02.000\nHi"
        #expect(throws: DocumentError.self) { try parse(text, "a.vtt") }
        #expect(await errorCode(Array(text.utf8), "a.vtt") == "no-cues")
    }

    @Test func aFileWithoutItsFirstLineIsStillRead() throws {
        #expect(try parse("00:01.000 --> 00:02.000\nHi", "a.vtt").cues.map(\.text) == ["Hi"])
        #expect(try parse("1\n00:00:01,000 --> 00:00:02,000\nHi", "a.vtt").cues.map(\.start) == [1])
    }

    // MARK: SubRip and SubViewer

    @Test func subRipIsRead() throws {
        let transcript = try parse(
            "\u{FEFF}1\r\n00:00:01,000 --> 00:00:02,500 X1:1\r\n<i>Hi</i> {\\an8}5 < 6 &amp; more\r\nline\r\n\r\n2\r\n00:00:03,000 --> 00:00:04,000\r\n\r\n3\r\n0:0x:05,000 --> 00:00:06,000\r\nlate\r\n\r\n2024\r\n\r\n4\r\n00:00:07.5 --> 00:00:08.250\r\nend",
            "a.srt")
        #expect(
            transcript.cues == [
                Cue(start: 1, end: 2.5, text: "Hi 5 < 6 & more\r\nline"), Cue(start: 3, end: 4, text: ""),
                Cue(text: "late\r\n\r\n2024"), Cue(start: 7.5, end: 8.25, text: "end"),
            ])
        #expect(transcript.warnings.count == 1)
    }

    @Test(arguments: [
        "0:0:1,5 --> 0:0:2,75", "00: 00: 01, 500 -> 00: 00: 02, 750", "00：00：01，500 --> 00：00：02，750",
        "00:00:01:500 – > 00:00:02:750", "00:01.5 --> 00:02.750", "00:00:01.500000 --> 00:00:02.750",
    ])
    func otherSpellingsOfSubRipTimesAreRead(_ line: String) throws {
        let transcript = try parse("1\n\(line)\nHi\n\n2\n\(line)\nHo\n", "a.srt")
        #expect(transcript.cues == [Cue(start: 1.5, end: 2.75, text: "Hi"), Cue(start: 1.5, end: 2.75, text: "Ho")])
    }

    @Test func aTimetableIsNoSubtitle() async throws {
        #expect(try await read("9:30 -> 10:15\nMaths\n\n10:15 -> 11:00\nMusic\n", "a.txt").format == .text)
    }

    @Test func subViewerIsRead() throws {
        let transcript = try parse("0:00:00.378,0:00:11.378\nOne\nmore\n\n0:00:13.f89,0:00:15.489\nTwo\n", "a.sbv")
        #expect(transcript.cues == [Cue(start: 0.378, end: 11.378, text: "One\nmore"), Cue(text: "Two")])
    }

    // MARK: JSON

    @Test(arguments: [
        #"{"version":"1.0.0","segments":[{"speaker":"Ann ","startTime":0.5,"endTime":1.25,"body":"Hi"}]}"#,
        #"{"text":"Hi","language":"en","segments":[{"id":0,"start":0.5,"end":1.25,"text":" Hi","speaker":"Ann"}]}"#,
        #"{"transcription":[{"timestamps":{"from":"x","to":"y"},"offsets":{"from":500,"to":1250},"text":"Hi","speaker":"Ann"}]}"#,
        #"[{"start":"00:00:00,500","end":"1.25","text":"Hi","speaker":"Ann"}]"#,
    ])
    func jsonOfPodcastsAndWhisperIsRead(_ json: String) throws {
        let transcript = try parse(json, "a.json")
        #expect(transcript.format == .json)
        #expect(transcript.cues == [Cue(start: 0.5, end: 1.25, speaker: "Ann", text: "Hi")])
    }

    /// Each such time once ended the output, or the program.
    @Test(arguments: [
        (#"[{"start":"inf","end":"nan","text":"Hi"},{"start":1,"end":2,"text":"Ho"}]"#, "a.json"),
        (#"[{"start":1e300,"end":-1e300,"text":"Hi"},{"start":1,"end":2,"text":"Ho"}]"#, "a.json"),
        (
            #"{"transcription":[{"offsets":{"from":1e308,"to":1e308},"text":"Hi"},{"start":1,"end":2,"text":"Ho"}]}"#,
            "a.json"
        ),
        (
            "WEBVTT\n\n999999999999:00:00.000 --> 999999999999:00:01.000\nHi\n\n00:01.000 --> 00:02.000\nHo\n",
            "a.vtt"
        ),
    ])
    func timesThatNoRecordingHasAreLeftOutAndTold(text: String, name: String) throws {
        let transcript = try parse(text, name)
        #expect(transcript.cues == [Cue(text: "Hi"), Cue(start: 1, end: 2, text: "Ho")])
        #expect(transcript.warnings.map(\.message) == ["1 cue has a time that no recording has; left out."])
    }

    @Test func deepJSONIsNoTrap() {
        let deep = Array(String(repeating: "[", count: 100_000).utf8)
        #expect(throws: Never.self) { _ = TranscriptJSONParser.parse(deep) }
    }

    // MARK: Written transcripts

    @Test(arguments: ["minutes.md", "minutes.txt"])
    func tomlBeforeATranscriptIsNobodysWords(name: String) async throws {
        let toml = "+++\ntitle = \"Harbour meeting\"\ntags = [\n  \"boats\",\n]\n[extra]\nmood = 'fair: calm'\n+++\n\n"
        let turns = "Ada: We start with the boats.\n\nBen: They are old.\n\nAda: Then we mend them.\n\nBen: Good.\n"
        #expect(try parse(toml + turns, name).cues.map(\.speaker) == ["Ada", "Ben", "Ada", "Ben"])
        let document = try await read(toml + turns, name)
        #expect(document.blocks.map(\.speaker) == [nil, "Ada", "Ben", "Ada", "Ben"])
        #expect(document.blocks.first?.kind == .code)
    }

    @Test(arguments: ["minutes.md", "minutes.txt"])
    func yamlBeforeATranscriptIsNobodysWords(name: String) async throws {
        let yaml = """
            ---
            title: Harbour meeting
            Author: Ada Keller
            Source: https://example.org/minutes
            tags:
              - boats
              - "winter: plans"
            ---
            """
        let turns = "Ada: We start with the boats.\n\nBen: They are old.\n\nAda: Then we mend them.\n\nBen: Good.\n"
        for line in ["\n", "\r\n"] {
            let text = "\(yaml)\n\n\(turns)".replacing("\n", with: line)
            let cues = try parse(text, name).cues
            #expect(cues.map(\.speaker) == ["Ada", "Ben", "Ada", "Ben"])
            #expect(cues.first?.text == "We start with the boats.")
            // A document keeps it, apart from what is said.
            let blocks = try await read(text, name).blocks
            #expect(blocks.map(\.speaker) == [nil, "Ada", "Ben", "Ada", "Ben"])
            #expect(blocks.first?.kind == .code)
        }
    }

    @Test func linesThatPartAConversationAreNoYAML() throws {
        let talk = "---\nAda: Hello.\nBen: Good day.\n---\nAda: The boats are old.\nBen: I know.\n"
        let cues = try parse(talk, "talk.txt").cues
        #expect(cues.compactMap(\.speaker) == ["Ada", "Ben", "Ada", "Ben"])
    }

    @Test func boldNamesOpenTurnsAndTimesOpenCues() throws {
        let transcript = try parse(
            """
            **Ann Lee:** Hello \\[laughs\\] there.

            \\[01:02:03.50\\] Later on.
            **Bob:**
            Yes.

            **Break**: \\[00:10\\]

            **Bob:** [00:20] Note: nothing.
            """, "a.md")
        #expect(
            transcript.cues == [
                Cue(speaker: "Ann Lee", text: "Hello [laughs] there."),
                Cue(start: 3723.5, speaker: "Ann Lee", text: "Later on."), Cue(speaker: "Bob", text: "Yes."),
                Cue(start: 10, speaker: "Break", text: ""), Cue(start: 20, speaker: "Bob", text: "Note: nothing."),
            ])
    }

    @Test(arguments: [
        "Ann (00:05): Hi\n\nBob (00:09): Ho", "[00:05] Ann: Hi\n[00:09] Bob: Ho", "Ann  0:05\nHi\n\nBob  0:09\nHo",
        "ANN (smiling): [0:05] Hi\nBOB: (00:09) Ho",
    ])
    func otherStylesAreRead(_ text: String) throws {
        let cues = try parse(text, "a.txt").cues
        #expect(cues.map { $0.speaker?.lowercased() } == ["ann", "bob"])
        #expect(cues.map(\.start) == [5, 9])
        #expect(cues.map(\.text) == ["Hi", "Ho"])
    }

    @Test func textWithoutNamesGivesItsParagraphs() throws {
        #expect(try parse("One.\n\n[00:05] Two.\n", "a.txt").cues == [Cue(text: "One."), Cue(start: 5, text: "Two.")])
    }

    @Test(arguments: [
        "0:00\nThe kiln is hot.\n0:04\nNow the glaze\ngoes on.\n1:02:07\nDone.\n",
        "[00:00:00] The kiln is hot.\n[00:00:04] Now the glaze\ngoes on.\n[01:02:07] Done.\n",
        "0:00\n\nThe kiln is hot.\n\n0:04\n\nNow the glaze\ngoes on.\n\n1:02:07\n\nDone.\n",
    ])
    func linesThatBeginWithTimesAreCues(_ text: String) throws {
        let cues = try parse(text, "a.txt").cues
        #expect(cues.map(\.start) == [0, 4, 3727])
        #expect(
            cues.map { $0.text.replacing("\n", with: " ") } == ["The kiln is hot.", "Now the glaze goes on.", "Done."])
    }

    @Test func linesOfOneSpeakerAreCuesWhereEachHasItsTime() throws {
        let cues = try parse(
            "[00:00] Ann: Good evening.\n[00:05] The hall is full.\n[00:09] Bob: It is.\n[00:12] Ann: We begin.\n",
            "a.txt"
        ).cues
        #expect(cues.map(\.start) == [0, 5, 9, 12])
        #expect(cues.map(\.speaker) == ["Ann", "Ann", "Bob", "Ann"])
    }

    @Test(arguments: [
        "The train leaves at\n10:30 and is there by\n11:15 if all goes well.\nThe last one leaves at\n9:05 on Sundays.\n",
        "We met at\n10:30 and went on.\n",
    ])
    func timesInProseOpenNoCues(_ text: String) throws {
        #expect(try parse(text, "a.txt").cues.map(\.start) == [nil])
    }

    @Test(arguments: [
        ("{\"a\":1}", "a.json"), ("[{\"a\": 1}]", "a.json"), ("[1, 2, 3]", "a.txt"),
        ("{\"a\":1}\n{\"a\":2}\n", "a.jsonl"),
        ("{}", "a"), ("{\"segments\": [{\"text\": \"cut of", "a.json"), ("--- *** !!!\n\n~~~\n", "a.txt"),
        ("<!doctype html><p>Ann: Hello</p>", "a"), ("<p>Ann: Hello</p>", "a.html"), ("{\\rtf1 Ann: Hello}", "a.rtf"),
        ("\n \n", "a.txt"),
    ])
    func whatIsNoTranscriptIsRefused(_ text: String, _ name: String) {
        #expect(throws: DocumentError.self) { try parse(text, name) }
    }

    @Test(arguments: [
        "[Music]\n\nAnn: Hello\n", "[00:12] Ann: Hello\n", "[1] Ann\n", "{Ann} Hello\n", "Ann  0:05\n\nBob  0:09\n",
    ])
    func bracketsMakeNoJSON(_ text: String) throws {
        #expect(try !parse(text, "a.txt").cues.isEmpty)
    }

    // MARK: As documents

    @Test func cuesBecomeUtterancesWithTheirTimes() async throws {
        let document = try await read(
            "WEBVTT\n\n00:01.000 --> 00:02.000\n<v Ann>Hello\nyou\n\n00:02.000 --> 00:03.000\n<v Ann>again\n\n00:03.000 --> 00:04.000\n<v Bob>Größe",
            "a.vtt")
        #expect(document.text == "Ann: Hello you\nagain\nBob: Größe")
        #expect(document.pieces() == ["Ann: Hello you", "again", "Bob: Größe"])
        #expect(document.blocks.map(\.startTime) == [1, 2, 3])
        #expect(document.blocks.map(\.endTime) == [2, 3, 4])
        #expect(document.blocks.map(\.speaker) == ["Ann", "Ann", "Bob"])
        #expect(await errorCode(Array("WEBVTT\n\nNOTE x".utf8), "a.vtt") == "no-cues")
    }

    /// What Zoom saves of a meeting.
    @Test func namesInBracketsAboveTheWordsAreSpeakers() throws {
        let found = try parse(
            "[Priyanka Rao] 10:02:03\nMorning everyone, can we start?\n\n[Tobias Lind] 10:02:09\nYes.\n\n[Priyanka Rao] 10:02:20\nGood.\n",
            "a.txt")
        #expect(found.cues.map(\.speaker) == ["Priyanka Rao", "Tobias Lind", "Priyanka Rao"])
        #expect(found.cues.map(\.text) == ["Morning everyone, can we start?", "Yes.", "Good."])
        #expect(found.cues.first?.start == 36_123)
    }

    /// Of a meeting that Google Meet wrote down: a head, times of sections, and what the program says at the end.
    @Test func whatNobodySaysIsNoSpeech() throws {
        let text = """
            Family call - 2025/10/19
            Attendees
            Aoife Gallagher, Declan Gallagher

            00:00:00

            Aoife Gallagher: Can everybody hear me?
            Declan Gallagher: Yes, we can.
            Aoife Gallagher: So where will we have it?
            Declan Gallagher: At the golf club.

            00:05:00

            Aoife Gallagher: He hates the golf club.
            Declan Gallagher: That was years ago.

            Transcription ended after 00:07:11

            This editable transcript was computer generated and might contain errors.
            """
        let found = try parse(text, "a.txt")
        #expect(
            found.cues.map(\.speaker) == [
                "Aoife Gallagher", "Declan Gallagher", "Aoife Gallagher", "Declan Gallagher", "Aoife Gallagher",
                "Declan Gallagher",
            ])
        #expect(found.cues.map(\.start) == [0, nil, nil, nil, 300, nil])
        #expect(found.cues.last?.text == "That was years ago.")
        #expect(found.warnings.map(\.kind) == [.skipped])
    }

    /// What yt-dlp saves of the captions that YouTube makes.
    @Test func captionsThatRollAreReadOnce() throws {
        let lines = [
            "what's up everybody", "today we fix the gearbox", "on this old bike", "that i bought",
            "from a guy named earl", "in a parking lot",
        ]
        var rolling = "WEBVTT\n\n"
        func time(_ second: Int) -> String { "00:\(second < 10 ? "0" : "")\(second).000" }
        for (index, line) in lines.enumerated() {
            let above = index == 0 ? " " : lines[index - 1]
            rolling += "\(time(2 * index)) --> \(time(2 * index + 1))\n\(above)\n\(line)\n\n"
            rolling += "\(time(2 * index + 1)) --> \(time(2 * index + 2))\n\(line)\n\n"
        }
        let found = try parse(rolling, "a.vtt")
        #expect(found.cues.map(\.text) == lines)
        #expect(found.cues.map(\.start) == [0, 2, 4, 6, 8, 10])
        // Somebody may say the same twice, and a song does.
        let song = "WEBVTT\n\n" + (0..<8).map { "\(time($0)) --> \(time($0 + 1))\nLa la la\n" }.joined(separator: "\n")
        #expect(try parse(song, "a.vtt").cues.count == 8)
    }

    /// In a short exchange "Customer: 4471" is a field; where both speak again and again, it is somebody.
    @Test(arguments: ["a.vtt", "a.srt"]) func whoIsCalledLikeAFieldSpeaksWhereTheyReturn(name: String) throws {
        let lines = [
            "Agent: Hello, how can I help?", "Customer: My line is down.", "Agent: Since when?",
            "Customer: Since Sunday.", "Agent: I see.",
        ]
        let cues = try subtitles(lines, name)
        #expect(cues.map(\.speaker) == ["Agent", "Customer", "Agent", "Customer", "Agent"])
        #expect(cues[1].text == "My line is down.")
    }
}
