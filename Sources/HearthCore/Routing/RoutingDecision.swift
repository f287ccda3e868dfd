/// Which engine serves a request and why, and why every other candidate does not.
public struct RoutingDecision: Hashable, Codable, Sendable {
    public struct Rejection: Hashable, Codable, Sendable {
        public var engine: Engine
        /// A sentence for a person, such as "no model file is set; give one with --model".
        public var reason: String

        public init(engine: Engine, reason: String) {
            self.engine = engine
            self.reason = reason
        }
    }

    public var engine: Engine
    public var model: String
    public var reason: String
    /// In the order in which they were considered.
    public var rejected: [Rejection]

    public init(engine: Engine, model: String, reason: String, rejected: [Rejection]) {
        self.engine = engine
        self.model = model
        self.reason = reason
        self.rejected = rejected
    }
}
