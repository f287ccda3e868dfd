import Foundation
import HearthCore
import HearthLlama
import HearthVoice
import TinyModels

/// A program for tests: runs whisper.cpp and llama.cpp, each with a ggml of its own, in one process, in the order of the
/// arguments, and prints what each gave.
///
///     VoiceCoexistenceHelper SILERO WHISPER-MODEL RECORDING llama whisper llama …
@main
enum VoiceCoexistenceHelper {
    static func main() async throws {
        let arguments = Array(CommandLine.arguments.dropFirst())
        guard arguments.count > 3 else { exit(2) }
        let (silero, model, recording) = (arguments[0], arguments[1], arguments[2])
        let embedder = try LlamaEmbeddingModel(
            model: LlamaModel(path: TinyEncoder().write()), configuration: .init(threads: 2))
        for engine in arguments.dropFirst(3) {
            switch engine {
            case "llama":
                let vectors = try await embedder.embed(["the garden", "money in the bank"])
                report("llama", vectors.joined().map { String($0.bitPattern, radix: 16) }.joined(separator: ","))
            case "whisper":
                let pipeline = try await VoicePipeline.createPipeline(
                    .init(
                        recognizer: WhisperRecognizer(
                            model: SpeechModelFile(id: "scripted", path: model), configuration: .init(threads: 2)),
                        detector: .silero(path: silero)))
                let result = try await pipeline.transcribe(AudioFile.open(recording))
                report("whisper", result.segments.map { "\($0.start)-\($0.end) \($0.text)" }.joined(separator: ","))
            default: exit(2)
            }
        }
    }

    private static func report(_ engine: String, _ result: String) {
        FileHandle.standardOutput.write(Data("\(engine) \(result)\n".utf8))
    }
}
