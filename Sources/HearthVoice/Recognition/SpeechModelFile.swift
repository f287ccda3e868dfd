import Crypto
public import Foundation
import HearthCore

/// A file with a recognizer's weights, and what is known about it.
public struct SpeechModelFile: Sendable, Hashable {
    /// Names the weights: `whisper-base`.
    public var id: String
    public var path: String
    /// What the file must measure and hash to; `nil` where nobody knows.
    public var bytes: Int?
    public var sha256: String?

    public init(id: String, path: String, bytes: Int? = nil, sha256: String? = nil) {
        self.id = id
        self.path = path
        self.bytes = bytes
        self.sha256 = sha256
    }

    /// Compares the file with what is known about it.
    ///
    /// - Throws: ``VoiceError`` `speech-model-missing` or `speech-model-damaged`; `CancellationError`.
    package func check() throws {
        guard let file = FileHandle(forReadingAtPath: path) else {
            throw VoiceError(
                .modelMissing,
                "The speech model \(id) is not at \(path). Check the path.", help: [.see(.models)])
        }
        defer { try? file.close() }
        let size = Int(try file.seekToEnd())
        if let bytes, bytes != size {
            throw VoiceError(
                .modelDamaged,
                "The speech model \(path) has \(size) bytes of \(bytes).", help: [.fetchModel(id: id)])
        }
        guard let sha256 else { return }
        try file.seek(toOffset: 0)
        var hash = SHA256()
        while let block = try file.read(upToCount: 1 << 20), !block.isEmpty {
            try Task.checkCancellation()
            hash.update(data: block)
        }
        guard Self.hex(hash.finalize()) == sha256.lowercased() else {
            throw VoiceError(
                .modelDamaged,
                "The speech model \(path) is not the one that was published.", help: [.fetchModel(id: id)])
        }
    }

    static func hash(of data: Data) -> String { hex(SHA256.hash(data: data)) }

    static func hex(_ digest: SHA256.Digest) -> String {
        digest.map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined()
    }
}

/// Knows where speech models are. The model registry is one; a folder is the simplest.
public protocol SpeechModelLocator: Sendable {
    /// The model of this name, or the best that is installed where no name is given.
    ///
    /// - Returns: `nil` when it is not installed.
    func speechModel(named id: String?) throws -> SpeechModelFile?
}

/// A folder with Whisper models under the names that they are published with: `ggml-base.bin` is `whisper-base`.
public struct SpeechModelFolder: SpeechModelLocator {
    private let folders: [URL]

    /// - Parameter folders: Searched in this order.
    public init(_ folders: [URL]) { self.folders = folders }

    /// From the one that hears best to the fastest, by their published error rates.
    private static let order = [
        "large-v3-turbo", "large-v3", "large-v2", "large-v1", "medium", "medium.en", "small", "small.en", "base",
        "base.en",
        "tiny", "tiny.en",
    ]

    public func speechModel(named id: String?) -> SpeechModelFile? {
        guard let id else {
            return Self.order.lazy.compactMap { speechModel(named: "whisper-" + $0) }.first
        }
        guard !id.contains("/"), !id.contains("\0") else { return nil }
        let name = id.hasPrefix("whisper-") ? String(id.dropFirst("whisper-".count)) : id
        for folder in folders {
            let path = folder.appendingPathComponent("ggml-\(name).bin").path
            var isFolder: ObjCBool = false
            if FileManager.default.fileExists(atPath: path, isDirectory: &isFolder), !isFolder.boolValue {
                return SpeechModelFile(id: "whisper-\(name)", path: path)
            }
        }
        return nil
    }
}

extension VoiceError {
    /// There is no model to recognize speech with.
    public static func noSpeechModel(_ id: String? = nil) -> VoiceError {
        let id = id ?? "whisper-base"
        return VoiceError(
            .modelMissing,
            "There is no speech model \(id) on this machine.", help: [.fetchModel(id: id)]
        )
    }
}
