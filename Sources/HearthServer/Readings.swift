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
        let database = try await database()
        let label = try await database.label(of: origins)
        if let label, label > reader.ceiling { throw Self.aboveCeiling(label) }
        _ = try await database.append(
            LedgerEntry(
                kind: .read, time: Date(), host: reader.name,
                purpose: "\(reader.interface.rawValue) \(reader.request)", label: label, text: Self.names(of: origins)))
    }

    func willGive(_ passages: [Passage]) async throws {
        try await willGive(Set(passages.map { LabelOrigin.document($0.documentID) }))
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
