import Crypto
import Foundation
import GRDB
import HearthCore
import Synchronization

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

/// Hashes and authenticates the ledger.
///
/// The chain, `hash = SHA-256(previous hash ‖ canonical record)`, can be followed by anybody; the seals, HMAC-SHA256 under
/// a key that HKDF derives from the database's key, only by who has that key. Without seals, somebody who reaches the
/// tables could change a record and compute all hashes behind it anew. Whoever has the database's key can make seals too:
/// against the owner of the key no ledger in the owner's hands proves anything, except one whose head was noted elsewhere.
struct LedgerSeal: Sendable {
    /// What stands for the hash before the first record.
    static let start = [UInt8](repeating: 0, count: 32)

    private let key: SymmetricKey

    init(databaseKey: Secret) {
        // The label is part of the format; a change of it would make every ledger look forged.
        key = HKDF<SHA256>.deriveKey(
            inputKeyMaterial: databaseKey.withExposedBytes { SymmetricKey(data: $0) },
            info: Data("hearth ledger seal 1".utf8),
            outputByteCount: 32)
    }

    static func hash(after previous: [UInt8], _ content: [UInt8]) -> [UInt8] {
        var hash = SHA256()
        hash.update(data: previous)
        hash.update(data: content)
        return Array(hash.finalize())
    }

    /// The hash of a record covers its number and all records before it, so the seal need not.
    func ofRecord(hash: [UInt8]) -> [UInt8] { seal("record", hash) }

    func ofHead(count: Int, hash: [UInt8]) -> [UInt8] { seal("head \(count) ", hash) }

    func ofAnchor(_ anchor: SealedAnchor) -> [UInt8] {
        seal("anchor \(anchor.count) ", anchor.first + anchor.hash)
    }

    private func seal(_ purpose: String, _ hash: [UInt8]) -> [UInt8] {
        var code = HMAC<SHA256>(key: key)
        code.update(data: Data(purpose.utf8))
        code.update(data: hash)
        return Array(code.finalize())
    }
}

/// How far the ledger reached at some moment, under its seal: count, first record, last record.
///
/// It says "at least": records may have been added since, and none may be missing. Nobody without the ledger's key can make one.
struct SealedAnchor: Equatable, Sendable {
    var count: Int
    /// The hash of record 1, by which one ledger is told from another; ``LedgerSeal/start`` while there is none.
    var first: [UInt8]
    /// The hash of the last record.
    var hash: [UInt8]

    static let empty = SealedAnchor(count: 0, first: LedgerSeal.start, hash: LedgerSeal.start)

    static let byteCount = 120
    private static let magic = Array("hearth-anchor-1\n".utf8)

    func bytes(_ seal: LedgerSeal) -> [UInt8] {
        var bytes = Self.magic
        withUnsafeBytes(of: UInt64(count).littleEndian) { bytes += $0 }
        return bytes + first + hash + seal.ofAnchor(self)
    }

    /// `nil` for what is no anchor, or not one that this ledger's key sealed.
    init?(_ bytes: some Collection<UInt8>, _ seal: LedgerSeal) {
        let bytes = Array(bytes)
        guard let count = Self.unverifiedCount(bytes) else { return nil }
        self.init(count: count, first: Array(bytes[24..<56]), hash: Array(bytes[56..<88]))
        // In constant time, as every comparison with a seal.
        guard Secret(bytes: bytes[88...]) == Secret(bytes: seal.ofAnchor(self)) else { return nil }
    }

    /// What it says of its count, before its seal is looked at; `nil` for what has not its form.
    static func unverifiedCount(_ bytes: [UInt8]) -> Int? {
        guard bytes.count == byteCount, bytes.starts(with: magic) else { return nil }
        return Int(exactly: bytes[16..<24].reversed().reduce(UInt64(0)) { $0 << 8 | UInt64($1) })
    }

    init(count: Int, first: [UInt8], hash: [UInt8]) {
        self.count = count
        self.first = first
        self.hash = hash
    }
}

/// The ledger's anchor in a file beside the database, so that a ledger that was emptied or shortened in the tables is told from
/// one that is new.
///
/// It is written after a transaction was committed, and never before: a kill, or a power cut, in between leaves it behind the
/// ledger, which means nothing, but not ahead of it. Two places in the file are written in turn, so that one that was cut short
/// leaves the other. It is not forced onto the disk each time, which would double the cost of a record; after a power cut it
/// may be an older one. Several processes write to it without a lock: the highest count holds.
final class AnchorFile: Sendable {
    enum Found: Equatable {
        case missing
        /// There is a file, and nothing in it that the key sealed.
        case damaged
        case known(SealedAnchor)
    }

    private struct State {
        var descriptor: Int32 = -1
        var known: SealedAnchor?
        var place = 0
        /// Whether it may be written: a file that is missing or damaged is what `verify` has to tell of, and a new one would
        /// cover that up.
        var isTrusted = false
    }

    private static let distance = 4_096

    private let url: URL
    private let seal: LedgerSeal
    private let state = Mutex(State())

    init(_ url: URL, seal: LedgerSeal) {
        self.url = url
        self.seal = seal
    }

    deinit { close() }

    /// The furthest anchor that this process knows of, without looking.
    var floor: SealedAnchor? { state.withLock(\.known) }

    /// Reads the anchor file.
    @discardableResult
    func read() -> Found {
        state.withLock { state in
            let (found, place) = Self.read(url, seal)
            state.isTrusted = false
            if case .known(let anchor) = found {
                state.isTrusted = true
                if state.known.map({ $0.count < anchor.count }) ?? true { state.known = anchor }
                state.place = 1 - place
            }
            return found
        }
    }

    /// Notes how far the ledger reaches now; nothing when the file was not found sound.
    func note(_ anchor: SealedAnchor, durably: Bool = false) {
        state.withLock { state in
            guard state.isTrusted else { return }
            if let known = state.known, known.count >= anchor.count, !durably || known.count > anchor.count { return }
            if state.descriptor < 0 { state.descriptor = Platform.open(url.path, O_WRONLY | O_CLOEXEC | O_NOFOLLOW, 0) }
            guard state.descriptor >= 0 else { return }
            let bytes = anchor.bytes(seal)
            let written = bytes.withUnsafeBytes {
                pwrite(state.descriptor, $0.baseAddress, $0.count, off_t(state.place * Self.distance))
            }
            // What could not be noted is noted with the next record, or when the store is next opened.
            guard written == bytes.count else { return }
            if durably { _ = fsync(state.descriptor) }
            state.known = anchor
            state.place = 1 - state.place
        }
    }

    /// Makes the file anew, as a whole or not at all.
    func replace(with anchor: SealedAnchor) throws {
        try Self.write(anchor, to: url, seal)
        state.withLock { state in
            if state.descriptor >= 0 { Platform.close(state.descriptor) }
            state = State(known: anchor, isTrusted: true)
        }
    }

    func close() {
        state.withLock { state in
            if state.descriptor >= 0 { Platform.close(state.descriptor) }
            state.descriptor = -1
        }
    }

    static func write(_ anchor: SealedAnchor, to url: URL, _ seal: LedgerSeal) throws {
        let fresh = url.appendingToName(".\(UUID().uuidString)")
        var bytes = anchor.bytes(seal)
        bytes += [UInt8](repeating: 0, count: distance - bytes.count) + bytes
        guard Platform.writeNewFile(fresh.path, bytes, mode: 0o600) else {
            throw StoreError.system("The ledger's anchor could not be written", errno)
        }
        guard rename(fresh.path, url.path) == 0 else {
            let failure = errno
            unlink(fresh.path)
            throw StoreError.system("The ledger's anchor could not be written", failure)
        }
        Platform.synchronizeFolder(url.deletingLastPathComponent())
    }

    /// How many records the file tells of, whoever wrote it: for where the key that could tell is not at hand. `nil` where there is
    /// no such file, or none of an anchor's form.
    static func unverifiedCount(_ url: URL) -> Int? {
        (0...1).compactMap { record(url, place: $0).flatMap(SealedAnchor.unverifiedCount) }.max()
    }

    /// The bytes in one of the two places; `nil` where they are not all there.
    private static func record(_ url: URL, place: Int) -> [UInt8]? {
        let descriptor = Platform.open(url.path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK, 0)
        guard descriptor >= 0 else { return nil }
        defer { Platform.close(descriptor) }
        var bytes = [UInt8](repeating: 0, count: SealedAnchor.byteCount)
        let count = bytes.withUnsafeMutableBytes {
            pread(descriptor, $0.baseAddress, $0.count, off_t(place * distance))
        }
        return count == bytes.count ? bytes : nil
    }

    /// The anchor in the file, and which of its two slots holds it.
    static func read(_ url: URL, _ seal: LedgerSeal) -> (found: Found, place: Int) {
        let descriptor = Platform.open(url.path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK, 0)
        guard descriptor >= 0 else { return (errno == ENOENT || errno == ENOTDIR ? .missing : .damaged, 0) }
        defer { Platform.close(descriptor) }
        var best: (anchor: SealedAnchor, place: Int)?
        for place in 0...1 {
            var bytes = [UInt8](repeating: 0, count: SealedAnchor.byteCount)
            let count = bytes.withUnsafeMutableBytes {
                pread(descriptor, $0.baseAddress, $0.count, off_t(place * distance))
            }
            guard count == bytes.count, let anchor = SealedAnchor(bytes, seal) else { continue }
            if best.map({ $0.anchor.count < anchor.count }) ?? true { best = (anchor, place) }
        }
        guard let best else { return (.damaged, 0) }
        return (.known(best.anchor), best.place)
    }
}

/// Takes the ledger along when a backup replaces the database.
///
/// Putting back one's documents as they were last week must not make the record of what left the machine since then go
/// away. When the backup's chain is the beginning of the present one, which it is unless they are of different stores, the
/// records behind it are added to the backup. The restore itself is recorded in any case.
struct LedgerCarrier {
    private let configuration: HearthDatabase.Configuration
    private let seal: LedgerSeal

    init(_ configuration: HearthDatabase.Configuration) {
        self.configuration = configuration
        seal = LedgerSeal(databaseKey: configuration.key)
    }

    /// What the record of a restore says under `purpose`.
    static let purpose = "restore"
    /// Its error code when the former ledger could not be carried over.
    static let replaced = "ledger-replaced"

    /// - Returns: How far the ledger reaches now; `nil` where the backup's own is broken, for `verify` to say so.
    func carry(from present: URL, to incoming: URL) throws -> SealedAnchor? {
        let target = try DatabaseQueue(
            path: incoming.path, configuration: HearthDatabase.connectionConfiguration(configuration))
        try Migrations.migrator.migrate(target)
        // A present database that is damaged or has a broken ledger is no reason not to restore: it may be the reason to.
        let source = try? open(present)
        let noted = AnchorFile.read(configuration.files.ledgerAnchor, seal).found
        let anchor = try target.write { db -> SealedAnchor? in
            // The backup's own ledger may be broken too; it stays as it is then, for `verify` to say so.
            guard let end = try? LedgerHead.read(db, seal) else { return nil }
            var isWhole = true
            if let source { isWhole = try source.read { try add($0, to: db, from: end) } }
            // What was noted beside the present database, and within the backup when it was made, has to be there.
            if case .known(let anchor) = noted, try !db.holds(anchor) { isWhole = false }
            if let anchor = try db.anchorOfBackup(seal), try !db.holds(anchor) { isWhole = false }
            try db.execute(sql: "DELETE FROM ledgerAnchor")
            let entry = LedgerEntry(
                kind: .outcome, time: Date(), purpose: Self.purpose, errorCode: isWhole ? nil : Self.replaced)
            _ = try LedgerWriter(db: db, seal: seal).append([CanonicalRecord.body(of: entry)])
            return try db.ledgerAnchor()
        }
        try source?.close()
        try target.close()
        return anchor
    }

    /// Adds the records of `source` that lie behind `head`; returns whether `source` has nothing that `target` lacks now.
    private func add(_ source: Database, to target: Database, from head: LedgerHead) throws -> Bool {
        var walk = LedgerWalk(
            seal: seal, anchors: [LedgerAnchor(count: head.count, hash: head.hash)].compactMap { $0 })
        // What cannot be read cannot be carried over.
        guard let exists = try? source.hasLedger() else { return false }
        guard exists else { return true }
        guard let result = try? walk.run(source) else { return false }
        guard result.valid else {
            guard result.reason == .replaced, result.records < head.count else { return false }
            // A present chain that is a beginning of the backup's holds nothing more.
            return try isBeginning(source, of: target, result.records)
        }
        let rows = try Data.fetchCursor(
            source, sql: "SELECT content FROM ledgerRecord WHERE number > ? ORDER BY number", arguments: [head.count])
        var end = head
        let writer = LedgerWriter(db: target, seal: seal)
        while let content = try rows.next() { try writer.add([UInt8](content), to: &end) }
        if end != head { try end.write(target, seal) }
        return true
    }

    private func isBeginning(_ source: Database, of target: Database, _ count: Int) throws -> Bool {
        let sql = "SELECT hash FROM ledgerRecord WHERE number = ?"
        let (a, b) = (
            try Data.fetchOne(source, sql: sql, arguments: [count]),
            try Data.fetchOne(target, sql: sql, arguments: [count])
        )
        return count == 0 || (a != nil && a == b)
    }

    private func open(_ file: URL) throws -> DatabaseQueue? {
        guard FileManager.default.fileExists(atPath: file.path) else { return nil }
        return try DatabaseQueue(
            path: file.path, configuration: HearthDatabase.connectionConfiguration(configuration))
    }
}
