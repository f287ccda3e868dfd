import Foundation
import HearthCore
import HearthTesting
import Synchronization
import Testing
import TinyModels

@testable import HearthVoice

#if Whisper
/// whisper.cpp's own code on a model that the test writes.
@Suite(.enabled(if: TestFiles.hasWhisper, "needs scripts/setup")) struct WhisperTests {
    private let noise: [Float]

    init() {
        var generator = SeededGenerator(seed: 1)
        noise = (0..<64_000).map { _ in generator.sample() * 0.1 }
    }

    private func withModel<Value>(
        _ change: (inout ScriptedWhisperModel) -> Void = { _ in }, _ body: (SpeechModelFile) async throws -> Value
    ) async throws -> Value {
        try await TestFiles.withFolder { folder in
            var model = try ScriptedWhisperModel(vocabulary: TestFiles.vocabulary)
            model.say([(0, [" Hello", " world"], 1.5), (1.5, [" testing", " one", " two"], 4)])
            model.hear(language: 2)
            change(&model)
            let file = folder.appendingPathComponent("ggml-scripted.bin")
            try model.write(to: file)
            return try await body(SpeechModelFile(id: "whisper-scripted", path: file.path))
        }
    }

    @Test func givesWordsTheirTimesAndProbabilities() async throws {
        try await withModel { file in
            let recognizer = WhisperRecognizer(model: file)
            let heard = Mutex<[String]>([])
            let speech = try await recognizer.recognize(noise, options: RecognitionOptions(language: "en")) { text in
                heard.withLock { $0.append(text) }
            }
            #expect(speech.language == "en" && speech.languageConfidence == nil)
            #expect(speech.segments.map(\.text) == ["Hello world", "testing one two"])
            #expect(speech.segments.map(\.start) == [0, 1.5])
            #expect(speech.segments.map(\.end) == [1.5, 4])
            let words = speech.segments.flatMap { $0.words ?? [] }
            #expect(words.map(\.text) == ["Hello", "world", "testing", "one", "two"])
            #expect(words.allSatisfy { $0.start <= $0.end && ($0.confidence ?? 0) > 0.99 })
            #expect(zip(words, words.dropFirst()).allSatisfy { $0.end <= $1.start + 0.011 })
            #expect(speech.segments.allSatisfy { ($0.confidence ?? 0) > 0.99 })
            #expect(heard.withLock { $0.last } == "Hello world testing one two")
        }
    }

    @Test func detectsTheLanguageAndSaysHowSurelyItDid() async throws {
        try await withModel { file in
            let recognizer = WhisperRecognizer(model: file)
            let speech = try await recognizer.recognize(noise, options: RecognitionOptions())
            #expect(speech.language == "de")
            #expect((speech.languageConfidence ?? 0) > 0.9)
            // A region is the language's affair, not the model's.
            let told = try await recognizer.recognize(noise, options: RecognitionOptions(language: "fr-CA"))
            #expect(told.language == "fr")
            let error = await #expect(throws: VoiceError.self) {
                _ = try await recognizer.recognize(noise, options: RecognitionOptions(language: "klingon"))
            }
            #expect(error?.code == "unknown-language")
        }
    }

    @Test func onlyAModelThatCanTranslateIsAskedTo() async throws {
        let options = RecognitionOptions(language: "de", translates: true)
        try await withModel { file in
            #expect(file.canTranslate)
            let speech = try await WhisperRecognizer(model: file).recognize(noise, options: options)
            #expect(speech.language == "de" && speech.segments.first?.text == "Hello world")
        }
        // Eight times as many layers that hear as layers that write: one that was made quicker.
        try await withModel { model in
            model.audioLayers = 8
        } _: { file in
            let recognizer = WhisperRecognizer(model: file)
            #expect(!file.canTranslate && !recognizer.canTranslate)
            let error = await #expect(throws: VoiceError.self) {
                _ = try await recognizer.recognize(noise, options: options)
            }
            #expect(error?.code == "cannot-translate" && error?.help == [.fetchModel(id: "whisper-small")])
            let written = try await recognizer.recognize(noise, options: RecognitionOptions(language: "de"))
            #expect(written.segments.first?.text == "Hello world")
        }
    }

    @Test func vocabularyReachesTheModelAsWhatCameBefore() async throws {
        // With a prompt before them all positions are later, and another part of the script is read. The prompt is a token
        // that marks it and two of its own: "Hello" and a full stop.
        try await withModel { model in
            let (start, end) = (ScriptedWhisperModel.time(0), ScriptedWhisperModel.time(4))
            let (and, so) = (model.token(" And"), model.token(" so"))
            model.script = [2: start, 3: model.token(" ask"), 4: end, 5: start, 6: and, 7: so, 8: end]
        } _: { file in
            let recognizer = WhisperRecognizer(model: file)
            let without = try await recognizer.recognize(noise, options: RecognitionOptions(language: "en"))
            #expect(without.segments.map(\.text) == ["ask"])
            let options = RecognitionOptions(language: "en", vocabulary: ["Hello"])
            let with = try await recognizer.recognize(noise, options: options)
            #expect(with.segments.map(\.text) == ["And so"])
            // A text that came before is the same to it; of both, the terms come first, and a long one is cut at its front.
            let before = RecognitionOptions(language: "en", prompt: "\0 Hello.\n")
            #expect(try await recognizer.recognize(noise, options: before).segments.map(\.text) == ["And so"])
            let long = RecognitionOptions(language: "en", prompt: String(repeating: "Hello ", count: 100_000))
            _ = try await recognizer.recognize(noise, options: long)
            // The script leaves no choice, however freely words are drawn.
            for temperature in [0, 1, .nan, 1e300] {
                let drawn = RecognitionOptions(language: "en", temperature: temperature)
                #expect(try await recognizer.recognize(noise, options: drawn).segments.map(\.text) == ["ask"])
            }
        }
    }

    @Test func aClipOfAnyLengthIsTaken() async throws {
        try await withModel { file in
            let recognizer = WhisperRecognizer(model: file)
            let options = RecognitionOptions(language: "en")
            for count in [0, 1, 100, 1_600, 15_999] {
                let speech = try await recognizer.recognize(Array(noise.prefix(count)), options: options)
                let end = AudioFormat.seconds(count)
                #expect(speech.segments.allSatisfy { $0.start >= 0 && $0.end <= end })
            }
            _ = try await recognizer.recognize([Float](repeating: .nan, count: 20_000), options: options)
        }
    }

    @Test func cancellingEndsTheWork() async throws {
        try await withModel { file in
            let recognizer = WhisperRecognizer(model: file)
            try await recognizer.prepare()
            let samples = noise
            let task = Task {
                // One after the other, until it is told to stop.
                while true { _ = try await recognizer.recognize(samples, options: RecognitionOptions(language: "en")) }
            }
            task.cancel()
            await #expect(throws: CancellationError.self) { try await task.value }
            // And it works on.
            let speech = try await recognizer.recognize(noise, options: RecognitionOptions(language: "en"))
            #expect(speech.segments.count == 2)
        }
    }

    @Test func theLibraryStopsWhereTheFlagIsSet() async throws {
        try await withModel { file in
            let shape = try WhisperModelFile.check(file.path)
            let context = try WhisperContext(path: file.path, shape: shape, configuration: .init(threads: 1))
            let flag = Latch()
            // Set from within, when the first words are there: the second half is never decoded.
            let told = Mutex(0)
            #expect(throws: CancellationError.self) {
                _ = try context.recognize(
                    noise + noise + noise + noise + noise + noise + noise + noise + noise,
                    options: RecognitionOptions(language: "en"), flag: flag
                ) { _ in
                    told.withLock { $0 += 1 }
                    flag.set()
                }
            }
            #expect(told.withLock { $0 } >= 1)
        }
    }

    @Test func tasksTakeTurns() async throws {
        try await withModel { file in
            let recognizer = WhisperRecognizer(model: file)
            let samples = noise
            let texts = try await withThrowingTaskGroup(of: String.self) { group in
                for _ in 0..<4 {
                    group.addTask {
                        let options = RecognitionOptions(language: "en")
                        return try await recognizer.recognize(samples, options: options).segments.map(\.text).joined()
                    }
                }
                return try await group.reduce(into: Set<String>()) { $0.insert($1) }
            }
            #expect(texts == ["Hello worldtesting one two"])
        }
    }

    @Test func whoWantsTheSameModelAtTheSameTimeSharesIt() async throws {
        try await withModel { file in
            let first = WhisperRecognizer.shared(model: file)
            #expect(WhisperRecognizer.shared(model: file) === first)
            #expect(WhisperRecognizer.shared(model: file, configuration: .init(beams: 2)) !== first)
            // Another file in its place is another model.
            try Data([1]).write(to: URL(fileURLWithPath: file.path))
            #expect(WhisperRecognizer.shared(model: file) !== first)
            withExtendedLifetime(first) {}
        }
    }

    @Test func workThatDoesNotReactToBeingCancelledIsKnown() async throws {
        let work = AbandonedWork()
        let begun = BoundedChannel<Void>(capacity: 1)
        let cancelled = BoundedChannel<Void>(capacity: 1)
        let goOn = Mutex<CheckedContinuation<Void, Never>?>(nil)
        let task = Task {
            try await work.watch { begin in
                begin()
                await withCheckedContinuation { continuation in
                    goOn.withLock { $0 = continuation }
                    begun.trySend(())
                }
            } onCancel: {
                cancelled.trySend(())
            }
        }
        _ = try await begun.next()
        #expect(work.isEmpty)
        task.cancel()
        _ = try await cancelled.next()
        #expect(!work.isEmpty)
        goOn.withLock { $0 }?.resume()
        try await task.value
        #expect(work.isEmpty)
    }

    /// Or one client that goes away while another is served would have the model loaded a second time.
    @Test func workThatIsCancelledBeforeItsTurnIsNotAbandoned() async throws {
        let work = AbandonedWork()
        let cancelled = BoundedChannel<Void>(capacity: 1)
        let turn = BoundedChannel<Void>(capacity: 1)
        let task = Task {
            try await work.watch { begin in
                // It does not react to being cancelled while it waits.
                await Task { _ = try? await turn.next() }.value
                begin()
            } onCancel: {
                cancelled.trySend(())
            }
        }
        task.cancel()
        _ = try await cancelled.next()
        #expect(work.isEmpty)
        turn.trySend(())
        try await task.value
        #expect(work.isEmpty)
    }

    // MARK: - Files

    @Test func aDamagedModelIsNeverLoaded() async throws {
        try await withModel { file in
            let sound = try Data(contentsOf: URL(fileURLWithPath: file.path))
            _ = try WhisperModelFile.check(file.path)
            let head = try Data(contentsOf: URL(fileURLWithPath: TestFiles.vocabulary)).count
            var wrongNumber = sound
            wrongNumber.replaceSubrange(8..<12, with: [255, 255, 255, 127])
            var thirtyTwoBits = sound
            thirtyTwoBits[44] = 0
            var wrongExtent = sound
            wrongExtent.replaceSubrange((head + 12)..<(head + 16), with: [255, 255, 255, 127])
            let damaged: [(String, Data)] = [
                ("empty", Data()), ("magic", Data("not a model at all".utf8)), ("short header", sound.prefix(30)),
                ("within the vocabulary", sound.prefix(300_000)), ("header only", sound.prefix(head)),
                ("within a tensor", sound.prefix(head + 1_000)), ("last byte gone", sound.dropLast()),
                ("one byte more", sound + [0]), ("32-bit weights", thirtyTwoBits), ("number", wrongNumber),
                ("extent", wrongExtent),
            ]
            for (name, data) in damaged {
                try data.write(to: URL(fileURLWithPath: file.path))
                let error = await #expect(throws: VoiceError.self, "\(name)") {
                    try await WhisperRecognizer(model: file).prepare()
                }
                #expect(error?.code == "speech-model-damaged", "\(name)")
            }
        }
    }

    @Test func theModelWithoutWeightsIsRefused() async throws {
        let file = SpeechModelFile(id: "empty", path: TestFiles.vocabulary)
        let error = await #expect(throws: VoiceError.self) { try await WhisperRecognizer(model: file).prepare() }
        #expect(error?.code == "speech-model-damaged")
    }

    @Test func sizeAndHashAreHeldAgainstWhatIsKnown() async throws {
        try await withModel { file in
            let data = try Data(contentsOf: URL(fileURLWithPath: file.path))
            var known = file
            known.bytes = data.count
            known.sha256 = SpeechModelFile.hash(of: data)
            try await WhisperRecognizer(model: known).prepare()
            known.bytes = data.count + 1
            await #expect(throws: VoiceError.self) { try await WhisperRecognizer(model: known).prepare() }
            known.bytes = nil
            known.sha256 = String(repeating: "0", count: 64)
            await #expect(throws: VoiceError.self) { try await WhisperRecognizer(model: known).prepare() }
        }
    }

    @Test func mutatedHeadersNeverReachTheLibrary() async throws {
        try await withModel { file in
            let sound = [UInt8](try Data(contentsOf: URL(fileURLWithPath: file.path)).prefix(700_000))
            var generator = SeededGenerator(seed: 9)
            for _ in 0..<100 {
                var bytes = sound
                for _ in 0..<3 { bytes[Int(generator.next() % 700_000)] = UInt8(truncatingIfNeeded: generator.next()) }
                try Data(bytes).write(to: URL(fileURLWithPath: file.path))
                #expect(throws: VoiceError.self) { _ = try WhisperModelFile.check(file.path) }
            }
        }
    }
}
#endif

@Suite struct SpeechModelFolderTests {
    @Test func findsModelsByTheirNamesAndTheBestWithoutOne() async throws {
        try await TestFiles.withFolder { folder in
            let models = SpeechModelFolder([folder])
            #expect(models.speechModel(named: nil) == nil)
            #expect(models.speechModel(named: "whisper-base") == nil)
            for name in ["ggml-tiny.bin", "ggml-base.bin"] {
                try Data([1]).write(to: folder.appendingPathComponent(name))
            }
            #expect(models.speechModel(named: nil)?.id == "whisper-base")
            #expect(models.speechModel(named: "tiny")?.id == "whisper-tiny")
            #expect(
                models.speechModel(named: "whisper-tiny")?.path == folder.appendingPathComponent("ggml-tiny.bin").path)
            #expect(models.speechModel(named: "../ggml-tiny") == nil)
        }
        #expect(VoiceError.noSpeechModel().help == [.fetchModel(id: "whisper-base")])
    }
}
