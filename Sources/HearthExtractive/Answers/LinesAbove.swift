import HearthCore

/// What stands above each line of a passage: headings, and lines that are headings by their shape, read line by line.
struct LinesAbove {
    /// What stands above one line.
    struct Place {
        /// How well the lines above and the title say each term of the question.
        var said: [Double]
        /// Those right above it, in the passage; `nil` below the title alone.
        var span: TextSpan?
        /// The headings that it stands under, counted in the passage: a quote does not reach over one.
        var section = 0
    }

    private let title: [Double]
    /// Sentences that a line that asks is above.
    private let belowQuestion: Int
    private var nearest: Place
    /// Of the headings that are marked as such: lines that are headings by their shape stand below them.
    private var marked: [Double]
    /// What stood above a line that asks, which is above the few sentences that answer it only.
    private var beforeQuestion: (line: Int, place: Place)?

    init(title: [Double], belowQuestion: Int) {
        self.title = title
        self.belowQuestion = belowQuestion
        nearest = Place(said: title)
        marked = title
    }

    /// Goes on to a line.
    ///
    /// - Parameter isBelowAnother: Whether the line before it stands above what follows as well.
    /// - Returns: What stands above it; `nil` for a marked heading, which answers nothing.
    mutating func read(
        _ sentence: AnswerSentence, _ role: LineRole, line: Int, isBelowAnother: Bool
    ) -> Place? {
        if let before = beforeQuestion, sentence.isHeading || role.isAbove || line - before.line > belowQuestion {
            (nearest.said, nearest.span) = (before.place.said, before.place.span)
            beforeQuestion = nil
        }
        guard sentence.isHeading || role.isAbove else { return nearest }
        var above = nearest
        if role == .question {
            beforeQuestion = (line, nearest)
            nearest.said = joined([nearest.said, sentence.said])
            nearest.span = sentence.span
        } else {
            // Headings below one another stand for the text together.
            let outer = isBelowAnother ? nearest.said : sentence.isHeading ? title : marked
            let start = isBelowAnother ? nearest.span?.start ?? sentence.span.start : sentence.span.start
            nearest.said = joined([outer, sentence.said])
            nearest.span = TextSpan(start: start, end: sentence.span.end)
        }
        nearest.section += 1
        if sentence.isHeading, role != .question {
            marked = nearest.said
            return nil
        }
        // A line that is one by its shape only may be an answer itself. It stands below those above it as well, and what stands below it
        // is not what it is quoted with.
        above.section = nearest.section
        nearest.section += 1
        return above
    }

    private func joined(_ said: [[Double]]) -> [Double] { TermSums.joined(said, terms: title.count) }
}
