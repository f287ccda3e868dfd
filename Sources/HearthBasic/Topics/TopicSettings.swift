/// Weights of the evidence for a border. The scores of words, speakers and pauses are in standard deviations of the
/// transcript itself, so that one set serves all kinds.
///
/// Chosen on meetings of research groups, committees and design teams (QMSum, validation part) by coarse steps, and
/// kept where a neighbouring value did as well: the figures of single meetings differ far more than those of settings.
package struct TopicSettings: Sendable {
    /// The change of words in narrow and in wide windows.
    package var narrow = 0.5
    package var wide = 0.6
    /// The change of speakers.
    package var speakers = 0.4
    /// Phrases that open a topic.
    package var phrases = 0.6
    /// Who leads the conversation takes the floor.
    package var chair = 0.4
    /// A closing phrase before.
    package var closing = 0.2
    /// Silence before. A little, so that recordings whose pauses mean nothing lose little: tried on texts with random pauses.
    package var pause = 0.35
    /// The share of a mean segment that a narrow and a wide window hold, and the fewest words they hold.
    package var narrowShare = 0.17
    package var wideShare = 0.33
    package var leastNarrow = 80.0
    package var leastWide = 200.0
    /// How much a stretch shorter than the mean costs.
    package var shortness = 0.8

    package init() {}
}
