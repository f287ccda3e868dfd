import Foundation
import HearthCore
import HearthSystem
import HearthTesting
import Testing

@testable import HearthVoice

/// Files that lie, are cut off, or are none at all: a clear error or a warning, never a crash, a wait or a full memory.
@Suite struct HostileAudioTests {
    private func code(_ bytes: [UInt8], name: String = "a.wav") async throws -> String? {
        try await TestFiles.withFolder { folder in
            let file = folder.appendingPathComponent(name)
            try Data(bytes).write(to: file)
            do {
                for try await _ in try await AudioFile.open(file.path).chunks() {}
                return nil
            } catch let error as VoiceError {
                // A message is for a person, and names no folder of this machine.
                #expect(!error.message.contains(folder.path))
                return error.code
            }
        }
    }

    private let second = [Float](repeating: 0.1, count: 16_000)

    @Test func emptyFilesAreSaidToBeEmpty() async throws {
        #expect(try await code([]) == "empty-audio")
        #expect(try await code([UInt8](repeating: 0, count: 5_000)) == "empty-audio")
        #expect(try await code(WAVWriter().file([])) == "empty-audio")
    }

    @Test func headersThatMakeNoSenseAreRefused() async throws {
        let sound = WAVWriter().file(second)
        #expect(try await code(WAVWriter(channels: 0, blockAlign: 2).file(second)) == "damaged-audio")
        #expect(try await code(WAVWriter(channels: 65_535, blockAlign: 65_534).file(second)) == "damaged-audio")
        #expect(try await code(WAVWriter(rate: 0).file(second)) == "damaged-audio")
        #expect(try await code(WAVWriter(rate: 2_000_000_000).file(second)) == "damaged-audio")
        #expect(try await code(WAVWriter(blockAlign: 3).file(second)) == "damaged-audio")
        #expect(try await code(Array(sound.prefix(20))) == "damaged-audio")
        #expect(try await code(Array(sound.prefix(36))) == "damaged-audio")
        #expect(try await code(Array(sound.prefix(44))) == "empty-audio")
        // A chunk that claims four gigabytes leads beyond the end.
        var huge = sound
        huge.replaceSubrange(16..<20, with: [255, 255, 255, 255])
        #expect(try await code(huge) == "damaged-audio")
    }

    @Test func aHeaderOfTenHoursOverOneSecondIsReported() async throws {
        let bytes = WAVWriter(declaredDataBytes: 36_000 * 32_000).file(second)
        try await TestFiles.withFolder { folder in
            let file = folder.appendingPathComponent("long.wav")
            try Data(bytes).write(to: file)
            let recording = try await AudioFile.open(file.path)
            #expect(recording.declaredDuration == 36_000)
            let channel = BoundedChannel<AudioChunk>(capacity: 100)
            let report = try await recording.produce(into: channel)
            #expect(report.duration == 1)
            #expect(report.warnings.map(\.kind) == [.truncated])
        }
    }

    @Test func aHeaderThatLeavesTheLengthOpenIsNoFault() async throws {
        for declared: UInt32 in [0, 0xFFFF_FFFF, 0x7FFF_FFFF] {
            let bytes = WAVWriter(declaredDataBytes: declared).file(second)
            try await TestFiles.withFolder { folder in
                let file = folder.appendingPathComponent("stream.wav")
                try Data(bytes).write(to: file)
                let channel = BoundedChannel<AudioChunk>(capacity: 100)
                let report = try await AudioFile.open(file.path).produce(into: channel)
                #expect(report.duration == 1 && report.warnings.isEmpty)
            }
        }
    }

    @Test func samplesThatAreNoNumbersBecomeSilence() async throws {
        var data: [UInt8] = []
        for value: Float in [.nan, .infinity, -.infinity, 0.5, 1e30, -1e30] {
            withUnsafeBytes(of: value.bitPattern.littleEndian) { data += $0 }
        }
        try await TestFiles.withFolder { folder in
            let file = folder.appendingPathComponent("nan.wav")
            try Data(WAVWriter(bits: 32, tag: 3).bytes(data)).write(to: file)
            let recording = try await AudioFile.open(file.path)
            #expect(try await TestFiles.samples(recording) == [0, 0, 0, 0.5, 1, -1])
            let channel = BoundedChannel<AudioChunk>(capacity: 100)
            #expect(try await recording.produce(into: channel).warnings.map(\.kind) == [.damaged])
        }
    }

    @Test func recordingsEndAtTheLimit() async throws {
        try await TestFiles.withFolder { folder in
            let file = folder.appendingPathComponent("a.wav")
            try WAVWriter.write(second, to: file)
            let recording = try await AudioFile.open(file.path, limits: AudioLimits(maximumSeconds: 0.25))
            let channel = BoundedChannel<AudioChunk>(capacity: 100)
            let report = try await recording.produce(into: channel)
            #expect(report.duration == 0.25)
            #expect(report.warnings.map(\.kind) == [.truncated])
        }
    }

    @Test(arguments: [(Double.infinity, 1.0), (.nan, 0), (-1, 0), (1e300, 1)])
    func limitsThatAreNoNumbersToCountWithAreTaken(limit: Double, duration: Double) async throws {
        try await TestFiles.withFolder { folder in
            let limits = AudioLimits(maximumSeconds: limit, decoderSilence: .infinity)
            var files = ["a.wav"]
            try WAVWriter.write(second, to: folder.appendingPathComponent("a.wav"))
            if TestFiles.has("ffmpeg") {
                let flac = folder.appendingPathComponent("a.flac").path
                try TestFiles.run("ffmpeg", ["-v", "error", "-i", folder.appendingPathComponent("a.wav").path, flac])
                files.append("a.flac")
            }
            for file in files {
                let recording = try await AudioFile.open(folder.appendingPathComponent(file).path, limits: limits)
                let channel = BoundedChannel<AudioChunk>(capacity: 100)
                let report = try? await recording.produce(into: channel)
                #expect(report?.duration ?? 0 == duration, "\(file)")
            }
        }
    }

    @Test func foldersDevicesAndMissingFilesAreRefused() async throws {
        for path in ["/", "/dev/zero", "/nonexistent/a.wav", "", "-i", "a\0b", "/etc/passwd/x"] {
            await #expect(throws: VoiceError.self) { _ = try await AudioFile.open(path) }
        }
    }

    /// Mutations of a sound file: whatever comes of it, it comes as samples or as an error.
    @Test func mutatedFilesNeverCrash() async throws {
        let sound = WAVWriter(channels: 2, rate: 8_000).file(Array(second.prefix(2_000)))
        var generator = SeededGenerator(seed: 7)
        try await TestFiles.withFolder { folder in
            let file = folder.appendingPathComponent("mutant.wav")
            for _ in 0..<300 {
                var bytes = sound
                for _ in 0..<(1 + generator.next() % 4) {
                    bytes[Int(generator.next() % 60)] = UInt8(truncatingIfNeeded: generator.next())
                }
                if generator.next() % 3 == 0 { bytes.removeLast(Int(generator.next() % UInt64(bytes.count))) }
                try Data(bytes).write(to: file)
                // What is no WAV any more would go to ffmpeg, which is not what is tested here.
                guard WAVHeader.hasSignature(bytes), let handle = FileHandle(forReadingAtPath: file.path) else {
                    continue
                }
                defer { try? handle.close() }
                guard let header = try? WAVHeader.read(handle, size: bytes.count) else { continue }
                #expect(header.dataOffset + header.dataBytes <= bytes.count)
                let limits = AudioLimits()
                guard
                    ChannelSplitter(
                        channels: header.channels, rate: header.sampleRate, layout: .separate, limits: limits) != nil
                else { continue }
                let source = WAVSource(
                    name: "mutant.wav", file: try OpenFile(path: file.path), header: header, layout: .separate,
                    limits: limits)
                for try await chunk in source.chunks() { #expect(chunk.samples.allSatisfy { abs($0) <= 1 }) }
            }
        }
    }

    // MARK: - Through ffmpeg

    @Test(.enabled(if: TestFiles.has("ffmpeg")), arguments: ["#EXTM3U\n#EXT-X-VERSION:3\n", "ffconcat version 1.0\n"])
    func playlistsOpenNoOtherFile(head: String) async throws {
        try await TestFiles.withFolder { folder in
            let secret = folder.appendingPathComponent("secret.wav")
            try WAVWriter.write(second, to: secret)
            let entry = head.hasPrefix("#") ? "#EXTINF:1,\n\(secret.path)\n#EXT-X-ENDLIST\n" : "file '\(secret.path)'\n"
            let list = folder.appendingPathComponent("evil.mp3")
            try Data((head + entry).utf8).write(to: list)
            await #expect(throws: VoiceError.self) { _ = try await AudioFile.open(list.path) }
            // Also behind our own look at the file.
            let probe = MediaProbe(channels: 1, duration: nil)
            let source = FFmpegSource(
                name: "evil.mp3", file: try OpenFile(path: list.path), probe: probe, layout: .mixed,
                limits: AudioLimits())
            await #expect(throws: VoiceError.self) { for try await _ in source.chunks() {} }
        }
    }

    @Test(.enabled(if: TestFiles.has("ffmpeg"))) func rubbishIsNoRecording() async throws {
        var generator = SeededGenerator(seed: 3)
        let rubbish = (0..<20_000).map { _ in UInt8(truncatingIfNeeded: generator.next()) }
        #expect(try await code(rubbish, name: "a.mp3") != nil)
        #expect(try await code(Array("just a text, nothing else".utf8), name: "a.m4a") == "not-audio")
    }

    @Test(.enabled(if: TestFiles.has("ffmpeg") && TestFiles.hasWhisper))
    func aTruncatedRecordingIsReadAndReported() async throws {
        try await TestFiles.withFolder { folder in
            let whole = folder.appendingPathComponent("whole.mp3")
            try TestFiles.run("ffmpeg", ["-v", "error", "-i", TestFiles.jfk, whole.path])
            let bytes = try Data(contentsOf: whole)
            let half = folder.appendingPathComponent("half.mp3")
            try bytes.prefix(bytes.count / 2).write(to: half)
            let channel = BoundedChannel<AudioChunk>(capacity: 1_000)
            let report = try await AudioFile.open(half.path).produce(into: channel)
            #expect((4...7).contains(report.duration))
            #expect(report.warnings.contains { $0.kind == .truncated })

            let film = folder.appendingPathComponent("whole.m4a")
            try TestFiles.run("ffmpeg", ["-v", "error", "-i", TestFiles.jfk, film.path])
            let cut = folder.appendingPathComponent("cut.m4a")
            let data = try Data(contentsOf: film)
            try data.prefix(data.count / 2).write(to: cut)
            await #expect(throws: VoiceError.self) { _ = try await AudioFile.open(cut.path) }
        }
    }

    @Test(
        .enabled(if: TestFiles.has("ffmpeg") && TestFiles.hasWhisper),
        arguments: ["mp3", "m4a", "flac", "ogg", "opus", "webm", "aiff"])
    func decodesWhatPeopleHave(format: String) async throws {
        try await TestFiles.withFolder { folder in
            let file = folder.appendingPathComponent("talk.\(format)")
            try TestFiles.run("ffmpeg", ["-v", "error", "-i", TestFiles.jfk, "-ac", "2", file.path])
            let recording = try await AudioFile.open(file.path)
            #expect(recording.fileChannels == 2)
            let samples = try await TestFiles.samples(recording)
            #expect(abs(Double(samples.count) / 16_000 - 11) < 0.2)
            let power = samples.reduce(Float(0)) { $0 + $1 * $1 } / Float(samples.count)
            #expect((0.01...0.3).contains(power.squareRoot()))
        }
    }

    @Test(.enabled(if: TestFiles.has("ffmpeg"))) func aFilmWithoutSoundSaysSo() async throws {
        try await TestFiles.withFolder { folder in
            let file = folder.appendingPathComponent("silent.mp4")
            try TestFiles.run(
                "ffmpeg", ["-v", "error", "-f", "lavfi", "-i", "color=c=black:s=32x32:d=1", "-an", file.path])
            let error = await #expect(throws: VoiceError.self) { _ = try await AudioFile.open(file.path) }
            #expect(error?.code == "not-audio")
            #expect(error?.message.contains("no sound") == true)
        }
    }
}
