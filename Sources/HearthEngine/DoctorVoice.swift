import Foundation
import HearthCore
import HearthRegistry
import HearthVoice

extension Doctor {
    /// What recordings need: a model to write them down, one that finds speech, and a decoder.
    static func voice(_ base: URL, _ folder: URL) -> [Finding] {
        [speechModel(base), voiceActivity(folder), decoder()]
    }

    private static func speechModel(_ base: URL) -> Finding {
        let name = "speech model"
        let pull = [Remedy.help(.fetchModel(id: "whisper-base"))]
        do {
            let hearth = try Hearth(folder: base)
            guard let model = try hearth.voice.models.speechModel(named: nil) else {
                return Finding(
                    name: name, state: .missing, detail: "none; recordings cannot be written down", remedies: pull)
            }
            guard WhisperRecognizer.isBuilt else {
                return Finding(
                    name: name, state: .missing, detail: "\(model.id) is there, but this build has no whisper.cpp",
                    remedies: [.help(.rebuild)])
            }
            // As the list of models says it; all of it is read where it is used.
            if let entry = ModelFiles.entry(at: model.path, in: hearth.models.registry),
                let problem = ModelRegistry.problem(of: entry)
            {
                return Finding(
                    name: name, state: .bad, detail: "\(model.id) (\(model.path)): \(problem)", remedies: pull)
            }
            return Finding(name: name, state: .good, detail: "\(model.id) (\(model.path))")
        } catch {
            let message = error.readableMessage
            return Finding(name: name, state: .bad, detail: message, remedies: pull)
        }
    }

    private static func voiceActivity(_ folder: URL) -> Finding {
        let name = "voice activity model"
        guard let path = ModelFiles(dataFolder: folder).voiceActivityModel() else {
            return Finding(
                name: name, state: .missing, detail: "not there; speech is found by its loudness",
                remedies: [.setUp()])
        }
        do {
            try SileroFile.check(path)
            return Finding(name: name, state: .good, detail: path)
        } catch {
            let message = error.readableMessage
            return Finding(name: name, state: .bad, detail: message, remedies: [.setUp()])
        }
    }

    private static func decoder() -> Finding {
        guard let path = AudioFile.decoder else {
            return Finding(
                name: "sound decoder", state: .missing, detail: "no ffmpeg; only WAV files can be read",
                remedies: [.help(.install(package: "ffmpeg"))])
        }
        return Finding(name: "sound decoder", state: .good, detail: path)
    }
}
