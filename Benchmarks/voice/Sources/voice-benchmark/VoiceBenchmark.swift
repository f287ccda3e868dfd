import CWhisper
import Foundation
import HearthCore
import HearthVoice

#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

/// Measures what an hour of sound costs on its way to the recognizer: decoding, resampling, voice activity.
///
///     voice-benchmark SILERO FILE…      each file once with Silero, once with the energy detector
@main
enum VoiceBenchmark {
    /// Takes every clip and says nothing, so that what is measured is the way to it.
    struct NoRecognizer: SpeechRecognizer {
        let engine = SpeechEngine.whisper
        let modelID = "none"
        let maximumClip = 30.0

        func prepare() async throws {}

        func recognize(
            _ clip: [Float], options: RecognitionOptions, partial: @escaping @Sendable (String) -> Void
        ) async throws -> RecognizedSpeech { RecognizedSpeech(segments: []) }
    }

    static func main() async throws {
        let arguments = Array(CommandLine.arguments.dropFirst())
        guard let silero = arguments.first, arguments.count > 1 else {
            write("usage: voice-benchmark SILERO FILE…\n")
            exit(2)
        }
        write("file | detector | minutes | CPU s, ours | CPU s, decoder | wall s | peak MB | speech\n")
        for file in arguments.dropFirst() {
            try await measure(file, "silero", .silero(path: silero))
            try await measure(file, "energy", .energy())
        }
        try await chunks(silero)
    }

    private static func measure(_ file: String, _ name: String, _ detector: DetectorChoice) async throws {
        let pipeline = try await VoicePipeline.createPipeline(.init(recognizer: NoRecognizer(), detector: detector))
        let (ours, children, began) = (cpu(), cpu(children: true), Date())
        let result = try await pipeline.transcribe(AudioFile.open(file))
        let share = Int(result.speechDuration / max(result.duration, 0.001) * 100)
        write(
            "\(URL(fileURLWithPath: file).lastPathComponent) | \(name) | \(Int(result.duration / 60)) | "
                + "\(two(cpu() - ours)) | \(two(cpu(children: true) - children)) | "
                + "\(two(Date().timeIntervalSince(began))) | \(peakMegabytes()) | \(share) %\n")
    }

    /// One chunk of 32 ms after the other, as a microphone gives them; by us and by whisper.cpp, in turn.
    private static func chunks(_ silero: String) async throws {
        let detector = try SileroDetector(path: silero)
        whisper_log_set({ _, _, _ in }, nil)
        var parameters = whisper_vad_default_context_params()
        parameters.n_threads = 1
        parameters.use_gpu = false
        guard let whisper = whisper_vad_init_from_file_with_params(silero, parameters) else { return }
        defer { whisper_vad_free(whisper) }
        var state: UInt64 = 1
        let chunk = (0..<512).map { _ -> Float in
            state = state &* 6_364_136_223_846_793_005 &+ 1
            return Float(Int32(truncatingIfNeeded: state >> 32)) / 2_147_483_648 * 0.1
        }
        // Neighbours on the same core cost time too; the best of a hundred rounds has the fewest of them.
        var (ours, theirs) = (Double.infinity, Double.infinity)
        for _ in 0..<100 {
            ours = min(ours, seconds { _ = detector.feed(chunk) })
            theirs = min(theirs, seconds { _ = whisper_vad_detect_speech_no_reset(whisper, chunk, 512) })
        }
        write(
            "one chunk of 32 ms: \(Int(ours * 1e6)) µs; whisper.cpp: \(Int(theirs * 1e6)) µs; ratio "
                + "\(two(theirs / ours))\n")
    }

    /// Processor seconds that the work takes each time.
    private static func seconds(_ work: () -> Void) -> Double {
        let rounds = 200
        let began = cpu()
        for _ in 0..<rounds { work() }
        return (cpu() - began) / Double(rounds)
    }

    /// Processor seconds of this process, or of the children that have ended.
    private static func cpu(children: Bool = false) -> Double {
        var usage = rusage()
        #if canImport(Glibc)
        getrusage(Int32(children ? RUSAGE_CHILDREN.rawValue : RUSAGE_SELF.rawValue), &usage)
        #else
        getrusage(children ? RUSAGE_CHILDREN : RUSAGE_SELF, &usage)
        #endif
        let seconds = { (time: timeval) in Double(time.tv_sec) + Double(time.tv_usec) / 1e6 }
        return seconds(usage.ru_utime) + seconds(usage.ru_stime)
    }

    /// Of this process since its start; the decoder's own memory is bounded by its limits.
    private static func peakMegabytes() -> Int {
        let status = try? String(contentsOfFile: "/proc/self/status", encoding: .utf8)
        let line = status?.split(separator: "\n").first { $0.hasPrefix("VmHWM:") }
        return (line?.split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0) / 1_000
    }

    private static func two(_ seconds: Double) -> Double { (seconds * 100).rounded() / 100 }

    private static func write(_ text: String) { FileHandle.standardOutput.write(Data(text.utf8)) }
}
