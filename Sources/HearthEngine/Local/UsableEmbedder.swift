import HearthCore

/// The embedding model as far as it can be used.
///
/// What is done by meaning is done by words without one. A file that was cut off, or that this machine cannot load, must not keep
/// anybody from their documents: who works with it goes on without, and says which file it is and what to do.
struct UsableEmbedder: Sendable {
    /// `nil` where there is none, or none that can be used.
    var model: (any EmbeddingModel)?
    /// Why the file that is there cannot be used, and what to do, for a person; `nil` where it can, or where there is none.
    var problem: String?
}

extension Failure.Kind {
    /// Whether a model that fails so while it is loaded cannot be used as it is, here, so that the work goes on without it.
    ///
    /// Everything else is no fault of the model or its file, and would only be hidden.
    var leavesModelUnused: Bool {
        switch self {
        // The file is missing a part, damaged, unreadable, or of a kind that nothing here runs.
        case .unusableModel, .unfitModel, .unreadable, .unsupportedTask, .unusableTemplate,
            // What runs it is not in this build, or not on this machine.
            .unavailable, .toolMissing, .notConfigured, .modelNotReady,
            // It does not fit, or ended while it was loaded.
            .notEnoughMemory, .windowTooSmall, .modelFailed, .modelEnded:
            true
        case .usage, .badRequest, .invalidInput, .contextTooLong, .messageTooLong, .tooLarge, .nothingToRead,
            .notExpressible, .unknownItem, .conflict, .occupied, .unauthorized, .notAllowed, .refusedByPolicy,
            .refusedBySystem, .noEngine, .noSpeechEngine, .keyOfAnotherHost, .unsupportedOption, .noLogprobs,
            .unknownModel, .invalidOutput, .refusedByModel, .incompleteResponse, .providerFailed, .overloaded,
            .rateLimited, .quotaExceeded, .badKey, .wrongAddress, .unsendable, .connectionFailed, .timedOut,
            .badResponse, .badSettings, .locked, .damagedData, .diskFull, .busy, .systemFailed, .notRecorded, .stopped,
            .internal:
            false
        }
    }
}
