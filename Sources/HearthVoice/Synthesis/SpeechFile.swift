public import HearthCore
import HearthSystem

/// The forms in which speech is given out.
public enum SpeechForm: String, CaseIterable, Codable, Sendable {
    case wav
    /// Samples alone: 24 kHz, 16 bits, the lower byte first, one channel.
    case pcm
    case mp3, opus, aac, flac

    /// What servers call it.
    public var contentType: String {
        switch self {
        case .wav: "audio/wav"
        case .pcm: "audio/pcm"
        case .mp3: "audio/mpeg"
        case .opus: "audio/ogg"
        case .aac: "audio/aac"
        case .flac: "audio/flac"
        }
    }

    /// The form that a file's name asks for.
    public init?(fileName: String) {
        guard let dot = fileName.lastIndex(of: ".") else { return nil }
        switch fileName[fileName.index(after: dot)...].lowercased() {
        case "ogg": self = .opus
        case "raw": self = .pcm
        case let ending: self.init(rawValue: ending)
        }
    }

    /// What ffmpeg is told; `nil` for what we write ourselves.
    private var encoder: [String]? {
        switch self {
        case .wav, .pcm: nil
        case .mp3: ["-c:a", "libmp3lame", "-b:a", "64k", "-f", "mp3"]
        case .opus: ["-c:a", "libopus", "-b:a", "32k", "-f", "ogg"]
        case .aac: ["-c:a", "aac", "-b:a", "64k", "-f", "adts"]
        case .flac: ["-c:a", "flac", "-f", "flac"]
        }
    }

    private static let pcmRate = 24_000
    private static let mostBytes = 256 << 20

    /// The bytes of a file with the sound.
    ///
    /// - Throws: ``VoiceError`` `tool-missing` where the form needs ffmpeg, which is not installed.
    public func file(_ sound: SpokenSound) async throws -> [UInt8] {
        switch self {
        case .wav: return WAVForm.write(sound)
        case .pcm: return WAVForm.bytes(of: try Self.resampled(sound, to: Self.pcmRate))
        case .mp3, .opus, .aac, .flac: return try await encoded(sound)
        }
    }

    private static func resampled(_ sound: SpokenSound, to rate: Int) throws -> [Int16] {
        guard sound.rate != rate else { return sound.samples }
        guard sound.rate > 0, var resampler = Resampler(from: sound.rate, to: rate) else {
            throw VoiceError.unusableSpeech
        }
        var output: [Float] = []
        resampler.feed(sound.samples.map { Float($0) / 32_768 }, into: &output)
        resampler.finish(into: &output)
        return output.map { Int16(max(-32_768, min(32_767, ($0 * 32_768).rounded()))) }
    }

    private func encoded(_ sound: SpokenSound) async throws -> [UInt8] {
        #if os(Linux) || os(macOS)
        guard let encoder, let tool = ToolLocator.path(of: "ffmpeg") else {
            throw VoiceError(
                .toolMissing, "Speech as \(rawValue) needs ffmpeg, which is not installed; wav and pcm do without.",
                help: [.install(package: "ffmpeg")])
        }
        let arguments =
            [
                "-v", "error", "-threads", "1", "-protocol_whitelist", "pipe", "-f", "s16le", "-ar", "\(sound.rate)",
                "-ac", "1", "-i", "pipe:0",
            ] + encoder + ["pipe:1"]
        let child = ChildProcess(
            path: tool, arguments: arguments,
            limits: .init(memory: 2 << 30, processor: 60 + Int(sound.duration / 10), silence: 60),
            input: WAVForm.bytes(of: sound.samples))
        let (outcome, output) = try await child.gather(limit: Self.mostBytes)
        guard outcome.isSuccess, !output.isEmpty else {
            throw VoiceError(
                .device,
                "ffmpeg could not write the sound as \(rawValue)\(FFmpegSource.reason(outcome.errorText)). wav and pcm do without it."
            )
        }
        return output
        #else
        throw VoiceError(.badOption, "On this system speech is written as wav and pcm alone.")
        #endif
    }
}

/// Speech as WAV: one channel of 16 bits.
enum WAVForm {
    static func write(_ sound: SpokenSound) -> [UInt8] {
        let size = sound.samples.count * 2
        var bytes: [UInt8] = []
        bytes.reserveCapacity(size + 44)
        func add(_ text: String) { bytes += Array(text.utf8) }
        func add(_ number: Int, bytes count: Int) {
            for place in 0..<count { bytes.append(UInt8(truncatingIfNeeded: number >> (8 * place))) }
        }
        add("RIFF")
        add(36 + size, bytes: 4)
        add("WAVEfmt ")
        add(16, bytes: 4)
        add(1, bytes: 2)
        add(1, bytes: 2)
        add(sound.rate, bytes: 4)
        add(sound.rate * 2, bytes: 4)
        add(2, bytes: 2)
        add(16, bytes: 2)
        add("data")
        add(size, bytes: 4)
        return bytes + Self.bytes(of: sound.samples)
    }

    static func bytes(of samples: [Int16]) -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(samples.count * 2)
        for sample in samples {
            bytes.append(UInt8(truncatingIfNeeded: sample))
            bytes.append(UInt8(truncatingIfNeeded: sample >> 8))
        }
        return bytes
    }

    /// Reads what a program writes to a pipe: it does not know the lengths yet, so the samples are what follows.
    ///
    /// - Returns: `nil` for what is not one channel of 16 bits.
    static func read(_ bytes: [UInt8]) -> SpokenSound? {
        func number(_ place: Int, _ count: Int) -> Int {
            (0..<count).reduce(0) { $0 | Int(bytes[place + $1]) << (8 * $1) }
        }
        guard bytes.count >= 44, bytes.starts(with: Array("RIFF".utf8)),
            bytes[8..<12].elementsEqual("WAVE".utf8)
        else { return nil }
        var place = 12
        var rate: Int?
        while place + 8 <= bytes.count {
            let (name, size) = (bytes[place..<place + 4], number(place + 4, 4))
            place += 8
            if name.elementsEqual("fmt ".utf8) {
                guard size >= 16, place + 16 <= bytes.count, number(place, 2) == 1, number(place + 2, 2) == 1,
                    number(place + 14, 2) == 16
                else { return nil }
                rate = number(place + 4, 4)
            } else if name.elementsEqual("data".utf8) {
                guard let rate, (4_000...192_000).contains(rate) else { return nil }
                let end = min(bytes.count, place + size)
                var samples: [Int16] = []
                samples.reserveCapacity((end - place) / 2)
                for start in stride(from: place, to: end - 1, by: 2) {
                    samples.append(Int16(bitPattern: UInt16(bytes[start]) | UInt16(bytes[start + 1]) << 8))
                }
                return SpokenSound(samples: samples, rate: rate)
            }
            guard size <= bytes.count else { return nil }
            place += size + size % 2
        }
        return nil
    }
}
