public import HearthCore

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
