import Crypto
import Foundation
import HearthCore
import Synchronization

/// Signs browsers in, knows them again, and signs them out.
///
/// A session is `ID.SECRET`, which the page keeps in its origin's storage and sends as a header. It is no cookie: those go to every
/// port of a host, so that whoever listens at another port of this machine is given them, and can set them. Kept here are HMACs of
/// the secrets, by a key that follows from the server's token: a new token ends them all.
///
/// Once a day the secret is replaced by one that follows from it, so that requests that cross each other get the same. The one
/// before holds until the new one is used, because an answer can be lost, and a minute beyond. If it comes later, somebody has a
/// copy; then the session ends (RFC 9700, 4.14.2, does so for refresh tokens).
struct SessionBook: Sendable {
    let store: any SessionStore
    let limits: SessionLimits
    /// What ends with a session.
    let underWay = SessionWork()
    /// What is written of sessions while nobody waits for it: a store may have to wait for other processes.
    let notes = NoteQueue<String>(on: "hearth.sessions")
    private let key: SymmetricKey

    init(store: any SessionStore, token: Secret, limits: SessionLimits = SessionLimits()) {
        self.store = store
        self.limits = limits
        key = HKDF<SHA256>.deriveKey(
            inputKeyMaterial: SymmetricKey(data: token.exposedBytes()), info: Array("hearth session".utf8),
            outputByteCount: 32)
    }

    /// What lets a browser in.
    struct Key {
        var record: SessionRecord
        /// `ID.SECRET`.
        var text: String
    }

    /// A session that was presented.
    struct Found {
        var record: SessionRecord
        /// What the browser has to send from now on; `nil` when nothing changes.
        var next: String?
    }

    // MARK: Signing in

    /// - Parameter person: Who signs in with an account; `nil` is the owner.
    func begin(device: String, origin: String, now: Int, person: KnownPerson? = nil) throws -> Key {
        let secret = AccessToken.random().exposedText() ?? ""
        let record = SessionRecord(
            id: String((AccessToken.random().exposedText() ?? "").filter { $0 != "-" && $0 != "_" }.prefix(12)),
            device: device, origin: origin,
            createdAt: now, usedAt: now, secret: mac(secret, of: person?.person.id), former: nil, rotatedAt: now,
            confirmedAt: now, person: person?.person.id, epoch: person?.epoch)
        let ended = try store.update { records -> [String] in
            let before = records.map(\.id)
            records.removeAll { hasEnded($0, now) }
            // Nobody's browsers push out another's.
            while true {
                let own = records.filter { $0.person == record.person }
                guard own.count >= limits.most, let oldest = own.min(by: { $0.usedAt < $1.usedAt }) else { break }
                records.removeAll { $0.id == oldest.id }
            }
            let left = Set(records.map(\.id))
            records.append(record)
            return before.filter { !left.contains($0) }
        }
        underWay.end(ended)
        return Key(record: record, text: "\(record.id).\(secret)")
    }

    // MARK: Being in

    /// The session of a header's value; `nil` when there is none, or it is over.
    ///
    /// Waits for the store only where the secret is replaced, or the new one is used first. When it was used is a note.
    func find(_ text: String, origin: String, now: Int) async -> Found? {
        let parts = text.split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
        guard text.utf8.count <= 128, parts.count == 2, let records = try? store.read(),
            let record = records.first(where: { $0.id == parts[0] }), record.origin == origin, !hasEnded(record, now)
        else { return nil }
        let given = mac(String(parts[1]), of: record.person)
        if Secret(given) == Secret(record.secret) { return await current(record, String(parts[1]), now) }
        if let former = record.former, Secret(given) == Secret(former) {
            return await late(record, String(parts[1]), now)
        }
        return nil
    }

    /// Whether a session that was found by other means still holds.
    func record(id: String, now: Int) -> SessionRecord? {
        (try? store.read())?.first { $0.id == id && !hasEnded($0, now) }
    }

    /// When it ends if it is not used again.
    func end(of record: SessionRecord) -> Int { limits.end(of: record) }

    private func hasEnded(_ record: SessionRecord, _ now: Int) -> Bool { now >= end(of: record) }

    private func current(_ record: SessionRecord, _ secret: String, _ now: Int) async -> Found {
        if now - record.rotatedAt >= limits.rotation {
            let next = follower(of: secret)
            let changed = await change(record.id) { record in
                // Another request of the same moment may have done it.
                guard record.secret == mac(secret, of: record.person) else { return }
                (record.former, record.secret) = (record.secret, mac(next, of: record.person))
                (record.rotatedAt, record.confirmedAt, record.usedAt) = (now, nil, now)
            }
            return Found(record: changed ?? record, next: changed == nil ? nil : "\(record.id).\(next)")
        }
        if record.confirmedAt == nil {
            // From now on the one before is over, which the next request has to find.
            let changed = await change(record.id) { record in
                record.usedAt = max(record.usedAt, now)
                if record.confirmedAt == nil { record.confirmedAt = now }
            }
            return Found(record: changed ?? record)
        }
        if now - record.usedAt >= limits.note { noteUse(of: record.id, now) }
        return Found(record: record)
    }

    private func noteUse(of id: String, _ now: Int) {
        notes.add(id) {
            // What cannot be noted down keeps nobody out.
            try? store.update { records in
                guard let index = records.firstIndex(where: { $0.id == id }),
                    now - records[index].usedAt >= limits.note
                else { return }
                records[index].usedAt = now
            }
        }
    }

    private func late(_ record: SessionRecord, _ secret: String, _ now: Int) async -> Found? {
        if let confirmed = record.confirmedAt, now - confirmed > limits.grace {
            // Before the one who is refused hears of it, so that the copy's next request finds it over.
            _ = try? await BlockingWork.run(on: "hearth.sessions") { try end(record.id) }
            return nil
        }
        return Found(record: record, next: "\(record.id).\(follower(of: secret))")
    }

    /// A session that could not be noted down serves all the same; `nil` then, or when it is gone.
    private func change(
        _ id: String, _ change: @escaping @Sendable (inout SessionRecord) -> Void
    ) async -> SessionRecord? {
        try? await BlockingWork.run(on: "hearth.sessions") { [store] in
            try store.update { records -> SessionRecord? in
                guard let index = records.firstIndex(where: { $0.id == id }) else { return nil }
                change(&records[index])
                return records[index]
            }
        }
    }

    // MARK: Signing out

    func all(now: Int) throws -> [SessionRecord] {
        try store.read().filter { !hasEnded($0, now) }.sorted { $0.usedAt > $1.usedAt }
    }

    /// Ends a session, and what is under way for it. Whether there was one.
    func end(_ id: String) throws -> Bool {
        let wasThere = try store.update { records -> Bool in
            let before = records.count
            records.removeAll { $0.id == id }
            return records.count < before
        }
        underWay.end([id])
        return wasThere
    }

    /// Ends a session that is its person's no more: whoever comes with it is refused in any case, so nobody waits for the store.
    func drop(_ id: String) {
        underWay.end([id])
        notes.add("end \(id)") { [self] in _ = try? end(id) }
    }

    /// Ends all but one, with what is under way for them, and gives how many.
    ///
    /// - Parameter person: Whose alone; `nil` ends the owner's and everybody's.
    func endAll(except id: String?, of person: String? = nil) throws -> Int {
        let ended = try store.update { records -> [String] in
            let ends = { (record: SessionRecord) in
                record.id != id && (person == nil || record.person == person)
            }
            let ended = records.filter(ends).map(\.id)
            records.removeAll(where: ends)
            return ended
        }
        underWay.end(ended)
        return ended.count
    }

    // MARK: Secrets

    /// - Parameter person: Bound to it, so that a record from which the person was taken out is nobody's, and not the owner's.
    private func mac(_ secret: String, of person: String?) -> String {
        let text = person.map { "kept for \($0) \(secret)" } ?? "kept \(secret)"
        return AccessToken.base64URL(Array(HMAC<SHA256>.authenticationCode(for: Array(text.utf8), using: key)))
    }

    /// The secret after this one.
    private func follower(of secret: String) -> String {
        AccessToken.base64URL(Array(HMAC<SHA256>.authenticationCode(for: Array("next \(secret)".utf8), using: key)))
    }
}

/// What is kept of a browser that was signed in: enough to let it in again and to show it to its owner, and no secret. Times are
/// seconds since 1970.
public struct SessionRecord: Codable, Sendable, Hashable, Identifiable {
    /// Names it for people and in addresses; lets nobody in.
    public let id: String
    /// What the browser calls itself, such as `Firefox on Linux`.
    public let device: String
    /// The address at which it was signed in, such as `http://127.0.0.1:8427`. Its secret is good nowhere else.
    public let origin: String
    public let createdAt: Int
    /// Not more exact than some minutes, so that not every request writes.
    public internal(set) var usedAt: Int
    /// HMACs of the secret that holds, and of the one before it, for as long as that may still come.
    var secret: String
    var former: String?
    var rotatedAt: Int
    /// When the secret that holds was first used; `nil` until then.
    var confirmedAt: Int?
    /// Who signed in with an account; `nil` is the owner.
    public internal(set) var person: String?
    /// ``KnownPerson/epoch`` as it was then.
    var epoch: Int?
}

/// Where sessions are kept. What it throws does not let anybody in.
public protocol SessionStore: Sendable {
    /// All of them. Asked with each request, so cheap when nothing has changed.
    func read() throws -> [SessionRecord]
    /// Changes them, while nobody else does.
    func update<Result: Sendable>(_ change: (inout [SessionRecord]) throws -> Result) throws -> Result
}

/// How long a browser stays signed in.
public struct SessionLimits: Sendable {
    /// Since it was last used: two weeks, so that a holiday signs nobody out.
    public var idle = 14 * 86_400
    /// Since it was signed in.
    public var total = 90 * 86_400
    /// After which its secret is replaced.
    public var rotation = 86_400
    /// How long the secret before still holds once the new one was used: requests that were on their way.
    public var grace = 60
    /// Between two notes of when it was used.
    public var note = 300
    /// The most of them; one more ends the one that was not used for longest.
    public var most = 64

    public init() {}

    /// When a session ends if it is not used again.
    public func end(of record: SessionRecord) -> Int { min(record.createdAt + total, record.usedAt + idle) }
}

/// Sessions that end with the server.
public final class MemorySessionStore: SessionStore {
    private let records = Mutex<[SessionRecord]>([])

    public init() {}

    public func read() throws -> [SessionRecord] { records.withLock { $0 } }

    public func update<Result: Sendable>(_ change: (inout [SessionRecord]) throws -> Result) throws -> Result {
        try records.withLock { try change(&$0) }
    }
}

/// What a browser calls itself, in a few words of ours. Nothing of the header is shown: it may hold anything.
enum BrowserName {
    static func of(_ userAgent: String?) -> String {
        guard let text = userAgent?.prefix(512) else { return "an unnamed program" }
        // In this order: most call themselves by their forerunners' names, too.
        let browsers = [
            ("Edg/", "Edge"), ("OPR/", "Opera"), ("Firefox/", "Firefox"), ("Chromium/", "Chromium"),
            ("Chrome/", "Chrome"),
            ("CriOS/", "Chrome"), ("FxiOS/", "Firefox"), ("Safari/", "Safari"), ("curl/", "curl"),
        ]
        let systems = [
            ("Android", "Android"), ("iPhone", "iPhone"), ("iPad", "iPad"), ("Macintosh", "Mac"),
            ("Windows", "Windows"),
            ("CrOS", "ChromeOS"), ("Linux", "Linux"),
        ]
        let browser = browsers.first { text.contains($0.0) }?.1 ?? "a program"
        return systems.first { text.contains($0.0) }.map { "\(browser) on \($0.1)" } ?? browser
    }
}

// MARK: - Tickets

/// Lets a browser fetch one address without a header: what an `<audio>` plays and what a link saves cannot send any.
///
/// A ticket is asked for by a page that is signed in, stands in the address, is good for that address alone, and ends with its
/// session, with the server, or an hour after it was last used.
final class Tickets: Sendable {
    private struct Entry {
        var target: String
        var session: String
        var usedAt: ContinuousClock.Instant
    }

    private static let lifetime = Duration.seconds(3600)
    private static let most = 256
    /// Of one session: nobody's push out another's.
    private static let mostOfOne = 64
    private let entries = Mutex<[[UInt8]: Entry]>([:])

    /// - Parameter target: Path and query, without the ticket.
    func make(for target: String, session: String, now: ContinuousClock.Instant = .now) -> String {
        let ticket = AccessToken.random().exposedText() ?? ""
        entries.withLock { entries in
            entries = entries.filter { now - $0.value.usedAt < Self.lifetime }
            let own = entries.filter { $0.value.session == session }
            let pool = own.count >= Self.mostOfOne ? own : entries.count >= Self.most ? entries : [:]
            if let oldest = pool.min(by: { $0.value.usedAt < $1.value.usedAt }) {
                entries[oldest.key] = nil
            }
            entries[Self.hash(ticket)] = Entry(target: target, session: session, usedAt: now)
        }
        return ticket
    }

    /// The session whose ticket the end of a target is; `nil` when it is none for this target.
    func session(of target: String, now: ContinuousClock.Instant = .now) -> String? {
        guard let (place, ticket) = Self.parts(of: target) else { return nil }
        return entries.withLock { entries in
            let key = Self.hash(ticket)
            guard let entry = entries[key], entry.target == place, now - entry.usedAt < Self.lifetime else {
                return nil
            }
            entries[key]?.usedAt = now
            return entry.session
        }
    }

    /// The parameter of an address that holds one. Whatever the address is of, it may have that.
    static let field = "ticket"

    /// A target with a ticket as its last parameter.
    static func target(_ target: String, ticket: String) -> String {
        target + (target.contains("?") ? "&" : "?") + field + "=" + ticket
    }

    private static func parts(of target: String) -> (target: String, ticket: String)? {
        guard let range = target.range(of: field + "=", options: .backwards), range.lowerBound > target.startIndex
        else {
            return nil
        }
        let mark = target.index(before: range.lowerBound)
        guard target[mark] == "?" || target[mark] == "&" else { return nil }
        return (String(target[..<mark]), String(target[range.upperBound...]))
    }

    private static func hash(_ ticket: String) -> [UInt8] { Array(SHA256.hash(data: Array(ticket.utf8))) }
}

/// What is under way for sessions: streams that are open, and requests that take long. Each ends with its session.
final class SessionWork: Sendable {
    private struct State {
        var actions: [String: [Int: @Sendable () -> Void]] = [:]
        var next = 0
    }

    private let state = Mutex(State())

    /// How many there are, of all sessions. For tests.
    var count: Int { state.withLock { $0.actions.values.reduce(0) { $0 + $1.count } } }

    /// Calls `action`, which may come more than once, when the session is ended. Returns what ``forget(_:of:)`` takes.
    func add(_ action: @escaping @Sendable () -> Void, for session: String) -> Int {
        state.withLock { state in
            state.next += 1
            state.actions[session, default: [:]][state.next] = action
            return state.next
        }
    }

    func forget(_ number: Int, of session: String) {
        state.withLock { state in
            state.actions[session]?[number] = nil
            if state.actions[session]?.isEmpty == true { state.actions[session] = nil }
        }
    }

    /// Sessions that were ended.
    func end(_ sessions: [String]) {
        let actions = state.withLock { state in
            sessions.flatMap { session in (state.actions.removeValue(forKey: session) ?? [:]).values.map { $0 } }
        }
        for action in actions { action() }
    }
}
