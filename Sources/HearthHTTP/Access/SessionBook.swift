import Crypto
import Foundation
import HearthCore

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
        return Base64URL.encoded(HMAC<SHA256>.authenticationCode(for: Array(text.utf8), using: key))
    }

    /// The secret after this one.
    private func follower(of secret: String) -> String {
        Base64URL.encoded(HMAC<SHA256>.authenticationCode(for: Array("next \(secret)".utf8), using: key))
    }
}
