public import Foundation
public import HearthCore

/// How this module reaches servers: through the one transport, with a record of each decision before anything is sent.
public struct ModelConnection: Sendable {
    let transport: any HTTPTransport
    let ledger: any RoutingLedger
    let credential: @Sendable (Origin) async throws -> Credential?
    let now: @Sendable () -> Date

    /// - Parameters:
    ///   - credential: The key for an origin; `nil` when there is none. It is asked for each time, so that a key lies in memory
    ///     no longer than a request takes; the transport keeps it from every other origin, redirects included.
    public init(
        transport: any HTTPTransport, ledger: any RoutingLedger,
        credential: @escaping @Sendable (Origin) async throws -> Credential? = { _ in nil },
        now: @escaping @Sendable () -> Date = { Date() }
    ) {
        self.transport = transport
        self.ledger = ledger
        self.credential = credential
        self.now = now
    }

    /// Writes down that bytes are going to move between this machine and a host. Whoever begins an errand ends it.
    ///
    /// - Parameter purpose: `probe` to look at a file, `download` to fetch it.
    func begin(_ purpose: String, _ url: URL) async throws -> LedgerErrand {
        try await .begin(purpose, host: Origin(url).map(Self.name) ?? url.host(), in: ledger, now: now)
    }

    func send(
        _ url: URL, method: HTTPRequest.Method = .get, headers: [(name: String, value: String)] = [], record: Int,
        purpose: String, maximumBytes: Int, followsRedirects: Bool = true, timeLimit: Duration,
        longestSilence: Duration = .seconds(60)
    ) async throws -> HTTPResponse {
        guard let origin = Origin(url) else {
            throw RegistryError(
                .badAddress, "\(url.scheme ?? "This") is no address of a server; give one with https://.")
        }
        var request = HTTPRequest(
            method, url, headers: headers, credential: try await credential(origin), ledgerRecord: record,
            purpose: purpose, maximumResponseBytes: maximumBytes, mayRetry: false, followsRedirects: followsRedirects)
        request.timeLimit = timeLimit
        request.silenceLimit = longestSilence
        return try await transport.send(request)
    }

    private static func name(_ origin: Origin) -> String {
        origin.port == (origin.scheme == "https" ? 443 : 80) ? origin.host : "\(origin.host):\(origin.port)"
    }
}

extension HTTPResponse {
    /// The first byte, the last byte and the length of the whole, of `Content-Range: bytes 0-99/1234` (RFC 9110, 14.4); the
    /// length is `nil` for `*`. A range that contradicts itself counts as none.
    var contentRange: (first: Int, last: Int, total: Int?)? {
        guard let text = header("content-range")?.trimmingCharacters(in: .whitespaces).lowercased(),
            text.hasPrefix("bytes ")
        else { return nil }
        let parts = text.dropFirst(6).split(separator: "/", omittingEmptySubsequences: false)
        guard parts.count == 2 else { return nil }
        let ends = parts[0].split(separator: "-", omittingEmptySubsequences: false)
        guard ends.count == 2, let first = Int(ends[0]), let last = Int(ends[1]), first >= 0, last >= first,
            last < Int.max
        else {
            return nil
        }
        let total = Int(parts[1])
        if let total, last >= total { return nil }
        guard total != nil || parts[1] == "*" else { return nil }
        return (first, last, total)
    }

    /// The length of the whole after a range that cannot be served: `Content-Range: bytes */1234`.
    var unsatisfiedTotal: Int? {
        guard let text = header("content-range")?.lowercased(), text.hasPrefix("bytes */") else { return nil }
        return Int(text.dropFirst(8)).flatMap { $0 >= 0 ? $0 : nil }
    }

    var contentLength: Int? {
        header("content-length").flatMap { Int($0) }.flatMap { $0 >= 0 ? $0 : nil }
    }

    /// What a request with `If-Range` may name: a strong entity tag, else the date of the last change (RFC 9110, 13.1.5).
    var rangeValidator: String? {
        if let tag = header("etag") { return tag.hasPrefix("\"") && tag.count <= 512 ? tag : nil }
        return header("last-modified").flatMap { $0.count <= 64 ? $0 : nil }
    }
}
