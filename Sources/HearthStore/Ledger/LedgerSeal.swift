import Crypto
import Foundation
import HearthCore

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
