#if canImport(AVFoundation)
import AVFoundation
import Foundation
public import HearthCore

/// The microphone, through AVAudioEngine.
///
/// The system asks the person for permission when it is first used; an app names its reason in `Info.plist`
/// (`NSMicrophoneUsageDescription`).
public struct AppleMicrophone: AudioSource {
    public let name = "microphone"

    /// Chunks that wait for a busy reader: some two minutes of tenths of a second. What comes beyond is dropped and reported.
    private static let waiting = 1_200

    public init() {}

    public func produce(into channel: BoundedChannel<AudioChunk>) async throws -> AudioReport {
        guard await AVCaptureDevice.requestAccess(for: .audio) else { throw AppleSpeechError.noMicrophone }
        let capture = try AppleCapture()
        let (chunks, feed) = AsyncStream<AudioChunk>.makeStream(bufferingPolicy: .bufferingOldest(Self.waiting))
        try capture.start(into: feed)
        defer { capture.stop() }
        var (heard, kept) = (0, 0)
        for await chunk in chunks {
            try await channel.send(chunk)
            heard = chunk.end
            kept += chunk.samples.count
        }
        try Task.checkCancellation()
        let warnings =
            kept < heard
            ? [ExtractionWarning(.skipped, "Some of what was said was not heard: the machine was too busy.")] : []
        return AudioReport(duration: AudioFormat.seconds(heard), warnings: warnings)
    }
}

/// An engine that listens. `@unchecked Sendable`: `start` and `stop` are called by the one task that owns it, and the tap,
/// which runs on a thread of the system, is alone with `converter` and `position`.
private final class AppleCapture: @unchecked Sendable {
    private let engine = AVAudioEngine()
    private let format: AVAudioFormat
    private let converter: AVAudioConverter
    private var position = 0

    init() throws {
        let input = engine.inputNode.outputFormat(forBus: 0)
        guard input.sampleRate > 0,
            let format = AVAudioFormat(
                commonFormat: .pcmFormatFloat32, sampleRate: Double(AudioFormat.sampleRate), channels: 1,
                interleaved: false),
            let converter = AVAudioConverter(from: input, to: format)
        else { throw AppleSpeechError.noMicrophone }
        self.format = format
        self.converter = converter
    }

    func start(into feed: AsyncStream<AudioChunk>.Continuation) throws {
        engine.inputNode.installTap(onBus: 0, bufferSize: 4_096, format: nil) { [weak self] buffer, _ in
            guard let self, let samples = convert(buffer) else { return }
            feed.yield(AudioChunk(start: position, samples: samples))
            position += samples.count
        }
        engine.prepare()
        do { try engine.start() } catch { throw AppleSpeechError.noMicrophone }
    }

    func stop() {
        engine.inputNode.removeTap(onBus: 0)
        engine.stop()
    }

    private func convert(_ buffer: AVAudioPCMBuffer) -> [Float]? {
        let ratio = format.sampleRate / buffer.format.sampleRate
        let capacity = AVAudioFrameCount((Double(buffer.frameLength) * ratio).rounded(.up)) + 64
        guard let output = AVAudioPCMBuffer(pcmFormat: format, frameCapacity: capacity) else { return nil }
        let input = ConverterInput(buffer)
        var error: NSError?
        let status = converter.convert(to: output, error: &error) { _, status in
            let next = input.take()
            status.pointee = next == nil ? .noDataNow : .haveData
            return next
        }
        guard status != .error, let channel = output.floatChannelData?[0] else { return nil }
        return Array(UnsafeBufferPointer(start: channel, count: Int(output.frameLength)))
    }
}

// MARK: -

/// Hands one buffer to a converter, which asks until there is no more. `@unchecked Sendable`: it is used within one call of
/// the converter, on the thread of the caller.
final class ConverterInput: @unchecked Sendable {
    private var buffer: AVAudioPCMBuffer?

    init(_ buffer: AVAudioPCMBuffer) { self.buffer = buffer }

    func take() -> AVAudioPCMBuffer? {
        defer { buffer = nil }
        return buffer
    }
}
#endif
