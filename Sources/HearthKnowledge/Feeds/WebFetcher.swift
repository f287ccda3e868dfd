package import Foundation
package import HearthCore

/// Fetches what its owner asked for: one address, and where its hosts send it on to, as far as each of them was allowed.
///
/// Each host is an errand of its own in the ledger, with its decision before anything is sent. Nothing of the owner's goes along but the
/// address: no cookie, no key, no name of the program's version.
package struct WebFetcher: Sendable {
    /// What is fetched, for the ledger.
    package enum Purpose: String, Sendable {
        case feed, page, transcript, chapters
        case recording
    }

    /// Bounds of one answer.
    package struct Limits: Sendable {
        package var bytes: Int
        package var time: Duration
        package var silence: Duration = .seconds(60)

        package init(bytes: Int, time: Duration) { (self.bytes, self.time) = (bytes, time) }
    }

    /// What came of it.
    package struct Fetched: Sendable {
        package var status: Int
        /// Where it was, after all redirects.
        package var url: URL
        /// Whether all of these were said to hold for good.
        package var hasMoved: Bool
        package var type: String?
        package var etag: String?
        package var lastModified: String?
        package var body: [UInt8]
    }

    private static let mostRedirects = 5
    /// Servers refuse programs without a name; this one tells nothing of whose it is.
    private static let name = "Hearth"

    private let transport: any HTTPTransport
    private let ledger: any RoutingLedger

    package init(transport: any HTTPTransport, ledger: any RoutingLedger) {
        (self.transport, self.ledger) = (transport, ledger)
    }

    private enum Hop<Value: Sendable>: Sendable {
        case done(Value)
        case onward(URL, isForGood: Bool)
    }

    /// Fetches an address as a whole.
    ///
    /// - Throws: ``FeedError``, and what the transport throws: `refused-by-policy` when offline.
    package func get(
        _ url: URL, _ purpose: Purpose, hosts: AllowedHosts, namedBy who: String? = nil,
        headers: [(name: String, value: String)] = [], limits: Limits
    ) async throws -> Fetched {
        try await open(url, purpose, hosts: hosts, namedBy: who, headers: headers, limits: limits) {
            response, url, hasMoved in
            var body: [UInt8] = []
            if response.status == 200 {
                for try await piece in response.body { body += piece }
            } else {
                await response.body.discardRest()
            }
            return Fetched(
                status: response.status, url: url, hasMoved: hasMoved, type: response.header("content-type"),
                etag: response.header("etag"), lastModified: response.header("last-modified"), body: body)
        }
    }

    /// Fetches an address, and has what comes read by `body`, which gets the answer that is no redirect, where it is from, and
    /// whether it has moved there for good.
    package func open<Value: Sendable>(
        _ url: URL, _ purpose: Purpose, hosts: AllowedHosts, namedBy who: String? = nil,
        headers: [(name: String, value: String)] = [], limits: Limits,
        _ body: @Sendable (HTTPResponse, URL, Bool) async throws -> Value
    ) async throws -> Value {
        var (url, who, hasMoved) = (WebAddress.secured(url), who, true)
        for hop in 0...Self.mostRedirects {
            try hosts.check(url, namedBy: who)
            let from = url
            let isMoved = hop > 0 && hasMoved
            let result: Hop<Value> = try await ledger.errand(purpose.rawValue, host: WebAddress.host(of: url)) {
                record in
                var request = HTTPRequest(
                    .get, from, headers: headers + [("user-agent", Self.name)], ledgerRecord: record,
                    purpose: purpose.rawValue, maximumResponseBytes: limits.bytes, followsRedirects: false)
                (request.timeLimit, request.silenceLimit) = (limits.time, limits.silence)
                let response = try await transport.send(request)
                guard [301, 302, 303, 307, 308].contains(response.status) else {
                    return .done(try await body(response, from, isMoved))
                }
                await response.body.discardRest()
                guard let place = response.header("location"), !place.isEmpty, place.utf8.count <= 8_192,
                    let next = URL(string: place, relativeTo: from)?.absoluteURL,
                    next.absoluteString.utf8.count <= 8_192
                else {
                    throw FeedError(
                        .badResponse, "\(WebAddress.host(of: from) ?? "The server") leads on without saying where to.")
                }
                return .onward(WebAddress.secured(next), isForGood: [301, 308].contains(response.status))
            }
            switch result {
            case .done(let value): return value
            case .onward(let next, let isForGood):
                who = WebAddress.host(of: from)
                hasMoved = hasMoved && isForGood
                url = next
            }
        }
        throw FeedError(
            .tooManyRedirects,
            "\(who ?? "The server") leads on more than \(Self.mostRedirects) times. Check the address.")
    }

    /// - Parameter what: What was asked for, as the end of a sentence.
    /// - Throws: ``FeedError`` for an answer that is none.
    package static func check(_ status: Int, _ url: URL, _ what: String) throws(FeedError) {
        let host = WebAddress.host(of: url) ?? "The server"
        switch status {
        case 200, 206: return
        case 401, 402, 403, 407, 451:
            throw FeedError(.notGiven, "\(host) does not give \(what) to everybody (status \(status)).")
        case 404, 410: throw FeedError(.notFound, "\(host) has no such thing any more (status \(status)): \(what).")
        default:
            throw FeedError(
                .badResponse, "\(host) answered with status \(status) instead of \(what). Try again later.")
        }
    }
}
