import Foundation
public import HearthCore

#if PocketSphinx
internal import CPocketSphinx
#endif

/// Writes down English with PocketSphinx, a small recognizer whose model comes with the system's packages.
///
/// It is there to be chosen, never by default: of clean, synthetic speech it gets one word in fifteen wrong, of real speech
/// in a room far more. With a grammar it hears exactly what the grammar allows.
public actor PocketSphinxRecognizer: SpeechRecognizer {
    public nonisolated let engine = SpeechEngine.pocketsphinx
    public nonisolated let modelID = "pocketsphinx-en-us"
    /// A clip is decoded in one go, which cannot be stopped: 20 seconds take about three.
    public nonisolated let maximumClip = 20.0

    private let model: PocketSphinxModel?
    private let grammar: String?
    private let executor = ThreadExecutor(name: "pocketsphinx")
    #if PocketSphinx
    private var decoder: PocketSphinxDecoder?
    #endif

    public nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

    /// - Parameter grammar: What may be said, in the Java Speech Grammar Format; `nil` for free speech.
    public init(grammar: String? = nil) { self.init(model: PocketSphinxModel.installed(), grammar: grammar) }

    init(model: PocketSphinxModel?, grammar: String?) {
        self.model = model
        self.grammar = grammar
    }

    #if PocketSphinx
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
        guard let model else { throw PocketSphinxModel.missing() }
        try model.check()
        let made = try PocketSphinxDecoder(model: model, grammar: grammar)
        decoder = made
        return made
    }
    #else
    private static let notBuilt = VoiceError(
        .engineUnavailable,
        "This build has no PocketSphinx. Install its development package (apt install libpocketsphinx-dev "
            + "pocketsphinx-en-us), then build again.")

    public func prepare() async throws { throw Self.notBuilt }

    public func recognize(
        _ clip: [Float], options: RecognitionOptions, partial: @escaping @Sendable (String) -> Void
    ) throws -> RecognizedSpeech { throw Self.notBuilt }
    #endif
}

#if PocketSphinx
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

    deinit { ps_free(raw) }

    func recognize(_ clip: [Float]) throws -> RecognizedSpeech {
        let samples = clip.map { Int16(min(max($0.isFinite ? $0 : 0, -1), 1) * 32_767) }
        guard !samples.isEmpty else { return RecognizedSpeech(segments: [], language: "en") }
        // The whole clip at once: what is recognized then depends on nothing that was heard before.
        guard ps_start_utt(raw) == 0, ps_process_raw(raw, samples, samples.count, 0, 1) >= 0, ps_end_utt(raw) == 0
        else {
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
        var iterator = ps_seg_iter(raw)
        while let segment = iterator {
            if let name = ps_seg_word(segment).map({ String(cString: $0) }), let text = Self.word(name) {
                var (first, last): (Int32, Int32) = (0, 0)
                ps_seg_frames(segment, &first, &last)
                let probability = logmath_exp(ps_get_logmath(raw), ps_seg_prob(segment, nil, nil, nil))
                words.append(
                    RecognizedWord(
                        start: min(Double(first) / Self.framesPerSecond, limit),
                        end: min(Double(last + 1) / Self.framesPerSecond, limit), text: text,
                        confidence: min(max(probability, 0), 1)))
            }
            iterator = ps_seg_next(segment)
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
#endif
