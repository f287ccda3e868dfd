public import HearthCore

/// Endpoints that serve the same model, under a name by which all of them are meant: requests are spread over them.
///
/// A group is no engine. It receives nothing and may see nothing: consents, ceilings, keys and records of the ledger are those of the
/// member that a request really goes to.
public struct EndpointGroup: Hashable, Sendable {
    /// An endpoint of the group, with its share of the requests.
    public struct Member: Hashable, Sendable {
        public var engine: Engine
        /// Its share beside those of the others: 2 gets twice as much as 1.
        public var weight: Int
        /// Requests that it works on at a time; `nil` for as many as ``EndpointGroup/parallel`` says.
        public var parallel: Int?

        public init(_ engine: Engine, weight: Int = 1, parallel: Int? = nil) {
            self.engine = engine
            self.weight = weight
            self.parallel = parallel
        }
    }

    /// What is asked for where the group is meant: `custom:pool`. No endpoint has this name.
    public var engine: Engine
    /// None of them twice.
    public var members: [Member]
    /// Requests that one member works on at a time, unless it has a number of its own; further ones wait.
    public var parallel: Int
    /// Requests that may wait for a member; further ones are refused.
    public var queue: Int

    public static let weights = 1...100
    public static let parallels = 1...1024
    public static let queues = 0...10_000
    /// The default number of requests at a time per endpoint, which is the number of connections that the transport opens to one
    /// origin.
    public static let usualParallel = 8
    /// Eight rounds of one member, which at ten seconds an answer is as long as somebody waits.
    public static let usualQueue = 64

    public init(
        _ engine: Engine, members: [Member], parallel: Int = EndpointGroup.usualParallel,
        queue: Int = EndpointGroup.usualQueue
    ) {
        self.engine = engine
        self.members = members
        self.parallel = parallel
        self.queue = queue
    }
}

/// How a request ended, as far as it tells of the member that had it.
enum MemberOutcome: Hashable, Sendable {
    case answered
    /// The member, or the way to it, failed; after `wait` it wants to be asked again, where it said so.
    case failed(wait: Duration?)
    /// It tells nothing: the request was cancelled, was wrong, or was never sent.
    case silent

    /// - Parameter error: What a request ended with.
    init(_ error: any Error) {
        guard !(error is CancellationError), let failure = error as? any ReadableError, failure.kind.isOfTheServer
        else {
            self = .silent
            return
        }
        let seconds = (failure as? any PassingError)?.secondsToWait
        self = .failed(wait: seconds.map { .seconds(min(max($0, 0), MemberHealth.longestWish)) })
    }
}

extension Failure.Kind {
    /// Whether it is the fault of the server that was asked, or of the way there: another server of the same model may do better, and
    /// that one is better left alone for a while.
    ///
    /// What a model makes of a prompt (it declines, its window is too small, its answer has another form) it makes on any server.
    var isOfTheServer: Bool {
        switch self {
        case .unavailable, .notConfigured, .unusableModel, .modelNotReady, .providerFailed, .overloaded, .rateLimited,
            .quotaExceeded, .connectionFailed, .timedOut, .refusedBySystem, .badResponse, .wrongAddress, .badKey,
            .unknownModel, .incompleteResponse, .keyOfAnotherHost:
            true
        case .usage, .badRequest, .invalidInput, .contextTooLong, .messageTooLong, .tooLarge, .nothingToRead,
            .notExpressible, .unreadable, .unknownItem, .conflict, .occupied, .unauthorized, .notAllowed,
            .refusedByPolicy, .noEngine, .noSpeechEngine, .unsupportedTask, .unsupportedOption, .noLogprobs,
            .unfitModel, .notEnoughMemory, .windowTooSmall, .toolMissing, .modelFailed, .modelEnded, .unusableTemplate,
            .invalidOutput, .refusedByModel, .unsendable, .badSettings, .locked, .damagedData, .diskFull, .busy,
            .storeUnreachable, .uncertain, .systemFailed, .notRecorded, .stopped, .internal:
            false
        }
    }
}
