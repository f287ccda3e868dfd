import Crypto
import Foundation
import HTTPTypes
public import HearthCore

/// Decides whether a request may come in, from its head alone.
///
/// A page on the web can make a browser on this machine send requests here. What keeps it out, in this order: it cannot
/// choose the `Host` that the browser sends, unless its own name was bound to this address (DNS rebinding), and that name
/// is not allowed; it cannot hide its `Origin`; and it has neither the token nor a session's key, which the page keeps in its own
/// origin's storage. No cookie lets anybody in: a browser sends those to every port of a host, whoever listens there.
struct AccessGuard: Sendable {
    /// Names by which this server may be addressed, without ports, in lower case.
    let hosts: Set<String>
    let token: AccessToken
    let links = SignInLinks()
    let sessions: SessionBook
    let tickets = Tickets()
    let isEncrypted: Bool
    /// Origins beside the server's own whose pages may use the interfaces of others, in lower case.
    var origins: Set<String> = []
    /// Whether models may be used without the token.
    var opensModels = false
    /// What lets programs in, and signs nobody in.
    var programToken: AccessToken?
    /// Who has an account; `nil` on a server that is its owner's alone.
    var people: (any PersonDirectory)?
    /// Who else may say who somebody is.
    var identities: (any IdentitySignIn)?
    /// Where the page puts its session's key.
    static let sessionHeader = "hearth-session"
    /// Where an answer has the key that takes its place.
    static let nextHeader = "hearth-session-next"

    /// What the guard looks at.
    struct Head {
        var method: HTTPMethod
        /// The request target as it was sent.
        var target: String
        /// None is that of an HTTP/1.0 client, which needs none; where another one left it out, there is an empty one.
        var hosts: [String]
        var origin: String?
        var fetchSite: String?
        var authorization: String?
        var apiKey: String?
        var session: String?
        var hasLengthAndTransferEncoding: Bool
        /// Whether a proxy says that it passes on what somebody else asks.
        var isForwarded = false
    }

    /// Who was let in, and what his browser has to send from now on, if it is something else.
    struct Entry {
        var caller: Caller
        var nextKey: String?
    }

    /// Checks everything that holds for all routes.
    ///
    /// - Throws: ``ServerError``.
    func check(_ head: Head, now: Int = Int(Date().timeIntervalSince1970)) async throws(ServerError) -> Entry {
        try checkTarget(head)
        let host = try checkHost(head)
        try checkOrigin(head, host: host)
        return try await entry(head, origin: origin(ofHost: host), now: now)
    }

    /// The origin of a page that was loaded from a host, which may name a port.
    func origin(ofHost host: String) -> String { (isEncrypted ? "https://" : "http://") + host.lowercased() }

    // MARK: - The steps

    private func checkTarget(_ head: Head) throws(ServerError) {
        // The absolute form is for proxies, and a way to say another host than `Host` does.
        guard head.target.utf8.first == UInt8(ascii: "/"), !head.target.hasPrefix("//") else {
            throw ServerError(.badTarget, "The request's target has to be a path.")
        }
        guard !head.hasLengthAndTransferEncoding else {
            throw ServerError(.ambiguousLength, "Content-Length and Transfer-Encoding contradict each other.")
        }
        guard head.target.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F && $0 != UInt8(ascii: "\\") }) else {
            throw ServerError(.badTarget, "The request's target holds characters that may not be there.")
        }
    }

    private func checkHost(_ head: Head) throws(ServerError) -> String {
        if head.hosts.isEmpty, isOfWatcher(head) { return "" }
        guard head.hosts.count == 1, let host = head.hosts.first?.lowercased(), !host.isEmpty else {
            throw ServerError(.badHost, "A request needs exactly one Host.")
        }
        guard let name = Self.name(ofHost: host), hosts.contains(name) else {
            throw ServerError(
                .unknownHost,
                "This server does not answer to that host name. Use 127.0.0.1 or localhost, or a name that it was started "
                    + "with.")
        }
        return host
    }

    /// Whether a request without a `Host` is that of a program that watches the server in HTTP/1.0, such as a balancer.
    ///
    /// That version demands none (RFC 9112, 3.2), and no browser speaks it or leaves it out. A proxy might pass on in it what one sent:
    /// so only what is there to be watched is told, which no page gains anything from, and nobody who shows a mark of a browser's.
    private func isOfWatcher(_ head: Head) -> Bool {
        (head.method == .get || head.method == .head) && head.origin == nil && head.fetchSite == nil
            && head.session == nil && !head.isForwarded
            && HealthRoutes.patterns.contains(String(head.target.prefix { $0 != "?" }))
    }

    private func checkOrigin(_ head: Head, host: String) throws(ServerError) {
        if let origin = head.origin {
            guard origin.lowercased() == self.origin(ofHost: host) || shares(head.target, with: origin) else {
                throw ServerError(
                    .foreignOrigin,
                    "Pages of other origins may not use this server, unless its owner allowed them when it was started."
                )
            }
        } else if head.fetchSite == "cross-site", !(head.method == .get || head.method == .head) {
            throw ServerError(.foreignOrigin, "Pages of other sites may not use this server.")
        }
    }

    private func entry(_ head: Head, origin: String, now: Int) async throws(ServerError) -> Entry {
        if let authorization = head.authorization {
            let parts = authorization.split(separator: " ", maxSplits: 1, omittingEmptySubsequences: true)
            guard parts.count == 2, parts[0].lowercased() == "bearer", let caller = holder(of: parts[1]) else {
                return try stranger()
            }
            return Entry(caller: caller)
        }
        if let key = head.apiKey {
            guard let caller = holder(of: key) else { return try stranger() }
            return Entry(caller: caller)
        }
        // Another program's page on this machine is of the same site, since sites do not know ports either.
        if let site = head.fetchSite, site != "same-origin", site != "none" { return Entry(caller: .nobody) }
        if let key = head.session {
            guard let found = await sessions.find(key, origin: origin, now: now),
                let caller = caller(of: found.record)
            else {
                return Entry(caller: .nobody)
            }
            return Entry(caller: caller, nextKey: found.next)
        }
        if head.method.changesNothing, let id = tickets.session(of: head.target),
            let record = sessions.record(id: id, now: now), let caller = caller(of: record)
        {
            return Entry(caller: caller)
        }
        return Entry(caller: .nobody)
    }

    /// Whose session it is; `nil`, and it ends, where its person has no account any more, or another password or role.
    private func caller(of record: SessionRecord) -> Caller? {
        let until = sessions.end(of: record)
        guard let id = record.person else { return .session(id: record.id, until: until) }
        do {
            guard let known = try people?.person(id), known.epoch == record.epoch else {
                sessions.drop(record.id)
                return nil
            }
            return .person(
                PersonCaller(
                    known.person, by: .session(id: record.id, until: until), epoch: known.epoch,
                    began: record.createdAt))
        } catch {
            // What cannot be read now lets nobody in, and ends nothing.
            return nil
        }
    }

    /// Whose token a text is; `nil` where it is none of ours.
    private func holder(of text: some StringProtocol) -> Caller? {
        // Both are looked at in any case, so that the time does not tell which one a guess is near.
        let (isOwners, isPrograms) = (token.accepts(text), programToken?.accepts(text) ?? false)
        guard !isOwners, !isPrograms else { return isOwners ? .token : .program }
        guard let held = try? people?.holder(ofToken: String(text)) else { return nil }
        return .person(
            PersonCaller(held.person, by: .token(id: held.id, scope: held.scope, ceiling: held.ceiling)))
    }

    /// Who sends a token that is not ours. Programs that need none here often send one that somebody made up.
    private func stranger() throws(ServerError) -> Entry {
        guard opensModels else { throw Self.wrongToken }
        return Entry(caller: .nobody)
    }

    // MARK: - Staying in

    /// Whether whoever was let in still would be.
    func holds(_ caller: Caller, now: Int = Int(Date().timeIntervalSince1970)) -> Bool {
        if let id = caller.sessionID, sessions.record(id: id, now: now) == nil { return false }
        guard case .person(let caller) = caller else { return true }
        switch caller.way {
        case .session: return (try? people?.person(caller.person.id))?.epoch == caller.epoch
        case .token(let id, _, _): return people?.holds(token: id, of: caller.person.id) ?? false
        }
    }

    /// Calls `action` when a caller's session is ended here, at once where it has ended. Returns what ``forget(_:of:)`` takes.
    func whenEnded(_ caller: Caller, _ action: @escaping @Sendable () -> Void) -> Int? {
        guard let id = caller.sessionID else { return nil }
        let number = sessions.underWay.add(action, for: id)
        // It may have ended before it was listed.
        if !holds(caller) { action() }
        return number
    }

    func forget(_ number: Int?, of caller: Caller) {
        guard let number, let id = caller.sessionID else { return }
        sessions.underWay.forget(number, of: id)
    }

    static let endedSession = ServerError(
        .unauthorized,
        "This browser was signed out while it was being answered. Sign in again, by the link that the server prints when it starts, or "
            + "with your name and password."
    )

    // MARK: - Without a token, and from elsewhere

    /// Whether a request that came without a token may use a model: that of a program of this machine, and of no page.
    func opensModels(to head: Head) -> Bool {
        // A proxy or tunnel that ends here stands for people anywhere, though it is of this machine.
        guard opensModels, !head.isForwarded else { return false }
        // What a page asks of elsewhere is told by either, also where it has no origin.
        return head.origin == nil && (head.fetchSite == nil || head.fetchSite == "none")
    }

    /// Whether pages of an origin may use what stands at a target: the interfaces that other programs speak, and nothing else.
    func shares(_ target: String, with origin: String) -> Bool {
        origins.contains(origin.lowercased()) && ErrorStyle(path: target.prefix { $0 != "?" }).isOfOthers
    }

    /// What lets a browser show an answer to a page of another origin that may have it; empty for all others.
    func sharing(_ head: Head, requestedHeaders: String?) -> [(name: String, value: String)] {
        guard let origin = head.origin, shares(head.target, with: origin) else { return [] }
        var headers = [("access-control-allow-origin", origin), ("vary", "Origin")]
        guard head.method == .options else {
            return headers + [("access-control-expose-headers", Self.exposed)]
        }
        headers += [
            ("access-control-allow-methods", "GET, POST, DELETE"), ("access-control-max-age", "600"),
            // For browsers that ask whether a page of elsewhere may reach this machine at all.
            ("access-control-allow-private-network", "true"),
        ]
        let names = (requestedHeaders ?? "").split(separator: ",").prefix(64).compactMap { name in
            HTTPField.Name(name.trimmingCharacters(in: .whitespaces))?.canonicalName
        }
        if !names.isEmpty { headers.append(("access-control-allow-headers", names.joined(separator: ", "))) }
        return headers
    }

    private static let exposed =
        "hearth-engine, hearth-model, hearth-host, hearth-ledger-record, hearth-fallback, hearth-notes, mcp-session-id, "
        + "request-id, retry-after, x-request-id, x-should-retry"

    static let wrongToken = ServerError(
        .unauthorized,
        "The token is not this server's. The one for programs is in the file program-token of the data folder; the one "
            + "that signs a browser in is in server-token.")

    static let programsToken = ServerError(
        .unauthorized,
        "This is the token for programs, which signs nobody in. The one that does is in the file server-token of the "
            + "data folder.")

    static let missingToken = ServerError(
        .unauthorized,
        "This needs the token for programs (header Authorization: Bearer …, from the file program-token of the data "
            + "folder), or a browser that was signed in by the link that the server prints when it starts.")

    // MARK: - Hosts

    /// The origins at which other devices can reach this server: the one at which it was asked, where that is no name of this machine for
    /// itself, and those of the other names, at the same port. Empty where it answers to this machine alone.
    func placesElsewhere(for origin: String) -> [String] {
        guard let start = origin.range(of: "://") else { return [] }
        let asked = String(origin[start.upperBound...])
        guard let name = Self.name(ofHost: asked) else { return [] }
        let port =
            asked.hasSuffix("]") ? "" : asked.split(separator: ":").last.flatMap { Int($0) }.map { ":\($0)" } ?? ""
        let others = hosts.subtracting([name]).sorted().filter { !HostAddress.isLoopback($0) }
            .map { self.origin(ofHost: ($0.contains(":") ? "[\($0)]" : $0) + port) }
        return (HostAddress.isLoopback(name) ? [] : [origin]) + others
    }

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

/// The secret that lets clients in.
public struct AccessToken: Sendable {
    private let secret: Secret

    public init(_ secret: Secret) { self.secret = secret }

    /// 32 random bytes, in 43 characters of base64url.
    public static func random() -> Secret {
        Secret(Base64URL.encoded(Secret.random(count: 32).exposedBytes()))
    }

    /// Whether what a client presents is the token. Takes the same time wherever the two differ.
    func accepts(_ text: some StringProtocol) -> Bool {
        // Hashes have one length and tell nothing of how much of a guess was right.
        let given = SHA256.hash(data: Array(text.utf8))
        return given == SHA256.hash(data: secret.exposedBytes())
    }
}
