public import HearthCore

extension ModelPool {
    public struct Configuration: Sendable {
        /// Bytes for all models together; `nil` leaves a tenth of this machine's memory, at least 512 MiB, to the system and to
        /// what else runs. `ModelFit` of the registry promises a model by the same rule.
        public var byteBudget: UInt64?
        /// How models are run for those who do not say.
        public var engine: LlamaEngine.Configuration

        public init(byteBudget: UInt64? = nil, engine: LlamaEngine.Configuration = .init()) {
            self.byteBudget = byteBudget
            self.engine = engine
        }
    }

    /// How a model is run, and for whom. Users with equal setups share a context; others share only the weights.
    public struct Setup: Sendable {
        public var engine: LlamaEngine.Configuration
        /// Keeps what was evaluated of each conversation, as ``LlamaEngine`` takes it.
        public var states: (any PromptStateStore)?
        /// Remembers the self-tests of models.
        public var checks: ModelCheckFile?
        /// Names whose conversations these are. Nothing that was evaluated for one owner is used for another.
        public var owner: String

        public init(
            engine: LlamaEngine.Configuration = .init(), states: (any PromptStateStore)? = nil,
            checks: ModelCheckFile? = nil, owner: String = ""
        ) {
            self.engine = engine
            self.states = states
            self.checks = checks
            self.owner = owner
        }

        /// One owner has one store of states.
        func isSame(as other: Setup) -> Bool {
            owner == other.owner && engine == other.engine && checks == other.checks
        }
    }
}
