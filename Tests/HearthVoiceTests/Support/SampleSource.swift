import HearthCore

@testable import HearthVoice

/// Sound that is in memory already.
struct SampleSource: AudioSource {
    let name: String
    private let channels: [[Float]]
    private let chunk: Int

    /// - Parameters:
    ///   - samples: 16 kHz, one channel.
    ///   - chunk: Samples that are given out at once.
    init(_ samples: [Float], name: String = "samples", chunk: Int = 8_192) {
        self.init(channels: [samples], name: name, chunk: chunk)
    }

    /// - Parameter channels: 16 kHz, each channel on its own, all on one clock.
    init(channels: [[Float]], name: String = "samples", chunk: Int = 8_192) {
        self.channels = channels
        self.name = name
        self.chunk = max(1, chunk)
    }

    func produce(into channel: BoundedChannel<AudioChunk>) async throws -> AudioReport {
        let count = channels.map(\.count).max() ?? 0
        var repaired = 0
        var start = 0
        while start < count {
            for (index, samples) in channels.enumerated() where start < samples.count {
                var part = Array(samples[start..<min(samples.count, start + chunk)])
                for position in part.indices where !part[position].isFinite {
                    part[position] = 0
                    repaired += 1
                }
                try await channel.send(AudioChunk(start: start, samples: part, channel: index))
            }
            start += chunk
        }
        let duration = AudioFormat.seconds(count)
        return AudioReport(
            duration: duration,
            warnings: AudioWarnings.of(
                duration: duration, declared: nil, tolerance: 0, repaired: repaired, isCut: false))
    }
}
