/// The levels at which a journal is summed up, from a part of one entry to a year.
public enum RollupLevel: String, Codable, Sendable, CaseIterable {
    /// A part of an entry that is too long for an engine's window.
    case chunk
    /// One entry.
    case session
    case day
    /// An ISO week, which may cross the end of a month or a year.
    case week
    case month
    case year
    /// A year as a whole, to look back on.
    case yearWrap

    /// The level whose results a level is made of; `nil` for parts, which are made of text.
    public var below: RollupLevel? {
        switch self {
        case .chunk: nil
        case .session: .chunk
        case .day: .session
        case .week, .month: .day
        case .year: .month
        case .yearWrap: .year
        }
    }
}
