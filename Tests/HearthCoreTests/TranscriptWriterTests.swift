import HearthCore
import Testing

@Suite struct TranscriptWriterTests {
    private static let cues = [
        Cue(start: 0, end: 2.5, speaker: "Anna", text: "Hello\nthere & welcome."),
        Cue(start: 3_661.007, end: 3_662, text: "a --> b\n\nc < d"),
    ]

    @Test func subRip() throws {
        #expect(
            try TranscriptWriter().write(Self.cues, as: .srt) == """
                1
                00:00:00,000 --> 00:00:02,500
                Anna: Hello
                there & welcome.

                2
                01:01:01,007 --> 01:01:02,000
                a → b
                c < d


                """)
    }

    @Test func webVTT() throws {
        #expect(
            try TranscriptWriter().write(Self.cues, as: .vtt) == """
                WEBVTT

                00:00:00.000 --> 00:00:02.500
                <v Anna>Hello
                there &amp; welcome.

                01:01:01.007 --> 01:01:02.000
                a → b
                c &lt; d


                """)
    }

    @Test func podcastJSON() throws {
        let text = try TranscriptWriter().write(Self.cues, as: .json)
        let value = try JSONValue(parsing: Array(text.utf8))
        let segments = try #require(value["segments"]?.arrayValue)
        #expect(segments.count == 2)
        #expect(segments[0]["speaker"] == .string("Anna"))
        #expect(segments[0]["body"] == .string("Hello\nthere & welcome."))
        #expect(text.contains("\"startTime\":3661.007"))
    }

    @Test func markdown() throws {
        #expect(
            try TranscriptWriter().write(Self.cues, as: .markdown) == """
                [00:00:00] **Anna:** Hello there & welcome.

                [01:01:01] a → b c < d


                """)
    }

    @Test func missingTimesAreFilledFromTheirNeighbours() throws {
        let cues = [
            Cue(text: "One"), Cue(start: 4, text: "Two"), Cue(text: "Three"), Cue(start: 2, end: 1, text: "Four"),
        ]
        let text = try TranscriptWriter().write(cues, as: .srt)
        let times = text.split(separator: "\n").filter { $0.contains("-->") }
        #expect(
            times == [
                "00:00:00,000 --> 00:00:04,000", "00:00:04,000 --> 00:00:06,000", "00:00:06,000 --> 00:00:06,000",
                "00:00:02,000 --> 00:00:02,000",
            ])
    }

    @Test func subtitlesWithoutAnyTimeAreRefused() {
        #expect(throws: TranscriptWriterError.self) { try TranscriptWriter().write([Cue(text: "Hi")], as: .vtt) }
    }

    @Test func timesThatAreNoNumbersAreNoTimes() throws {
        let cues = [Cue(start: .nan, end: .infinity, text: "One"), Cue(start: -5, end: 1e300, text: "Two")]
        let text = try TranscriptWriter().write(cues, as: .srt)
        #expect(text.contains("00:00:00,000 --> "))
    }
}
