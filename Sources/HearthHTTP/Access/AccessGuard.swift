import Foundation

/// Decides whether a request may come in, from its head alone.
///
/// A page on the web can make a browser on this machine send requests here. What keeps it out, in this order: it cannot
/// choose the `Host` that the browser sends, unless its own name was bound to this address (DNS rebinding), and that name
/// is not allowed; it cannot hide its `Origin`; and it has neither the token nor a session's key, which the page keeps in its own
/// origin's storage. There are no cookies: a browser sends those to every port of a host, whoever listens there.
struct AccessGuard: Sendable {
    /// Names by which this server may be addressed, without ports, in lower case.
    let hosts: Set<String>
    let token: AccessToken
    let links = SignInLinks()
    let sessions: SessionBook
    let tickets = Tickets()
    let isEncrypted: Bool
    /// Where the page puts its session's key.
    static let sessionHeader = "hearth-session"
    /// Where an answer has the key that takes its place.
    static let nextHeader = "hearth-session-next"

    /// What the guard looks at.
    struct Head {
        var method: HTTPMethod
        /// The request target as it was sent.
        var target: String
        var hosts: [String]
        var origin: String?
        var fetchSite: String?
        var authorization: String?
        var apiKey: String?
        var session: String?
        var hasLengthAndTransferEncoding: Bool
    }

    /// Who was let in, and what his browser has to send from now on, if it is something else.
    struct Entry {
        var caller: Caller
        var nextKey: String?
    }

    /// Checks everything that holds for all routes.
    ///
    /// - Throws: ``ServerError``.
    func check(_ head: Head, now: Int = Int(Date().timeIntervalSince1970)) throws(ServerError) -> Entry {
        try checkTarget(head)
        let host = try checkHost(head)
        try checkOrigin(head, host: host)
        return try entry(head, origin: origin(ofHost: host), now: now)
    }

    /// The origin of a page that was loaded from a host, which may name a port.
    func origin(ofHost host: String) -> String { (isEncrypted ? "https://" : "http://") + host.lowercased() }

    // MARK: - The steps

    private func checkTarget(_ head: Head) throws(ServerError) {
        // The absolute form is for proxies, and a way to say another host than `Host` does.
        guard head.target.utf8.first == UInt8(ascii: "/"), !head.target.hasPrefix("//") else {
            throw ServerError(.badRequest, "bad-target", "The request's target has to be a path.")
        }
        guard !head.hasLengthAndTransferEncoding else {
            throw ServerError(
                .badRequest, "ambiguous-length", "Content-Length and Transfer-Encoding contradict each other.")
        }
        guard head.target.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F && $0 != UInt8(ascii: "\\") }) else {
            throw ServerError(.badRequest, "bad-target", "The request's target holds characters that may not be there.")
        }
    }

    private func checkHost(_ head: Head) throws(ServerError) -> String {
        guard head.hosts.count == 1, let host = head.hosts.first?.lowercased() else {
            throw ServerError(.badRequest, "bad-host", "A request needs exactly one Host.")
        }
        guard let name = Self.name(ofHost: host), hosts.contains(name) else {
            throw ServerError(
                .misdirected, "unknown-host",
                "This server does not answer to that host name. Use 127.0.0.1 or localhost, or start it with "
                    + "--host NAME.")
        }
        return host
    }

    private func checkOrigin(_ head: Head, host: String) throws(ServerError) {
        if let origin = head.origin {
            guard origin.lowercased() == self.origin(ofHost: host) else {
                throw ServerError(
                    .forbidden, "foreign-origin", "Pages of other origins may not use this server.")
            }
        } else if head.fetchSite == "cross-site", !(head.method == .get || head.method == .head) {
            throw ServerError(.forbidden, "foreign-origin", "Pages of other sites may not use this server.")
        }
    }

    private func entry(_ head: Head, origin: String, now: Int) throws(ServerError) -> Entry {
        if let authorization = head.authorization {
            let parts = authorization.split(separator: " ", maxSplits: 1, omittingEmptySubsequences: true)
            guard parts.count == 2, parts[0].lowercased() == "bearer", token.accepts(parts[1]) else {
                throw Self.wrongToken
            }
            return Entry(caller: .token)
        }
        if let key = head.apiKey {
            guard token.accepts(key) else { throw Self.wrongToken }
            return Entry(caller: .token)
        }
        // Another program's page on this machine is of the same site, since sites do not know ports either.
        if let site = head.fetchSite, site != "same-origin", site != "none" { return Entry(caller: .nobody) }
        if let key = head.session {
            guard let found = sessions.find(key, origin: origin, now: now) else { return Entry(caller: .nobody) }
            return Entry(
                caller: .session(id: found.record.id, until: sessions.end(of: found.record)), nextKey: found.next)
        }
        if head.method.isSafe, let id = tickets.session(of: head.target), let record = sessions.record(id: id, now: now)
        {
            return Entry(caller: .session(id: id, until: sessions.end(of: record)))
        }
        return Entry(caller: .nobody)
    }

    static let wrongToken = ServerError(
        .unauthorized, "unauthorized",
        "The token is not this server's. It is in the file server-token of the data folder.")

    static let missingToken = ServerError(
        .unauthorized, "unauthorized",
        "This needs the server's token (header Authorization: Bearer …), or a browser that was signed in by the link "
            + "that the server prints when it starts.")

    // MARK: - Hosts

    /// The name in a `Host` header, without its port; `nil` when it is not a host and port.
    static func name(ofHost host: String) -> String? {
        let name: Substring
        let rest: Substring
        if host.hasPrefix("[") {
            guard let end = host.firstIndex(of: "]") else { return nil }
            name = host[host.index(after: host.startIndex)..<end]
            rest = host[host.index(after: end)...]
        } else {
            let colon = host.firstIndex(of: ":") ?? host.endIndex
            name = host[..<colon]
            rest = host[colon...]
        }
        guard !name.isEmpty else { return nil }
        if rest.isEmpty { return String(name) }
        guard rest.first == ":", let port = Int(rest.dropFirst()), (0...65_535).contains(port) else { return nil }
        return String(name)
    }
}
