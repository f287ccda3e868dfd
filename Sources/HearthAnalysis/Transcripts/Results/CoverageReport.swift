public import HearthCore

/// What was read of a transcript, and what was not, with times and reasons. Nothing is left out without a line here.
public struct CoverageReport: Hashable, Codable, Sendable {
    public enum Outcome: String, Codable, Sendable, CaseIterable {
        /// Left out on purpose, as by sampling.
        case skipped
        /// The engine declined to read it, and no other that is allowed did.
        case refused
        /// The engine's answer about it was cut off, or was too long to be passed on whole.
        case truncated
        /// The engine gave nothing usable about it.
        case failed
        /// The engine that was chosen did not read it, but another one did.
        case stoodIn
    }

    /// A stretch that was not read as the others were.
    public struct Gap: Hashable, Codable, Sendable {
        public var outcome: Outcome
        /// What was being made: `notes`, `entities`, `highlights`, `chapters`, `summary`, `tags`.
        public var work: String
        public var startTime: Double?
        public var endTime: Double?
        public var cues: Range<Int>
        public var reason: String
        /// Who read it instead.
        public var standIn: Engine?
    }

    /// Parts that the transcript was cut into; 1 when the engine reads it whole.
    public var parts = 1
    /// Cues with words, all of them.
    public var cues = 0
    /// Parts that were read by an engine, for every kind of work that was asked for.
    public var read = 0
    public var skipped = 0
    public var refused = 0
    public var truncated = 0
    public var failed = 0
    /// In order of time.
    public var gaps: [Gap] = []
    /// Quotes and names that a model gave and that are not in the transcript; they were left out.
    public var unverified = 0

    public init() {}

    /// Whether all of the transcript was read, by the engine that was chosen.
    public var isComplete: Bool { gaps.isEmpty }
}
