import Foundation
import HearthCore
import HearthEngine
import HearthHTTP
import HearthStore

extension Hearth {
    /// Writes to the ledger what the program that reads in this task is about to be given; nothing where the owner reads.
    ///
    /// - Throws: What the ledger throws; nothing must be given then.
    func willGive(_ origins: Set<LabelOrigin>) async throws {
        guard let reader = Reader.current, !origins.isEmpty else { return }
        Given.current?.note(origins)
        let database = try await database()
        let label = try await database.label(of: origins)
        if let label, label > reader.ceiling { throw Self.aboveCeiling(label) }
        _ = try await database.append(
            LedgerEntry(
                kind: .read, time: Date(), host: reader.name,
                purpose: "\(reader.interface.rawValue) \(reader.request)", label: label, text: Self.names(of: origins)))
    }

    /// Holds an answer to a program against the labels that all of what it came from has when it goes out. What is gone by then
    /// may have been called private before it went.
    ///
    /// - Throws: ``HearthHTTP/ServerError`` `above-ceiling`, as where it may not be read in the first place.
    func lookAgain(_ origins: Set<LabelOrigin>, for reader: Reader) async throws {
        // The owner may have lowered the ceiling meanwhile; for one that was raised, the program asks again.
        let present = reader.interface == .mcp ? settings.mcpCeiling : settings.apiCeiling
        let ceiling = min(reader.ceiling, present)
        guard ceiling < .private, !origins.isEmpty else { return }
        guard let label = try await database().label(of: origins, gone: .private), label > ceiling else { return }
        throw Self.aboveCeiling(label)
    }

    func willGive(_ passages: [Passage]) async throws {
        try await willGive(Set(passages.map { LabelOrigin.document($0.documentID) }))
    }

    /// The same for what only names things, such as a list of documents: written down where they are private. What may be read
    /// anyhow is listed too often to fill the ledger with it.
    func willName(_ origins: [LabelOrigin]) async throws {
        guard let reader = Reader.current else { return }
        guard reader.ceiling == .private else {
            Given.current?.note(Set(origins))
            return
        }
        let database = try await database()
        var found: Set<LabelOrigin> = []
        for origin in origins {
            if try await database.label(of: [origin]) == .private { found.insert(origin) }
        }
        try await willGive(found)
    }

    /// How private the names of files are that are about to be read: as what they will be called is, as far as it is known.
    ///
    /// - Parameters:
    ///   - places: Absolute paths, or names of uploads with their folder.
    ///   - label: What their owner calls them.
    func label(ofNames places: [String], calledSo label: SensitivityLabel?) async throws -> SensitivityLabel {
        let database = try await database()
        var strictest = label ?? .public
        for place in places {
            // The name of a folder is in no folder of that name, but as private as what is in it.
            let (own, inside) = (
                try await database.label(ofPath: place), try await database.label(ofPath: place + "/")
            )
            let known = [own, inside].compactMap(\.self).max()
            strictest = max(strictest, known ?? label ?? .personal)
        }
        return strictest
    }

    /// Something is more private than the program may read. Raised meanwhile, mostly: what is above the ceiling is not found.
    static func aboveCeiling(_ label: SensitivityLabel) -> ServerError {
        ServerError(.forbidden, "above-ceiling", "This is \(label.rawValue).\(Reader.hint)")
    }

    private static let mostNames = 100

    private static func names(of origins: Set<LabelOrigin>) -> String {
        let names = origins.map { origin in
            switch origin {
            case .document(let id): "document \(id)"
            case .entry(let id): "entry \(id)"
            case .conversation(let id, _, _): "conversation \(id)"
            }
        }.sorted()
        let rest = names.count > mostNames ? [", and \(names.count - mostNames) more"] : []
        return names.prefix(mostNames).joined(separator: ", ") + rest.joined()
    }
}
