import Foundation
import Testing
import TinyModels

/// Recordings of every kind through the real binary: formats, speakers, files that are none, and Ctrl-C in the middle.
@Suite(.enabled(if: SpokenFiles.areThere, "needs scripts/setup and ffmpeg")) struct TranscribeFilesTests {
    /// A model that says "Hello world" to each stretch of speech, whatever it is.
    private func model(_ hearth: borrowing HearthProgram) throws -> String {
        var model = try ScriptedWhisperModel(vocabulary: SpokenFiles.vocabulary)
        model.say([(0, [" Hello", " world"], 30)])
        model.hear(language: 0)
        return try hearth.write("scripted.bin", Data(model.file()))
    }

    private func ffmpeg(_ arguments: [String]) throws {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/ffmpeg")
        process.arguments = ["-v", "error", "-nostdin"] + arguments
        try process.run()
        process.waitUntilExit()
        #expect(process.terminationStatus == 0, "\(arguments)")
    }

    /// A WAV header over some bytes.
    private func wav(_ data: Data, channels: UInt16 = 1, bits: UInt16 = 16, tag: UInt16 = 1, claims: UInt32? = nil)
        -> Data
    {
        var file = Data("RIFF".utf8)
        func add(_ value: some FixedWidthInteger) {
            withUnsafeBytes(of: value.littleEndian) { file.append(contentsOf: $0) }
        }
        add(UInt32(36 + data.count))
        file += Data("WAVEfmt ".utf8)
        add(UInt32(16))
        add(tag)
        add(channels)
        add(UInt32(16_000))
        add(UInt32(16_000) * UInt32(max(1, channels)) * UInt32(bits / 8))
        add(max(1, channels) * bits / 8)
        add(bits)
        file += Data("data".utf8)
        add(claims ?? UInt32(data.count))
        return file + data
    }

    /// Processes that have this text among their arguments, or in the name of the file that they were handed.
    private func processes(with text: String) -> [String] {
        let entries = (try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? []
        return entries.filter { entry in
            guard entry.allSatisfy(\.isNumber),
                let data = FileManager.default.contents(atPath: "/proc/\(entry)/cmdline")
            else { return false }
            // A decoder is handed its file as a descriptor and not by name.
            let file = (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/\(entry)/fd/3")) ?? ""
            return String(decoding: data, as: UTF8.self).contains(text) || file.contains(text)
        }
    }

    @Test func writesEachFormatToStandardOutput() throws {
        let hearth = try HearthProgram()
        let options = ["--engine", "whisper", "--model", try model(hearth)]
        func output(_ format: String) throws -> String {
            let process = try hearth.start(["transcribe", SpokenFiles.recording.path, "--format", format] + options)
            let pipe = process.standardOutput as! Pipe
            let text = String(decoding: pipe.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
            process.waitUntilExit()
            #expect(process.terminationStatus == 0)
            return text
        }
        let srt = try output("srt")
        #expect(srt.hasPrefix("1\n00:00:00,") && srt.contains("\nHello world\n\n4\n00:00:08,"))
        #expect(try output("vtt").hasPrefix("WEBVTT\n\n00:00:00."))
        let json = try JSONSerialization.jsonObject(with: Data(try output("json").utf8)) as? [String: Any]
        #expect((json?["segments"] as? [Any])?.count == 4)
        let text = try output("text")
        #expect(text.components(separatedBy: "Hello world").count == 5 && text.contains("00:08"))
    }

    @Test func speakersHaveAChannelOrALabelOrNone() throws {
        let hearth = try HearthProgram()
        let model = try model(hearth)
        let stereo = hearth.folder.appendingPathComponent("call.flac").path
        // What was said in the first five seconds is on the left, the rest on the right.
        try ffmpeg([
            "-i", SpokenFiles.recording.path, "-i", SpokenFiles.recording.path, "-filter_complex",
            "[0]volume='lt(t,5)':eval=frame[a];[1]volume='gte(t,5)':eval=frame[b];[a][b]join=inputs=2:channel_layout=stereo",
            stereo,
        ])
        try hearth.write(
            "names.vtt", "WEBVTT\n\n00:00.000 --> 00:05.000\n<v Anna>So\n\n00:05.000 --> 00:11.000\n<v Ben>Ask\n")
        func speakers(_ arguments: [String]) throws -> (labels: [String?], line: [String: Any]) {
            let process = try hearth.start(
                ["transcribe"] + arguments + ["--engine", "whisper", "--model", model, "--json"])
            let pipe = process.standardOutput as! Pipe
            let data = pipe.fileHandleForReading.readDataToEndOfFile()
            process.waitUntilExit()
            let line = try #require(try JSONSerialization.jsonObject(with: data) as? [String: Any])
            return (((line["cues"] as? [[String: Any]]) ?? []).map { $0["speaker"] as? String }, line)
        }
        let channels = try speakers([stereo, "--diarize"])
        #expect(channels.labels == ["Speaker 1", "Speaker 1", "Speaker 2", "Speaker 2"])
        #expect(channels.line["diarization"] as? String == "labelled" && channels.line["diarizationReason"] == nil)
        let labels = try speakers([SpokenFiles.recording.path, "--labels", "names.vtt"])
        #expect(labels.labels == ["Anna", "Anna", "Ben", "Ben"])
        let none = try speakers([SpokenFiles.recording.path])
        #expect(none.labels == [nil, nil, nil, nil] && none.line["diarization"] as? String == "off")
    }

    @Test func silenceIsSaidAndANoteIsSaidOnce() throws {
        let hearth = try HearthProgram()
        let options = ["--engine", "whisper", "--model", try model(hearth)]
        try hearth.write("silence.wav", wav(Data(count: 32_000 * 3)))
        let silent = try hearth.run(["transcribe", "silence.wav"] + options)
        #expect(silent.status == 0 && silent.output.isEmpty)
        #expect(silent.errors.contains("No speech was found in silence"), "\(silent.errors)")
        let line = try #require(try hearth.run(["transcribe", "silence.wav", "--json"] + options).lines.first)
        let warnings = try #require(line["warnings"] as? [[String: Any]])
        #expect(warnings.contains { ($0["message"] as? String)?.contains("No speech") == true })
        // One channel: speakers cannot be told apart, which is true once.
        let spoken = try hearth.run(["transcribe", SpokenFiles.recording.path, "--diarize"] + options)
        #expect(spoken.errors.lowercased().components(separatedBy: "not told apart").count == 2, "\(spoken.errors)")
    }

    @Test func filesThatAreNoRecordingsDoNotHoldUpTheOthers() throws {
        let hearth = try HearthProgram()
        let model = try model(hearth)
        let sound = try Data(contentsOf: SpokenFiles.recording)
        let mp3 = hearth.folder.appendingPathComponent("whole.mp3")
        try ffmpeg(["-i", SpokenFiles.recording.path, mp3.path])
        let m4a = hearth.folder.appendingPathComponent("whole.m4a")
        try ffmpeg(["-i", SpokenFiles.recording.path, m4a.path])
        let samples = sound.dropFirst(44)
        var numbers = Data()
        for index in 0..<16_000 {
            let value: Float = index % 3 == 0 ? .nan : index % 3 == 1 ? .infinity : 0
            withUnsafeBytes(of: value.bitPattern.littleEndian) { numbers.append(contentsOf: $0) }
        }
        let files: [(name: String, data: Data, error: String?, warning: String?)] = [
            ("empty.wav", Data(), "empty-audio", nil),
            ("text.mp3", Data("This is a letter and no recording.".utf8), "not-audio", nil),
            ("list.mp3", Data("#EXTM3U\n#EXTINF:1,\n/etc/passwd\n".utf8), "not-audio", nil),
            ("concat.mp3", Data("ffconcat version 1.0\nfile '\(SpokenFiles.recording.path)'\n".utf8), "not-audio", nil),
            ("zero.wav", wav(samples, channels: 0), "damaged-audio", nil),
            ("cut.m4a", try Data(contentsOf: m4a).prefix(8_000), "not-audio", nil),
            ("head.wav", wav(Data()), "empty-audio", nil),
            ("half.mp3", try Data(contentsOf: mp3).prefix(20_000), nil, "truncated"),
            ("hours.wav", wav(samples, claims: 36_000 * 32_000), nil, "truncated"),
            ("nan.wav", wav(numbers, bits: 32, tag: 3), nil, "damaged"),
            ("sound.wav", sound, nil, nil),
        ]
        for file in files { try hearth.write(file.name, file.data) }
        try FileManager.default.createDirectory(
            at: hearth.folder.appendingPathComponent("folder"), withIntermediateDirectories: true)
        let names = files.map(\.name) + ["folder", "missing.wav"]
        let process = try hearth.start(
            ["transcribe"] + names + ["--engine", "whisper", "--model", model, "--json"])
        let pipe = process.standardOutput as! Pipe
        let text = String(decoding: pipe.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        process.waitUntilExit()
        #expect(process.terminationStatus == 0)
        let lines = try text.split(separator: "\n").map {
            try #require(try JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any])
        }
        // One line for each, in order.
        #expect(lines.map { $0["path"] as? String } == names)
        for (line, file) in zip(lines, files) {
            let error = line["error"] as? [String: Any]
            #expect(error?["code"] as? String == file.error, "\(file.name): \(error ?? [:])")
            #expect((error?["message"] as? String)?.isEmpty != true)
            let warnings = (line["warnings"] as? [[String: Any]])?.compactMap { $0["kind"] as? String } ?? []
            // What is cut off in the middle of a frame is damaged there, too.
            #expect(file.warning.map { warnings.contains($0) } ?? warnings.isEmpty, "\(file.name): \(warnings)")
            if file.error == nil { #expect(line["cues"] != nil, "\(file.name)") }
        }
        for line in lines.suffix(2) { #expect((line["error"] as? [String: Any])?["code"] as? String == "not-readable") }
        // Where none of them was one, that is a failure.
        let none = try hearth.run("transcribe", "empty.wav", "text.mp3", "--engine", "whisper", "--model", model)
        #expect(none.status == 1 && none.output.isEmpty)
        #expect(none.errors.contains("empty.wav") && none.errors.contains("text.mp3"))
    }

    @Test func severalRecordingsAreWrittenUnderTheirNames() throws {
        let hearth = try HearthProgram()
        let model = try model(hearth)
        let sound = try Data(contentsOf: SpokenFiles.recording)
        try hearth.write("one.wav", sound)
        try hearth.write("two.wav", sound)
        try hearth.write("other/one.wav", sound)
        let text = try hearth.run("transcribe", "one.wav", "two.wav", "--engine", "whisper", "--model", model)
        #expect(text.status == 0 && text.output.contains("one.wav") && text.output.contains("two.wav"))
        let files = try hearth.run(
            "transcribe", "one.wav", "two.wav", "other/one.wav", "--engine", "whisper", "--model", model, "--format",
            "srt", "--output", "subtitles")
        #expect(files.status == 0 && files.output.isEmpty)
        // Two recordings of one name do not overwrite each other.
        for name in ["one.srt", "two.srt", "one-2.srt"] {
            let written = try String(
                contentsOf: hearth.folder.appendingPathComponent("subtitles/\(name)"), encoding: .utf8)
            #expect(written.hasPrefix("1\n00:00:00,"))
        }
        // What was said is for nobody else on the machine, nor are the names of the recordings.
        for (name, mode) in [("subtitles", 0o700), ("subtitles/one.srt", 0o600)] {
            let path = hearth.folder.appendingPathComponent(name).path
            let attributes = try FileManager.default.attributesOfItem(atPath: path)
            #expect(attributes[.posixPermissions] as? Int == mode, "\(name)")
        }
        let taken = try hearth.run(
            "transcribe", "one.wav", "--engine", "whisper", "--model", model, "--format", "srt", "--output", "two.wav")
        #expect(taken.status == 1 && taken.errors.contains("two.wav"), "\(taken.errors)")
    }

    #if os(Linux)
    @Test func withoutADecoderItIsNamed() throws {
        let hearth = try HearthProgram()
        let model = try model(hearth)
        try ffmpeg(["-i", SpokenFiles.recording.path, hearth.folder.appendingPathComponent("talk.mp3").path])
        // For this one run, ffmpeg is not there.
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/strace")
        process.arguments =
            [
                "-f", "-qq", "-o", "/dev/null", "-P", "/usr/bin/ffmpeg", "-P", "/bin/ffmpeg", "-e",
                "inject=access,faccessat,faccessat2:error=ENOENT",
            ]
            + [HearthProgram.binary.path, "transcribe", "talk.mp3", SpokenFiles.recording.path]
            + ["--engine", "whisper", "--model", model, "--json"]
        process.currentDirectoryURL = hearth.folder
        process.environment = ProcessInfo.processInfo.environment.merging(["HEARTH_HOME": hearth.home.path]) { $1 }
        let pipe = Pipe()
        process.standardOutput = pipe
        process.standardError = FileHandle.nullDevice
        try process.run()
        let text = String(decoding: pipe.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        process.waitUntilExit()
        let lines = text.split(separator: "\n").compactMap {
            (try? JSONSerialization.jsonObject(with: Data($0.utf8))) as? [String: Any]
        }
        let error = try #require(lines.first?["error"] as? [String: Any])
        #expect(error["code"] as? String == "tool-missing")
        #expect((error["message"] as? String)?.contains("`sudo apt-get install ffmpeg`") == true)
        #expect((error["help"] as? [[String: String]]) == [["action": "install", "package": "ffmpeg"]])
        // WAV is read all the same.
        #expect((lines.last?["cues"] as? [Any])?.count == 4)
    }

    @Test func ctrlCInTheMiddleEndsTheDecoderToo() throws {
        let hearth = try HearthProgram()
        let model = try model(hearth)
        let name = "silence-\(UUID().uuidString).flac"
        let file = hearth.folder.appendingPathComponent(name).path
        try ffmpeg(["-f", "lavfi", "-i", "anullsrc=r=16000:cl=mono", "-t", "14400", file])
        let process = try hearth.start(["transcribe", file, "--engine", "whisper", "--model", model, "--json"])
        let decoding = { processes(with: name).contains { self.isDecoder($0) } }
        while process.isRunning, !decoding() { usleep(10_000) }
        #expect(process.isRunning)
        kill(process.processIdentifier, SIGINT)
        process.waitUntilExit()
        #expect(process.terminationStatus == 130)
        // A killed process takes a moment to go.
        for _ in 0..<500 where !processes(with: name).isEmpty { usleep(20_000) }
        #expect(processes(with: name).isEmpty)
    }

    /// `ffmpeg` itself: what looks into the file first is gone in a moment.
    private func isDecoder(_ process: String) -> Bool {
        let data = FileManager.default.contents(atPath: "/proc/\(process)/cmdline") ?? Data()
        return String(decoding: data, as: UTF8.self).contains("f32le")
    }

    @Test(.enabled(if: !FileManager.default.fileExists(atPath: "/dev/snd"), "there is a sound card"))
    func withoutAMicrophoneListeningSaysSo() throws {
        let hearth = try HearthProgram()
        let nowhere = hearth.folder.path
        let outcome = try hearth.run(
            "listen", "--engine", "whisper", "--model", try model(hearth),
            environment: [
                "XDG_RUNTIME_DIR": nowhere, "PULSE_SERVER": "unix:\(nowhere)/none", "PULSE_RUNTIME_PATH": nowhere,
                "PIPEWIRE_REMOTE": "\(nowhere)/none", "HOME": nowhere,
            ])
        #expect(outcome.status == 1 && outcome.output.isEmpty)
        #expect(
            outcome.errors.contains("Listening needs a program that records")
                || outcome.errors.contains("The microphone cannot be used"), "\(outcome.errors)")
    }
    #endif

    @Test func whatIsAskedAloudIsAnsweredFromTheDocuments() throws {
        let hearth = try HearthProgram()
        var model = try ScriptedWhisperModel(vocabulary: SpokenFiles.vocabulary)
        model.say([(0, [" When", " does", " the", " lease", " end", "?"], 30)])
        model.hear(language: 0)
        let path = try hearth.write("scripted.bin", Data(model.file()))
        let note = try hearth.write("lease.md", "# Lease\n\nThe lease ends on 31 March 2027.\n")
        #expect(try hearth.run("ingest", note).status == 0)
        let outcome = try hearth.run(
            "listen", "--input", SpokenFiles.recording.path, "--engine", "whisper", "--model", path, "--ask", "--json")
        #expect(outcome.status == 0, "\(outcome.errors)")
        let answers = outcome.lines.filter { $0["event"] as? String == "answer" }
        #expect(answers.contains { ($0["text"] as? String)?.contains("31 March 2027") == true }, "\(outcome.output)")
        #expect(outcome.lines.filter { $0["event"] as? String == "answered" }.count == 4)
    }
}

extension SpokenFiles {
    /// Whether recordings of other formats can be made and read, too.
    fileprivate static var areThere: Bool {
        hasWhisper && FileManager.default.isExecutableFile(atPath: "/usr/bin/ffmpeg")
    }
}
