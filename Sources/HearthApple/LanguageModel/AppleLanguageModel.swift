public import HearthCore

#if canImport(FoundationModels)
import FoundationModels
#endif

/// Apple's on-device language model, through the FoundationModels framework.
///
/// Requests stay on the device. Where the framework or the model is not there, ``availability()`` says why, and the router
/// goes on to the next engine.
public struct AppleLanguageModel: LanguageModel {
    public let engine = Engine.apple
    public let modelID = "apple-on-device"
    public let capabilities = ModelCapabilities(
        offline: true, contextLength: Self.contextLength,
        tasks: [
            .intentToAction, .summarize, .rewrite, .studyQuestionGen, .textCompletion, .chat, .answer, .extract,
        ], structuredOutput: .constrained, estimatedLatency: 0.6)

    /// Tokens of instructions, prompts and responses of one session together (Apple, Technical Note TN3193).
    static let contextLength = 4096

    public init() {}

    public func availability() async -> Availability {
        #if canImport(FoundationModels)
        if #available(macOS 26, iOS 26, visionOS 26, *) { return AppleAvailability.now() }
        return .unavailable(
            reason: .platform, message: "the on-device Apple model needs macOS 26, iOS 26 or visionOS 26")
        #else
        return .unavailable(reason: .platform, message: Self.notHere)
        #endif
    }

    public func respond(to request: ModelRequest) -> EventStream<ResponseEvent> {
        EventStream { emit in
            guard request.options.logprobs == nil else { throw AppleModelError.noLogprobs }
            #if canImport(FoundationModels)
            if #available(macOS 26, iOS 26, visionOS 26, *) {
                try await emit(.final(AppleSession(request).respond(emit: emit)))
                return
            }
            #endif
            throw AppleModelError(.unavailable, Self.notHere)
        }
    }

    static let notHere = "the on-device Apple model exists on Apple's platforms only"
}

/// What went wrong with Apple's model.
public struct AppleModelError: ReasonedError {
    /// What can go wrong; a raw value is the `code`.
    public enum Reason: String, FailureReason {
        case unavailable
        /// The system has not fetched the model's files yet.
        case modelNotReady = "model-not-ready"
        case contextTooLong = "context-too-long"
        case refusedByModel = "refused-by-model"
        case unsupportedLanguage = "unsupported-language"
        case rateLimited = "rate-limited"
        case malformedResponse = "malformed-response"
        case emptyPrompt = "empty-prompt"
        case noLogprobs = "no-logprobs"
        case unsupportedSchema = "unsupported-schema"
        case appleModelFailed = "apple-model-failed"
    }

    public let reason: Reason
    public let message: String

    static let noLogprobs = AppleModelError(
        .noLogprobs,
        "Apple's model does not tell how likely its tokens were. Leave `logprobs` out, or ask a local model.")

    init(_ reason: Reason, _ message: String) {
        self.reason = reason
        self.message = message
    }
}

extension AppleModelError.Reason {
    public var kind: Failure.Kind {
        switch self {
        case .unavailable: .unavailable
        case .modelNotReady: .modelNotReady
        case .contextTooLong: .contextTooLong
        case .refusedByModel: .refusedByModel
        case .unsupportedLanguage, .unsupportedSchema: .unsupportedOption
        case .noLogprobs: .noLogprobs
        case .rateLimited: .rateLimited
        case .malformedResponse: .badResponse
        case .emptyPrompt: .badRequest
        case .appleModelFailed: .modelFailed
        }
    }
}
