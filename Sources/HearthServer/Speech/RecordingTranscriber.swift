import Foundation
import HearthCore
import HearthEngine
import HearthHTTP
import HearthVoice

/// Writes down recordings that clients send, with the speech model that is installed.
struct RecordingTranscriber: AudioTranscriber {
    let hearth: Hearth

    func transcribe(audio: [UInt8], name: String, language: String?) async throws -> Transcript {
        do {
            let pipeline = try await hearth.voicePipeline(VoiceRequest(options: RecognitionOptions(language: language)))
            return try await Self.withFile(audio, name: name) { path in
                try await pipeline.transcribe(try await AudioFile.open(path)).transcript
            }
        } catch let error as VoiceError where Self.missing.contains(error.code) {
            throw ServerError(.notImplemented, error.code, error.message)
        } catch let error as VoiceError {
            throw ServerError.invalid("file", error.message)
        }
    }

    private static let missing: Set<String> = ["speech-model-missing", "speech-engine-unavailable"]

    /// The decoder reads files; this one only its owner can open, and it is gone afterwards in any case.
    private static func withFile<Result>(
        _ bytes: [UInt8], name: String, _ body: (_ path: String) async throws -> Result
    ) async throws -> Result {
        let files = FileManager.default
        let folder = files.temporaryDirectory.appendingPathComponent("hearth-recording-\(UUID().uuidString)")
        try files.createDirectory(
            at: folder, withIntermediateDirectories: false, attributes: [.posixPermissions: 0o700])
        defer { try? files.removeItem(at: folder) }
        // Of the client's name only an ending that is one.
        let ending = name.split(separator: ".").last.map {
            $0.prefix(8).filter { $0.isASCII && $0.isLetter || $0.isNumber }
        }
        let file = folder.appendingPathComponent("recording." + (ending ?? "wav"))
        guard
            files.createFile(atPath: file.path, contents: Data(bytes), attributes: [.posixPermissions: 0o600])
        else { throw ServerError(.internalError, "disk", "The recording could not be put on the disk.") }
        return try await body(file.path)
    }
}
