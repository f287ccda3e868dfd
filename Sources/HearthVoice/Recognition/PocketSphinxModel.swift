import Foundation

/// The American English model that systems package for PocketSphinx.
struct PocketSphinxModel: Sendable, Hashable {
    let folder: String

    var acoustic: String { folder + "/en-us" }
    var language: String { folder + "/en-us.lm.bin" }
    var dictionary: String { folder + "/cmudict-en-us.dict" }

    private static let folders = [
        "/usr/share/pocketsphinx/model/en-us", "/usr/local/share/pocketsphinx/model/en-us",
        "/opt/homebrew/share/pocketsphinx/model/en-us",
    ]

    /// What the files hash to; the package of Debian and the one of PyPI hold the same. A damaged `mdef` would end the
    /// process: the library believes every number in it.
    private static let hashes = [
        "en-us/mdef": "2360f9a86889c1cfee8bd618a0269387911e5fb2920a594f506b18b8c79683b0",
        "en-us/means": "832019e32cac12eb318964f96f469034acb12d0348eeddc3831831a100cb4dd4",
        "en-us/variances": "b00d696f85e96834fc10f8e5f06428d8c4db6bffdbe5845b6f69bf6efbc48fa5",
        "en-us/sendump": "8c9564c0d5bef69ca9d9bf1014abe162f071644cf02cf1fa8a483c3dc165a7a8",
        "en-us/transition_matrices": "c1f7f28ea43177be734be1f88bd7f1b9a853d0e660f8599c67c6eaeca8bb539a",
        "en-us/noisedict": "7295b07df2c204c4f87c6782b6be1a3859d7006d4e3864181c955d6dab105a33",
        "en-us/feat.params": "9f8058c107ebbc42abef6d39c67c6aedbcf60ac371332e550994e12a0392cb02",
        "en-us.lm.bin": "db21d0642286677699e6dbc859d2e5395570222361999387ce60f6e1d01995d6",
        "cmudict-en-us.dict": "9de99dd2a24b63c653c1c30ab39388d05185cae36d0875f15c319b4ad6dc43af",
    ]
    private static let maximumBytes = 64 << 20

    /// Where the system's package put it; `nil` when it is not installed.
    static func installed() -> PocketSphinxModel? {
        folders.map(PocketSphinxModel.init).first { FileManager.default.fileExists(atPath: $0.language) }
    }

    static func missing() -> VoiceError {
        VoiceError(
            .modelMissing, "PocketSphinx has no model here. Install it: apt install pocketsphinx-en-us, for example.")
    }

    /// - Throws: ``VoiceError`` `speech-model-missing` or `speech-model-damaged`.
    func check() throws {
        for (name, hash) in Self.hashes.sorted(by: { $0.key < $1.key }) {
            guard let file = FileHandle(forReadingAtPath: folder + "/" + name) else { throw Self.missing() }
            defer { try? file.close() }
            let data = try file.read(upToCount: Self.maximumBytes) ?? Data()
            guard SpeechModelFile.hash(of: data) == hash else {
                throw VoiceError(
                    .modelDamaged,
                    "The model of PocketSphinx is damaged (\(name)). Install it again, from the package "
                        + "pocketsphinx-en-us.")
            }
        }
    }
}
