public import Foundation
import HearthCore
import HearthPostgres
import HearthStore

/// The owner's word that the library may be at a host on another machine. It is for this purpose alone: what an engine at the same host
/// may see is another consent.
public struct LibraryConsent: Hashable, Codable, Sendable, Identifiable {
    public var id: String
    /// With its port, where that is not PostgreSQL's own: another port is another program.
    public var host: String
    public var grantedAt: Date
    /// When the consent was revoked; `nil` while it holds.
    public var revokedAt: Date?
}

/// The file in the data folder that has these. Other consents are kept in the library; this one must be there before it is opened.
struct LibraryConsents: Sendable {
    /// More were given than anybody has libraries: the file would grow for ever.
    private static let most = 1_000

    private let file: PrivateFile

    /// - Parameter folder: The data folder of the environment.
    init(folder: URL) { file = PrivateFile(folder.appendingPathComponent("library-consents.json")) }

    /// All that were ever given, the oldest first.
    ///
    /// - Throws: ``EngineError`` with the code `bad-settings` for a file that cannot be read; nothing is taken for agreed then.
    func all() throws -> [LibraryConsent] { try consents(in: file.read()) }

    /// The consent for a host that has not been revoked; `nil` where there is none.
    func held(for host: String) throws -> LibraryConsent? {
        try all().first { $0.revokedAt == nil && HostAddress.isSame($0.host, host) }
    }

    /// - Returns: The one that holds now, which may have been given before.
    func grant(_ host: String) throws -> LibraryConsent {
        try file.update { bytes in
            var consents = try consents(in: bytes)
            if let same = consents.first(where: { $0.revokedAt == nil && HostAddress.isSame($0.host, host) }) {
                return same
            }
            guard consents.count < Self.most else {
                throw EngineError(
                    .usage, "There are \(consents.count) consents in \(file.url.path). Take old ones out of it.")
            }
            let consent = LibraryConsent(
                id: String(UUID().uuidString.lowercased().prefix(8)), host: host, grantedAt: Date())
            consents.append(consent)
            bytes = try Self.bytes(consents)
            return consent
        }
    }

    /// - Returns: Whether there was one of this id that held.
    func revoke(_ id: String) throws -> Bool {
        try file.update { bytes in
            var consents = try consents(in: bytes)
            guard let index = consents.firstIndex(where: { $0.id == id && $0.revokedAt == nil }) else { return false }
            consents[index].revokedAt = Date()
            bytes = try Self.bytes(consents)
            return true
        }
    }

    func remove() throws { try file.write(nil) }

    private func consents(in bytes: [UInt8]?) throws -> [LibraryConsent] {
        guard let bytes else { return [] }
        let decoder = JSONDecoder()
        decoder.dateDecodingStrategy = .iso8601
        do {
            return try decoder.decode([LibraryConsent].self, from: Data(bytes))
        } catch {
            throw EngineError(
                .badSettings,
                "The file \(file.url.path), which says on which machines the library may be, cannot be read. Correct or remove it."
            )
        }
    }

    private static func bytes(_ consents: [LibraryConsent]) throws -> [UInt8] {
        let encoder = JSONEncoder()
        encoder.dateEncodingStrategy = .iso8601
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        return Array(try encoder.encode(consents))
    }
}
