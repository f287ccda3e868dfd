import Foundation
import HearthRegistry
import HearthVoice

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
