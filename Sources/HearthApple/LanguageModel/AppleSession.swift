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

// MARK: - Schemas

/// A JSON Schema as the framework's dynamic schema, as far as that can say it.
@available(macOS 26, iOS 26, visionOS 26, *)
struct AppleSchema {
    private let schema: HearthCore.GenerationSchema
    /// Objects may be nested this deeply; the framework builds its schema by recursion.
    private static let depthLimit = 16

    init(_ schema: HearthCore.GenerationSchema) { self.schema = schema }

    /// - Throws: ``AppleModelError`` with the code `unsupported-schema`, naming the keyword.
    func generationSchema() throws -> FoundationModels.GenerationSchema {
        let root = try dynamic(schema.root, name: schema.name, depth: 0)
        let definitions = schema.root["$defs"]?.objectValue ?? JSONObject()
        let dependencies = try definitions.map { try dynamic($1, name: $0, depth: 1) }
        do {
            return try FoundationModels.GenerationSchema(root: root, dependencies: dependencies)
        } catch {
            throw Self.unsupported("a reference between its parts")
        }
    }

    private func dynamic(_ value: JSONValue, name: String, depth: Int) throws -> DynamicGenerationSchema {
        guard depth < Self.depthLimit else { throw Self.unsupported("deep nesting") }
        let description = value["description"]?.stringValue
        if let reference = value["$ref"]?.stringValue {
            guard reference.hasPrefix("#/$defs/") else { throw Self.unsupported("$ref \(reference)") }
            return DynamicGenerationSchema(referenceTo: String(reference.dropFirst("#/$defs/".count)))
        }
        if let choices = value["enum"]?.arrayValue {
            let texts = choices.compactMap(\.stringValue)
            guard texts.count == choices.count else { throw Self.unsupported("enum of values that are not texts") }
            return DynamicGenerationSchema(name: name, description: description, anyOf: texts)
        }
        if let choices = (value["anyOf"] ?? value["oneOf"])?.arrayValue {
            let parts = try choices.enumerated().map {
                try dynamic($1, name: "\(name)_\($0 + 1)", depth: depth + 1)
            }
            return DynamicGenerationSchema(name: name, description: description, anyOf: parts)
        }
        switch value["type"]?.stringValue {
        case "object": return try object(value, name: name, description: description, depth: depth)
        case "array":
            return DynamicGenerationSchema(
                arrayOf: try dynamic(value["items"] ?? .object(JSONObject()), name: name + "_item", depth: depth + 1),
                minimumElements: Self.int(value["minItems"]), maximumElements: Self.int(value["maxItems"]))
        case "string": return DynamicGenerationSchema(type: String.self, guides: [])
        case "boolean": return DynamicGenerationSchema(type: Bool.self, guides: [])
        case "integer":
            var guides: [FoundationModels.GenerationGuide<Int>] = []
            if let minimum = Self.int(value["minimum"]) { guides.append(.minimum(minimum)) }
            if let maximum = Self.int(value["maximum"]) { guides.append(.maximum(maximum)) }
            return DynamicGenerationSchema(type: Int.self, guides: guides)
        case "number":
            var guides: [FoundationModels.GenerationGuide<Double>] = []
            if let minimum = Self.double(value["minimum"]) { guides.append(.minimum(minimum)) }
            if let maximum = Self.double(value["maximum"]) { guides.append(.maximum(maximum)) }
            return DynamicGenerationSchema(type: Double.self, guides: guides)
        case let other: throw Self.unsupported("type \(other ?? "missing")")
        }
    }

    private func object(
        _ value: JSONValue, name: String, description: String?, depth: Int
    ) throws -> DynamicGenerationSchema {
        let required = Set(value["required"]?.arrayValue?.compactMap(\.stringValue) ?? [])
        let properties = try (value["properties"]?.objectValue ?? JSONObject()).map { key, property in
            DynamicGenerationSchema.Property(
                name: key, description: property["description"]?.stringValue,
                schema: try dynamic(property, name: "\(name)_\(key)", depth: depth + 1),
                isOptional: !required.contains(key))
        }
        return DynamicGenerationSchema(name: name, description: description, properties: properties)
    }

    private static func int(_ value: JSONValue?) -> Int? { value?.numberValue.flatMap { Int($0.description) } }
    private static func double(_ value: JSONValue?) -> Double? { value?.numberValue.flatMap { Double($0.description) } }

    private static func unsupported(_ what: String) -> AppleModelError {
        AppleModelError(
            .unsupportedSchema, "The on-device Apple model was not held to the form, because it cannot express \(what)."
        )
    }
}

// MARK: - Availability

/// The system's word on its model, in ours.
@available(macOS 26, iOS 26, visionOS 26, *)
enum AppleAvailability {
    static func now() -> Availability {
        switch SystemLanguageModel.default.availability {
        case .available: .available
        case .unavailable(let reason): unavailable(reason)
        }
    }

    static func unavailable(_ reason: SystemLanguageModel.Availability.UnavailableReason) -> Availability {
        switch reason {
        case .deviceNotEligible:
            .unavailable(reason: .deviceNotEligible, message: "this device cannot run Apple Intelligence")
        case .appleIntelligenceNotEnabled:
            .unavailable(
                reason: .notEnabled, message: "Apple Intelligence is switched off; turn it on in the system's settings")
        case .modelNotReady:
            .unavailable(
                reason: .modelNotReady, message: "the system is still preparing its model; try again in some minutes")
        @unknown default:
            .unavailable(reason: .platform, message: "the system says that its model is not available")
        }
    }
}

// MARK: - Failures

extension AppleModelError {
    /// Our error for one of the framework's; cancellation and our own errors stay what they are.
    static func from(_ error: any Error) -> any Error {
        if #available(macOS 26, iOS 26, visionOS 26, *), let error = error as? LanguageModelSession.GenerationError {
            return AppleModelError(error)
        }
        if error is CancellationError || error is any ReadableError { return error }
        return AppleModelError(
            .appleModelFailed, "The on-device Apple model failed; try again, or choose another engine.")
    }

    @available(macOS 26, iOS 26, visionOS 26, *)
    init(_ error: LanguageModelSession.GenerationError) {
        switch error {
        case .exceededContextWindowSize:
            self.init(
                .contextTooLong, "The prompt is longer than the 4,096 tokens of the on-device Apple model; shorten it.")
        case .assetsUnavailable:
            self.init(.modelNotReady, "The files of the on-device Apple model are missing; try again later.")
        case .guardrailViolation:
            self.init(
                .refusedByModel,
                "The on-device Apple model refused this text by its content rules; choose another engine.")
        case .refusal:
            self.init(
                .refusedByModel,
                "The on-device Apple model declined to answer; ask differently, or choose another engine.")
        case .unsupportedLanguageOrLocale:
            self.init(
                .unsupportedLanguage, "The on-device Apple model does not know this language; choose another engine.")
        case .rateLimited, .concurrentRequests:
            self.init(.rateLimited, "The on-device Apple model is busy; try again in a moment.")
        case .decodingFailure:
            self.init(.malformedResponse, "The on-device Apple model did not keep to the form; try again.")
        case .unsupportedGuide:
            self.init(.unsupportedSchema, "The on-device Apple model cannot keep to this form of answer.")
        @unknown default:
            self.init(.appleModelFailed, "The on-device Apple model failed; try again, or choose another engine.")
        }
    }
}
#endif
