import Foundation
import HearthCore
import Testing

@testable import HearthVoice

/// The one recognizer whose real weights come with the system's packages.
@Suite(.enabled(if: TestFiles.hasPocketSphinx, "needs pocketsphinx-en-us"), .serialized)
struct PocketSphinxTests {
    @Test(.enabled(if: Flite.isInstalled, "needs flite")) func understandsClearSpeech() async throws {
        let recognizer = PocketSphinxRecognizer()
        var (errors, words) = (0, 0)
        for sentence in Flite.sentences {
            let speech = try await recognizer.recognize(
                Flite.speak(sentence, voice: "rms"), options: RecognitionOptions())
            let result = wordErrors(speech.segments.map(\.text).joined(separator: " "), sentence)
            errors += result.errors
            words += result.words
            #expect(speech.language == "en")
        }
        #expect(Double(errors) / Double(words) < 0.15, "\(errors) of \(words) words")
    }

    @Test(.enabled(if: Flite.isInstalled, "needs flite")) func understandsAGrammarExactly() async throws {
        let plain = Flite.sentences.map { $0.lowercased().filter { $0.isLetter || $0 == " " } }
        let grammar = "#JSGF V1.0; grammar test; public <sentence> = \(plain.joined(separator: " | "));"
        let recognizer = PocketSphinxRecognizer(grammar: grammar)
        for (sentence, wanted) in zip(Flite.sentences, plain) {
            let speech = try await recognizer.recognize(
                Flite.speak(sentence, voice: "rms"), options: RecognitionOptions())
            #expect(speech.segments.map(\.text) == [wanted])
            let words = try #require(speech.segments.first?.words)
            #expect(words.count == wanted.split(separator: " ").count)
            #expect(zip(words, words.dropFirst()).allSatisfy { $0.start < $0.end && $0.end <= $1.start + 0.011 })
        }
    }

    @Test func aGrammarThatIsNoneIsRefused() async throws {
        let error = await #expect(throws: VoiceError.self) {
            try await PocketSphinxRecognizer(grammar: "this is not a grammar").prepare()
        }
        #expect(error?.code == "bad-option")
    }

    @Test func anotherLanguageIsRefused() async throws {
        let error = await #expect(throws: VoiceError.self) {
            _ = try await PocketSphinxRecognizer().recognize([0], options: RecognitionOptions(language: "de"))
        }
        #expect(error?.code == "unknown-language")
    }

    @Test func aDamagedModelIsNotLoaded() async throws {
        let installed = try #require(PocketSphinxModel.installed())
        try await TestFiles.withFolder { folder in
            let copy = folder.appendingPathComponent("en-us")
            try FileManager.default.copyItem(atPath: installed.folder, toPath: copy.path)
            let recognizer = PocketSphinxRecognizer(model: PocketSphinxModel(folder: copy.path), grammar: nil)
            // A truncated mdef would end the process.
            let file = copy.appendingPathComponent("en-us/mdef")
            try Data(contentsOf: file).prefix(100_000).write(to: file)
            let error = await #expect(throws: VoiceError.self) { try await recognizer.prepare() }
            #expect(error?.code == "speech-model-damaged")
        }
        let missing = PocketSphinxRecognizer(model: nil, grammar: nil)
        let error = await #expect(throws: VoiceError.self) { try await missing.prepare() }
        #expect(error?.code == "speech-model-missing")
    }

    /// Real speech from a compressed file, through everything: decoder, detector, recognizer, subtitles.
    @Test(.enabled(if: TestFiles.hasWhisper && TestFiles.has("ffmpeg"), "needs scripts/setup and ffmpeg"))
    func writesSubtitlesOfARealRecording() async throws {
        try await TestFiles.withFolder { folder in
            let file = folder.appendingPathComponent("speech.flac")
            try TestFiles.run("ffmpeg", ["-v", "error", "-i", TestFiles.jfk, file.path])
            let pipeline = try await VoicePipeline.createPipeline(
                .init(recognizer: PocketSphinxRecognizer(), detector: .silero(path: TestFiles.silero)))
            let result = try await pipeline.transcribe(AudioFile.open(file.path))
            let said =
                "and so my fellow americans ask not what your country can do for you ask what you can do for "
                + "your country"
            let heard = result.segments.map(\.text).joined(separator: " ")
            let (errors, words) = wordErrors(heard, said)
            #expect(words == 22 && errors <= 8, "\(heard)")
            #expect(result.detector == "silero" && result.segments.count == 4)
            let subtitles = try TranscriptWriter().write(result.transcript.cues, as: .srt)
            #expect(subtitles.hasPrefix("1\n00:00:00,"))
            #expect(subtitles.contains("\n4\n00:00:08,"))
        }
    }
}
