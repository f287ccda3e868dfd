/// Weights of the evidence for a border. The scores of words, speakers and pauses are in standard deviations of the
/// transcript itself, so that one set serves all kinds.
///
/// Chosen on meetings of research groups, committees and design teams (QMSum, validation part) by coarse steps, and
/// kept where a neighbouring value did as well: the figures of single meetings differ far more than those of settings.
package struct TopicSettings: Sendable {
    /// The change of words in narrow and in wide windows.
    package var narrow = 0.5
    package var wide = 0.4
    /// The change of speakers.
    package var speakers = 0.5
    /// Phrases that open a topic.
    package var phrases = 1.0
    /// Who leads the conversation takes the floor.
    package var chair = 0.4
    /// A closing phrase before.
    package var closing = 0.2
    /// Silence before.
    package var pause = 0.5
    /// The change of meaning, with an embedding model.
    package var meaning = 0.5
    /// How much a stretch shorter than the mean costs.
    package var shortness = 0.8

    package init() {}
}
