import Foundation
import HearthLlama
import HearthRegistry
import HearthStore
import HearthVoice

/// Finds the model files that are there already; nothing is ever downloaded from here.
struct ModelFiles: Sendable {
    static let embeddingFile = "all-MiniLM-L6-v2.gguf"

    var dataFolder: URL

    /// The embedding model: in the data folder, beside an installed program (`PREFIX/share/hearth/models`), or in the
    /// set-up folder of the checkout that the program was built in.
    func embeddingModel() -> String? { candidates(Self.embeddingFile).first { isFile($0) } }

    /// The network that hears whether somebody speaks, in the same places.
    func voiceActivityModel() -> String? { SileroFile.names.flatMap(candidates).first { isFile($0) } }

    /// The models that are known and those that are here.
    var registry: ModelRegistry {
        let folders = folders
        return ModelRegistry(folder: folders[0], otherPlaces: Array(folders.dropFirst()))
    }

    /// Where the self-tests of models are remembered.
    var crashes: URL { StoreFiles(folder: dataFolder).modelCache.appendingPathComponent("crashes.json") }

    var checks: ModelCheckFile {
        ModelCheckFile(url: StoreFiles(folder: dataFolder).modelCache.appendingPathComponent("checks.json"))
    }

    private func candidates(_ name: String) -> [String] { folders.map { $0.appendingPathComponent(name).path } }

    /// The folders in which models may be, in the order in which they are looked through.
    var folders: [URL] {
        var folder = Self.executable.deletingLastPathComponent()
        var found = [
            dataFolder.appendingPathComponent("models", isDirectory: true),
            folder.deletingLastPathComponent().appendingPathComponent("share/hearth/models", isDirectory: true),
        ]
        for _ in 0..<6 where folder.path != "/" {
            found.append(folder.appendingPathComponent(".deps/models", isDirectory: true))
            folder.deleteLastPathComponent()
        }
        return found
    }

    private func isFile(_ path: String) -> Bool {
        var isDirectory: ObjCBool = false
        return FileManager.default.fileExists(atPath: path, isDirectory: &isDirectory) && !isDirectory.boolValue
    }

    /// The running program, links resolved, so that a link in `~/bin` finds its models too.
    private static let executable: URL = {
        #if os(Linux)
        let path = (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")) ?? ""
        return URL(fileURLWithPath: path)
        #else
        return (Bundle.main.executableURL ?? URL(fileURLWithPath: CommandLine.arguments[0]))
            .resolvingSymlinksInPath()
        #endif
    }()
}

/// The speech models of the registry, with what their files must measure and hash to; and files that were put into the
/// folders by hand, of which nothing is known but their name.
struct RegisteredSpeechModels: SpeechModelLocator {
    let registry: ModelRegistry
    let folders: [URL]

    func speechModel(named id: String?) throws -> SpeechModelFile? {
        let installed = try registry.entries().filter {
            $0.manifest.modality == .speechRecognition && $0.manifest.runtimes.contains(.whisper) && $0.isInstalled
        }
        let byHand = SpeechModelFolder(folders)
        guard let id else {
            // Of one family the larger model hears better.
            let best = installed.max { ($0.manifest.bytes ?? 0) < ($1.manifest.bytes ?? 0) }
            return best.flatMap(Self.file) ?? byHand.speechModel(named: nil)
        }
        let names = [id.lowercased(), "whisper-" + id.lowercased()]
        return installed.first { names.contains($0.manifest.id) }.flatMap(Self.file) ?? byHand.speechModel(named: id)
    }

    private static func file(_ entry: ModelRegistry.Entry) -> SpeechModelFile? {
        entry.path.map {
            SpeechModelFile(
                id: entry.manifest.id, path: $0, bytes: entry.manifest.bytes, sha256: entry.manifest.sha256)
        }
    }
}
