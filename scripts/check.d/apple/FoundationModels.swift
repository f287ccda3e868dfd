// The part of Apple's FoundationModels that Hearth uses, declared by us after Apple's public documentation (read for the
// 26.0 releases; this file: 2026-11-21), so that the Apple files can be type-checked on any machine. Nothing here runs.

public final class SystemLanguageModel: Sendable {
    public static let `default` = SystemLanguageModel()
    public enum Availability: Equatable, Sendable {
        public enum UnavailableReason: Equatable, Sendable {
            case deviceNotEligible, appleIntelligenceNotEnabled, modelNotReady
        }
        case available
        case unavailable(UnavailableReason)
    }
    public var availability: Availability { fatalError() }
}

public protocol Tool: Sendable {}

public protocol ConvertibleFromGeneratedContent {}
public protocol ConvertibleToGeneratedContent {}
public protocol Generable: ConvertibleFromGeneratedContent, ConvertibleToGeneratedContent {
    associatedtype PartiallyGenerated: ConvertibleFromGeneratedContent = Self
}
extension String: Generable {}
extension Bool: Generable {}
extension Int: Generable {}
extension Double: Generable {}

public struct GeneratedContent: Generable, Sendable {
    public var jsonString: String { fatalError() }
}

public struct GenerationGuide<Value> {}
extension GenerationGuide where Value == Int {
    public static func minimum(_ value: Int) -> GenerationGuide<Int> { fatalError() }
    public static func maximum(_ value: Int) -> GenerationGuide<Int> { fatalError() }
}
extension GenerationGuide where Value == Double {
    public static func minimum(_ value: Double) -> GenerationGuide<Double> { fatalError() }
    public static func maximum(_ value: Double) -> GenerationGuide<Double> { fatalError() }
}

public struct DynamicGenerationSchema: Sendable {
    public struct Property: Sendable {
        public init(
            name: String, description: String? = nil, schema: DynamicGenerationSchema, isOptional: Bool = false
        ) {}
    }
    public init(name: String, description: String? = nil, properties: [Property]) {}
    public init(name: String, description: String? = nil, anyOf choices: [DynamicGenerationSchema]) {}
    public init(name: String, description: String? = nil, anyOf choices: [String]) {}
    public init(arrayOf itemSchema: DynamicGenerationSchema, minimumElements: Int? = nil, maximumElements: Int? = nil) {}
    public init<Value: Generable>(type: Value.Type, guides: [GenerationGuide<Value>] = []) {}
    public init(referenceTo name: String) {}
}

public struct GenerationSchema: Sendable {
    public init(root: DynamicGenerationSchema, dependencies: [DynamicGenerationSchema]) throws {}
}

public struct GenerationOptions: Sendable, Equatable {
    public struct SamplingMode: Sendable, Equatable {
        public static var greedy: SamplingMode { fatalError() }
        public static func random(top k: Int, seed: UInt64? = nil) -> SamplingMode { fatalError() }
        public static func random(probabilityThreshold: Double, seed: UInt64? = nil) -> SamplingMode { fatalError() }
    }
    public init(sampling: SamplingMode? = nil, temperature: Double? = nil, maximumResponseTokens: Int? = nil) {}
}

public struct Transcript: Sendable {
    public enum Entry: Sendable {
        case instructions(Instructions), prompt(Prompt), response(Response)
    }
    public enum Segment: Sendable { case text(TextSegment) }
    public struct TextSegment: Sendable {
        public init(id: String = "", content: String) {}
    }
    public struct ToolDefinition: Sendable {}
    public struct ResponseFormat: Sendable {}
    public struct Instructions: Sendable {
        public init(id: String = "", segments: [Segment], toolDefinitions: [ToolDefinition]) {}
    }
    public struct Prompt: Sendable {
        public init(
            id: String = "", segments: [Segment], options: GenerationOptions = GenerationOptions(),
            responseFormat: ResponseFormat? = nil
        ) {}
    }
    public struct Response: Sendable {
        public init(id: String = "", assetIDs: [String], segments: [Segment]) {}
    }
    public init(entries: some Sequence<Entry> = []) {}
}

public final class LanguageModelSession: @unchecked Sendable {
    public convenience init(
        model: SystemLanguageModel = .default, tools: [any Tool] = [], transcript: Transcript
    ) { fatalError() }
    public struct Response<Content> where Content: Generable {
        public let content: Content
    }
    public struct ResponseStream<Content>: AsyncSequence where Content: Generable {
        public struct Snapshot {
            public var content: Content.PartiallyGenerated
            public var rawContent: GeneratedContent
        }
        public typealias Element = Snapshot
        public struct AsyncIterator: AsyncIteratorProtocol {
            public mutating func next(isolation actor: isolated (any Actor)? = #isolation) async throws -> Snapshot? {
                fatalError()
            }
            public mutating func next() async throws -> Snapshot? { fatalError() }
        }
        public func makeAsyncIterator() -> AsyncIterator { fatalError() }
    }
    public func respond(
        to prompt: String, schema: GenerationSchema, includeSchemaInPrompt: Bool = true,
        options: GenerationOptions = GenerationOptions()
    ) async throws -> Response<GeneratedContent> { fatalError() }
    public func streamResponse(
        to prompt: String, options: GenerationOptions = GenerationOptions()
    ) -> sending ResponseStream<String> { fatalError() }
    public enum GenerationError: Error {
        public struct Context: Sendable {}
        public struct Refusal: Sendable {}
        case exceededContextWindowSize(Context), assetsUnavailable(Context), guardrailViolation(Context)
        case unsupportedGuide(Context), unsupportedLanguageOrLocale(Context), decodingFailure(Context)
        case rateLimited(Context), concurrentRequests(Context), refusal(Refusal, Context)
    }
}
