import Foundation
import HearthVoice
import Testing
import TinyModels

/// Recordings through the real binary.
@Suite struct TranscribeTests {
    private static let recording = SpokenFiles.recording.path

    /// A model that says "Hello world" to each stretch of speech, whatever it is.
    private func model(_ hearth: borrowing HearthProgram) throws -> String {
        var model = try ScriptedWhisperModel(vocabulary: SpokenFiles.vocabulary)
        model.say([(0, [" Hello", " world"], 30)])
        model.hear(language: 0)
        return try hearth.write("scripted.bin", Data(model.file()))
    }

    @Test func withoutAModelTheCommandThatBringsOneIsNamed() throws {
        let hearth = try HearthProgram()
        try hearth.write("a.wav", Data([1, 2, 3]))
        let outcome = try hearth.run("transcribe", "a.wav", "--engine", "whisper")
        #expect(outcome.status == 4)
        #expect(outcome.errors.contains("hearth models pull whisper-base"))
        #expect(outcome.output.isEmpty)
    }

    @Test func aModelWithTheNameOfAPublishedOneMustBeThatOne() throws {
        let hearth = try HearthProgram()
        try hearth.write("home/models/ggml-base.bin", Data([1, 2, 3]))
        let outcome = try hearth.run("transcribe", "a.wav", "--engine", "whisper")
        #expect(outcome.status != 0)
        #expect(outcome.errors.contains("hearth models pull whisper-base") || !SpokenFiles.hasWhisper)
    }

    @Test(.enabled(if: SpokenFiles.hasWhisper, "needs scripts/setup")) func printsWhatTheContractSays() throws {
        let hearth = try HearthProgram()
        let model = try model(hearth)
        let outcome = try hearth.run(
            "transcribe", Self.recording, "missing.wav", "--engine", "whisper", "--model", model, "--diarize", "--json")
        #expect(outcome.status == 0, "\(outcome.errors)")
        let line = try #require(outcome.lines.first)
        #expect(line["path"] as? String == Self.recording)
        #expect(line["engine"] as? String == "whisper" && line["model"] as? String == "scripted")
        #expect(line["detector"] as? String == "silero")
        #expect(line["language"] as? String == "en")
        #expect(line["diarization"] as? String == "unavailable")
        #expect((line["diarizationReason"] as? String)?.isEmpty == false)
        let cues = try #require(line["cues"] as? [[String: Any]])
        #expect(cues.count == 4)
        #expect(cues.allSatisfy { $0["text"] as? String == "Hello world" })
        let starts = cues.compactMap { $0["start"] as? Double }
        #expect(zip(starts, [0.2, 3.1, 5.2, 8.0]).allSatisfy { abs($0 - $1) < 0.2 })
        let failed = try #require(outcome.lines.last)
        #expect((failed["error"] as? [String: Any])?["code"] as? String == "not-readable")
    }

    @Test(.enabled(if: SpokenFiles.hasWhisper, "needs scripts/setup")) func writesSubtitlesThatItCanRead() throws {
        let hearth = try HearthProgram()
        let model = try model(hearth)
        for format in ["srt", "vtt", "json"] {
            let outcome = try hearth.run(
                "transcribe", Self.recording, "--model", model, "--engine", "whisper", "--format", format, "--output",
                "out")
            #expect(outcome.status == 0, "\(outcome.errors)")
            let parsed = try hearth.run("transcript", "parse", "out/jfk.\(format)", "--json")
            #expect((parsed.lines.first?["cues"] as? [[String: Any]])?.count == 4)
        }
    }

    @Test(.enabled(if: SpokenFiles.hasWhisper, "needs scripts/setup")) func listensToARecording() throws {
        let hearth = try HearthProgram()
        let model = try model(hearth)
        let outcome = try hearth.run(
            "listen", "--input", Self.recording, "--model", model, "--engine", "whisper", "--json")
        #expect(outcome.status == 0, "\(outcome.errors)")
        #expect(outcome.lines.filter { $0["event"] as? String == "segment" }.count == 4)
    }

    /// Real speech through decoding, detection, recognition, subtitles and analysis.
    @Test(.enabled(if: PocketSphinxRecognizer.isInstalled && SpokenFiles.hasRecording, "needs pocketsphinx-en-us"))
    func analysesWhatWasReallySaid() throws {
        let hearth = try HearthProgram()
        let outcome = try hearth.run(
            "transcribe", Self.recording, "--engine", "pocketsphinx", "--analyze", "--json")
        #expect(outcome.status == 0, "\(outcome.errors)")
        let line = try #require(outcome.lines.first)
        let text = ((line["cues"] as? [[String: Any]]) ?? []).compactMap { $0["text"] as? String }.joined(
            separator: " ")
        // What it makes of the rest is its own affair; how good it is, other tests say.
        #expect(text.contains("fellow") && text.hasSuffix("your country"))
        let analysis = try #require(line["analysis"] as? [String: Any])
        #expect(analysis["highlights"] != nil || analysis["tldr"] != nil || analysis["summary"] != nil)
        #expect((analysis["coverage"] as? [String: Any])?["read"] as? Int == 1)
        // The same by way of subtitles.
        let subtitles = try hearth.run(
            "transcribe", Self.recording, "--engine", "pocketsphinx", "--format", "srt", "--output", "out")
        #expect(subtitles.status == 0, "\(subtitles.errors)")
        let read = try hearth.run("transcript", "analyze", "out/jfk.srt", "--json")
        #expect(read.status == 0 && read.lines.count == 1 && read.lines.first?["error"] == nil, "\(read.errors)")
    }

    @Test func optionsThatContradictEachOtherAreRefused() throws {
        let hearth = try HearthProgram()
        for arguments in [
            ["a.wav", "--json", "--format", "srt"], ["a.wav", "b.wav", "--format", "srt"],
            ["a.wav", "--speakers", "0"], ["a.wav", "--speakers", "2", "--labels", "x.vtt"],
        ] {
            let process = try hearth.start(["transcribe"] + arguments)
            process.waitUntilExit()
            #expect(process.terminationStatus == 2, "\(arguments)")
        }
    }
}
