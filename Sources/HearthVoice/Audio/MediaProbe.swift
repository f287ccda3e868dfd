#if os(Linux) || os(macOS)
import Foundation
import HearthCore
import HearthSystem

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
            throw VoiceError(
                .toolMissing,
                "Reading \(name) needs ffmpeg; only WAV files are read without. Install it: apt install ffmpeg, or "
                    + "brew install ffmpeg.")
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
