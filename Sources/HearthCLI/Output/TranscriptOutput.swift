import HearthAnalysis
import HearthCore

/// An analysis as one JSON object: the fields of what was asked for, and how they came about.
struct TranscriptOutput<Fields: Encodable>: Encodable {
    /// `nil` where the object that this is a part of names it.
    var path: String?
    var fields: Fields?
    var analysis: TranscriptAnalysis

    private enum CodingKeys: String, CodingKey { case path, language, coverage, route, writers, usage, reused, notes }

    func encode(to encoder: any Encoder) throws {
        try fields?.encode(to: encoder)
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encodeIfPresent(path, forKey: .path)
        try container.encode(analysis.language, forKey: .language)
        try container.encode(analysis.coverage, forKey: .coverage)
        try container.encode(analysis.route, forKey: .route)
        try container.encode(analysis.namedWriters, forKey: .writers)
        try container.encode(analysis.usage, forKey: .usage)
        try container.encode(analysis.reused, forKey: .reused)
        if !analysis.notes.isEmpty { try container.encode(analysis.notes, forKey: .notes) }
    }
}
