/// The constants of choice. Set by search over a few values each on 35 meetings and 17 collections of opinions, taking
/// the middle of what did well; there are too few texts to trust a maximum.
package struct SummarySettings: Sendable {
    /// The share of its weight that a concept keeps once it is covered: some repetition is what makes a text hang
    /// together.
    package var repeated = 0.3
    /// The weight of pairs against single terms.
    package var pairs = 2.0
    /// The power of a unit's length by which its gain is divided: 0 prefers long units, 1 short ones.
    package var brevity = 0.7
    /// Shorter units say nothing by themselves. Words.
    package var shortest = 7
    /// The power by which the weight of a term falls with the share of units that contain it.
    package var power = 0.7
    /// How much the share of connecting words counts for a unit.
    package var prose = 6.0
    /// How much the share of personal words counts against it.
    package var talk = 1.5
    /// How much more the beginning of a text counts.
    package var opening = 1.0
    /// The power of relevance to a query.
    package var relevance = 0.45
    /// How many units are weighed against each other.
    package var candidates = 400

    /// How much a clause gains by a word that is likely its verb.
    package var finite = 0.4
    /// As ``power``, for pairs.
    package var pairPower = 0.7

    /// The share of a unit's terms that makes it a repetition of another unit, which says them as well.
    package var sameness = 0.8

    package init() {}

    /// Whether one chosen unit already says nearly all that another would.
    func isSaid(_ terms: [Int32], by said: Set<Int32>) -> Bool {
        !terms.isEmpty && Double(terms.count { said.contains($0) }) >= sameness * Double(terms.count)
    }

    /// For summaries of so few words that whole sentences hardly fit: clauses are weighed by what many say, and how a
    /// sentence is made counts little.
    package static var brief: SummarySettings {
        var settings = SummarySettings()
        settings.repeated = 0.2
        settings.pairs = 1
        settings.shortest = 5
        settings.brevity = 0.75
        settings.prose = 1
        settings.talk = 0.7
        settings.finite = 0.5
        return settings
    }

    /// For a few words about a conversation: its beginning says what it is about, and people speak of themselves in it.
    package static var briefTalk: SummarySettings {
        var settings = brief
        settings.talk = 0
        settings.opening = 5
        return settings
    }
}
