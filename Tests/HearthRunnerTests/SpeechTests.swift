#if Llama && Whisper
import Foundation
import HearthCore
import HearthTesting
import HearthVoice
import Synchronization
import Testing
import TinyModels

@testable import HearthRunner

/// Speech is written down in a process of its own as it is in this one.
@Suite(.enabled(if: SpokenFiles.hasWhisper, "needs scripts/setup"))
struct SpeechTests {
    private let noise = (0..<64_000).map { Float(($0 &* 7919) % 200 - 100) / 1000 }

    private func file(_ content: Data) throws -> SpeechModelFile {
        let path = TinyModel.path() + ".bin"
        try content.write(to: URL(fileURLWithPath: path))
        return SpeechModelFile(id: "whisper-scripted", path: path)
    }

    private func model(_ change: (Data) -> Data = { $0 }) throws -> SpeechModelFile {
        var model = try ScriptedWhisperModel(vocabulary: SpokenFiles.vocabulary)
        model.say([(0, [" Hello", " world"], 1.5), (1.5, [" testing", " one", " two"], 4)])
        model.hear(language: 2)
        return try file(change(Data(model.file())))
    }

    private func recognizer(_ model: SpeechModelFile) -> ChildRecognizer {
        ChildRecognizer(model: model, configuration: .init(threads: 1), host: Program.host())
    }

    @Test func aClipIsHeardAsInThisProcess() async throws {
        let file = try model()
        let heard = Mutex<[String]>([])
        let child = recognizer(file)
        let speech = try await child.recognize(noise, options: RecognitionOptions(language: "en")) { text in
            heard.withLock { $0.append(text) }
        }
        let inside = try await WhisperRecognizer(model: file, configuration: .init(threads: 1))
            .recognize(noise, options: RecognitionOptions(language: "en"))
        #expect(speech == inside)
        #expect(speech.segments.map(\.text) == ["Hello world", "testing one two"])
        #expect(heard.withLock { $0.last } == "Hello world testing one two")
        #expect(try await child.recognize(noise, options: RecognitionOptions()).language == "de")
        #expect(
            await code { _ = try await child.recognize(noise, options: RecognitionOptions(language: "xx")) }
                == "unknown-language")
    }

    @Test func aDamagedFileIsRefusedThere() async throws {
        for share in [0.2, 0.9] {
            let file = try model { $0.prefix(Int(Double($0.count) * share)) }
            #expect(await code { try await recognizer(file).prepare() } == "speech-model-damaged")
        }
    }

    /// Values that code seldom expects, as numbers of the head and of tensors.
    private static let strange: [UInt32] = [
        0, 1, 2, 3, 7, 64, 255, 256, 65_535, 65_536, 0x7FFF_FFFF, 0x8000_0000, 0xFFFF_FFFF, 0x7FC0_0000, 0x7F80_0000,
        0xFF80_0000,
    ]

    /// Whole models that differ in what they say and hear, and where their tensors begin.
    private static func models() throws -> [(bytes: [UInt8], body: Int)] {
        try (0..<3).map { language in
            var model = try ScriptedWhisperModel(vocabulary: SpokenFiles.vocabulary)
            model.say(
                language == 0
                    ? [(0, [" Hello", " world"], 30)]
                    : [(0, [" Hello", " world"], 1.5), (1.5, [" testing", " one", " two"], 4)])
            model.hear(language: language)
            let bytes = model.file()
            // Before its name a tensor of two dimensions has five numbers.
            let name = try #require(Data(bytes).range(of: Data("encoder.positional_embedding".utf8)))
            return (bytes: bytes, body: name.lowerBound - 20)
        }
    }

    /// The head has twelve numbers; behind the vocabulary each tensor has some of its own before its values.
    private static func mutated(_ model: (bytes: [UInt8], body: Int), _ random: inout SeededGenerator) -> Data {
        var bytes = model.bytes
        for _ in 0..<Int.random(in: 1...4, using: &random) {
            let range: Range<Int> =
                switch Int.random(in: 0..<6, using: &random) {
                case 0...2: 4..<48
                case 3: model.body..<min(bytes.count - 4, model.body + 100_000)
                default: 48..<bytes.count - 4
                }
            let place = Int.random(in: range, using: &random)
            switch Int.random(in: 0..<8, using: &random) {
            case 0...1: bytes[place] ^= UInt8(1) << UInt8.random(in: 0..<8, using: &random)
            case 2: bytes[place] = UInt8.random(in: .min ... .max, using: &random)
            case 3...5:
                // Of the head a whole number, elsewhere four bytes wherever they stand.
                let start = range.upperBound == 48 ? place / 4 * 4 : place
                let value = strange[Int.random(in: strange.indices, using: &random)]
                for index in 0..<4 { bytes[start + index] = UInt8(value >> (8 * UInt32(index)) & 255) }
            case 6:
                bytes.removeSubrange(place..<min(bytes.count, place + Int.random(in: 1...64, using: &random)))
            default:
                // What is cut off is of the end: a head alone would be all the same.
                bytes.removeLast(Int.random(in: 0..<bytes.count / 4, using: &random))
            }
            if bytes.count < model.body + 1_000 { break }
        }
        return Data(bytes)
    }

    /// A dozen in a usual run; `HEARTH_SPEECH_MUTATIONS` says how many (`scripts/mutate-models` makes thousands), and
    /// `HEARTH_MUTATION_SEED` which.
    @Test(.timeLimit(.minutes(240)))
    func damagedFilesEndTheirOwnProcessesAtMost() async throws {
        let variables = ProcessInfo.processInfo.environment
        let count = variables["HEARTH_SPEECH_MUTATIONS"].flatMap(Int.init) ?? 12
        let first = variables["HEARTH_MUTATION_SEED"].flatMap(UInt64.init) ?? 1
        let whole = try Self.models()
        var counts: [String: Int] = [:]
        for number in 0..<UInt64(count) {
            var random = SeededGenerator(seed: (number &+ first &* 1_000_003) &* 0xD134_2543_DE82_EF95)
            let model = whole[Int.random(in: whole.indices, using: &random)]
            let file = try file(Self.mutated(model, &random))
            defer { try? FileManager.default.removeItem(atPath: file.path) }
            let clip = Task { try await recognizer(file).recognize(noise, options: RecognitionOptions()) }
            // What makes the library never end is ended with its task.
            let clock = Task {
                try await Task.sleep(for: .seconds(60))
                clip.cancel()
            }
            let found = await code { _ = try await clip.value } ?? "answered"
            clock.cancel()
            counts[found, default: 0] += 1
        }
        let summary = counts.sorted { $0.value > $1.value }.map { "\($0.key) \($0.value)" }.joined(separator: ", ")
        print("mutated speech models: \(summary)")
        // Every outcome is an answer, or an error that names what is wrong.
        #expect(counts.values.reduce(0, +) == count)
        #expect(counts.keys.allSatisfy { $0.allSatisfy { $0.isLetter || $0 == "-" } }, "\(summary)")
    }

    @Test func aCancelledClipEndsAndTheNextOneIsHeard() async throws {
        let child = recognizer(try model())
        try await child.prepare()
        let task = Task { try await child.recognize(noise, options: RecognitionOptions()) }
        task.cancel()
        #expect(await code { _ = try await task.value } != nil)
        #expect(try await !child.recognize(noise, options: RecognitionOptions()).segments.isEmpty)
    }
}
#endif
