import Foundation
public import HearthCore

/// A recording in a file: WAV is read by us, everything else by `ffmpeg` in a child process.
public struct AudioFile: AudioSource {
    public let path: String
    /// Channels that are given out: 1 unless they are kept apart.
    public let channels: Int
    /// Channels in the file.
    public let fileChannels: Int
    /// Seconds, as the file says; `nil` where it does not say.
    public let declaredDuration: Double?
    private let source: any AudioSource
    private let limits: AudioLimits

    public var name: String { URL(fileURLWithPath: path).lastPathComponent }

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
        // An absolute path cannot be taken for an option by any program.
        let path = URL(fileURLWithPath: path).standardizedFileURL.path
        let name = URL(fileURLWithPath: path).lastPathComponent
        let attributes = try? FileManager.default.attributesOfItem(
            atPath: URL(fileURLWithPath: path).resolvingSymlinksInPath().path)
        guard let attributes else { throw VoiceError(.notReadable, "There is no file \(name). Check the path.") }
        // A pipe or a device would be waited for.
        guard attributes[.type] as? FileAttributeType == .typeRegular else {
            throw VoiceError(.notReadable, "\(name) is not a file. Name a recording.")
        }
        guard let file = FileHandle(forReadingAtPath: path) else {
            throw VoiceError(.notReadable, "The file \(name) cannot be opened. Check its permissions.")
        }
        defer { try? file.close() }
        let head = try file.read(upToCount: 4_096).map(Array.init) ?? []
        guard head.contains(where: { $0 != 0 }) else { throw VoiceError(.empty, "The file \(name) is empty.") }
        if PlaylistDetector.isPlaylist(head) {
            throw VoiceError(
                .notAudio, "\(name) is a list of other files, not a recording. Name the recordings themselves.")
        }
        if WAVHeader.hasSignature(head) {
            let size = (attributes[.size] as? NSNumber)?.intValue ?? 0
            if let header = try WAVHeader.read(file, size: size),
                ChannelSplitter(channels: header.channels, rate: header.sampleRate, layout: layout, limits: limits)
                    != nil
            {
                return AudioFile(path, header, layout, limits)
            }
        }
        #if canImport(Subprocess)
        let probe = try await MediaProbe.read(path, limits: limits)
        return AudioFile(path, probe, layout, limits)
        #else
        throw VoiceError(.notAudio, "Only WAV files can be read on this system. Convert \(name) to WAV.")
        #endif
    }

    private init(_ path: String, _ header: WAVHeader, _ layout: ChannelLayout, _ limits: AudioLimits) {
        self.path = path
        fileChannels = header.channels
        channels = Self.lanes(header.channels, layout, limits)
        declaredDuration = header.declaredDuration ?? header.duration
        self.limits = limits
        source = WAVSource(path: path, header: header, layout: channels > 1 ? .separate : .mixed, limits: limits)
    }

    #if canImport(Subprocess)
    private init(_ path: String, _ probe: MediaProbe, _ layout: ChannelLayout, _ limits: AudioLimits) {
        self.path = path
        fileChannels = probe.channels
        channels = Self.lanes(probe.channels, layout, limits)
        declaredDuration = probe.duration
        self.limits = limits
        source = FFmpegSource(path: path, probe: probe, layout: channels > 1 ? .separate : .mixed, limits: limits)
    }
    #endif

    /// The same recording with its channels kept apart.
    public func separated() -> any AudioSource {
        if let wav = source as? WAVSource { return AudioFile(path, wav.header, .separate, limits) }
        #if canImport(Subprocess)
        if let other = source as? FFmpegSource { return AudioFile(path, other.probe, .separate, limits) }
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
