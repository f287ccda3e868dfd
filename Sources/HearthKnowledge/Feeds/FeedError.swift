public import HearthCore

/// Why something of the web, or of what is subscribed to, could not be had.
public struct FeedError: ReasonedError, Hashable {
    /// What can go wrong; a raw value is the `code`.
    public enum Reason: String, FailureReason {
        /// Its owner has not allowed anything to be fetched from the host.
        case hostNotAllowed = "host-not-allowed"
        /// Something from outside names a place on this machine or in its network.
        case privateAddress = "private-address"
        /// It is no address of the web.
        case badAddress = "bad-web-address"
        case notFound = "page-not-found"
        /// The server wants to know who asks, or gives it to nobody.
        case notGiven = "not-given"
        /// The server answered with something else than what was asked for.
        case badResponse = "bad-response"
        case tooManyRedirects = "too-many-redirects"
        case tooLarge = "too-large"
        case unknownFeed = "unknown-feed"
        case unknownEpisode = "unknown-episode"
        case ambiguousEpisode = "ambiguous-episode"
        /// The item has no recording.
        case noRecording = "no-recording"
        /// The feed is there already, or the name is taken.
        case alreadyThere = "already-there"
        case badName = "bad-name"
        /// Another process fetches the same recording.
        case occupied
        case tooMany = "too-many-feeds"
        /// The disk would be full.
        case diskFull = "disk-full"
    }

    public let reason: Reason
    public let message: String
    public let help: [Failure.Help]
    /// The host that its owner would have to allow.
    public let refusedHost: String?

    public init(_ reason: Reason, _ message: String, help: [Failure.Help] = [], refusedHost: String? = nil) {
        (self.reason, self.message, self.help, self.refusedHost) = (reason, message, help, refusedHost)
    }
}

extension FeedError.Reason {
    public var kind: Failure.Kind {
        switch self {
        case .hostNotAllowed, .privateAddress: .refusedByPolicy
        case .badAddress: .unsendable
        case .notFound, .notGiven, .tooManyRedirects: .wrongAddress
        case .badResponse: .badResponse
        case .tooLarge: .tooLarge
        case .unknownFeed, .unknownEpisode: .unknownItem
        case .ambiguousEpisode, .alreadyThere: .conflict
        case .noRecording: .nothingToRead
        case .badName, .tooMany: .invalidInput
        case .occupied: .occupied
        case .diskFull: .diskFull
        }
    }
}
