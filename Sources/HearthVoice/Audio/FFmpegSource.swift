#if os(Linux) || os(macOS)
import Foundation
import HearthCore
import HearthSystem

/// Decodes a file with `ffmpeg`, in a child process that is handed this one file, sees no other of the user's, may not write
/// any, has no network, and is bounded in memory and time.
struct FFmpegSource: AudioSource {
    let name: String
    let file: OpenFile
    let probe: MediaProbe
    let layout: ChannelLayout
    let limits: AudioLimits

    /// Formats that name other files (HLS, concat, image sequences and more) are not on the list: a playlist that was
    /// renamed to `.mp3` made ffmpeg read other files of this machine, whatever the protocols were limited to.
    static let fences = [
        "-protocol_whitelist", "file,pipe", "-format_whitelist",
        "mov,mp3,ogg,flac,wav,matroska,aiff,aac,caf,w64",
    ]

    /// Processor seconds that decoding an hour may take; an hour of MP3 took 2.6 where this was measured.
    private static let processorShare = 0.05

    func produce(into channel: BoundedChannel<AudioChunk>) async throws -> AudioReport {
        guard let tool = ToolLocator.path(of: "ffmpeg") else {
            throw VoiceError.noDecoder(for: name)
        }
        let channels = layout == .separate ? probe.channels : 1
        guard
            var splitter = ChannelSplitter(
                channels: channels, rate: AudioFormat.sampleRate, layout: layout, limits: limits)
        else { throw VoiceError(.badOption, "The recording's channels cannot be kept apart.") }
        let arguments =
            ["-v", "error", "-nostdin", "-threads", "1"] + Self.fences + [
                "-i", "file:" + OpenFile.pathInChild, "-vn", "-sn", "-dn", "-map", "0:a:0", "-ac", "\(channels)", "-ar",
                "\(AudioFormat.sampleRate)", "-f", "f32le", "-",
            ]
        let seconds = min(probe.duration ?? limits.seconds, limits.seconds)
        let child = ChildProcess(
            path: tool, arguments: arguments,
            limits: .init(
                memory: 2 << 30, processor: 60 + Int(seconds * Self.processorShare), silence: limits.decoderSilence),
            file: file)
        var decoder = SampleDecoder(.float32)
        let outcome = try await child.listen { bytes in
            var samples: [Float] = []
            decoder.decode(bytes, into: &samples)
            for chunk in splitter.feed(samples) { try await channel.send(chunk) }
            return !splitter.isCut
        }
        for chunk in splitter.finish() { try await channel.send(chunk) }
        let duration = AudioFormat.seconds(splitter.position)
        guard duration > 0 else {
            let reason = Self.reason(outcome.errorText)
            guard outcome.isSuccess, outcome.errors.isEmpty else {
                throw VoiceError(.damaged, "Nothing of \(name) can be decoded\(reason).")
            }
            throw VoiceError(.empty, "The recording \(name) has no samples.")
        }
        // Compressed files tell their length less exactly than WAV does.
        var warnings = AudioWarnings.of(
            duration: duration, declared: probe.duration, tolerance: max(2, (probe.duration ?? 0) * 0.02),
            repaired: decoder.repaired, isCut: splitter.isCut)
        if !splitter.isCut, !outcome.isSuccess || !outcome.errors.isEmpty {
            warnings.append(
                ExtractionWarning(
                    .damaged,
                    "The recording is damaged and was decoded as far as it went"
                        + "\(Self.reason(outcome.errorText))."))
        }
        return AudioReport(duration: duration, declaredDuration: probe.duration, warnings: warnings)
    }

    /// The first thing that ffmpeg complained about, for the end of a sentence; it names no folders.
    static func reason(_ errors: String) -> String {
        for line in errors.split(whereSeparator: \.isNewline) {
            var text = String(line).replacing("file:" + OpenFile.pathInChild, with: "")
                .replacing(OpenFile.pathInChild, with: "")
            // "[mov,mp4 @ 0x55d0] moov atom not found"
            if text.hasPrefix("["), let close = text.firstIndex(of: "]") {
                text = String(text[text.index(after: close)...])
            }
            text = text.trimmingCharacters(in: CharacterSet(charactersIn: " :."))
            if !text.isEmpty { return " (\(text.prefix(160)))" }
        }
        return ""
    }
}

/// What `ffprobe` says about a file's first sound track.
struct MediaProbe: Equatable {
    var channels: Int
    /// Seconds; `nil` where the file does not say.
    var duration: Double?

    private struct Answer: Decodable {
        struct Stream: Decodable {
            var channels: Int?
            var duration: String?
        }
        struct Format: Decodable {
            var duration: String?
        }
        var streams: [Stream]?
        var format: Format?
    }

    static func read(_ file: OpenFile, name: String, limits: AudioLimits) async throws -> MediaProbe {
        guard let tool = ToolLocator.path(of: "ffprobe"), ToolLocator.path(of: "ffmpeg") != nil else {
            throw VoiceError.noDecoder(for: name)
        }
        let arguments =
            ["-v", "error"] + FFmpegSource.fences + [
                "-select_streams", "a:0", "-show_entries", "stream=channels,duration:format=duration", "-of", "json",
                "file:" + OpenFile.pathInChild,
            ]
        let child = ChildProcess(
            path: tool, arguments: arguments,
            limits: .init(processor: 60, silence: limits.decoderSilence), file: file)
        let (outcome, output) = try await child.gather(limit: 100_000)
        guard let answer = try? JSONDecoder().decode(Answer.self, from: Data(output)), outcome.isSuccess else {
            throw VoiceError(
                .notAudio, "\(name) cannot be read as a recording\(FFmpegSource.reason(outcome.errorText)).")
        }
        guard let stream = answer.streams?.first else {
            throw VoiceError(.notAudio, "\(name) holds no sound.")
        }
        let channels = stream.channels ?? 1
        guard WAVHeader.channelCounts.contains(channels) else {
            throw VoiceError(.damaged, "\(name) is damaged: it claims to have \(channels) channels.")
        }
        let seconds = (stream.duration ?? answer.format?.duration).flatMap { Double($0) }
        return MediaProbe(channels: channels, duration: seconds.flatMap { $0.isFinite && $0 >= 0 ? $0 : nil })
    }
}
#endif

extension VoiceError {
    fileprivate static func noDecoder(for name: String) -> VoiceError {
        VoiceError(
            .toolMissing, "Reading \(name) needs ffmpeg, which is not installed; only WAV files are read without.",
            help: [.install(package: "ffmpeg")])
    }
}
