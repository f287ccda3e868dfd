import Foundation
public import HearthCore
import HearthModels
import HearthSchema

/// Why a request was not served. The message says what happened; it never holds secrets or text of a prompt.
public struct ServerError: ReadableError {
    public let status: ServerStatus
    public let code: String
    public let kind: Failure.Kind
    public let message: String
    public let help: [Failure.Help]
    /// The part of the request that is wrong, such as `messages`; `nil` when it is not a single one.
    public let parameter: String?
    /// Whole seconds after which it is worth to try again.
    public let retryAfter: Int?
    /// The engines that could not serve, with reasons, where an error of the router is told.
    var rejected: [RoutingDecision.Rejection] = []
    /// What a defect was, for the server's own log and nobody else (``Swift/Error/defectCause``); `nil` for what is none.
    var cause: String?
    /// The methods that the place takes, where it does not take the one of the request.
    var allowed: [HTTPMethod] = []

    /// An error that the server itself finds. Its status, code and kind are the reason's.
    public init(
        _ reason: Reason, _ message: String, help: [Failure.Help] = [], parameter: String? = nil, retryAfter: Int? = nil
    ) {
        self.init(
            status: reason.status, reason: reason, message, help: help, parameter: parameter, retryAfter: retryAfter)
    }

    private init(
        status: ServerStatus, reason: some FailureReason, _ message: String, help: [Failure.Help] = [],
        parameter: String? = nil, retryAfter: Int? = nil
    ) {
        self.status = status
        code = reason.code
        kind = reason.kind
        self.message = message
        self.help = help
        self.parameter = parameter
        self.retryAfter = retryAfter
    }

    /// A field of a request that cannot be taken as it is.
    public static func invalid(_ parameter: String, _ message: String) -> ServerError {
        ServerError(.invalidInput, message, parameter: parameter)
    }

    /// Nothing was sent where something has to be.
    ///
    /// - Parameter missing: What is to be there, as the end of a sentence.
    static func emptyBody(_ missing: String, parameter: String? = nil) -> ServerError {
        ServerError(.badRequest, "The body is empty: \(missing)", parameter: parameter)
    }

    /// A text of a request in which there is nothing to read.
    static func empty(_ parameter: String, _ message: String) -> ServerError {
        let reason = EmptyTextError.Reason.emptyText
        return ServerError(status: reason.kind.status, reason: reason, message, parameter: parameter)
    }

    /// Nobody that the request could go to tells how likely its tokens were. Told by the code that OpenAI's clients know for a parameter
    /// that a model does not take.
    ///
    /// - Parameter reason: What the engine says that was asked; `nil` when none was.
    static func noLogprobs(_ parameter: String, _ reason: String? = nil) -> ServerError {
        let usual =
            "no engine that could serve here tells how likely its tokens were. A local model does, and so do OpenAI's models "
            + "that do not reason, and most servers that are set as `custom`."
        return ServerError(
            .unsupportedValue, "`\(parameter)`: \(reason ?? usual)", help: reason == nil ? [.findModel] : [],
            parameter: parameter)
    }

    /// How an error from anywhere is told to a client.
    ///
    /// Errors that were not made to be read stay inside: their text may hold anything.
    public static func telling(_ error: any Error) -> ServerError {
        switch error {
        case let error as ServerError: error
        case let error as EmptyTextError: .empty(error.field, error.message)
        case is CancellationError: ServerError(.cancelled, "The request was stopped before it was done.")
        default: error.readable.map { ServerError(telling: $0, as: $0.kind.status) } ?? defect(error)
        }
    }

    private static func defect(_ error: any Error) -> ServerError {
        var told = ServerError(.internalError, "Something went wrong here; the server's log names it.")
        told.cause = error.defectCause
        return told
    }

    /// How an error of another module is told where the description of a route promises another status than that of its kind.
    public static func telling(_ error: any ReasonedError, as status: ServerStatus) -> ServerError {
        ServerError(telling: error, as: status)
    }

    private init(telling error: any ReadableError, as status: ServerStatus) {
        self.status = status
        code = error.code
        kind = error.kind
        message = error.message
        help = error.help
        parameter = nil
        retryAfter = Self.wait(error.kind, (error as? any PassingError)?.secondsToWait)
        rejected = (error as? RoutingError)?.rejected ?? []
        cause = error.kind == .internal ? error.defectCause : nil
    }

    /// Whole seconds after which it is worth to try again: what the error says, else what is usual for such a one; `nil` where
    /// waiting cures nothing.
    private static func wait(_ kind: Failure.Kind, _ seconds: Double?) -> Int? {
        guard case .after(let usual) = kind.retry else { return nil }
        guard let seconds, seconds.isFinite else { return usual }
        return Int(min(86_400, max(1, seconds.rounded(.up))))
    }

    /// Whether the same request may succeed a moment later, without anybody having changed anything. Clients that repeat what
    /// ends with 409, 429 or a 5xx are told when it is not so.
    var isWorthRepeating: Bool { kind.retry != .never }
}

extension Failure.Kind {
    /// What a request is answered with that failed so.
    ///
    /// 500 is for our defects alone. What a model, a file or a person did has a status that says so.
    var status: ServerStatus {
        switch self {
        // A value that cannot be taken is told as 422 where the interface is Hearth's own; see ``ErrorStyle``.
        case .usage, .badRequest, .invalidInput, .contextTooLong, .messageTooLong, .notExpressible, .unsupportedOption,
            .noLogprobs:
            .badRequest
        case .unauthorized: .unauthorized
        case .notAllowed, .refusedByPolicy: .forbidden
        case .unknownItem, .unknownModel: .notFound
        case .conflict, .occupied, .unfitModel: .conflict
        case .tooLarge: .contentTooLarge
        // The request is well formed, and what it asks cannot be had until the caller asks another engine, or a person sets
        // one up, or mends its model, template, address or settings. To repeat it is of no use, so it is none of the 5xx,
        // which programs repeat.
        case .nothingToRead, .unreadable, .noEngine, .unavailable, .notConfigured, .keyOfAnotherHost, .unsendable,
            .unusableModel, .unusableTemplate, .badSettings, .invalidOutput, .refusedByModel, .windowTooSmall:
            .unprocessableContent
        case .rateLimited, .overloaded, .quotaExceeded, .busy: .tooManyRequests
        case .unsupportedTask, .noSpeechEngine, .toolMissing: .notImplemented
        case .badKey, .providerFailed, .badResponse, .connectionFailed, .incompleteResponse, .wrongAddress,
            .refusedBySystem, .uncertain:
            .badGateway
        // What is wrong is with this machine as it is now, or with what is kept on it.
        case .modelNotReady, .notEnoughMemory, .locked, .damagedData, .systemFailed, .notRecorded, .stopped,
            .modelFailed, .modelEnded, .storeUnreachable:
            .serviceUnavailable
        case .diskFull: .insufficientStorage
        case .timedOut: .gatewayTimeout
        case .internal: .internalServerError
        }
    }
}

extension ServerError {
    /// The error as Hearth's own interface tells it, alone or as a part of another answer: of a job, of a file among several.
    public var value: JSONValue {
        // Nothing of it is of a type that cannot be written.
        (try? Wire.Problem(self).json()) ?? ["code": .string(code), "message": .string(message)]
    }
}

// MARK: - Reasons

extension ServerError {
    /// What the server itself finds wrong; a raw value is the `code`.
    ///
    /// What fails below it has the reasons of its own module, and is told by ``ServerError/telling(_:)``.
    public enum Reason: String, FailureReason {
        // MARK: The head of a request

        /// The target is no path, or holds what may not be there.
        case badTarget = "bad-target"
        /// Other than one Host.
        case badHost = "bad-host"
        /// A Host that this server does not answer to: a page may have made its own name lead here.
        case unknownHost = "unknown-host"
        /// Two lengths of one body, as in an attempt to smuggle a request.
        case ambiguousLength = "ambiguous-length"
        /// What stands behind the question mark cannot be read.
        case badQuery = "bad-query"
        /// Nothing is at the address.
        case notFound = "not-found"
        case methodNotAllowed = "method-not-allowed"
        /// The client takes no form that the answer has.
        case notAcceptable = "not-acceptable"

        // MARK: Who asks

        /// No token, a wrong one, or a session that has ended.
        case unauthorized
        /// A page of another site or origin.
        case foreignOrigin = "foreign-origin"
        /// Only a browser that the owner signed in may.
        case ownerOnly = "owner-only"
        case notAllowed = "not-allowed"

        // MARK: What was sent

        /// The body does not arrive as its head says.
        case badBody = "bad-body"
        /// What was sent cannot be read, or lacks what it is about.
        case badRequest = "bad-request"
        case malformedForm = "malformed-form"
        /// A row of an import is none.
        case badRow = "bad-row"
        case unknownField = "unknown-field"
        /// A value cannot be taken.
        case invalidInput = "invalid-input"
        /// A value of the interface that is spoken here, which nothing here does.
        case unsupportedValue = "unsupported-value"
        case unsupportedMedia = "unsupported-media"
        case tooLarge = "too-large"
        case tooManyParts = "too-many-parts"
        /// The body did not arrive in time.
        case tooSlow = "too-slow"

        // MARK: What is here

        case unknownItem = "unknown-item"
        case unknownModel = "unknown-model"
        /// The recording of a transcript is not kept.
        case noAudio = "no-audio"
        /// The file of a document is not there any more.
        case sourceMissing = "source-missing"
        case conflict
        case inUse = "in-use"
        /// What sets the value stands above what can be changed here.
        case setElsewhere = "set-elsewhere"
        /// The engine has no host that a consent could be given to.
        case noHost = "no-host"
        /// What it is made of was not made yet, or has changed since.
        case stale
        /// Nothing is being written that could be stopped.
        case notRunning = "not-running"
        case beingAnswered = "being-answered"
        /// It is not any more what the client saw before it changed it.
        case changedMeanwhile = "changed-meanwhile"

        // MARK: Engines

        case contextTooLong = "context-too-long"
        case noEngine = "no-engine"
        case noRecognizer = "no-recognizer"
        case modelNotFound = "model-not-found"
        case modelDamaged = "model-damaged"
        case malformedResponse = "malformed-response"

        // MARK: The server

        /// More is asked than is worked on at a time.
        case tooMany = "too-many"
        case stopping
        case cancelled
        case diskFull = "disk-full"
        /// The certificate or its key cannot be used.
        case badIdentity = "bad-identity"
        /// The server's own token is none that it could start with.
        case badToken = "bad-token"
        case cannotListen = "cannot-listen"
        /// A defect; what it was stays in the log.
        case internalError = "internal-error"
    }
}

extension ServerError.Reason {
    public var kind: Failure.Kind {
        switch self {
        case .badTarget, .badHost, .unknownHost, .ambiguousLength, .badQuery, .methodNotAllowed, .notAcceptable,
            .badBody,
            .badRequest, .malformedForm, .badRow, .unknownField, .unsupportedMedia:
            .badRequest
        case .invalidInput: .invalidInput
        case .unsupportedValue: .unsupportedOption
        case .unauthorized: .unauthorized
        case .foreignOrigin, .ownerOnly, .notAllowed: .notAllowed
        case .tooLarge, .tooManyParts: .tooLarge
        case .tooSlow: .timedOut
        case .notFound, .unknownItem, .noAudio: .unknownItem
        case .unknownModel: .unknownModel
        case .sourceMissing, .conflict, .inUse, .setElsewhere, .noHost, .stale, .notRunning, .changedMeanwhile:
            .conflict
        case .beingAnswered: .occupied
        case .contextTooLong: .contextTooLong
        case .noEngine: .noEngine
        case .noRecognizer: .noSpeechEngine
        case .modelNotFound, .modelDamaged: .unusableModel
        case .malformedResponse: .badResponse
        case .tooMany: .overloaded
        case .stopping, .cancelled: .stopped
        case .diskFull: .diskFull
        case .badIdentity, .badToken: .badSettings
        case .cannotListen: .systemFailed
        case .internalError: .internal
        }
    }

    /// The status that it is answered with: that of its kind, but where HTTP has a word of its own for what is wrong with a request.
    var status: ServerStatus {
        switch self {
        case .methodNotAllowed: .methodNotAllowed
        case .notAcceptable: .notAcceptable
        case .tooSlow: .requestTimeout
        case .changedMeanwhile: .preconditionFailed
        case .unsupportedMedia: .unsupportedMediaType
        case .unknownHost: .misdirectedRequest
        case .badTarget, .badHost, .ambiguousLength, .badQuery, .notFound, .unauthorized, .foreignOrigin, .ownerOnly,
            .notAllowed, .badBody, .badRequest, .malformedForm, .badRow, .unknownField, .invalidInput,
            .unsupportedValue,
            .tooLarge, .tooManyParts, .unknownItem, .unknownModel, .noAudio, .sourceMissing, .conflict, .inUse,
            .setElsewhere, .noHost, .stale, .notRunning, .beingAnswered, .contextTooLong, .noEngine, .noRecognizer,
            .modelNotFound, .modelDamaged, .malformedResponse, .tooMany, .stopping, .cancelled, .diskFull,
            .badIdentity, .badToken, .cannotListen, .internalError:
            kind.status
        }
    }
}
