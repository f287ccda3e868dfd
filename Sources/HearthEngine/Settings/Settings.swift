public import Foundation
public import HearthCore

/// What a person has set, kept as `settings.json` in the data folder. Secrets are never among it.
public struct Settings: Codable, Hashable, Sendable {
    /// The GGUF file of the local chat model; `nil` when there is none.
    public var localModel: String?
    /// Tokens of the local model's window; `nil` takes the model's own, at most 8,192 to bound memory.
    public var contextLength: Int?
    /// Threads for local models; `nil` takes one for each core.
    public var threads: Int?

    public init() {}

    static func file(in folder: URL) -> URL { folder.appendingPathComponent("settings.json") }

    /// The settings of a data folder; defaults when nothing is set.
    ///
    /// - Throws: ``EngineError`` with the code `bad-settings` when the file is there but is not valid.
    public static func load(from folder: URL) throws -> Settings {
        let file = file(in: folder)
        guard let data = FileManager.default.contents(atPath: file.path) else { return Settings() }
        do {
            return try JSONDecoder().decode(Settings.self, from: data)
        } catch {
            throw EngineError(
                code: "bad-settings",
                message: "\(file.path) is not valid: correct it, or delete it to go back to the defaults.")
        }
    }

    /// Writes the file whole or not at all.
    public func save(to folder: URL) throws {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        do {
            try FileManager.default.createDirectory(
                at: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
            try encoder.encode(self).write(to: Self.file(in: folder), options: .atomic)
        } catch {
            throw EngineError(
                code: "not-writable",
                message: "The settings cannot be written to \(folder.path); check its permissions and free space.")
        }
    }
}

/// What went wrong while the parts were put together.
public struct EngineError: ReadableError {
    public let code: String
    public let message: String

    public init(code: String, message: String) {
        self.code = code
        self.message = message
    }
}
