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
}

/// Who wrote an aspect of an analysis, or pieces of it.
public struct PartWriter: Hashable, Codable, Sendable {
    public var engine: Engine
    public var model: String
    /// Where its requests went; `nil` when they stayed in the process.
    public var host: String?
    /// Pieces that are its work: parts of the transcript for names and highlights, titles of chapters, else 1.
    public var pieces: Int
    /// Whether it worked in the place of the engine that was chosen.
    public var wasFallback: Bool
    /// Why it did.
    public var fallbackReason: String?

    public init(
        engine: Engine, model: String, host: String? = nil, pieces: Int = 1, wasFallback: Bool = false,
        fallbackReason: String? = nil
    ) {
        self.engine = engine
        self.model = model
        self.host = host
        self.pieces = pieces
        self.wasFallback = wasFallback
        self.fallbackReason = fallbackReason
    }
}

extension [PartWriter] {
    /// With one more piece of a writer; the first reason stands for all.
    mutating func count(_ writer: PartWriter) {
        if let known = firstIndex(where: { $0.engine == writer.engine && $0.model == writer.model }) {
            self[known].pieces += writer.pieces
        } else {
            append(writer)
        }
    }
}

extension TranscriptAspect {
    /// As results call it.
    public var name: String { self == .exchanges ? "questions" : rawValue }
}

extension TranscriptAnalysis {
    /// Who wrote each aspect, by the aspect's name; for programs.
    public var namedWriters: [String: [PartWriter]] {
        Dictionary(uniqueKeysWithValues: writers.map { ($0.key.name, $0.value) })
    }

    /// All writers with the aspects that are their work, in the order of the aspects.
    public var writersWithAspects: [(writer: PartWriter, aspects: [TranscriptAspect])] {
        var found: [(writer: PartWriter, aspects: [TranscriptAspect])] = []
        for aspect in TranscriptAspect.allCases {
            for writer in writers[aspect] ?? [] {
                if let known = found.firstIndex(where: {
                    $0.writer.engine == writer.engine && $0.writer.model == writer.model
                }) {
                    found[known].aspects.append(aspect)
                } else {
                    found.append((writer, [aspect]))
                }
            }
        }
        return found
    }
}

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
