import Foundation
public import HearthCore
import HearthSystem

/// A recording in a file: WAV is read by us, everything else by `ffmpeg` in a child process.
public struct AudioFile: AudioSource {
    public let path: String
    /// Channels that are given out: 1 unless they are kept apart.
    public let channels: Int
    /// Channels in the file.
    public let fileChannels: Int
    /// Seconds, as the file says; `nil` where it does not say.
    public let declaredDuration: Double?
    public let name: String
    private let source: any AudioSource
    private let limits: AudioLimits

    /// The program that decodes what is not WAV; `nil` when it is not installed.
    public static var decoder: String? {
        ToolLocator.path(of: "ffprobe") == nil ? nil : ToolLocator.path(of: "ffmpeg")
    }

    /// Looks into a file, without decoding it.
    ///
    /// - Throws: ``VoiceError`` when it is no recording, or damaged beyond use; `CancellationError`.
    public static func open(
        _ path: String, layout: ChannelLayout = .mixed, limits: AudioLimits = AudioLimits()
    ) async throws -> AudioFile {
        let path = URL(fileURLWithPath: path).standardizedFileURL.path
        let name = URL(fileURLWithPath: path).lastPathComponent
        return try await open(path: path, name: name, layout: layout, limits: limits) {
            do {
                return try OpenFile(path: path)
            } catch {
                guard FileManager.default.fileExists(atPath: path) else {
                    throw VoiceError(.notReadable, "There is no file \(name). Check the path.")
                }
                throw VoiceError(
                    .notReadable, "\(name) cannot be opened as a file. Name a recording, and check its permissions.")
            }
        }
    }

    /// Looks into a recording whose bytes are at hand. They are put nowhere but into memory.
    ///
    /// - Parameter name: What it is called in messages.
    public static func open(
        _ bytes: [UInt8], name: String, layout: ChannelLayout = .mixed, limits: AudioLimits = AudioLimits()
    ) async throws -> AudioFile {
        try await open(path: name, name: name, layout: layout, limits: limits) {
            do {
                return try OpenFile(holding: bytes)
            } catch {
                throw VoiceError(.notReadable, "\(name) could not be kept in memory to be read.")
            }
        }
    }

    private static func open(
        path: String, name: String, layout: ChannelLayout, limits: AudioLimits,
        _ open: @escaping @Sendable () throws -> OpenFile
    ) async throws -> AudioFile {
        let (file, header) = try await BlockingWork.run(on: "hearth.audio.open") {
            let file = try open()
            return (file, try wavHeader(of: file, name: name, layout: layout, limits: limits))
        }
        let opened = Opened(path: path, name: name, file: file, limits: limits)
        if let header { return AudioFile(opened, header, layout) }
        #if os(Linux) || os(macOS)
        let probe = try await MediaProbe.read(file, name: name, limits: limits)
        return AudioFile(opened, probe, layout)
        #else
        throw VoiceError(.notAudio, "Only WAV files can be read on this system. Convert \(name) to WAV.")
        #endif
    }

    /// The header of a WAV file that is read here; `nil` for what is another program's to read.
    ///
    /// - Throws: ``VoiceError`` for what nobody reads.
    private static func wavHeader(
        of file: OpenFile, name: String, layout: ChannelLayout, limits: AudioLimits
    ) throws -> WAVHeader? {
        let head: [UInt8]
        do {
            head = try file.bytes(count: 4_096)
        } catch {
            throw VoiceError(.notReadable, "The file \(name) cannot be read. Check its permissions.")
        }
        guard head.contains(where: { $0 != 0 }) else { throw VoiceError(.empty, "The file \(name) is empty.") }
        if PlaylistDetector.isPlaylist(head) {
            throw VoiceError(
                .notAudio, "\(name) is a list of other files, not a recording. Name the recordings themselves.")
        }
        guard WAVHeader.hasSignature(head) else { return nil }
        let handle = FileHandle(fileDescriptor: file.descriptor, closeOnDealloc: false)
        guard let header = try WAVHeader.read(handle, size: file.size),
            ChannelSplitter(channels: header.channels, rate: header.sampleRate, layout: layout, limits: limits) != nil
        else { return nil }
        return header
    }

    /// What every way to read the file has in common.
    private struct Opened {
        var path: String
        var name: String
        var file: OpenFile
        var limits: AudioLimits
    }

    private init(_ opened: Opened, _ header: WAVHeader, _ layout: ChannelLayout) {
        (path, name, limits) = (opened.path, opened.name, opened.limits)
        fileChannels = header.channels
        channels = Self.lanes(header.channels, layout, limits)
        declaredDuration = header.declaredDuration ?? header.duration
        source = WAVSource(
            name: name, file: opened.file, header: header, layout: channels > 1 ? .separate : .mixed, limits: limits)
    }

    #if os(Linux) || os(macOS)
    private init(_ opened: Opened, _ probe: MediaProbe, _ layout: ChannelLayout) {
        (path, name, limits) = (opened.path, opened.name, opened.limits)
        fileChannels = probe.channels
        channels = Self.lanes(probe.channels, layout, limits)
        declaredDuration = probe.duration
        source = FFmpegSource(
            name: name, file: opened.file, probe: probe, layout: channels > 1 ? .separate : .mixed, limits: limits)
    }
    #endif

    /// The same recording with its channels kept apart.
    public func separated() -> any AudioSource {
        if let wav = source as? WAVSource {
            return AudioFile(Opened(path: path, name: name, file: wav.file, limits: limits), wav.header, .separate)
        }
        #if os(Linux) || os(macOS)
        if let other = source as? FFmpegSource {
            return AudioFile(Opened(path: path, name: name, file: other.file, limits: limits), other.probe, .separate)
        }
        #endif
        return self
    }

    public func produce(into channel: BoundedChannel<AudioChunk>) async throws -> AudioReport {
        try await source.produce(into: channel)
    }

    private static func lanes(_ channels: Int, _ layout: ChannelLayout, _ limits: AudioLimits) -> Int {
        layout == .separate && channels <= limits.maximumChannels ? max(1, channels) : 1
    }
}

/// Tells lists of files, which would make a decoder open what they name.
///
/// This is for the message; what protects is the list of formats that the decoder is allowed (see `FFmpegSource`).
enum PlaylistDetector {
    private static let openings = [
        "#extm3u", "ffconcat", "[playlist]", "<?xml", "<asx", "<smil", "<mpd", "v=0\r", "v=0\n",
    ]

    static func isPlaylist(_ head: [UInt8]) -> Bool {
        let start = head.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
        let text = String(decoding: head[start...].drop { $0 == 32 || (9...13).contains($0) }.prefix(64), as: UTF8.self)
        let lower = text.lowercased()
        return openings.contains { lower.hasPrefix($0) }
    }
}

// MARK: - Limits

/// What a recording may ask of this machine. A file from outside can claim anything; none of it may cost more than this.
public struct AudioLimits: Sendable, Hashable {
    /// Seconds of a recording that are read; the rest is reported as cut off. A day, by default.
    public var maximumSeconds: Double
    /// Channels that are kept apart; a file with more is mixed.
    public var maximumChannels: Int
    /// Seconds that a decoder may be silent while we wait for it.
    public var decoderSilence: Double

    public init(maximumSeconds: Double = 86_400, maximumChannels: Int = 8, decoderSilence: Double = 60) {
        self.maximumSeconds = maximumSeconds
        self.maximumChannels = maximumChannels
        self.decoderSilence = decoderSilence
    }

    /// ``maximumSeconds``, where that is no number to count with: none for NaN and less than nothing, a century for infinity.
    var seconds: Double { TimeLimit.bounded(maximumSeconds) }
}

/// What becomes of the channels of a recording.
public enum ChannelLayout: Sendable, Hashable {
    /// They are mixed to one.
    case mixed
    /// Each is given out on its own.
    case separate
}
