import Foundation
import HearthCore
import HearthStore
import HearthSystem

/// How much a library holds, by which its owner sees that a move lost nothing.
public struct LibraryAmount: Codable, Hashable, Sendable {
    /// Without the entries of the journal.
    public var documents: Int
    public var conversations: Int
    public var journalEntries: Int

}

/// What stands behind a backup in the file by which a library moves to another machine: the key that opens it, sealed under a passphrase, and
/// how much there is. It is as long as a page of the database, so that a file that was cut off is told, and at the end, so that what is
/// left without it is a backup like any other.
struct LibraryTrailer {
    static let byteCount = 4096
    private static let magic = Array("hearth library 1\n".utf8)

    let amount: LibraryAmount
    private let contents: Contents

    private struct Contents: Codable {
        var salt: Data
        var logarithm: Int
        var blockSize: Int
        var parallelism: Int
        var amount: LibraryAmount
        var key: Data

        var parameters: PasswordHash.Parameters {
            .init(logarithm: logarithm, blockSize: blockSize, parallelism: parallelism)
        }

        /// Everything but the key, which it is sealed with.
        var binding: [UInt8] {
            let numbers = [
                logarithm, blockSize, parallelism, amount.documents, amount.conversations, amount.journalEntries,
            ]
            return LibraryTrailer.magic + Array(salt)
                + Array(numbers.map(String.init).joined(separator: " ").utf8)
        }
    }

    /// Seals a key. Blocks, as long as a guess of the passphrase shall take.
    init(sealing key: Secret, under passphrase: Secret, amount: LibraryAmount) throws {
        let parameters = PasswordHash.Parameters()
        var contents = Contents(
            salt: Data(Secret.random(count: 16).exposedBytes()), logarithm: parameters.logarithm,
            blockSize: parameters.blockSize, parallelism: parameters.parallelism, amount: amount, key: Data())
        let wrapping = Secret(
            bytes: try PasswordHash.derive(passphrase, Array(contents.salt), parameters, count: DatabaseKey.byteCount))
        contents.key = Data(try PortableKey.seal(key, under: wrapping, binding: contents.binding))
        (self.contents, self.amount) = (contents, amount)
    }

    /// The page as it stands in the file.
    func bytes() throws -> [UInt8] {
        let written = Self.magic + Array(try JSONEncoder().encode(contents))
        return written + [UInt8](repeating: 0x20, count: Self.byteCount - written.count)
    }

    /// `nil` where the bytes are none, whatever they are.
    init?(_ bytes: [UInt8]) {
        guard bytes.count == Self.byteCount, bytes.starts(with: Self.magic),
            let contents = try? JSONDecoder().decode(Contents.self, from: Data(bytes.dropFirst(Self.magic.count))),
            contents.salt.count == 16, contents.key.count <= 256, contents.parameters.isBearable
        else { return nil }
        (self.contents, amount) = (contents, contents.amount)
    }

    /// The key; `nil` where it is another passphrase, or the page was changed. Blocks.
    func key(under passphrase: Secret) throws -> Secret? {
        let wrapping = Secret(
            bytes: try PasswordHash.derive(
                passphrase, Array(contents.salt), contents.parameters, count: DatabaseKey.byteCount))
        return PortableKey.open(Array(contents.key), under: wrapping, binding: contents.binding)
    }
}
