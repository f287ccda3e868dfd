import HearthCore
import HearthTesting
import Testing

@testable import HearthExtractive

/// Sentences of transcripts that have no marks: found by a model, without a change to the transcript.
@Suite struct RestoredStopsTests {
    private static let talk =
        "so we looked at the numbers yesterday and they are fine anna will send the report on monday that is all"

    private func line(_ cues: [Cue]) -> String {
        // By scalars: an accent on a space stays, and the space parts words.
        cues.map { cue in
            cue.text.unicodeScalars.split { $0.properties.isWhitespace }.map { String($0) }.joined(separator: " ")
        }.filter { !$0.isEmpty }.joined(separator: " ")
    }

    private func sentences(_ cues: [Cue], _ stops: RestoredStops?) -> [String] {
        SpokenText(cues, language: "en", stops: stops).sentences.map(\.text)
    }

    @Test func sentencesEndWhereTheModelSaysWhateverTheCuesAre() async throws {
        let model = ScriptedStops(behind: ["fine", "monday"])
        let words = Self.talk.split(separator: " ")
        for size in [1, 4, 7, 100] {
            let cues = stride(from: 0, to: words.count, by: size).map {
                Cue(text: words[$0..<min(words.count, $0 + size)].joined(separator: "  \n"))
            }
            let stops = try #require(try await RestoredStops(cues, language: "en", model: model))
            #expect(
                sentences(cues, stops) == [
                    "so we looked at the numbers yesterday and they are fine", "anna will send the report on monday",
                    "that is all",
                ])
        }
    }

    @Test func transcriptsWithMarksAreUntouched() async throws {
        let model = ScriptedStops(behind: ["fine"])
        let marked = [
            Cue(text: "We looked at the numbers. They are fine and all is well, said Anna at once. So be it.")
        ]
        #expect(try await RestoredStops(marked, language: "en", model: model) == nil)
        #expect(try await RestoredStops([Cue(text: "too short to tell")], language: "en", model: model) == nil)
        #expect(try await RestoredStops([], language: "en", model: model) == nil)
        #expect(try await RestoredStops([Cue(text: " \n")], language: "en", model: model) == nil)
        #expect(try await RestoredStops([Cue(text: Self.talk)], language: "de", model: model) == nil)
        #expect(try await RestoredStops([Cue(text: Self.talk)], language: "en", model: nil) == nil)
        #expect(model.calls.isEmpty)
    }

    @Test func theLanguageIsFoundOutWhereNobodySaysIt() async throws {
        let model = ScriptedStops(behind: ["fine"])
        #expect(try await RestoredStops([Cue(text: Self.talk)], language: nil, model: model) != nil)
        let german =
            "dann haben wir uns gestern die zahlen angesehen und sie sind in ordnung anna schickt den bericht am montag"
        #expect(try await RestoredStops([Cue(text: german)], language: nil, model: model) == nil)
    }

    @Test func aModelThatCannotBeUsedIsAsIfItWereNotThere() async throws {
        let cues = [Cue(text: Self.talk)]
        let broken = ScriptedStops { _ in throw StoreError(.damaged, "The model file is damaged.") }
        #expect(try await RestoredStops(cues, language: "en", model: broken) == nil)
        let short = ScriptedStops { _ in [1] }
        #expect(try await RestoredStops(cues, language: "en", model: short) == nil)
        let wild = ScriptedStops { $0.dropLast().map { _ in Double.nan } }
        #expect(try await RestoredStops(cues, language: "en", model: wild) == nil)
        let cancelled = ScriptedStops { _ in throw CancellationError() }
        await #expect(throws: CancellationError.self) {
            try await RestoredStops(cues, language: "en", model: cancelled)
        }
    }

    @Test func silenceSpeaksForAnEnd() async throws {
        let unsure = ScriptedStops { $0.dropLast().map { _ in -1.0 } }
        func cues(pause: Double) -> [Cue] {
            [
                Cue(start: 0, end: 4, text: "so we looked at the numbers yesterday"),
                Cue(start: 4 + pause, end: 8, text: "and they are fine as anna told us"),
            ]
        }
        for (pause, count) in [(0.0, 1), (0.3, 1), (1.0, 2), (9.0, 2), (-3.0, 1), (.infinity, 1)] {
            let stops = try await RestoredStops(cues(pause: pause), language: "en", model: unsure)
            #expect(sentences(cues(pause: pause), stops).count == count, "\(pause)")
        }
    }

    @Test func silenceBeforeANoteIsSilenceBeforeTheWordsBehindIt() async throws {
        let never = ScriptedStops { words in
            #expect(!words.contains { $0.contains("music") || $0.contains("[") })
            return words.dropLast().map { _ in -9 }
        }
        for note in ["[music]", "[upbeat music]", "(soft music, far away)", ">>"] {
            let cues = [
                Cue(start: 0, end: 4, text: "so we looked at the numbers yesterday"),
                Cue(start: 14, end: 20, text: note),
                Cue(start: 20, end: 24, text: "and they are fine as anna told us"),
            ]
            let stops = try await RestoredStops(cues, language: "en", model: never)
            #expect(sentences(cues, stops).count == 2, "\(note)")
        }
    }

    @Test func marksOfAnotherSpeakerBeginASentenceAndNotesAreNoWords() async throws {
        let never = ScriptedStops { words in
            #expect(!words.contains("[Music]") && !words.contains(">>"))
            return words.dropLast().map { _ in -9 }
        }
        let cues = [
            Cue(text: "and that was all i had to say today [Music]"), Cue(text: ">> thank you so much for all of this"),
        ]
        let stops = try #require(try await RestoredStops(cues, language: "en", model: never))
        #expect(
            sentences(cues, stops) == [
                "and that was all i had to say today [Music]", ">> thank you so much for all of this",
            ])
    }

    @Test func aSentenceThatNeverEndsIsPartedWhereItIsLikeliest() async throws {
        let words = (0..<500).map { $0 % 40 == 39 ? "likely" : "word" }
        let model = ScriptedStops { $0.dropLast().map { $0 == "likely" ? -1 : -5 } }
        let cues = [Cue(text: words.joined(separator: " "))]
        let stops = try #require(try await RestoredStops(cues, language: "en", model: model))
        let found = sentences(cues, stops)
        #expect(found.count >= 8 && found.dropLast().allSatisfy { $0.hasSuffix("likely") })
    }

    /// Whatever is in the cues: sentences hold all of it, in order, and their quotes are those of the untouched cues.
    @Test func placesAreThoseOfTheTranscript() async throws {
        var random = SeededGenerator(seed: 11)
        let pieces = [
            "so", "we", "café", "日本", "--", ">>", "[noise]", "i'm", "’tis", "10%", "\u{301}x", "👍", "end", "\t", "  ",
        ]
        for round in 0..<200 {
            let cues = (0..<Int.random(in: 1...9, using: &random)).map { _ in
                Cue(
                    speaker: [nil, "A", "B"][Int.random(in: 0...2, using: &random)],
                    text: (0..<Int.random(in: 0...9, using: &random)).map { _ in
                        pieces[Int.random(in: 0..<pieces.count, using: &random)]
                    }.joined(separator: [" ", "\n"][Int.random(in: 0...1, using: &random)]))
            }
            let model = ScriptedStops { words in
                words.dropLast().map { ["end", "👍", "10%"].contains($0) ? 3 : -3 }
            }
            guard let stops = try await RestoredStops(cues, language: "en", model: model) else { continue }
            let line = line(cues)
            let bytes = Array(line.utf8)
            #expect(stops.starts == stops.starts.sorted() && Set(stops.starts).count == stops.starts.count)
            for start in stops.starts { #expect(bytes[start - 1] == 0x20 && bytes[start] != 0x20, "round \(round)") }
            let parts = stops.parts(of: 0..<bytes.count)
            let texts = parts.map { String(decoding: bytes[$0], as: UTF8.self) }
            #expect(texts.joined(separator: " ") == line, "round \(round)")
            let spoken = SpokenText(cues, language: "en", stops: stops)
            #expect(spoken.line == line)
            for (index, sentence) in spoken.sentences.enumerated() {
                #expect(String(decoding: bytes[sentence.place], as: UTF8.self) == sentence.text)
                #expect(spoken.quote(index..<(index + 1)).isVerbatim(in: cues), "round \(round)")
            }
        }
    }

    @Test func whatIsReadHasFullStops() async throws {
        let cues = [Cue(text: Self.talk)]
        let stops = try #require(
            try await RestoredStops(cues, language: "en", model: ScriptedStops(behind: ["fine", "monday"])))
        #expect(
            stops.marked(Self.talk, startingAt: 0, endsSentence: true)
                == "so we looked at the numbers yesterday and they are fine. anna will send the report on monday. that is all."
        )
        #expect(stops.count(after: 0, upTo: Self.talk.utf8.count) == 2)
        #expect(stops.starts.allSatisfy(stops.isStart) && !stops.isStart(0))
        // "anna will …" is parted from "that is all" in a stretch that begins with it.
        #expect(stops.within(56..<Self.talk.utf8.count).starts == [36])
        #expect(RestoredStops(starts: [56]).fit(Self.talk))
        #expect(!RestoredStops(starts: [55]).fit(Self.talk) && !RestoredStops(starts: [9_999]).fit(Self.talk))
    }

    @Test func timeGrowsWithTheTranscript() async throws {
        let model = ScriptedStops { $0.dropLast().map { _ in -9 } }
        let long = [
            Cue(text: String(repeating: "word ", count: 300_000)), Cue(text: String(repeating: "y", count: 2_000_000)),
        ]
        let clock = ContinuousClock()
        let took = try await clock.measure {
            let stops = try #require(try await RestoredStops(long, language: "en", model: model))
            #expect(stops.parts(of: 0..<1_500_000).count > 5_000)
        }
        #expect(took < .seconds(30))
    }

    @Test func noSentenceBeginsInsideANumberOrBehindAnArticle() {
        func held(_ said: String) -> [String] {
            let words = said.split(separator: " ").map(String.init)
            return zip(words, SpokenBonds.strengths(between: words)).filter { $0.1 > 0 }.map(\.0)
        }
        #expect(held("pinatubo in nineteen ninety one was a six") == ["ninety", "six"])
        #expect(held("fix this 1983 yamaha today") == ["yamaha"])
        #expect(held("due on thursday the twenty third at five") == ["the", "twenty", "third"])
        #expect(held("that one we like her two cats sleep").isEmpty)
    }
}
