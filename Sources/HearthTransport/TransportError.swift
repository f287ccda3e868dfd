public import Foundation
public import HearthCore

/// Why a request did not go through: a refusal before anything was opened, or a connection that failed.
///
/// It names the host and what to do. It never holds a key, a header, a body or more of the address than the host.
public struct TransportError: PassingError, ReasonedError, Hashable {
    /// What went wrong; its raw value is ``code``. More may be added.
    public enum Reason: String, FailureReason {
        /// The policy of hosts does not allow the connection; no socket was opened.
        case refusedByPolicy = "refused-by-policy"
        /// The system does not let this process connect there.
        case refusedBySystem = "refused-by-system"
        /// Plain `http` to another machine; no socket was opened.
        case needsTLS = "needs-tls"
        /// The credential belongs to another origin, or a redirect would take the request to another one.
        case wrongOrigin = "wrong-origin"
        case badURL = "bad-url"
        /// A header's name or value that may not be sent.
        case badHeader = "bad-header"
        case cannotConnect = "cannot-connect"
        case nameNotFound = "name-not-found"
        /// The host's certificate or the handshake was not accepted.
        case tlsFailed = "tls-failed"
        /// The proxy of the settings refused.
        case proxyFailed = "proxy-failed"
        case timedOut = "timed-out"
        /// The connection ended before the response was complete.
        case connectionLost = "connection-lost"
        /// The response is no HTTP.
        case badResponse = "bad-response"
        case responseTooLarge = "response-too-large"
        /// The host failed several times in a row and is left alone for a while.
        case coolingDown = "cooling-down"
        /// The host allows no more requests for longer than a retry may wait.
        case rateLimited = "rate-limited"
        /// The host is overloaded for longer than a retry may wait.
        case serverBusy = "server-busy"
        case tooManyRedirects = "too-many-redirects"
        /// The ledger could not write a connection's record.
        case ledgerFailed = "ledger-failed"
        /// The transport was shut down.
        case shutDown = "shut-down"
    }

    public let reason: Reason
    public let message: String
    /// The host concerned, with its port where that is not the usual one.
    public let host: String?
    /// When to try again, as far as that is known.
    public let retryAt: Date?

    public var secondsToWait: Double? { retryAt.map { max(0, $0.timeIntervalSinceNow) } }

    init(_ reason: Reason, _ message: String, host: String? = nil, retryAt: Date? = nil) {
        self.reason = reason
        self.message = message
        self.host = host
        self.retryAt = retryAt
    }
}

extension TransportError {
    static func refusedByPolicy(_ host: String, reach: NetworkReach) -> Self {
        let what = reach == .loopback ? "only this machine may be connected to" : "no connection is allowed"
        return Self(
            .refusedByPolicy, "\(host) was not contacted: \(what) now. Turn the offline mode off to allow it.",
            host: host)
    }

    static func refusedBySystem(_ host: String) -> Self {
        Self(
            .refusedBySystem,
            "The system does not let this process connect to \(host). Start it with the network, or check the firewall.",
            host: host)
    }

    static func needsTLS(_ host: String) -> Self {
        Self(
            .needsTLS, "\(host) is another machine, and http:// would send everything in the clear. Use https://.",
            host: host)
    }

    static func credentialForOtherOrigin(_ host: String, bound: Origin) -> Self {
        Self(
            .wrongOrigin,
            "The key belongs to \(bound) and is not sent to \(host). Set a key for that address, or correct the address.",
            host: host)
    }

    static func redirectElsewhere(_ host: String, why: String) -> Self {
        Self(
            .wrongOrigin, "\(host) redirects \(why), which is not followed. Check the address in the settings.",
            host: host)
    }

    static func badURL(_ why: String) -> Self {
        Self(.badURL, "The address cannot be used: \(why). Correct it in the settings.")
    }

    static func badHeader(_ why: String) -> Self {
        Self(.badHeader, "The request was not sent: \(why).")
    }

    static func timedOut(_ host: String, waiting: String, seconds: Duration) -> Self {
        Self(
            .timedOut, "\(host) took longer than \(seconds.shortText) \(waiting). Try again, or raise the time limit.",
            host: host)
    }

    static func connectionLost(_ host: String, _ how: String) -> Self {
        Self(.connectionLost, "The connection to \(host) \(how). Try again.", host: host)
    }

    static func responseTooLarge(_ host: String, limit: Int) -> Self {
        Self(
            .responseTooLarge, "The response of \(host) is larger than the limit of \(limit) bytes and was dropped.",
            host: host)
    }

    static func coolingDown(_ host: String, until date: Date) -> Self {
        Self(
            .coolingDown, "\(host) failed several times in a row and is left alone until \(date.shortText).",
            host: host,
            retryAt: date)
    }

    static func retryLater(_ host: String, status: Int, at date: Date) -> Self {
        status == 429
            ? Self(
                .rateLimited, "\(host) accepts no more requests until \(date.shortText). Try again then.", host: host,
                retryAt: date)
            : Self(
                .serverBusy, "\(host) is overloaded (status \(status)) and asks to wait until \(date.shortText).",
                host: host, retryAt: date)
    }

    static func tooManyRedirects(_ host: String, limit: Int) -> Self {
        Self(.tooManyRedirects, "\(host) redirected more than \(limit) times. Check the address.", host: host)
    }

    static func ledgerFailed(_ cause: any Error) -> Self {
        let why = (cause as? any ReadableError)?.message ?? "The ledger gave no reason."
        return Self(
            .ledgerFailed,
            "The record of a connection could not be written, and nothing is sent until it can be. \(why)")
    }

    static let shutDown = Self(.shutDown, "The transport was shut down; nothing more is sent.")
}

extension Date {
    /// `2026-02-03T04:05:06Z`.
    var shortText: String { formatted(.iso8601) }
}

extension Duration {
    /// `30 s`, `0.25 s`.
    var shortText: String { formatted(.units(allowed: [.seconds], width: .narrow, fractionalPart: .show(length: 2))) }
}

extension TransportError.Reason {
    public var kind: Failure.Kind {
        switch self {
        case .refusedByPolicy: .refusedByPolicy
        case .refusedBySystem: .refusedBySystem
        case .needsTLS, .wrongOrigin, .badURL, .badHeader: .unsendable
        case .cannotConnect, .nameNotFound, .proxyFailed, .connectionLost: .connectionFailed
        case .tlsFailed, .tooManyRedirects, .responseTooLarge: .wrongAddress
        case .timedOut: .timedOut
        case .badResponse: .badResponse
        case .coolingDown, .serverBusy: .overloaded
        case .rateLimited: .rateLimited
        case .ledgerFailed: .notRecorded
        case .shutDown: .stopped
        }
    }
}
