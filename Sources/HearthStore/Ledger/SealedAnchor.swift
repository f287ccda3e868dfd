import Foundation
import HearthCore

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
        guard bytes.count == Self.byteCount, bytes.starts(with: Self.magic) else { return nil }
        let number = bytes[16..<24].reversed().reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
        guard let count = Int(exactly: number) else { return nil }
        self.init(count: count, first: Array(bytes[24..<56]), hash: Array(bytes[56..<88]))
        // In constant time, as every comparison with a seal.
        guard Secret(bytes: bytes[88...]) == Secret(bytes: seal.ofAnchor(self)) else { return nil }
    }

    init(count: Int, first: [UInt8], hash: [UInt8]) {
        self.count = count
        self.first = first
        self.hash = hash
    }
}
