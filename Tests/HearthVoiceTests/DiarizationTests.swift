import Foundation
import HearthCore
import HearthTesting
import Testing

@testable import HearthVoice

@Suite struct DiarizationTests {
    private func pipeline(_ request: DiarizationRequest, words: Bool = false) async throws -> VoicePipeline {
        try await VoicePipeline.createPipeline(.init(recognizer: ScriptedRecognizer(), diarization: request))
    }

    /// Two channels that speak in turn.
    private func dialogue(bleed: Float = 0) -> [[Float]] {
        let first = Tones.samples([0.5, 1, 2.5, 1, 0.5])
        let second = Tones.samples([2, 1, 2.5])
        let count = max(first.count, second.count)
        let filled = [first, second].map { $0 + [Float](repeating: 0, count: count - $0.count) }
        return [0, 1].map { index in zip(filled[index], filled[1 - index]).map { $0 + $1 * bleed } }
    }

    private func file(_ channels: [[Float]], in folder: URL) throws -> String {
        let file = folder.appendingPathComponent("talk.wav")
        let interleaved = channels[0].indices.flatMap { index in channels.map { $0[index] } }
        try WAVWriter.write(interleaved, to: file, WAVWriter(channels: channels.count))
        return file.path
    }

    @Test func oneChannelASpeakerIsExact() async throws {
        try await TestFiles.withFolder { folder in
            let path = try file(dialogue(bleed: 0.02), in: folder)
            let result = try await pipeline(.automatic).transcribe(AudioFile.open(path))
            #expect(result.segments.map(\.speaker) == ["Speaker 1", "Speaker 2", "Speaker 1"])
            #expect(result.segments.map { Int($0.start.rounded()) } == [0, 2, 4])
            guard case .labelled(let turns) = result.diarization else {
                Issue.record("\(result.diarization)")
                return
            }
            #expect(turns.map(\.speaker) == ["Speaker 1", "Speaker 2", "Speaker 1"])
            #expect(turns.map(\.channel) == [0, 1, 0])
        }
    }

    @Test func twoChannelsOfOneRoomAreNotTwoSpeakers() async throws {
        try await TestFiles.withFolder { folder in
            let path = try file(dialogue(bleed: 0.9), in: folder)
            let result = try await pipeline(.automatic).transcribe(AudioFile.open(path))
            #expect(result.diarization.label == "unavailable")
            // What was said is there, once, without a speaker.
            #expect(result.segments.count == 3 && result.segments.allSatisfy { $0.speaker == nil })
        }
    }

    @Test func oneChannelCannotBeToldApartAndTheResultSaysSo() async throws {
        let result = try await pipeline(.automatic).transcribe(SampleSource(Tones.samples([1, 1, 1])))
        guard case .unavailable(let reason) = result.diarization else {
            Issue.record("\(result.diarization)")
            return
        }
        #expect(reason.contains("no model"))
        #expect(result.segments.count == 1 && result.segments[0].speaker == nil)
    }

    @Test func labelsAreTakenOver() async throws {
        let turns = [SpeakerTurn(start: 0, end: 2.5, speaker: "Anna"), SpeakerTurn(start: 2.5, end: 9, speaker: "Ben")]
        let result = try await pipeline(.labels(turns)).transcribe(SampleSource(Tones.samples([1, 1, 1, 1, 1])))
        #expect(result.segments.map(\.speaker) == ["Anna", "Ben"])
        #expect(result.diarization == .labelled(turns))
    }

    @Test func aSegmentIsDividedAtTheWordWhereTheSpeakerChanges() {
        let words = (0..<4).map { RecognizedWord(start: Double($0), end: Double($0) + 0.9, text: "w\($0)") }
        let segment = RecognizedSegment(start: 0, end: 4, text: "w0 w1 w2 w3", words: words)
        let turns = [SpeakerTurn(start: 0, end: 1.95, speaker: "A"), SpeakerTurn(start: 1.95, end: 5, speaker: "B")]
        let split = TurnMerger.apply(turns, to: [segment], channels: [nil])
        #expect(split.map(\.speaker) == ["A", "B"] && split.map(\.text) == ["w0 w1", "w2 w3"])
        var plain = segment
        plain.words = nil
        #expect(TurnMerger.apply(turns, to: [plain], channels: [nil]).map(\.speaker) == ["B"])
        // Outside of all turns nobody is named.
        #expect(TurnMerger.apply(turns, to: [segment.shifted(by: 100)], channels: [nil]).map(\.speaker) == [nil])
    }

    @Test func manyTurnsForTheSameMomentAreOneTurn() async throws {
        // 50,000 turns over the whole recording, and as many that are none, for 2,000 segments.
        var turns = (0..<50_000).map { SpeakerTurn(start: Double($0) / 1e6, end: 4_000, speaker: "A") }
        turns += (0..<50_000).map { _ in SpeakerTurn(start: .nan, end: 1, speaker: "B") }
        turns.append(SpeakerTurn(start: 1_000.2, end: 1_001.9, speaker: "C"))
        let segments = (0..<2_000).map {
            RecognizedSegment(start: Double($0), end: Double($0) + 0.9, text: "\($0)")
        }
        let named = TurnMerger.apply(turns, to: segments, channels: Array(repeating: nil, count: segments.count))
        // Where both speak for all of a segment, the first by name is named.
        #expect(named.count == segments.count && named.allSatisfy { $0.speaker == "A" })
        let tooMany = Array(repeating: turns[0], count: 100_001)
        let result = try await pipeline(.labels(tooMany)).transcribe(SampleSource(Tones.samples([1, 1, 1])))
        #expect(result.diarization.label == "unavailable" && result.segments.count == 1)
    }

    @Test func aDiarizerThatFailsCostsTheSpeakersOnly() async throws {
        struct Failing: SpeakerDiarizer {
            let name = "failing"
            mutating func feed(_ samples: [Float], start: Int, channel: Int) throws {
                throw VoiceError(.recognitionFailed, "Broken.")
            }
            mutating func finish() throws -> DiarizationOutcome { .labelled([]) }
        }
        let result = try await pipeline(.custom { Failing() }).transcribe(SampleSource(Tones.samples([1, 1, 1])))
        #expect(result.segments.count == 1 && result.diarization == .unavailable(reason: "Broken."))
    }

    // MARK: - Clustering

    @Test func theNumberOfSpeakersIsTheUsers() async throws {
        for speakers in 1...4 {
            var clusterer = try VoiceClusterer(speakers: speakers)
            var generator = SeededGenerator(seed: 3)
            for index in 0..<12 {
                let samples = (0..<16_000).map { _ in generator.sample() * 0.3 }
                clusterer.feed(samples, start: index * 20_000, channel: 0)
            }
            guard case .labelled(let turns) = try clusterer.finish() else {
                Issue.record("unavailable")
                return
            }
            #expect(Set(turns.map(\.speaker)).count == speakers && turns.count == 12)
        }
        #expect(throws: VoiceError.self) { _ = try VoiceClusterer(speakers: 0) }
        #expect(throws: VoiceError.self) { _ = try VoiceClusterer(speakers: 21) }
        var few = try VoiceClusterer(speakers: 3)
        few.feed([Float](repeating: 0, count: 16_000), start: 0, channel: 0)
        #expect(try few.finish().label == "unavailable")
    }

    @Test func stretchesTooShortToDescribeAVoiceAreStillPlaced() throws {
        var clusterer = try VoiceClusterer(speakers: 2)
        for index in 0..<6 { clusterer.feed([Float](repeating: 0.01, count: 100 * index), start: index, channel: 0) }
        guard case .labelled(let turns) = try clusterer.finish() else {
            Issue.record("unavailable")
            return
        }
        #expect(turns.count == 6 && Set(turns.map(\.speaker)).count == 2)
    }

    @Test(.enabled(if: Flite.isInstalled, "needs flite")) func syntheticVoicesAreToldApart() async throws {
        var clusterer = try VoiceClusterer(speakers: 2)
        var start = 0
        var truth: [String] = []
        for (index, sentence) in Flite.sentences.enumerated() {
            let voice = [0, 1, 1, 0, 1, 0, 0, 1, 0, 1][index] == 0 ? "rms" : "slt"
            let spoken = Flite.trimmed(try await Flite.speak(sentence, voice: voice))
            clusterer.feed(spoken, start: start, channel: 0)
            start += spoken.count + 16_000
            truth.append(voice == "rms" ? "Speaker 1" : "Speaker 2")
        }
        guard case .labelled(let turns) = try clusterer.finish() else {
            Issue.record("unavailable")
            return
        }
        #expect(turns.map(\.speaker) == truth)
    }
}
