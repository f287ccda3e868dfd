import Foundation
import HearthCore
import HearthPostgres
import HearthStore
import Synchronization

/// Stands before every connection to a library on another machine: its owner has to have agreed to the host, and nothing may be sent
/// where the network is off. Whatever is begun is in a file of the data folder first (``WaitingConnections``), since the ledger is in
/// the library.
final class LibraryGate: ConnectionGate {
    private let address: LibraryAddress
    private let isOffline: Atomic<Bool>
    private let consents: LibraryConsents
    private let waiting: WaitingConnections

    /// - Parameters:
    ///   - folder: The data folder of the environment.
    ///   - isOffline: The setting `offline`.
    init(_ address: LibraryAddress, folder: URL, isOffline: Bool) {
        self.address = address
        self.isOffline = Atomic(isOffline)
        consents = LibraryConsents(folder: folder)
        // With another file of certificates it is the same library: what failed before one was named is told of there, too.
        var library = address
        library.rootCertificates = nil
        waiting = WaitingConnections(folder: folder, library: library.description)
    }

    /// Lets nothing through any more: the setting became another one after the library was opened.
    func goOffline() { isOffline.store(true, ordering: .relaxed) }

    func check() throws { _ = try agreed() }

    func begin() throws -> String {
        let consent = try agreed()
        do {
            return try waiting.begin(address.origin, consent: consent.id)
        } catch {
            throw StoreError(
                .io,
                "A connection to \(address.origin) could not be written down, so it was not made. Look whether the data folder can be written.",
                cause: error.readableMessage)
        }
    }

    // Where this cannot be written, the attempt stays as one of which nobody knows how it ended.
    func failed(_ attempt: String, code: String) { try? waiting.end(attempt, code: code) }

    func waiting(for attempt: String) throws -> GateRecords { try waiting.records(for: attempt) }

    // Then they are told of once more, which is better than not at all.
    func recorded(_ records: GateRecords) { try? waiting.remove(Set(records.ids)) }

    private func agreed() throws -> LibraryConsent {
        if isOffline.load(ordering: .relaxed) || KernelOffline.status == .enforced {
            throw StoreError(
                .offline,
                """
                The library is on another machine (\(address.origin)), and offline nothing is sent to any. Turn the offline mode off, or use a \
                library on this machine.
                """)
        }
        guard let consent = try consents.held(for: address.origin) else {
            throw StoreError(
                .notAgreed,
                """
                The library is on another machine, and nobody agreed that what is kept goes to \(address.origin). Nothing was sent there. \
                Give your consent to that host first, or use a library on this machine.
                """, help: [.set(setting: SettingKey.library.rawValue)])
        }
        return consent
    }
}

/// Connections to a library on another machine that are not in its ledger: those that are being made, and those that came to nothing.
/// They are in `library-connections.json` of the data folder, and go into the ledger with the next one that is made.
///
/// Those that fail alike one after the other are one entry that counts them, so that a server which is away for a week fills no disk.
struct WaitingConnections: Sendable {
    struct Attempt: Codable, Hashable {
        var id: String
        /// Which library, as its address says.
        var library: String
        var host: String
        var time: Date
        /// Why it failed; `nil` while nobody knows.
        var code: String?
        var consent: String
        /// How many failed so, and when the last.
        var count: Int = 1
        var last: Date
        /// When one that was made took it along into the ledger; others that are made at the same moment leave it alone.
        var claimed: Date?
    }

    /// Seconds after which one that has not ended will not any more: whoever began it was killed.
    private static let longest: Double = 600
    static let interrupted = "interrupted"

    private let file: PrivateFile
    private let library: String

    init(folder: URL, library: String) {
        file = PrivateFile(folder.appendingPathComponent("library-connections.json"))
        self.library = library
    }

    func begin(_ host: String, consent: String, now: Date = Date()) throws -> String {
        let id = UUID().uuidString
        try update { attempts in
            for attempt in attempts where Self.isStale(attempt, now) {
                Self.end(attempt.id, Self.interrupted, &attempts, now)
            }
            attempts.append(
                Attempt(id: id, library: library, host: host, time: now, code: nil, consent: consent, last: now))
        }
        return id
    }

    func end(_ id: String, code: String, now: Date = Date()) throws {
        try update { Self.end(id, code, &$0, now) }
    }

    /// What is to be in the ledger where the connection `id` was made: that one, and those before it that failed. Nobody else gets those
    /// for a while.
    func records(for id: String, now: Date = Date()) throws -> GateRecords {
        let mine = try update { attempts in
            let indices = attempts.indices.filter { attempts[$0].id == id || isUntold(attempts[$0], now) }
            for index in indices { attempts[index].claimed = now }
            return indices.map { attempts[$0] }
        }
        guard mine.contains(where: { $0.id == id }) else {
            throw StoreError(.io, "The file \(file.url.path) was changed by something else than Hearth.")
        }
        // The one that is made is the last, whatever the clocks say.
        let ordered = mine.filter { $0.id != id }.sorted { $0.time < $1.time } + mine.filter { $0.id == id }
        return GateRecords(ids: ordered.map(\.id), entries: ordered.map { Self.entry($0, isMade: $0.id == id) })
    }

    func remove(_ ids: Set<String>) throws { try update { $0.removeAll { ids.contains($0.id) } } }

    func removeFile() throws { try file.write(nil) }

    private static func entry(_ attempt: Attempt, isMade: Bool) -> LedgerEntry {
        LedgerEntry(
            kind: .connection, time: attempt.time, host: attempt.host, purpose: "library", consentID: attempt.consent,
            errorCode: isMade ? nil : attempt.code ?? interrupted,
            text: attempt.count > 1 ? "\(attempt.count) times until \(attempt.last.formatted(.iso8601))" : nil)
    }

    /// Whether one of this library has come to nothing, and nobody is about to tell of it.
    private func isUntold(_ attempt: Attempt, _ now: Date) -> Bool {
        guard attempt.library == library, attempt.code != nil || Self.isStale(attempt, now) else { return false }
        return attempt.claimed.map { abs(now.timeIntervalSince($0)) > Self.longest } ?? true
    }

    private static func isStale(_ attempt: Attempt, _ now: Date) -> Bool {
        attempt.code == nil && abs(now.timeIntervalSince(attempt.time)) > longest
    }

    private static func end(_ id: String, _ code: String, _ attempts: inout [Attempt], _ now: Date) {
        guard let index = attempts.firstIndex(where: { $0.id == id }) else { return }
        var ended = attempts.remove(at: index)
        ended.code = code
        if let same = attempts.firstIndex(where: {
            $0.library == ended.library && $0.code == code && $0.host == ended.host && $0.consent == ended.consent
                // What is on its way into the ledger is told of there.
                && $0.claimed == nil
        }) {
            let before = attempts.remove(at: same)
            (ended.time, ended.count) = (min(before.time, ended.time), before.count + ended.count)
        }
        ended.last = max(ended.last, now)
        (ended.id, ended.claimed) = (UUID().uuidString, nil)
        attempts.append(ended)
    }

    private func update<Value>(_ change: (inout [Attempt]) throws -> Value) throws -> Value {
        try file.update { bytes in
            var attempts = try attempts(in: bytes)
            let value = try change(&attempts)
            let encoder = JSONEncoder()
            encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
            bytes = attempts.isEmpty ? nil : Array(try encoder.encode(attempts))
            return value
        }
    }

    private func attempts(in bytes: [UInt8]?) throws -> [Attempt] {
        guard let bytes else { return [] }
        do {
            return try JSONDecoder().decode([Attempt].self, from: Data(bytes))
        } catch {
            throw StoreError(
                .io,
                "The file \(file.url.path), in which connections to the library wait for its ledger, cannot be read. Remove it."
            )
        }
    }
}
