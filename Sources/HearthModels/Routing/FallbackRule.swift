import HearthCore

extension Failure.Kind {
    /// Whether another engine could cure it.
    ///
    /// Everything else ends the request: a policy refusal, a bad request, an exhausted budget or a defect would only be hidden,
    /// or repeated elsewhere, and text would reach one more engine for nothing.
    var isCurableElsewhere: Bool {
        switch self {
        // The engine became unable between decision and work, is not set up after all, or does not do this.
        case .unavailable, .notConfigured, .unsupportedTask, .unsupportedOption, .noLogprobs,
            // Its model file is missing, damaged or of the wrong kind, or the system is still preparing it.
            .unusableModel, .modelNotReady,
            // The provider is down, overloaded, or has had enough of us for now.
            .providerFailed, .overloaded, .rateLimited, .quotaExceeded,
            // It cannot be reached: the system, a firewall for one, does not let this process, and one that is here can serve.
            .connectionFailed, .timedOut, .refusedBySystem,
            // What answers there is not what was expected.
            .badResponse, .wrongAddress,
            // What it wrote is not of the form that was asked for, also when it was asked again.
            .invalidOutput,
            // Its key does not open it, or it does not know the model: the user's other engines have their own.
            .badKey, .unknownModel,
            // Its own rules are against the content; another one's need not be.
            .refusedByModel,
            // The prompt is longer than it takes; another one may take more.
            .contextTooLong,
            // It ended in the middle without a word; curable only as long as nothing was given out.
            .incompleteResponse:
            true
        case .usage, .badRequest, .invalidInput, .messageTooLong, .tooLarge, .nothingToRead, .notExpressible,
            .unreadable,
            .unknownItem, .conflict, .occupied, .unauthorized, .notAllowed, .refusedByPolicy, .noEngine,
            .noSpeechEngine, .keyOfAnotherHost, .unfitModel, .notEnoughMemory, .windowTooSmall, .toolMissing,
            .modelFailed, .modelEnded, .unusableTemplate, .unsendable, .badSettings, .locked, .damagedData, .diskFull,
            .busy, .systemFailed,
            .notRecorded, .stopped, .internal:
            false
        }
    }
}
