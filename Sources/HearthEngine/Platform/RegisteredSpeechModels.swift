import HearthRegistry
import HearthVoice

/// Speech models by their names in the registry, also those that a person added under one of their own; then what lies in
/// the folders without an entry.
struct RegisteredSpeechModels: SpeechModelLocator {
    let registry: ModelRegistry
    let folder: SpeechModelFolder

    func speechModel(named id: String?) throws -> SpeechModelFile? {
        // Which one hears best, the folders know by their published names; only a name can mean another one.
        guard let id, let entry = try registry.entries().first(where: { $0.manifest.id == id.lowercased() }),
            entry.manifest.modality == .speechRecognition, entry.manifest.runtimes.contains(.whisper),
            let path = entry.path
        else { return folder.speechModel(named: id) }
        // Without the hash: reading three gigabytes before each use is `hearth models verify`'s work.
        return SpeechModelFile(id: entry.manifest.id, path: path, bytes: entry.manifest.bytes)
    }
}
