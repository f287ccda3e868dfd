import Foundation
import HearthCore
import Testing

@testable import HearthVoice

@Suite struct VoiceActivityTests {
    private func spans(
        _ detector: any VoiceActivityDetector, _ samples: [Float], piece: Int = 8_192
    ) throws -> [Range<Int>] {
        var detector = detector
        var events: [VoiceActivityEvent] = []
        var start = 0
        while start < samples.count {
            let end = min(samples.count, start + piece)
            events += try detector.feed(Array(samples[start..<end]))
            start = end
        }
        events += try detector.finish()
        return events.compactMap { if case .ended(let range) = $0 { range } else { nil } }
    }

    // MARK: - Energy

    @Test func theEnergyDetectorFindsTones() throws {
        let samples = Tones.samples([1, 1, 1, 0.5, 1])
        let found = try spans(EnergyDetector(), samples).map {
            AudioFormat.seconds($0.lowerBound)...AudioFormat.seconds($0.upperBound)
        }
        #expect(found.count == 2)
        for (span, wanted) in zip(found, [1.0...2.0, 3.0...3.5]) {
            #expect(abs(span.lowerBound - wanted.lowerBound) < 0.1 && abs(span.upperBound - wanted.upperBound) < 0.25)
        }
    }

    @Test func silenceHumAndOffsetAreNoSpeech() throws {
        #expect(try spans(EnergyDetector(), [Float](repeating: 0, count: 80_000)).isEmpty)
        #expect(try spans(EnergyDetector(), [Float](repeating: 0.4, count: 80_000)).isEmpty)
        #expect(try spans(EnergyDetector(), Tones.samples([0, 5], level: 0.004)).isEmpty)
    }

    @Test func liveTalkHearsSofterVoicesThanTranscription() throws {
        let soft = Tones.samples([1, 1, 1], level: 0.008)
        #expect(try spans(EnergyDetector(level: VoiceThresholds.transcriptionEnergy), soft).isEmpty)
        #expect(try spans(EnergyDetector(level: VoiceThresholds.voiceEnergy), soft).count == 1)
    }

    @Test(arguments: [1, 319, 320, 5_000]) func piecesDoNotMatterToTheEnergyDetector(piece: Int) throws {
        let samples = Tones.samples([0.5, 0.7, 0.6, 1, 0.4])
        #expect(try spans(EnergyDetector(), samples, piece: piece) == spans(EnergyDetector(), samples))
    }

    // MARK: - Silero

    @Test(.enabled(if: TestFiles.hasSilero)) func sileroFindsTheSpeechOfAKnownRecording() async throws {
        let samples = try await TestFiles.samples(AudioFile.open(TestFiles.jfk))
        let found = try spans(SileroDetector(path: TestFiles.silero), samples)
        let wanted = [(0.32, 2.27), (3.27, 4.41), (5.38, 7.68), (8.16, 10.62)]
        #expect(found.count == wanted.count)
        for (span, (start, end)) in zip(found, wanted) {
            #expect(abs(AudioFormat.seconds(span.lowerBound) - start) <= 0.05)
            #expect(abs(AudioFormat.seconds(span.upperBound) - end) <= 0.05)
        }
        // In whatever pieces it comes.
        #expect(try spans(SileroDetector(path: TestFiles.silero), samples, piece: 1_000) == found)
        #expect(try spans(SileroDetector(path: TestFiles.silero), samples, piece: 513) == found)
    }

    @Test(.enabled(if: TestFiles.hasSilero)) func aDamagedDetectorIsNotLoaded() async throws {
        try await TestFiles.withFolder { folder in
            let sound = try Data(contentsOf: URL(fileURLWithPath: TestFiles.silero))
            let file = folder.appendingPathComponent("vad.bin")
            var flipped = sound
            flipped[400_000] ^= 1
            for data in [Data(), sound.prefix(30), sound.dropLast(), flipped] {
                try data.write(to: file)
                let error = #expect(throws: VoiceError.self) { _ = try SileroDetector(path: file.path) }
                #expect(error?.code == "speech-model-damaged")
            }
            for path in [folder.appendingPathComponent("none.bin").path, folder.path] {
                let error = #expect(throws: VoiceError.self) { _ = try SileroDetector(path: path) }
                #expect(error?.code == "speech-model-missing")
            }
        }
    }

    /// Twenty sentences with silences between them, under noise: which frames are speech is known.
    @Test(.enabled(if: TestFiles.hasSilero && Flite.isInstalled, "needs scripts/setup and flite"))
    func sileroHoldsUpInNoise() async throws {
        let (clean, truth) = try await NoiseSweep.speech()
        for condition in NoiseSweep.Condition.allCases {
            let samples = NoiseSweep.add(condition, to: clean)
            let found = try spans(SileroDetector(path: TestFiles.silero), samples)
            let score = NoiseSweep.score(found, truth, count: clean.count)
            #expect(score > 0.93, "\(condition): \(score)")
        }
    }

    @Test(.enabled(if: Flite.isInstalled, "needs flite")) func loudnessSufficesInQuietRecordings() async throws {
        let (clean, truth) = try await NoiseSweep.speech()
        for condition in [NoiseSweep.Condition.clean, .pink20, .pink10] {
            let found = try spans(EnergyDetector(), NoiseSweep.add(condition, to: clean))
            let score = NoiseSweep.score(found, truth, count: clean.count)
            #expect(score > 0.93, "\(condition): \(score)")
        }
    }
}
