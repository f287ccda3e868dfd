import Foundation
import Synchronization

extension WhisperRecognizer {
    /// The recognizer for a model, the same one for all who want it at the same time: a model is hundreds of megabytes, and
    /// takes seconds to be checked and loaded. It goes when the last of them lets go of it.
    public static func shared(model: SpeechModelFile, configuration: Configuration = Configuration())
        -> WhisperRecognizer
    {
        let key = SharedRecognizers.Key(model: model, configuration: configuration)
        return SharedRecognizers.all.withLock { all in
            // One that hangs is left to those whom it keeps waiting.
            if let found = all[key]?.recognizer, !found.isStuck { return found }
            let made = WhisperRecognizer(model: model, configuration: configuration)
            all = all.filter { $0.value.recognizer != nil }
            all[key] = SharedRecognizers.Entry(recognizer: made)
            return made
        }
    }
}

/// The recognizers that somebody holds.
private enum SharedRecognizers {
    struct Key: Hashable {
        var model: SpeechModelFile
        var configuration: WhisperRecognizer.Configuration
        /// A file that was replaced is another one.
        var size: UInt64
        var changed: Date?

        init(model: SpeechModelFile, configuration: WhisperRecognizer.Configuration) {
            self.model = model
            self.configuration = configuration
            let place = URL(fileURLWithPath: model.path).resolvingSymlinksInPath().path
            let attributes = try? FileManager.default.attributesOfItem(atPath: place)
            size = (attributes?[.size] as? NSNumber)?.uint64Value ?? 0
            changed = attributes?[.modificationDate] as? Date
        }
    }

    struct Entry: Sendable {
        weak var recognizer: WhisperRecognizer?
    }

    static let all = Mutex<[Key: Entry]>([:])
}
