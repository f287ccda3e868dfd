import HearthCore
import HearthText

// What a step goes on from, where it is asked how something is done.

extension AnswerCandidates {
    /// Words in which a step names again what was named before it: "Turn it clockwise", "It must be shut", "Put them in the sun".
    private static let opening = 3

    /// These sentences, before them the one that the first goes on from: below "The main stopcock is under the sink", "Turn it clockwise" tells
    /// nobody what to turn.
    ///
    /// - Parameter most: How many there may be.
    func withWhatIsMeant(_ order: [Int], most: Int) -> [Int] {
        guard question.kind.contains(.several), asksForSteps, let first = order.first, first > 0, most > 1 else {
            return order
        }
        let (before, step) = (candidates[first - 1], candidates[first])
        guard before.passage == step.passage, before.section == step.section, before.row == nil, step.row == nil,
            before.span.end <= step.span.start, !before.asks, !saysWithoutTelling(first - 1),
            // In one paragraph.
            let between = passages[step.passage].text.text(in: TextSpan(start: before.span.end, end: step.span.start)),
            between.count(where: \.isNewline) < 2, goesOn(first)
        else { return order }
        return Array(([first - 1] + order.filter { $0 != first - 1 }).prefix(most))
    }

    private func goesOn(_ candidate: Int) -> Bool {
        let things = Self.things[languages[candidates[candidate].passage]] ?? []
        let text = text(of: candidate)
        return WordSplitter().words(in: text).prefix(Self.opening).contains { word in
            text.text(in: word.span).map { things.contains($0.lowercased()) } == true
        }
    }

    /// Pronouns of the third person for things, by language: a closed class, kept here by hand from grammars. What mostly is another word, as an
    /// article, is left out.
    private static let things: [String: Set<String>] = [
        "en": ["it", "them", "they"], "de": ["ihn", "ihm", "es"], "nl": ["hem"], "sv": ["dem"], "da": ["dem"],
        "nb": ["dem"],
    ]

    /// Whether somebody asks how to do something, and not how something came about.
    private var asksForSteps: Bool {
        let words = SearchAnalyzer.unstemmed.terms(in: wholeQuestion)
        // The last one: earlier questions stand before.
        guard let how = words.lastIndex(where: { Self.askers[$0] != nil }), let askers = Self.askers[words[how]] else {
            return false
        }
        return words.dropFirst(how + 1).prefix(Self.opening).contains(where: askers.contains)
    }

    /// Who asks for steps, behind the word for "how".
    private static let askers: [String: Set<String>] = [
        "how": ["i", "we", "you", "one", "to"], "wie": ["ich", "wir", "man"], "hoe": ["ik", "we", "wij", "je", "men"],
        "hur": ["jag", "vi", "man"], "hvordan": ["jeg", "vi", "man"],
    ]
}
