import Foundation
public import HearthCore
import HearthModels
import HearthStore

extension Hearth {
    /// Lets a remote engine, at the host that it is configured for now, see personal text.
    ///
    /// - Parameter task: `nil` means every task.
    /// - Returns: The consent that holds now; the one that held already, when there was one.
    /// - Throws: ``EngineError`` with the code `usage` when the engine never leaves the machine or has no host.
    public func grantConsent(to engine: Engine, for task: TaskKind? = nil) async throws -> Consent {
        guard engine.isRemote else {
            throw EngineError(.usage, "The engine \(engine.rawValue) stays on this machine and needs no consent.")
        }
        let parts = try current()
        guard let host = try await parts.router().host(of: engine) else {
            throw EngineError(
                .usage, "The engine \(engine.rawValue) has no host yet.",
                help: [.set(setting: "\(engine.rawValue)-url")])
        }
        let database = try await parts.database()
        let held = try await database.consents()
        if let same = held.first(where: { $0.engine == engine && $0.host == host && $0.task == task }) { return same }
        // Short enough to type, and no id is ever given twice in one store: adding a taken one is refused.
        let id = String(UUID().uuidString.lowercased().prefix(8))
        let consent = Consent(id: id, engine: engine, host: host, task: task, grantedAt: Date())
        try await database.add(consent)
        return consent
    }
}
