public import HearthCore
import Synchronization

/// Talks: hears a question, has it answered, and says the answer sentence by sentence while the rest is still being written.
///
/// It does not listen while it speaks into the same room; while it thinks it does, and what is said then is answered next. A
/// question that cannot be answered is reported, and the talk goes on.
public struct VoiceAssistant: Sendable {
    /// Answers what was said, in pieces, as a model writes them.
    public typealias Answer = @Sendable (String) async throws -> EventStream<String>

    /// What an assistant tells.
    public enum Event: Sendable {
        /// What the pipeline tells.
        case voice(VoiceEvent)
        /// Somebody said this.
        case heard(String)
        /// A sentence of the answer, told before it is spoken.
        case sentence(String)
        /// The answer is complete, and was spoken.
        case answered(String)
        /// It could not be answered or spoken; the message is for a person.
        case failed(String)
    }

    private let pipeline: VoicePipeline
    private let answer: Answer
    private let output: (any SpeechOutput)?

    /// - Parameter output: `nil` for an assistant that writes only.
    public init(pipeline: VoicePipeline, output: (any SpeechOutput)? = nil, answer: @escaping Answer) {
        self.pipeline = pipeline
        self.output = output
        self.answer = answer
    }

    /// Talks until the source ends or the task is cancelled.
    ///
    /// - Parameters:
    ///   - isLive: Whether the source hears what the assistant says; a file does not.
    ///   - onEvent: Is told what happens. Voice events and those of answers may overlap, each in its own order.
    public func run(
        _ source: any AudioSource, isLive: Bool, onEvent: @escaping @Sendable (Event) async throws -> Void
    ) async throws {
        let gate = GatedSource(source)
        // Questions that wait while one is answered; a ninth makes the pipeline wait.
        let questions = BoundedChannel<Question>(capacity: 8)
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask {
                defer { questions.finish() }
                _ = try await pipeline.transcribe(isLive ? gate : source) { event in
                    try await onEvent(.voice(event))
                    if case .segments(let segments) = event {
                        let text = segments.map(\.text).joined(separator: " ")
                        try await questions.send(
                            Question(text: text, language: pipeline.configuration.options.language))
                    }
                }
            }
            group.addTask {
                while let question = try await questions.next() {
                    try await onEvent(.heard(question.text))
                    try await reply(to: question, gate: isLive ? gate : nil, onEvent)
                }
            }
            try await group.waitForAll()
        }
    }

    private struct Question: Sendable {
        var text: String
        var language: String?
    }

    private func reply(
        to question: Question, gate: GatedSource?, _ onEvent: @Sendable (Event) async throws -> Void
    ) async throws {
        do {
            var sentences = SentenceAssembler()
            var whole = ""
            try await answer(question.text).forEach { piece in
                whole += piece
                for sentence in sentences.add(piece) { try await say(sentence, question.language, gate, onEvent) }
            }
            if let rest = sentences.finish() { try await say(rest, question.language, gate, onEvent) }
            try Task.checkCancellation()
            try await onEvent(.answered(whole))
        } catch let error as CancellationError {
            throw error
        } catch {
            try Task.checkCancellation()
            try await onEvent(.failed(error.readableMessage))
        }
    }

    private func say(
        _ sentence: String, _ language: String?, _ gate: GatedSource?,
        _ onEvent: @Sendable (Event) async throws -> Void
    ) async throws {
        try await onEvent(.sentence(sentence))
        guard let output else { return }
        if let gate {
            try await gate.deaf { try await output.speak(sentence, language: language) }
        } else {
            try await output.speak(sentence, language: language)
        }
    }
}

// MARK: - Sentences

/// Takes a text that comes in pieces and gives it out sentence by sentence, so that speaking can begin before it is complete.
struct SentenceAssembler {
    /// A sentence without an end is given out after this many characters, at a space.
    private static let longest = 400
    /// Words whose full stop ends no sentence.
    private static let abbreviations: Set<String> = [
        "mr", "mrs", "ms", "dr", "prof", "st", "vs", "etc", "nr", "bzw", "ca",
    ]

    private var text = ""

    /// Adds a piece.
    ///
    /// - Returns: The sentences that are complete now.
    mutating func add(_ piece: String) -> [String] {
        text += piece
        var sentences: [String] = []
        var rest = text[...]
        while let end = Self.end(of: rest) {
            let sentence = rest[..<end].singleSpaced
            if !sentence.isEmpty { sentences.append(sentence) }
            rest = rest[end...]
        }
        if !sentences.isEmpty || rest.startIndex != text.startIndex { text = String(rest) }
        return sentences
    }

    /// What is left at the end.
    mutating func finish() -> String? {
        defer { text = "" }
        let rest = text.singleSpaced
        return rest.isEmpty ? nil : rest
    }

    /// The index after the first sentence; `nil` while it may still go on.
    private static func end(of text: Substring) -> String.Index? {
        var word = ""
        var count = 0
        var space: String.Index?
        var index = text.startIndex
        while index < text.endIndex {
            let character = text[index]
            let next = text.index(after: index)
            count += 1
            if character.isNewline { return next }
            if "。！？".contains(character) { return next }
            if "!?…".contains(character) || character == "." && !isAbbreviation(word) {
                // Only what follows tells a full stop from the point of a number or of an address.
                guard next < text.endIndex else { return nil }
                var close = next
                while close < text.endIndex, "\"'”’)»]".contains(text[close]) { close = text.index(after: close) }
                if close < text.endIndex, text[close].isWhitespace { return close }
            }
            if character.isWhitespace {
                space = next
                word = ""
            } else {
                word.append(character)
            }
            if count >= longest { return space ?? next }
            index = next
        }
        return nil
    }

    private static func isAbbreviation(_ word: String) -> Bool {
        let plain = word.lowercased().drop { !$0.isLetter }
        // "e.g", "a.m", "J": single letters with points between them.
        let isLetters =
            !plain.isEmpty && plain.split(separator: ".").allSatisfy { $0.count == 1 && $0.allSatisfy(\.isLetter) }
        return isLetters || abbreviations.contains(String(plain))
    }
}

// MARK: - Deaf while it speaks

/// A microphone that can be made deaf, so that an assistant does not answer itself (half duplex). What comes meanwhile is
/// silence on the same clock.
final class GatedSource: AudioSource {
    private let source: any AudioSource
    private let times = Mutex(DeafTimes())

    init(_ source: any AudioSource) { self.source = source }

    var name: String { source.name }

    /// Hears nothing of the time in which the work is done.
    func deaf<Value>(_ work: () async throws -> Value) async rethrows -> Value {
        times.withLock { $0.begin(at: .now) }
        defer { times.withLock { $0.end(at: .now) } }
        return try await work()
    }

    func produce(into channel: BoundedChannel<AudioChunk>) async throws -> AudioReport {
        let chunks = BoundedChannel<AudioChunk>(capacity: 1)
        times.withLock { $0.restart() }
        return try await withThrowingTaskGroup(of: AudioReport.self) { group in
            group.addTask { [source] in try await chunks.ended { try await source.produce(into: $0) } }
            while var chunk = try await chunks.next() {
                if times.withLock({ $0.cover(chunk, arrivedAt: .now) }) {
                    chunk.samples = [Float](repeating: 0, count: chunk.samples.count)
                }
                try await channel.send(chunk)
            }
            guard let report = try await group.next() else { throw CancellationError() }
            return report
        }
    }
}

/// When a source was deaf, and whether a sound was recorded then.
///
/// When a sound arrives does not tell: while a recognizer works, sound waits in a queue, and the assistant's own voice would
/// come out of it after it has fallen silent.
struct DeafTimes {
    typealias Moment = ContinuousClock.Instant

    /// How long a room, and the way to the loudspeaker, hold a sound.
    private static let echo = Duration.milliseconds(300)
    /// The share by which a sound card's clock may be slow.
    private static let drift = 0.001

    private var depth = 0
    private var since: Moment?
    /// Times of which sound may still come.
    private var past: [Range<Moment>] = []
    /// When the source's clock was at 0. Nothing arrives before it was recorded, so the earliest guess is the best.
    private var origin: Moment?

    mutating func begin(at now: Moment) {
        if depth == 0 { since = now }
        depth += 1
    }

    mutating func end(at now: Moment) {
        depth -= 1
        guard depth == 0, let began = since else { return }
        past.append(began..<max(began, now + Self.echo))
        since = nil
    }

    /// A microphone's clock begins anew each time that it is read.
    mutating func restart() { origin = nil }

    /// Whether a part of the chunk was recorded in a deaf time.
    mutating func cover(_ chunk: AudioChunk, arrivedAt now: Moment) -> Bool {
        let length = AudioFormat.seconds(chunk.samples.count)
        let latest = now - .seconds(AudioFormat.seconds(chunk.end))
        let zero = origin.map { min($0 + .seconds(length * Self.drift), latest) } ?? latest
        origin = zero
        let first = zero + .seconds(AudioFormat.seconds(chunk.start))
        let last = zero + .seconds(AudioFormat.seconds(chunk.end))
        past.removeAll { $0.upperBound < first }
        if let since, since <= last { return true }
        return past.contains { $0.lowerBound <= last && first <= $0.upperBound }
    }
}
