import Foundation
import HearthCore
import Synchronization
import Testing

@testable import HearthVoice

@Suite struct AssistantTests {
    /// Remembers what it was asked to say.
    private final class Voice: SpeechOutput {
        private let spoken = Mutex<[String]>([])
        var sentences: [String] { spoken.withLock { $0 } }
        func speak(_ sentence: String, language: String?) async throws { spoken.withLock { $0.append(sentence) } }
    }

    private func stream(_ pieces: [String]) -> EventStream<String> {
        EventStream { emit in for piece in pieces { try await emit(piece) } }
    }

    @Test(arguments: [
        (["It is 3.5 km. Then ", "turn left! OK"], ["It is 3.5 km.", "Then turn left!", "OK"]),
        (["Ask Dr. Smith", " at 10 a.m. or later. Fine."], ["Ask Dr. Smith at 10 a.m. or later.", "Fine."]),
        (["He said: \"No.\" Then he", " left."], ["He said: \"No.\"", "Then he left."]),
        (["行きます。いいえ"], ["行きます。", "いいえ"]),
        (["One line\nanother\n\n"], ["One line", "another"]),
        ([" ", "\n"], []),
    ])
    func sentencesAreGivenOutWhenTheyAreComplete(pieces: [String], sentences: [String]) {
        for size in [1, 3, 1_000] {
            var assembler = SentenceAssembler()
            var found: [String] = []
            let text = pieces.joined()
            var rest = text[...]
            while !rest.isEmpty {
                found += assembler.add(String(rest.prefix(size)))
                rest = rest.dropFirst(size)
            }
            if let last = assembler.finish() { found.append(last) }
            #expect(found == sentences)
        }
    }

    @Test func aTextWithoutAnEndIsSpokenInParts() {
        var assembler = SentenceAssembler()
        let parts = assembler.add(String(repeating: "word ", count: 200))
        #expect(parts.count == 2 && parts.allSatisfy { $0.count <= 400 })
    }

    @Test func answersWhatItHearsSentenceBySentence() async throws {
        let recognizer = ScriptedRecognizer([.text("what is it"), .text("and then")])
        let pipeline = try await VoicePipeline.createPipeline(.init(recognizer: recognizer))
        let voice = Voice()
        let assistant = VoiceAssistant(pipeline: pipeline, output: voice) { question in
            question == "what is it" ? stream(["It is a ", "test. It works", "."]) : stream(["Nothing."])
        }
        let told = Mutex<[String]>([])
        try await assistant.run(SampleSource(Tones.samples([1, 1, 1, 1, 1])), isLive: false) { event in
            switch event {
            case .heard(let text): told.withLock { $0.append("heard " + text) }
            case .sentence(let text): told.withLock { $0.append(text) }
            case .answered: told.withLock { $0.append("answered") }
            case .voice, .failed: break
            }
        }
        #expect(voice.sentences == ["It is a test.", "It works.", "Nothing."])
        #expect(
            told.withLock { $0 } == [
                "heard what is it", "It is a test.", "It works.", "answered", "heard and then", "Nothing.", "answered",
            ])
    }

    @Test func aFailedAnswerDoesNotEndTheTalk() async throws {
        let recognizer = ScriptedRecognizer([.text("one"), .text("two")])
        let pipeline = try await VoicePipeline.createPipeline(.init(recognizer: recognizer))
        let assistant = VoiceAssistant(pipeline: pipeline) { question in
            if question == "one" { throw VoiceError(.badOption, "Refused.") }
            return stream(["Yes."])
        }
        let told = Mutex<[String]>([])
        try await assistant.run(SampleSource(Tones.samples([1, 1, 1, 1, 1])), isLive: false) { event in
            switch event {
            case .failed(let message): told.withLock { $0.append(message) }
            case .answered(let text): told.withLock { $0.append(text) }
            default: break
            }
        }
        #expect(told.withLock { $0 } == ["Refused.", "Yes."])
    }

    @Test func itIsDeafWhileItSpeaks() async throws {
        let gate = GatedSource(SampleSource(Tones.samples([0, 1]), chunk: 160))
        let channel = BoundedChannel<AudioChunk>(capacity: 1_000)
        try await gate.deaf { _ = try await gate.produce(into: channel) }
        channel.finish()
        var count = 0
        for try await chunk in channel {
            #expect(chunk.start == count && chunk.samples.allSatisfy { $0 == 0 })
            count += chunk.samples.count
        }
        #expect(count == 16_000)
    }

    /// A recognizer was busy, and what the microphone heard of the assistant comes when that has fallen silent.
    @Test func itsOwnVoiceIsNotHeardLateEither() {
        var times = DeafTimes()
        let zero = ContinuousClock.now
        func chunk(_ second: Double) -> AudioChunk {
            AudioChunk(start: AudioFormat.sample(second), samples: [Float](repeating: 0.1, count: 1_600))
        }
        func isDeaf(_ second: Double, at moment: Double) -> Bool {
            times.cover(chunk(second), arrivedAt: zero + .seconds(moment))
        }
        #expect(!isDeaf(0, at: 0.1))
        times.begin(at: zero + .seconds(2))
        times.begin(at: zero + .seconds(2.5))
        times.end(at: zero + .seconds(2.6))
        // Said before it spoke, and come while it speaks.
        #expect(!isDeaf(1, at: 3))
        #expect(isDeaf(2.5, at: 3))
        times.end(at: zero + .seconds(4))
        #expect(isDeaf(3.8, at: 9))
        // The room still sounds of it.
        #expect(isDeaf(4.2, at: 9))
        #expect(!isDeaf(4.5, at: 9))
        #expect(!isDeaf(9, at: 9.1))
    }

    @Test func itListensWhileItThinks() async throws {
        let recognizer = ScriptedRecognizer([.text("one"), .text("two")])
        let pipeline = try await VoicePipeline.createPipeline(.init(recognizer: recognizer))
        let voice = Voice()
        let second = BoundedChannel<Void>(capacity: 1)
        let assistant = VoiceAssistant(pipeline: pipeline, output: voice) { question in
            // The first answer is not found before the second question was heard.
            if question == "one" { _ = try await second.next() }
            return stream(["So \(question)."])
        }
        try await assistant.run(SampleSource(Tones.samples([1, 1, 1, 1, 1])), isLive: true) { event in
            if case .voice(.segments(let segments)) = event, segments.first?.text == "two" { second.trySend(()) }
        }
        #expect(voice.sentences == ["So one.", "So two."])
    }

    @Test func aLongTextInOnePieceIsDividedInNoTimeAtAll() {
        var assembler = SentenceAssembler()
        let text = String(repeating: "This is a sentence of some length. ", count: 30_000)
        #expect(assembler.add(text).count == 30_000)
        #expect(assembler.finish() == nil)
    }

    @Test func cancellingEndsTheTalk() async throws {
        let pipeline = try await VoicePipeline.createPipeline(.init(recognizer: ScriptedRecognizer()))
        let assistant = VoiceAssistant(pipeline: pipeline) { _ in
            // An answer that never comes.
            EventStream { _ in _ = try await BoundedChannel<String>(capacity: 1).next() }
        }
        let asked = BoundedChannel<Void>(capacity: 1)
        let task = Task {
            try await assistant.run(SampleSource(Tones.samples([1, 1, 1])), isLive: true) { event in
                if case .heard = event { asked.trySend(()) }
            }
        }
        _ = try await asked.next()
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
    }

    @Test(.enabled(if: TestFiles.has("espeak-ng"), "needs espeak-ng")) func espeakSpeaks() async throws {
        try await TestFiles.withFolder { folder in
            let file = folder.appendingPathComponent("spoken.wav").path
            let output = try EspeakOutput(file: file)
            try await output.speak("-v this is no option, but what is said.", language: "en")
            let samples = try await TestFiles.samples(AudioFile.open(file))
            #expect(samples.count > 16_000 && samples.contains { abs($0) > 0.05 })
            // Nothing to say is said at once, an impossible language is left to the voice.
            try await output.speak(" \n", language: nil)
            try await output.speak("Yes.", language: "--help")
            // What is too long for one program is spoken by several, and none of it is left out.
            try await output.speak(String(repeating: "a ", count: 2_000) + "end", language: "en")
            #expect(try await TestFiles.samples(AudioFile.open(file)).count < 32_000)
        }
    }
}
