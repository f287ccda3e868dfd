import HearthCore

/// The exit statuses that scripts rely on.
enum ExitStatus {
    static let done: Int32 = 0
    static let failed: Int32 = 1
    static let usage: Int32 = 2
    static let refusedByPolicy: Int32 = 3
    static let noEngine: Int32 = 4
    static let interrupted: Int32 = 130

    static func of(_ kind: Failure.Kind) -> Int32 {
        switch kind {
        case .usage: usage
        case .refusedByPolicy, .refusedBySystem: refusedByPolicy
        case .noEngine, .noSpeechEngine: noEngine
        case .badRequest, .invalidInput, .contextTooLong, .messageTooLong, .tooLarge, .nothingToRead, .notExpressible,
            .unreadable, .unknownItem, .conflict, .occupied, .unauthorized, .notAllowed, .unavailable, .notConfigured,
            .keyOfAnotherHost, .unsupportedTask, .unsupportedOption, .noLogprobs, .unknownModel, .unusableModel,
            .unfitModel,
            .modelNotReady, .notEnoughMemory, .windowTooSmall, .toolMissing, .modelFailed, .modelEnded,
            .unusableTemplate, .invalidOutput,
            .refusedByModel, .incompleteResponse, .providerFailed, .overloaded, .rateLimited, .quotaExceeded, .badKey,
            .wrongAddress, .unsendable, .connectionFailed, .timedOut, .badResponse, .badSettings, .locked,
            .damagedData, .diskFull, .busy, .systemFailed, .notRecorded, .stopped, .internal:
            failed
        }
    }
}

/// Ends a command with a status; what is worth saying has been said, or is in `message`.
struct CommandFailure: Error {
    var status: Int32
    var message: String?

    init(_ status: Int32, _ message: String? = nil) {
        self.status = status
        self.message = message
    }
}
