public import HearthCore

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
        /// Nobody is heard to speak in a recording.
        case noSpeech = "no-speech"
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
        case .noSpeech: .nothingToRead
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
            .noSpeech, .modelNotFound, .modelDamaged, .malformedResponse, .tooMany, .stopping, .cancelled, .diskFull,
            .badIdentity, .badToken, .cannotListen, .internalError:
            kind.status
        }
    }
}
