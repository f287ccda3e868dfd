#if canImport(FoundationModels)
import FoundationModels
import HearthCore

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
