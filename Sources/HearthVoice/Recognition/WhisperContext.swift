import Foundation
import HearthCore
import HearthSystem

#if Whisper
internal import CWhisper

/// A loaded model. Not thread-safe: it belongs to the actor that uses it.
final class WhisperContext {
    private let raw: OpaquePointer
    private let shape: WhisperModelFile.Shape
    private let threads: Int32
    private let beams: Int32

    /// Clips are filled up to this with silence: the library looks at nothing shorter than a second.
    private static let minimumSamples = 17_600
    /// Characters of a prompt: some 200 tokens, more than which the library would cut off at the front.
    private static let maximumPrompt = 600
    /// The library keeps a state for each; no clip is large enough for more.
    private static let mostThreads = 64
    /// Units of the library's times.
    private static let hundredth = 0.01

    /// - Parameter stream: The file where it is open already; it is read from its first byte and not closed.
    init(
        path: String, stream: UnsafeMutablePointer<FILE>? = nil, shape: WhisperModelFile.Shape,
        configuration: WhisperRecognizer.Configuration
    ) throws {
        WhisperLog.start()
        var parameters = whisper_context_default_params()
        parameters.use_gpu = configuration.usesGPU
        let made =
            if let stream {
                Self.load(stream, parameters)
            } else {
                whisper_init_from_file_with_params(path, parameters)
            }
        guard let raw = made else {
            throw VoiceError(
                .modelDamaged, "whisper.cpp refused the speech model \(path). Fetch it again, or choose another.")
        }
        self.raw = raw
        self.shape = shape
        threads = Int32(min(max(1, configuration.threads ?? ThreadCount.recommended - 1), Self.mostThreads))
        beams = Int32(min(max(configuration.beams, 1), 8))
    }

    deinit { whisper_free(raw) }

    private static func load(
        _ stream: UnsafeMutablePointer<FILE>, _ parameters: whisper_context_params
    ) -> OpaquePointer? {
        rewind(stream)
        var loader = whisper_model_loader(
            context: UnsafeMutableRawPointer(stream),
            read: { context, output, count in
                guard let context, let output else { return 0 }
                return fread(output, 1, count, context.assumingMemoryBound(to: FILE.self))
            },
            eof: { context in
                guard let context else { return true }
                return feof(context.assumingMemoryBound(to: FILE.self)) != 0
            }, close: { _ in })
        return whisper_init_with_params(&loader, parameters)
    }

    func recognize(
        _ clip: [Float], options: RecognitionOptions, flag: Latch,
        partial: @escaping @Sendable (String) -> Void
    ) throws -> RecognizedSpeech {
        // Such a model would write down the language that is spoken, or nonsense.
        guard !options.translates || shape.canTranslate else { throw VoiceError.cannotTranslate("This model") }
        guard !clip.isEmpty else { return RecognizedSpeech(segments: []) }
        let filling = [Float](repeating: 0, count: max(0, Self.minimumSamples - clip.count))
        let samples = clip.map { $0.isFinite ? min(max($0, -1), 1) : 0 } + filling
        let (language, confidence) = try language(options.language, of: samples)
        if flag.isSet { throw CancellationError() }

        var parameters = whisper_full_default_params(
            beams > 1 ? WHISPER_SAMPLING_BEAM_SEARCH : WHISPER_SAMPLING_GREEDY)
        parameters.n_threads = threads
        parameters.beam_search.beam_size = beams
        parameters.print_special = false
        parameters.print_progress = false
        parameters.print_realtime = false
        parameters.print_timestamps = false
        // A clip is recognized by itself: what was said before it may be another's words.
        parameters.no_context = true
        parameters.token_timestamps = true
        parameters.suppress_nst = true
        parameters.translate = options.translates
        if let temperature = options.temperature, temperature.isFinite {
            parameters.temperature = Float(min(max(temperature, 0), 1))
        }
        parameters.abort_callback = Latch.isSet
        parameters.new_segment_callback = { _, state, _, box in
            guard let box, let state else { return }
            Unmanaged<PartialText>.fromOpaque(box).takeUnretainedValue().tell(state)
        }
        let told = PartialText(partial)
        let status = withExtendedLifetime((flag, told)) {
            parameters.abort_callback_user_data = Unmanaged.passUnretained(flag).toOpaque()
            parameters.new_segment_callback_user_data = Unmanaged.passUnretained(told).toOpaque()
            return language.withCString { language in
                parameters.language = language
                guard let prompt = prompt(options) else {
                    return whisper_full(raw, parameters, samples, Int32(samples.count))
                }
                return prompt.withCString { prompt in
                    parameters.initial_prompt = prompt
                    return whisper_full(raw, parameters, samples, Int32(samples.count))
                }
            }
        }
        if flag.isSet { throw CancellationError() }
        guard status == 0 else {
            throw VoiceError(.recognitionFailed, "whisper.cpp failed (status \(status)). Try again, or another model.")
        }
        let limit = AudioFormat.seconds(clip.count)
        let segments = (0..<whisper_full_n_segments(raw)).compactMap { segment($0, limit: limit) }
        return RecognizedSpeech(segments: segments, language: language, languageConfidence: confidence)
    }

    // MARK: - Language

    /// The language to write down, and how sure the model is of it when it was not told.
    private func language(_ wish: String?, of samples: [Float]) throws -> (String, Double?) {
        if let wish {
            // "de-AT" is German to the model.
            let name = String(wish.lowercased().split { $0 == "-" || $0 == "_" }.first ?? "")
            guard !name.isEmpty, name.utf8.allSatisfy({ $0 != 0 }), let code = Self.code(whisper_lang_id(name)) else {
                throw VoiceError(
                    .unknownLanguage,
                    "Whisper does not know the language \"\(wish)\". Give a code such as en, de or fr.")
            }
            guard shape.isMultilingual || code == "en" else {
                throw VoiceError(
                    .unknownLanguage, "This model knows English only. Choose one without \".en\" for \"\(wish)\".")
            }
            return (code, nil)
        }
        guard shape.isMultilingual else { return ("en", nil) }
        var probabilities = [Float](repeating: 0, count: Int(whisper_lang_max_id()) + 1)
        guard whisper_pcm_to_mel(raw, samples, Int32(samples.count), threads) == 0 else {
            throw VoiceError(.recognitionFailed, "whisper.cpp could not read the sound. Try again.")
        }
        let id = whisper_lang_auto_detect(raw, 0, threads, &probabilities)
        guard id >= 0, Int(id) < probabilities.count, let code = Self.code(id) else {
            throw VoiceError(
                .recognitionFailed, "whisper.cpp could not tell the language. Say which it is.",
                help: [.give(option: "language")])
        }
        return (code, Double(probabilities[Int(id)]))
    }

    private static func code(_ id: Int32) -> String? {
        guard id >= 0, let text = whisper_lang_str(id) else { return nil }
        return String(cString: text)
    }

    /// Names and terms as a text that might have come before: so the model spells them as it finds them there. Then the text
    /// that did come before, as much of its end as there is room for.
    private func prompt(_ options: RecognitionOptions) -> String? {
        let words = { (text: String) in text.split { $0.isWhitespace || $0 == "\0" }.joined(separator: " ") }
        var text = ""
        for term in options.vocabulary {
            let word = words(term)
            guard !word.isEmpty, text.count + word.count + 2 <= Self.maximumPrompt else { continue }
            text += text.isEmpty ? word : ", " + word
        }
        if !text.isEmpty { text += "." }
        let before = words(String((options.prompt ?? "").suffix(max(0, Self.maximumPrompt - text.count))))
        if !before.isEmpty { text += text.isEmpty ? before : " " + before }
        return text.isEmpty ? nil : text
    }

    // MARK: - Segments

    private func segment(_ index: Int32, limit: Double) -> RecognizedSegment? {
        let start = min(max(0, Double(whisper_full_get_segment_t0(raw, index)) * Self.hundredth), limit)
        let end = min(max(start, Double(whisper_full_get_segment_t1(raw, index)) * Self.hundredth), limit)
        var collector = WordCollector(from: start, to: end)
        let special = whisper_token_eot(raw)
        for token in 0..<whisper_full_n_tokens(raw, index) {
            let data = whisper_full_get_token_data(raw, index, token)
            guard data.id < special, let text = whisper_full_get_token_text(raw, index, token) else { continue }
            collector.add(
                bytes: Array(UnsafeBufferPointer(start: text, count: strlen(text)).lazy.map { UInt8(bitPattern: $0) }),
                start: Double(data.t0) * Self.hundredth, end: Double(data.t1) * Self.hundredth,
                logProbability: data.plog)
        }
        return collector.segment
    }
}

/// Tells the text so far, when the library has a new piece of it.
private final class PartialText {
    private let tell: @Sendable (String) -> Void

    init(_ tell: @escaping @Sendable (String) -> Void) { self.tell = tell }

    func tell(_ state: OpaquePointer) {
        var text = ""
        for index in 0..<whisper_full_n_segments_from_state(state) {
            if let part = whisper_full_get_segment_text_from_state(state, index) { text += String(cString: part) }
        }
        tell(text.singleSpaced)
    }
}

/// Keeps whisper.cpp quiet: what it prints would end up between our lines.
enum WhisperLog {
    /// The first use of the library does this.
    static func start() { _ = started }

    private static let started: Void = {
        // When it ends the process, ggml would attach a debugger to print a backtrace; not to one that holds private data.
        setenv("GGML_NO_BACKTRACE", "1", 0)
        whisper_log_set({ _, _, _ in }, nil)
    }()
}
#endif

/// Makes words of a model's tokens. A token may be a piece of a word, several words' punctuation, or a part of a character.
struct WordCollector {
    private struct Piece {
        var bytes: [UInt8]
        var start: Double
        var end: Double
        var logProbability: Double
        var tokens: Int
    }

    private let start: Double
    private let end: Double
    private var pieces: [Piece] = []

    /// - Parameters: The times of the segment, which its words keep to.
    init(from start: Double, to end: Double) {
        self.start = start
        self.end = end
    }

    mutating func add(bytes: [UInt8], start: Double, end: Double, logProbability: Float) {
        guard !bytes.isEmpty else { return }
        let from = min(max(start, self.start), self.end)
        let to = min(max(end, from), self.end)
        let log = logProbability.isFinite ? Double(min(logProbability, 0)) : -10
        // Words begin with a space, except in languages that write none: there each character is a word.
        let beginsWord = bytes[0] == 0x20 || pieces.isEmpty || isWhole(pieces[pieces.count - 1].bytes) && isWide(bytes)
        if beginsWord {
            pieces.append(Piece(bytes: bytes, start: from, end: to, logProbability: log, tokens: 1))
        } else {
            pieces[pieces.count - 1].bytes += bytes
            pieces[pieces.count - 1].end = max(to, pieces[pieces.count - 1].end)
            pieces[pieces.count - 1].logProbability += log
            pieces[pieces.count - 1].tokens += 1
        }
    }

    /// `nil` when there are no words.
    var segment: RecognizedSegment? {
        let text = String(decoding: pieces.flatMap(\.bytes), as: UTF8.self).trimmingCharacters(
            in: .whitespacesAndNewlines)
        guard !text.isEmpty else { return nil }
        let words = pieces.compactMap { piece -> RecognizedWord? in
            let text = String(decoding: piece.bytes, as: UTF8.self).trimmingCharacters(in: .whitespacesAndNewlines)
            guard !text.isEmpty else { return nil }
            return RecognizedWord(
                start: piece.start, end: piece.end, text: text,
                confidence: exp(piece.logProbability / Double(piece.tokens)))
        }
        let tokens = pieces.reduce(0) { $0 + $1.tokens }
        let confidence = exp(pieces.reduce(0) { $0 + $1.logProbability } / Double(max(tokens, 1)))
        return RecognizedSegment(start: start, end: end, text: text, confidence: confidence, words: words)
    }

    private func isWhole(_ bytes: [UInt8]) -> Bool { String(validating: bytes, as: UTF8.self) != nil }

    /// Whether the text begins with a character of a script that writes no spaces: kana, Chinese characters, Thai and others
    /// between them in Unicode.
    private func isWide(_ bytes: [UInt8]) -> Bool {
        guard bytes[0] >= 0xE0, let first = String(decoding: bytes, as: UTF8.self).unicodeScalars.first else {
            return false
        }
        switch first.value {
        case 0x0E00...0x0EFF, 0x1000...0x109F, 0x1780...0x17FF, 0x3040...0x30FF, 0x3400...0x9FFF, 0xF900...0xFAFF:
            return true
        default: return false
        }
    }
}
