import Foundation
import HearthCore
import HearthTesting
import Testing

@testable import HearthVoice

#if Whisper
import CWhisper
#endif

/// Silero's network as we compute it, beside whisper.cpp's own code and against files that are not what they should be.
@Suite(.enabled(if: TestFiles.hasSilero, "needs scripts/setup")) struct SileroNetworkTests {
    private func bytes() throws -> [UInt8] { try SileroFile.read(TestFiles.silero) }

    private func probabilities(_ samples: [Float], _ weights: SileroWeights, rounds: Bool = false) -> [Float] {
        let network = SileroNetwork(weights, rounds: rounds)
        return stride(from: 0, through: samples.count - SileroNetwork.frame, by: SileroNetwork.frame).map { start in
            samples[start..<(start + SileroNetwork.frame)].withUnsafeBufferPointer { network.hear($0) }
        }
    }

    #if Whisper
    private func reference(_ samples: [Float]) throws -> [Float] {
        WhisperLog.start()
        var parameters = whisper_vad_default_context_params()
        parameters.n_threads = 1
        parameters.use_gpu = false
        let context = try #require(whisper_vad_init_from_file_with_params(TestFiles.silero, parameters))
        defer { whisper_vad_free(context) }
        let whole = samples.count / SileroNetwork.frame * SileroNetwork.frame
        #expect(whisper_vad_detect_speech(context, samples, Int32(whole)))
        let probabilities = try #require(whisper_vad_probs(context))
        return Array(UnsafeBufferPointer(start: probabilities, count: Int(whisper_vad_n_probs(context))))
    }

    /// whisper.cpp rounds what goes into its convolutions to 16 bits, and we do not: rounded alike, the answers are the same.
    @Test func answersAsWhisperCppDoes() async throws {
        let weights = try SileroWeights(bytes())
        let speech = try await TestFiles.samples(AudioFile.open(TestFiles.jfk))
        var generator = SeededGenerator(seed: 5)
        let noisy = speech.map { min(max($0 + generator.sample() * 0.05, -1), 1) }
        let quiet = speech.map { $0 * 0.02 }
        let loud = speech.map { min(max($0 * 20, -1), 1) }
        for (name, samples) in [("speech", speech), ("noisy", noisy), ("quiet", quiet), ("loud", loud)] {
            let theirs = try reference(samples)
            for (rounds, most): (Bool, Float) in [(true, 0.001), (false, 0.02)] {
                let ours = probabilities(samples, weights, rounds: rounds)
                #expect(ours.count == theirs.count && ours.count == samples.count / SileroNetwork.frame)
                let difference = zip(ours, theirs).map { abs($0 - $1) }.max() ?? 1
                #expect(difference < most, "\(name): \(difference)")
            }
            #expect(theirs.contains { $0 > 0.9 } && theirs.contains { $0 < 0.1 }, "\(name)")
        }
    }
    #endif

    @Test func eachStreamHasItsOwnMemory() async throws {
        let weights = try SileroWeights(bytes())
        let speech = try await TestFiles.samples(AudioFile.open(TestFiles.jfk))
        let alone = probabilities(speech, weights)
        let (first, second) = (SileroNetwork(weights), SileroNetwork(weights))
        let silence = [Float](repeating: 0, count: SileroNetwork.frame)
        for (index, start) in stride(from: 0, through: 80_000, by: SileroNetwork.frame).enumerated() {
            let frame = Array(speech[start..<(start + SileroNetwork.frame)])
            #expect(frame.withUnsafeBufferPointer { first.hear($0) } == alone[index])
            #expect(silence.withUnsafeBufferPointer { second.hear($0) } < 0.1)
        }
    }

    @Test func whatIsNoSoundDoesNotSpoilWhatFollows() async throws {
        let weights = try SileroWeights(bytes())
        let speech = try await TestFiles.samples(AudioFile.open(TestFiles.jfk))
        let rubbish: [Float] = [.nan, .infinity, -.infinity, 1e30, -1e30, .leastNonzeroMagnitude]
        let before = (0..<(40 * SileroNetwork.frame)).map { rubbish[$0 % rubbish.count] }
        let found = probabilities(before + speech, weights)
        #expect(found.allSatisfy { (0...1).contains($0) })
        // It remembers that there was something, and still tells speech.
        let alone = probabilities(speech, weights)
        let agreed = zip(found.dropFirst(40), alone).count { ($0 > 0.5) == ($1 > 0.5) }
        #expect(Double(agreed) > 0.9 * Double(alone.count))
    }

    @Test func anotherFileIsNotTakenForTheNetwork() throws {
        let sound = try bytes()
        var generator = SeededGenerator(seed: 17)
        for length in [0, 3, 4, 20, 60, 100, 166, 99_300, sound.count - 1] {
            #expect(throws: VoiceError.self) { _ = try SileroWeights(Array(sound.prefix(length))) }
        }
        // Any number of the header, or of a tensor's description, may be anything at all.
        let descriptions = Array(0..<166) + Array(99_238..<99_288) + Array(753_002 - 60..<753_002)
        for _ in 0..<200 {
            var mutant = sound
            for _ in 0..<4 {
                let place = descriptions[Int(generator.next() % UInt64(descriptions.count))]
                mutant[place] = UInt8(truncatingIfNeeded: generator.next())
            }
            do { _ = try SileroTensors(mutant) } catch {
                #expect((error as? VoiceError)?.code == "speech-model-damaged")
            }
        }
    }
}
