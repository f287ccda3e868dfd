import Foundation
import HearthCore

/// The file of the voice activity network that comes with Hearth.
public enum SileroFile {
    /// Its name in the folders of models.
    public static let name = "ggml-silero-v6.2.0.bin"
    /// All names that it has, the best first: 6.2.0 comes with set-up, 5.1.2 is the one that the registry names.
    public static let names = [name, "ggml-silero-v5.1.2.bin"]
    /// Files that are known to be good.
    private static let known: Set<String> = [
        "2aa269b785eeb53a82983a20501ddf7c1d9c48e33ab63a41391ac6c9f7fb6987",
        "29940d98d42b91fbd05ce489f3ecf7c72f0a42f027e4875919a28fb4c04ea2cf",
    ]
    private static let maximumBytes = 8_000_000

    /// Whether the file is there, and one that is known.
    ///
    /// - Throws: ``VoiceError`` `speech-model-missing` or `speech-model-damaged`.
    public static func check(_ path: String) throws { _ = try read(path) }

    /// The bytes of a file that is known.
    static func read(_ path: String) throws -> [UInt8] {
        guard let file = FileHandle(forReadingAtPath: path) else {
            throw VoiceError(
                .modelMissing,
                "The voice activity model is not at \(path).", help: [.fetchModel(id: "silero-vad")])
        }
        defer { try? file.close() }
        let data = try file.read(upToCount: maximumBytes) ?? Data()
        guard known.contains(SpeechModelFile.hash(of: data)) else {
            throw VoiceError(
                .modelDamaged, "The voice activity model \(path) is damaged, or is another one. Fetch it again.")
        }
        return Array(data)
    }
}
