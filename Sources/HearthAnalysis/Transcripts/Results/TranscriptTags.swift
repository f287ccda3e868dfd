/// What a transcript is filed under.
public struct TranscriptTags: Hashable, Codable, Sendable {
    public enum Difficulty: String, Codable, Sendable, CaseIterable {
        case beginner, intermediate, advanced
    }

    /// Up to ten, most fitting first.
    public var keywords: [String]
    /// `nil` when it cannot be told: naming a category takes a model.
    public var primaryCategory: String?
    public var secondaryCategories: [String]
    public var difficulty: Difficulty?
    public var technicalTerms: [String]
    /// The names of fields that are estimates by counting, not judgements.
    public var estimated: [String]
}
