#if Llama && Whisper
import Foundation
import HearthCore
import HearthVoice
import Synchronization
import Testing
import TinyModels

@testable import HearthRunner

/// Speech is written down in a process of its own as it is in this one.
@Suite(.enabled(if: SpokenFiles.hasWhisper, "needs scripts/setup"))
struct SpeechTests {
    private let noise = (0..<64_000).map { Float(($0 &* 7919) % 200 - 100) / 1000 }

    private func model(_ change: (Data) -> Data = { $0 }) throws -> SpeechModelFile {
        var model = try ScriptedWhisperModel(vocabulary: SpokenFiles.vocabulary)
        model.say([(0, [" Hello", " world"], 1.5), (1.5, [" testing", " one", " two"], 4)])
        model.hear(language: 2)
        let path = TinyModel.path() + ".bin"
        try change(Data(model.file())).write(to: URL(fileURLWithPath: path))
        return SpeechModelFile(id: "whisper-scripted", path: path)
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

    /// A dozen in a usual run; `HEARTH_SPEECH_MUTATIONS` says how many (`scripts/mutate-models` makes thousands).
    @Test(.timeLimit(.minutes(240)))
    func damagedFilesEndTheirOwnProcessesAtMost() async throws {
        let count = ProcessInfo.processInfo.environment["HEARTH_SPEECH_MUTATIONS"].flatMap(Int.init) ?? 12
        let whole = try Data(contentsOf: URL(fileURLWithPath: model().path))
        var counts: [String: Int] = [:]
        for number in 0..<count {
            let file = try model { _ in
                var bytes = whole
                for step in 0..<4 {
                    // In the header, and in the tensors after the vocabulary.
                    let place =
                        step < 2
                        ? 4 + (number &* 13 &+ step &* 5) % 44 : (number &* 104_729 &+ step &* 7919) % bytes.count
                    bytes[place] = UInt8(truncatingIfNeeded: (number &* 2_654_435_761) >> 7 &+ step)
                }
                return bytes
            }
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
