public import HearthCore

/// The parts of an analysis, each of which can be had alone.
public enum TranscriptAspect: String, Codable, Sendable, CaseIterable {
    case summary, tags, entities, highlights, chapters, exchanges
}

/// What was found in a transcript: the aspects that were asked for, and how much of it was read.
public struct TranscriptAnalysis: Sendable {
    public var summary: TranscriptSummary?
    public var tags: TranscriptTags?
    public var entities: TranscriptEntities?
    public var highlights: TranscriptReel?
    public var chapters: [TranscriptChapter]?
    /// Questions that are asked in the transcript, and their answers.
    public var exchanges: [TranscriptExchange]?
    /// ISO 639-1, or `und`.
    public var language: String
    public var coverage: CoverageReport
    /// The decision for the engine that wrote the result; where several did, for the one that was chosen.
    public var route: RoutingDecision
    /// Who wrote each aspect, the first to have written a piece first. An aspect may be of several: each part is given to
    /// the next engine where the one before it fails.
    public var writers: [TranscriptAspect: [PartWriter]] = [:]
    /// Tokens of this run; what was kept from an earlier one costs none.
    public var usage: TokenUsage
    /// Answers that an earlier run had left.
    public var reused: Int
    public var notes: [String]
}

/// Where an analysis stands.
public enum AnalysisState: Sendable {
    case idle
    /// - Parameters:
    ///   - fraction: From 0 to 1.
    ///   - message: For a person: "Summarizing part 3 of 10".
    case analyzing(fraction: Double, message: String)
    case completed(TranscriptAnalysis)
    /// A cancelled analysis fails with `CancellationError`.
    case failed(any Error)
}
