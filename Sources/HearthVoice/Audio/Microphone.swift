#if os(Linux) || os(macOS)
public import HearthCore
import HearthSystem

/// The microphone, through a program of the system: `pw-record` (PipeWire), `parec` (PulseAudio) or `arecord` (ALSA).
///
/// Sound does not wait. What comes while the reader is busy is kept, up to two minutes; what is dropped beyond that is a gap
/// in the clock, and reported. On Apple's systems `AppleMicrophone` of HearthApple takes this place.
public struct Microphone: AudioSource {
    /// A program that records.
    public enum Recorder: String, Sendable, CaseIterable {
        case pipewire = "pw-record"
        case pulse = "parec"
        case alsa = "arecord"

        /// Debian's package that has it.
        var package: String {
            switch self {
            case .pipewire: "pipewire-bin"
            case .pulse: "pulseaudio-utils"
            case .alsa: "alsa-utils"
            }
        }

        /// Raw 16-bit samples, 16 kHz, one channel, to standard output.
        func arguments(device: String?) -> [String] {
            let rate = "\(AudioFormat.sampleRate)"
            switch self {
            case .pipewire:
                return ["--rate", rate, "--channels", "1", "--format", "s16"] + (device.map { ["--target", $0] } ?? [])
                    + ["-"]
            case .pulse:
                return ["--raw", "--rate=\(rate)", "--channels=1", "--format=s16le", "--latency-msec=50"]
                    + (device.map { ["--device=\($0)"] } ?? [])
            case .alsa:
                return ["-q", "-t", "raw", "-f", "S16_LE", "-r", rate, "-c", "1"] + (device.map { ["-D", $0] } ?? [])
            }
        }
    }

    public var name: String { "microphone" }
    /// Programs to try, with their arguments.
    private let recorders: [(program: String, arguments: [String])]
    private let maximumSeconds: Double
    private let silence: Double

    /// Samples that wait for a busy reader: two minutes.
    static let maximumWaiting = 120 * AudioFormat.sampleRate
    private static let chunk = 1_600

    /// - Parameters:
    ///   - recorder: `nil` takes the first of those that are installed that gives any sound: PulseAudio's program may be there
    ///     without PulseAudio.
    ///   - device: Its name in the recorder's own terms; `nil` for the default.
    ///   - maximumSeconds: After which recording ends by itself.
    /// - Throws: ``VoiceError`` `tool-missing` when nothing that records is installed, `bad-option` for an impossible name.
    public init(recorder: Recorder? = nil, device: String? = nil, maximumSeconds: Double = 86_400) throws {
        if let device, device.isEmpty || device.hasPrefix("-") || device.contains("\0") {
            throw VoiceError(.badOption, "\"\(device)\" is no name of a microphone.")
        }
        let candidates = recorder.map { [$0] } ?? Recorder.allCases
        let found = candidates.compactMap { candidate in
            ToolLocator.path(of: candidate.rawValue).map { ($0, candidate.arguments(device: device)) }
        }
        guard !found.isEmpty else {
            throw VoiceError(
                .toolMissing,
                "Listening needs a program that records, and none is installed: "
                    + "\(candidates.map(\.rawValue).joined(separator: ", ")).",
                // One is enough; the others are for systems that have another server of sound.
                help: candidates.prefix(1).map { .install(package: $0.package) })
        }
        self.init(recorders: found, maximumSeconds: maximumSeconds)
    }

    /// Other programs that write raw 16-bit samples, 16 kHz, one channel.
    ///
    /// - Parameter silence: Seconds that one may take to give anything; then it is stopped.
    init(recorders: [(program: String, arguments: [String])], maximumSeconds: Double, silence: Double = 10) {
        self.recorders = recorders
        self.maximumSeconds = maximumSeconds
        self.silence = silence
    }

    public func produce(into channel: BoundedChannel<AudioChunk>) async throws -> AudioReport {
        var reasons: [String] = []
        for (program, arguments) in recorders {
            do {
                return try await record(program, arguments, into: channel)
            } catch let failure as NoSound {
                reasons.append(failure.reason)
            }
        }
        let reason = reasons.isEmpty ? "" : " (" + reasons.joined(separator: "; ") + ")"
        throw VoiceError(
            .device, "The microphone cannot be used\(reason). Check that there is one, and that it may be used.")
    }

    /// A program ended, or had to be stopped, without a single sample; another one may know better.
    private struct NoSound: Error {
        var reason: String
    }

    private func record(
        _ program: String, _ arguments: [String], into channel: BoundedChannel<AudioChunk>
    ) async throws -> AudioReport {
        let child = ChildProcess(
            path: program, arguments: arguments, wall: .device, limits: .init(silence: silence),
            environment: DeviceEnvironment.current)
        let waiting = LiveBuffer(maximum: Self.maximumWaiting)
        let outcome = try await withThrowingTaskGroup(of: ChildProcess.Outcome?.self) { group in
            group.addTask {
                defer { waiting.finish() }
                let most = AudioFormat.sample(maximumSeconds)
                var decoder = SampleDecoder(.signed16)
                do {
                    return try await child.listen { bytes in
                        var samples: [Float] = []
                        decoder.decode(bytes, into: &samples)
                        return waiting.add(samples) < most
                    }
                } catch let error as VoiceError
                    where error.reason == .timeout && waiting.report.duration == 0
                {
                    throw NoSound(reason: ToolLocator.name(of: program) + " gave no sound")
                }
            }
            group.addTask {
                while let chunk = try await waiting.next(atMost: Self.chunk) { try await channel.send(chunk) }
                return nil
            }
            var outcome: ChildProcess.Outcome?
            // The first error ends both.
            while let ended = try await group.next() { outcome = ended ?? outcome }
            return outcome
        }
        let report = waiting.report
        guard let outcome, !outcome.isSuccess || report.duration == 0 else { return report }
        let words =
            outcome.errorText.split(whereSeparator: \.isNewline).first.map { ": \($0.prefix(160))" } ?? " gave no sound"
        let reason = ToolLocator.name(of: program) + words
        guard report.duration > 0 else { throw NoSound(reason: reason) }
        throw VoiceError(.device, "The microphone broke off (\(reason)). Check that it is still connected.")
    }
}
#endif
