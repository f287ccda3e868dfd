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

    public func respond(to request: ModelRequest) -> AsyncThrowingStream<ResponseEvent, any Error> {
        AsyncThrowingStream { continuation in
            guard request.options.logprobs == nil else {
                return continuation.finish(throwing: AppleModelError.noLogprobs)
            }
            #if canImport(FoundationModels)
            if #available(macOS 26, iOS 26, visionOS 26, *) {
                // A stream needs a task of its own to be pulled from outside; ending the stream cancels it.
                let task = Task {
                    do {
                        let response = try await AppleSession(request).respond { continuation.yield($0) }
                        continuation.yield(.final(response))
                        continuation.finish()
                    } catch {
                        continuation.finish(throwing: AppleModelError.from(error))
                    }
                }
                continuation.onTermination = { _ in task.cancel() }
                return
            }
            #endif
            continuation.finish(throwing: AppleModelError(code: "unavailable", message: Self.notHere))
        }
    }

    static let notHere = "the on-device Apple model exists on Apple's platforms only"
}

/// What went wrong with Apple's model.
public struct AppleModelError: ReadableError {
    /// `unavailable`, `context-too-long`, `refused-by-model`, `unsupported-language`, `rate-limited`, `malformed-response`,
    /// `empty-prompt`, `no-logprobs`, `unsupported-schema` or `apple-model-failed`.
    public let code: String
    public let message: String

    static let noLogprobs = AppleModelError(
        code: "no-logprobs",
        message: "Apple's model does not tell how likely its tokens were. Leave `logprobs` out, or ask a local model.")

    init(code: String, message: String) {
        self.code = code
        self.message = message
    }
}
