import Foundation
import HearthCore
import HearthSystem

/// Reads a WAV file, a piece at a time.
struct WAVSource: AudioSource {
    let name: String
    let file: OpenFile
    let header: WAVHeader
    let layout: ChannelLayout
    let limits: AudioLimits

    /// Bytes that are read at once.
    private static let block = 1 << 16

    func produce(into channel: BoundedChannel<AudioChunk>) async throws -> AudioReport {
        guard
            var splitter = ChannelSplitter(
                channels: header.channels, rate: header.sampleRate, layout: layout, limits: limits)
        else { throw VoiceError(.badOption, "The recording's channels cannot be kept apart.") }
        var decoder = SampleDecoder(header.encoding)
        var left = header.dataBytes
        while left > 0, !splitter.isCut {
            try Task.checkCancellation()
            let start = header.dataOffset + header.dataBytes - left
            guard let bytes = try? file.bytes(from: start, count: min(left, Self.block)), !bytes.isEmpty else { break }
            left -= bytes.count
            var samples: [Float] = []
            decoder.decode(bytes, into: &samples)
            for chunk in splitter.feed(samples) { try await channel.send(chunk) }
        }
        for chunk in splitter.finish() { try await channel.send(chunk) }
        let duration = AudioFormat.seconds(splitter.position)
        return AudioReport(
            duration: duration, declaredDuration: header.declaredDuration,
            warnings: AudioWarnings.of(
                duration: duration, declared: header.declaredDuration, tolerance: 0.01, repaired: decoder.repaired,
                isCut: splitter.isCut))
    }
}

/// What there is to say about a recording that was not read as it claims to be.
enum AudioWarnings {
    /// - Parameter tolerance: Seconds that may be missing without a word.
    static func of(
        duration: Double, declared: Double?, tolerance: Double, repaired: Int, isCut: Bool
    ) -> [ExtractionWarning] {
        var warnings: [ExtractionWarning] = []
        if isCut {
            warnings.append(
                ExtractionWarning(.truncated, "Only the first \(seconds(duration)) were read; the recording is longer.")
            )
        } else if let declared, declared - duration > tolerance {
            warnings.append(
                ExtractionWarning(
                    .truncated,
                    "The file is cut off: it should last \(seconds(declared)), and holds \(seconds(duration))."))
        }
        if repaired > 0 {
            warnings.append(
                ExtractionWarning(.damaged, "\(repaired) samples were no numbers; they were taken for silence."))
        }
        return warnings
    }

    static func seconds(_ time: Double) -> String {
        let whole = Int(min(max(time, 0), 1e9))
        return whole < 60
            ? "\((time * 100).rounded() / 100) s" : "\(whole / 3600) h \(whole / 60 % 60) min \(whole % 60) s"
    }
}
