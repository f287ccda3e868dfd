import Hearth

/// The exit statuses that scripts rely on.
enum ExitStatus {
    static let done: Int32 = 0
    static let failed: Int32 = 1
    static let usage: Int32 = 2
    static let refusedByPolicy: Int32 = 3
    static let noEngine: Int32 = 4
    /// Of several things that were named, some were done and some failed.
    static let partly: Int32 = 5
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

    /// Ends a command that was given several things, each of which was done or was told as failed, with the status that follows.
    ///
    /// Lines for programs tell of each thing what became of it, so they alone end with ``ExitStatus/done`` where anything was
    /// done; scripts that read them rely on it. A person, and a shell script that reads nothing, has only the status.
    static func check(done: Int, failed: Int, json: Bool) throws {
        guard failed > 0 else { return }
        if done == 0 { throw CommandFailure(ExitStatus.failed) }
        if !json { throw CommandFailure(ExitStatus.partly) }
    }
}
