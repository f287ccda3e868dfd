import Foundation
import Synchronization

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

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

    /// Looks into the file.
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

    /// What stands in the file, and in which of its two places.
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
