public import Foundation

/// A model in a ``ModelPool``: for `hearth models loaded` and for a server's status.
public struct LoadedModel: Hashable, Codable, Sendable {
    public enum State: String, Codable, Sendable { case loading, ready }

    /// The name of the file without its ending.
    public var id: String
    public var path: String
    public var state: State
    /// The share of the weights that is loaded, from 0 to 1.
    public var progress: Double
    /// What is counted against the budget, in bytes.
    public var memory: MemoryEstimate
    /// Whether another part of the program than the pool loaded it, and keeps it. Its users are not counted, and it is unloaded
    /// by those who hold it.
    public var isHeld = false
    /// Requests that use it now; it is unloaded only when there are none.
    public var users: Int
    /// `nil` while it is loading, and for a model that others than the pool loaded.
    public var facts: LlamaModel.Facts?
    /// When loading began.
    public var since: Date
    /// When it was last asked for.
    public var lastUsed: Date
}

/// A model that stays loaded for as long as this value lives.
public final class ModelLease: Sendable {
    public let model: any HostedModel
    /// Answers requests with the model, all users together in one context.
    public let engine: any HostedEngine
    private let users: UseCount

    init(model: any HostedModel, engine: any HostedEngine, users: UseCount) {
        self.model = model
        self.engine = engine
        self.users = users
        users.add(1)
    }

    deinit { users.add(-1) }
}
