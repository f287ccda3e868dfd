import HearthCore
import Synchronization

@testable import HearthVoice

/// A recognizer that does what a test says, and remembers what it was asked.
final class ScriptedRecognizer: SpeechRecognizer {
    enum Answer: Sendable {
        case text(String)
        case failure(VoiceError)
        /// Never answers, and does not react to being cancelled.
        case hang
        /// Never answers until it is cancelled.
        case wait
    }

    let engine = SpeechEngine.whisper
    let modelID = "scripted"
    let maximumClip: Double
    private let answers: [Answer]
    private let language: String?
    private let asked = Mutex<[(samples: Int, options: RecognitionOptions)]>([])
    private let hanging = Mutex<[CheckedContinuation<Void, Never>]>([])

    init(_ answers: [Answer] = [.text("words")], language: String? = nil, maximumClip: Double = 30) {
        self.answers = answers
        self.language = language
        self.maximumClip = maximumClip
    }

    var clips: [Int] { asked.withLock { $0.map(\.samples) } }
    var options: [RecognitionOptions] { asked.withLock { $0.map(\.options) } }

    /// Lets what hangs go, so that no task outlives its test.
    func release() {
        for continuation in hanging.withLock({ all in
            defer { all = [] }
            return all
        }) { continuation.resume() }
    }

    func prepare() async throws {}

    func recognize(
        _ clip: [Float], options: RecognitionOptions, partial: @escaping @Sendable (String) -> Void
    ) async throws -> RecognizedSpeech {
        let index = asked.withLock { asked in
            asked.append((clip.count, options))
            return asked.count - 1
        }
        switch answers[min(index, answers.count - 1)] {
        case .text(let text):
            partial(String(text.prefix(3)))
            let end = AudioFormat.seconds(clip.count)
            let segments = text.isEmpty ? [] : [RecognizedSegment(start: 0, end: end, text: text)]
            return RecognizedSpeech(segments: segments, language: language, languageConfidence: 0.9)
        case .failure(let error): throw error
        case .hang:
            await withCheckedContinuation { continuation in hanging.withLock { $0.append(continuation) } }
            return RecognizedSpeech(segments: [])
        case .wait:
            try await Task.sleep(for: .seconds(3_600))
            return RecognizedSpeech(segments: [])
        }
    }
}

/// Tones and silences, for what needs no real voice: a tone is as loud as speech.
enum Tones {
    /// - Parameter pieces: Seconds of tone or silence, in turn, beginning with silence.
    static func samples(_ pieces: [Double], level: Float = 0.2) -> [Float] {
        var samples: [Float] = []
        for (index, seconds) in pieces.enumerated() {
            let count = AudioFormat.sample(seconds)
            for position in 0..<count {
                // Deterministic and without a mean.
                samples.append(index % 2 == 0 ? 0 : (position / 20 % 2 == 0 ? level : -level))
            }
        }
        return samples
    }
}
