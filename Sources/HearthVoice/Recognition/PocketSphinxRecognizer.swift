internal import CPocketSphinx
import Foundation
public import HearthCore

/// Writes down English with PocketSphinx, a small recognizer whose model comes with the system's packages.
///
/// It is there to be chosen, never by default: of clean, synthetic speech it gets one word in fifteen wrong, of real speech
/// in a room far more. With a grammar it hears exactly what the grammar allows. The library is the system's, opened when it is
/// first needed.
public actor PocketSphinxRecognizer: SpeechRecognizer {
    public nonisolated let engine = SpeechEngine.pocketsphinx
    public nonisolated let modelID = "pocketsphinx-en-us"
    /// A clip is decoded in one go, which cannot be stopped: 20 seconds take about three.
    public nonisolated let maximumClip = 20.0

    private let model: PocketSphinxModel?
    private let grammar: String?
    private let executor = ThreadExecutor(name: "pocketsphinx")
    private var decoder: PocketSphinxDecoder?

    /// Whether library and model are on this system.
    package static var isInstalled: Bool { PocketSphinxModel.installed() != nil && hearth_ps_available() }

    public nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

    /// - Parameter grammar: What may be said, in the Java Speech Grammar Format; `nil` for free speech.
    public init(grammar: String? = nil) { self.init(model: PocketSphinxModel.installed(), grammar: grammar) }

    init(model: PocketSphinxModel?, grammar: String?) {
        self.model = model
        self.grammar = grammar
    }

    public func prepare() async throws { _ = try loaded() }

    public func recognize(
        _ clip: [Float], options: RecognitionOptions, partial: @escaping @Sendable (String) -> Void
    ) throws -> RecognizedSpeech {
        try Task.checkCancellation()
        if let language = options.language, !language.lowercased().hasPrefix("en") {
            throw VoiceError(
                .unknownLanguage, "PocketSphinx knows English only. Use another recognizer for \"\(language)\".",
                help: [.give(option: "engine")])
        }
        let speech = try loaded().recognize(clip)
        try Task.checkCancellation()
        return speech
    }

    private func loaded() throws -> PocketSphinxDecoder {
        if let decoder { return decoder }
        guard hearth_ps_available() else {
            throw VoiceError(
                .engineUnavailable,
                "PocketSphinx is not installed on this system. Its packages bring it (on Debian: libpocketsphinx3, "
                    + "pocketsphinx-en-us).")
        }
        guard let model else { throw PocketSphinxModel.missing() }
        try model.check()
        let made = try PocketSphinxDecoder(model: model, grammar: grammar)
        decoder = made
        return made
    }
}

/// A loaded decoder. Not thread-safe: it belongs to the actor that uses it.
private final class PocketSphinxDecoder {
    private let raw: OpaquePointer
    /// Times are counted in frames.
    private static let framesPerSecond = 100.0

    init(model: PocketSphinxModel, grammar: String?) throws {
        guard let raw = hearth_ps_open(model.acoustic, model.language, model.dictionary) else {
            throw VoiceError(.modelDamaged, "PocketSphinx refused its model. Install pocketsphinx-en-us again.")
        }
        self.raw = raw
        if let grammar, hearth_ps_grammar(raw, grammar) < 0 {
            throw VoiceError(
                .badOption, "The grammar cannot be read as JSGF, or holds words that the dictionary lacks.")
        }
    }

    deinit { hearth_ps_close(raw) }

    func recognize(_ clip: [Float]) throws -> RecognizedSpeech {
        let samples = clip.map { Int16(min(max($0.isFinite ? $0 : 0, -1), 1) * 32_767) }
        guard !samples.isEmpty else { return RecognizedSpeech(segments: [], language: "en") }
        // The whole clip at once: what is recognized then depends on nothing that was heard before.
        guard hearth_ps_hear(raw, samples, samples.count) == 0 else {
            throw VoiceError(.recognitionFailed, "PocketSphinx failed. Try again.")
        }
        let words = words(limit: AudioFormat.seconds(clip.count))
        guard let first = words.first, let last = words.last else {
            return RecognizedSpeech(segments: [], language: "en")
        }
        let confidence = words.reduce(1.0) { $0 * max($1.confidence ?? 1, 1e-6) }
        let segment = RecognizedSegment(
            start: first.start, end: last.end, text: words.map(\.text).joined(separator: " "),
            confidence: confidence.root(of: words.count), words: words)
        return RecognizedSpeech(segments: [segment], language: "en")
    }

    private func words(limit: Double) -> [RecognizedWord] {
        var words: [RecognizedWord] = []
        var iterator = hearth_ps_first(raw)
        while let segment = iterator {
            if let name = hearth_ps_word(segment).map({ String(cString: $0) }), let text = Self.word(name) {
                var (first, last): (Int32, Int32) = (0, 0)
                hearth_ps_frames(segment, &first, &last)
                let probability = hearth_ps_probability(raw, segment)
                words.append(
                    RecognizedWord(
                        start: min(Double(first) / Self.framesPerSecond, limit),
                        end: min(Double(last + 1) / Self.framesPerSecond, limit), text: text,
                        confidence: min(max(probability, 0), 1)))
            }
            iterator = hearth_ps_next(segment)
        }
        return words
    }

    /// "read(2)" is another way to say "read"; silences and noises are no words.
    private static func word(_ name: String) -> String? {
        guard let first = name.first, first != "<", first != "[", first != "+" else { return nil }
        return String(name.prefix { $0 != "(" })
    }
}

extension Double {
    /// The root of a product of so many factors: their geometric mean.
    fileprivate func root(of factors: Int) -> Double { factors < 1 ? self : pow(self, 1 / Double(factors)) }
}

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
            .modelMissing, "PocketSphinx has no model here.", help: [.install(package: "pocketsphinx-en-us")])
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
