#if canImport(FoundationModels)
import Foundation
import FoundationModels
import HearthCore

/// One request as a session of the framework.
@available(macOS 26, iOS 26, visionOS 26, *)
struct AppleSession {
    private let session: LanguageModelSession
    private let prompt: String
    private let options: FoundationModels.GenerationOptions
    private let schema: FoundationModels.GenerationSchema?
    private let notes: [String]
    private let promptTokens: Int

    /// - Throws: ``AppleModelError`` with the code `empty-prompt` when the last message is not the user's.
    init(_ request: ModelRequest) throws {
        guard let last = request.messages.last, last.role != .assistant, !last.content.isEmpty else {
            throw AppleModelError(.emptyPrompt, "There is no message to answer; write one.")
        }
        prompt = last.content
        session = LanguageModelSession(
            model: .default, tools: [],
            transcript: FoundationModels.Transcript(entries: Self.entries(request.messages.dropLast())))
        options = Self.options(request.options)
        var notes: [String] = []
        do {
            schema = try request.schema.map { try AppleSchema($0).generationSchema() }
        } catch let error as AppleModelError {
            schema = nil
            notes.append(error.message)
        }
        self.notes = notes
        let tokenizer = EstimatedTokenizer()
        promptTokens = request.messages.reduce(0) { $0 + tokenizer.countTokens($1.content) }
    }

    /// - Throws: ``AppleModelError``, and what `emit` throws.
    func respond(emit: EventStream<ResponseEvent>.Emit) async throws -> ModelResponse {
        let clock = ContinuousClock()
        let start = clock.now
        var first: ContinuousClock.Instant?
        var text = ""
        if let schema {
            // A guided answer becomes valid JSON only at its end, so its pieces are of no use.
            do {
                text = try await session.respond(
                    to: prompt, schema: schema, includeSchemaInPrompt: true, options: options
                ).content.jsonString
            } catch {
                throw AppleModelError.from(error)
            }
            try await emit(.text(text))
        } else {
            var snapshots = session.streamResponse(to: prompt, options: options).makeAsyncIterator()
            while let whole = try await Self.next(&snapshots) {
                first = first ?? clock.now
                // Snapshots hold everything so far; a snapshot that takes something back is shown at the end only.
                if whole.utf8.count > text.utf8.count, whole.hasPrefix(text) {
                    try await emit(.text(String(whole.dropFirst(text.count))))
                }
                text = whole
            }
        }
        try Task.checkCancellation()
        let end = clock.now
        let tokenizer = EstimatedTokenizer()
        return ModelResponse(
            text: text, structured: schema == nil ? nil : try? HearthCore.GeneratedContent(JSONValue(parsing: text)),
            usage: TokenUsage(promptTokens: promptTokens, completionTokens: tokenizer.countTokens(text)),
            timings: Timings(
                prompt: (first ?? end).seconds(since: start), generation: end.seconds(since: first ?? end)),
            finishReason: .stop, notes: notes)
    }

    /// The next snapshot. What the framework throws gets a type here; what a reader throws is the reader's.
    private static func next(
        _ snapshots: inout LanguageModelSession.ResponseStream<String>.AsyncIterator
    ) async throws -> String? {
        do { return try await snapshots.next()?.content } catch { throw AppleModelError.from(error) }
    }

    private static func entries(_ messages: some Sequence<Message>) -> [FoundationModels.Transcript.Entry] {
        messages.map { message in
            let segments = [FoundationModels.Transcript.Segment.text(.init(content: message.content))]
            switch message.role {
            case .system: return .instructions(.init(segments: segments, toolDefinitions: []))
            case .assistant: return .response(.init(assetIDs: [], segments: segments))
            case .user, .tool: return .prompt(.init(segments: segments))
            }
        }
    }

    static func options(_ options: HearthCore.GenerationOptions) -> FoundationModels.GenerationOptions {
        let seed = options.seed.map(UInt64.init)
        let sampling: FoundationModels.GenerationOptions.SamplingMode =
            if options.temperature <= 0 {
                .greedy
            } else if options.topK > 0 {
                .random(top: options.topK, seed: seed)
            } else {
                .random(probabilityThreshold: options.topP, seed: seed)
            }
        return FoundationModels.GenerationOptions(
            sampling: sampling, temperature: options.temperature > 0 ? options.temperature : nil,
            maximumResponseTokens: options.maxTokens)
    }
}

extension ContinuousClock.Instant {
    fileprivate func seconds(since earlier: ContinuousClock.Instant) -> Double { earlier.duration(to: self).seconds }
}
#endif
