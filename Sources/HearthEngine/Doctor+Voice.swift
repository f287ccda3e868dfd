import Foundation
import HearthCore
import HearthVoice

extension Doctor {
    /// What recordings need: a model to write them down, one that finds speech, and a decoder.
    static func voice(_ base: URL, _ folder: URL) -> [Finding] {
        [speechModel(base), voiceActivity(folder), decoder()]
    }

    private static func speechModel(_ base: URL) -> Finding {
        let name = "speech model"
        let pull = "hearth models pull whisper-base"
        do {
            guard let model = try Hearth(folder: base).speechModels.speechModel(named: nil) else {
                return Finding(
                    name: name, state: .missing, detail: "none; recordings cannot be written down", remedy: pull)
            }
            guard WhisperRecognizer.isBuilt else {
                return Finding(
                    name: name, state: .missing, detail: "\(model.id) is there, but this build has no whisper.cpp",
                    remedy: "run scripts/setup, then build again")
            }
            return Finding(name: name, state: .good, detail: "\(model.id) (\(model.path))")
        } catch {
            let message = (error as? any ReadableError)?.message ?? String(describing: error)
            return Finding(name: name, state: .bad, detail: message, remedy: pull)
        }
    }

    private static func voiceActivity(_ folder: URL) -> Finding {
        let name = "voice activity model"
        guard let path = ModelFiles(dataFolder: folder).voiceActivityModel() else {
            return Finding(
                name: name, state: .missing, detail: "not there; speech is found by its loudness",
                remedy: "run scripts/setup in the checkout")
        }
        do {
            try SileroFile.check(path)
            return Finding(name: name, state: .good, detail: path)
        } catch {
            let message = (error as? any ReadableError)?.message ?? String(describing: error)
            return Finding(name: name, state: .bad, detail: message, remedy: "run scripts/setup again")
        }
    }

    private static func decoder() -> Finding {
        guard let path = AudioFile.decoder else {
            return Finding(
                name: "sound decoder", state: .missing, detail: "no ffmpeg; only WAV files can be read",
                remedy: "apt install ffmpeg, or brew install ffmpeg")
        }
        return Finding(name: "sound decoder", state: .good, detail: path)
    }
}
