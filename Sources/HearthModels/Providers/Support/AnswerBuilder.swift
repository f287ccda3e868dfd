import HearthCore
import HearthSchema

/// Puts an answer together from its pieces, and keeps what is to be given out of it until it is taken.
struct AnswerBuilder {
    private let request: ModelRequest
    private let envelope: StructuredEnvelope?
    /// Tools whose calls stand in the text; `nil` where the provider tells of calls apart.
    private let toldTools: ToldTools?
    private var stops: StopSequenceScanner
    private let clock = ContinuousClock()
    private let start: ContinuousClock.Instant
    private var firstPiece: ContinuousClock.Instant?

    /// What was not taken yet.
    private var events: [ResponseEvent] = []
    private(set) var text = ""
    private(set) var reasoning = ""
    /// How likely the tokens of the text were; `nil` where nobody asked.
    private var logprobs: [TokenLogprob]?
    /// Tokens of which the text has not come: a character may be of several.
    private var untold: [TokenLogprob] = []
    var toolCalls: [ToolCall] = []
    /// What the provider counted; `nil` when it did not say.
    var usage: TokenUsage?
    var finish: FinishReason?
    /// The stop sequence that the provider says it ended at; `nil` where it does not say.
    var stopSequence: String?
    var notes: [String] = []

    /// - Parameters:
    ///   - stopSequences: Those that the provider was not asked to stop at.
    ///   - toldTools: Of these, calls are looked for in the text, which is then given out when it is whole.
    init(
        _ request: ModelRequest, envelope: StructuredEnvelope?, stopSequences: [String], toldTools: ToldTools? = nil
    ) {
        self.request = request
        self.envelope = envelope
        self.toldTools = toldTools
        stops = StopSequenceScanner(stopSequences)
        logprobs = request.options.logprobs == nil ? nil : []
        start = clock.now
    }

    /// Gives out what has come since the last time; a slow reader thereby slows down the reading of the connection.
    mutating func flush(_ emit: EventStream<ResponseEvent>.Emit) async throws {
        let ready = events
        events = []
        for event in ready { try await emit(event) }
    }

    /// Gives out the rest and the response; the end of the stream.
    mutating func finish(_ emit: EventStream<ResponseEvent>.Emit) async throws {
        let response = response()
        try await flush(emit)
        try await emit(.final(response))
    }

    /// Whether a stop sequence has been met, so that nothing more is wanted.
    var isStopped: Bool { stops.isStopped }

    /// Whether the provider was asked for tokens, and has told of none.
    var lacksTokens: Bool { logprobs?.isEmpty == true && untold.isEmpty }

    /// - Parameter tokens: Those of the piece, as the provider told of them.
    mutating func append(text piece: String, tokens: [TokenLogprob] = []) {
        if logprobs != nil { untold += tokens }
        guard !piece.isEmpty else { return }
        mark()
        give(stops.append(piece))
    }

    mutating func append(reasoning piece: String) {
        guard !piece.isEmpty else { return }
        mark()
        reasoning += piece
        events.append(.reasoning(piece))
    }

    /// That something of the answer has arrived, for the timings.
    mutating func mark() {
        if firstPiece == nil { firstPiece = clock.now }
    }

    private mutating func give(_ piece: String) {
        guard !piece.isEmpty else { return }
        text += piece
        if !untold.isEmpty {
            logprobs? += untold
            events.append(.logprobs(untold))
            untold = []
        }
        // The pieces of a wrapped value are not pieces of the answer.
        if envelope?.isWrapped != true, toldTools == nil { events.append(.text(piece)) }
    }

    private mutating func response() -> ModelResponse {
        give(stops.finish())
        if let toldTools {
            (text, toolCalls) = toldTools.read(text)
            if !toolCalls.isEmpty, finish == .stop { finish = .toolCalls }
        }
        var structured: GeneratedContent?
        if let envelope {
            if let opened = envelope.opened(text) {
                text = opened.text
                structured = envelope.validated(opened.value)
            }
        }
        if envelope?.isWrapped == true || toldTools != nil, !text.isEmpty { events.append(.text(text)) }
        if finish == .length, text.isEmpty, toolCalls.isEmpty {
            notes.append("The model spent all of its tokens on thinking; raise `maxTokens`.")
        }
        let end = clock.now
        let first = firstPiece ?? end
        let reason: FinishReason = isStopped ? .stop : finish ?? .stop
        let stop = (stops.found ?? stopSequence).flatMap { request.options.stopSequences.contains($0) ? $0 : nil }
        return ModelResponse(
            text: text, reasoning: reasoning.isEmpty ? nil : reasoning, structured: structured, toolCalls: toolCalls,
            usage: counted(), timings: Timings(prompt: (first - start).seconds, generation: (end - first).seconds),
            finishReason: reason, stopSequence: reason == .stop ? stop : nil, logprobs: logprobs, notes: notes)
    }

    private mutating func counted() -> TokenUsage {
        if let usage { return usage }
        notes.append("The server did not report its tokens; they are estimated.")
        let tokenizer = EstimatedTokenizer()
        // A few tokens of every message are its frame.
        let prompt = request.messages.reduce(0) { $0 + tokenizer.countTokens($1.content) + 4 }
        let calls = toolCalls.reduce(0) { $0 + tokenizer.countTokens($1.name + $1.arguments) }
        return TokenUsage(
            promptTokens: prompt,
            completionTokens: tokenizer.countTokens(text) + tokenizer.countTokens(reasoning) + calls)
    }
}

extension JSONValue {
    /// A count of tokens; 0 for what cannot be one.
    var tokenCount: Int { max(0, min(numberValue?.intValue ?? 0, 1 << 40)) }

    /// `nil` for `null` too, which providers send for "not yet".
    var presentText: String? {
        guard let text = stringValue, !text.isEmpty else { return nil }
        return text
    }
}

/// Ends a streamed text before the first stop sequence, for engines that cannot do it themselves.
///
/// What could be the beginning of a stop sequence is held back until it is clear that it is not.
struct StopSequenceScanner: Sendable {
    private let stops: [[UInt8]]
    private var held: [UInt8] = []
    /// The stop sequence that ended the text; `nil` as long as none did.
    private(set) var found: String?
    var isStopped: Bool { found != nil }

    init(_ stopSequences: [String]) {
        stops = stopSequences.filter { !$0.isEmpty }.map { Array($0.utf8) }
    }

    /// The part of the text so far that may be given out now and was not before.
    mutating func append(_ piece: String) -> String {
        if stops.isEmpty { return piece }
        if isStopped { return "" }
        held += piece.utf8
        var end: Int?
        var first: [UInt8] = []
        for stop in stops {
            guard let at = ByteSearch.first(stop, in: held), at < end ?? .max else { continue }
            end = at
            first = stop
        }
        if let end {
            found = String(decoding: first, as: UTF8.self)
            return String(decoding: held[..<end], as: UTF8.self)
        }
        // Everything but the longest tail that begins a stop sequence. A stop sequence begins with the first byte of a
        // character, so this cuts between characters.
        var tail = 0
        for stop in stops {
            for length in stride(from: min(stop.count - 1, held.count), to: tail, by: -1)
            where held.suffix(length).elementsEqual(stop.prefix(length)) {
                tail = length
                break
            }
        }
        let cut = held.count - tail
        defer { held.removeFirst(cut) }
        return String(decoding: held[..<cut], as: UTF8.self)
    }

    /// What was held back, when the text ended without a stop sequence.
    mutating func finish() -> String {
        defer { held = [] }
        return isStopped ? "" : String(decoding: held, as: UTF8.self)
    }
}

/// The form in which a provider is asked for a value of a schema, and the way back.
///
/// Providers want the root to be an object. Another root is put into one, as its member `value`.
struct StructuredEnvelope: Sendable {
    let schema: GenerationSchema
    /// What the provider is sent as schema.
    let sent: JSONValue
    /// Whether the value lies in a member of what the provider answers.
    let isWrapped: Bool
    /// The schema's name in the form that providers take.
    let name: String

    init(_ schema: GenerationSchema, needsObject: Bool = true) {
        self.schema = schema
        let root = schema.root
        let isObject = root["type"]?.stringValue == "object" && root["$ref"] == nil && root["anyOf"] == nil
        isWrapped = needsObject && !isObject
        if isWrapped {
            sent = [
                "type": "object", "properties": ["value": root.movingReferences(to: "#/properties/value")],
                "required": ["value"], "additionalProperties": false,
            ]
        } else {
            sent = root
        }
        let cleaned = schema.name.unicodeScalars.map { scalar in
            RequestChecks.isName(String(Character(scalar))) ? Character(scalar) : "_"
        }
        name = cleaned.isEmpty ? "answer" : String(cleaned.prefix(56))
    }

    /// The answer's value and its text, out of the envelope.
    func opened(_ text: String) -> (text: String, value: JSONValue)? {
        guard let answer = try? JSONValue(parsing: text) else { return nil }
        guard isWrapped else { return (text, answer) }
        guard let value = answer["value"] else { return nil }
        return (value.description, value)
    }

    /// The value where it is valid under the schema; `nil` leaves it to the caller to repair.
    func validated(_ value: JSONValue) -> GeneratedContent? {
        guard let rules = try? JSONSchema(schema.root), (try? rules.isValid(value)) == true else { return nil }
        return GeneratedContent(value)
    }
}
