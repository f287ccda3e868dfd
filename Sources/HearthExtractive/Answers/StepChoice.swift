import HearthCore
import HearthText

// Where it is asked how something is done: the steps in their order, and what a step goes on from.

extension AnswerCandidates {
    /// Steps that are told at most.
    private static let mostSteps = 6

    /// Where it is asked how something is done, and one of these sentences stands in a list of numbered items: what each of the items begins
    /// with, in its order. Who asks how bread is made wants neither the third step first, nor how many loaves it makes. Where several things
    /// are asked for, the items of a list.
    func steps(_ order: [Int]) -> [Int]? {
        guard question.kind.contains(.several) else { return nil }
        guard asksForSteps else { return items(order) }
        for candidate in order {
            let items = numberedItems(around: candidate)
            if items.count > 1 { return Array(items.prefix(Self.mostSteps)) }
        }
        return nil
    }

    /// Where it is asked for several things, and the best sentence is an item of a short list: what each of the items begins with, in their order.
    private func items(_ order: [Int]) -> [Int]? {
        guard let best = order.first, isListed(best) else { return nil }
        var (first, last) = (best, best)
        func isBeside(_ place: Int) -> Bool {
            candidates.indices.contains(place) && candidates[place].passage == candidates[best].passage
                && candidates[place].section == candidates[best].section && isListed(place)
        }
        while isBeside(first - 1) { first -= 1 }
        while isBeside(last + 1) { last += 1 }
        return (2...Self.mostItems).contains(last - first + 1) ? Array(first...last) : nil
    }

    /// Items that are told at most: of a longer list nobody wants to hear all.
    private static let mostItems = 8

    func isListed(_ place: Int) -> Bool {
        candidates[place].isItem && !candidates[place].isField && candidates[place].row == nil
    }

    /// The first sentences of the items of the numbered list that a sentence stands in; empty where it stands in none.
    private func numberedItems(around candidate: Int) -> [Int] {
        let found = candidates[candidate]
        let near = candidates.indices.filter {
            candidates[$0].passage == found.passage && candidates[$0].section == found.section
                && candidates[$0].row == nil
        }
        var list: [(candidate: Int, number: Int)] = []
        let text = passages[found.passage].text
        for place in near {
            guard let number = Self.number(before: candidates[place].span.start, in: text) else { continue }
            // Another list begins; the one before may have been it.
            if let last = list.last, number != last.number + 1 {
                if candidate < place { break }
                list = []
            }
            list.append((place, number))
        }
        guard let first = list.first, let last = list.last, first.number <= 1 else { return [] }
        guard candidate >= first.candidate else { return [] }
        // The last item ends with its paragraph.
        let rest = TextSpan(
            start: candidates[last.candidate].span.start,
            end: max(found.span.start, candidates[last.candidate].span.start))
        let isInside = candidate <= last.candidate || text.text(in: rest)?.contains("\n\n") == false
        return isInside ? list.map(\.candidate) : []
    }

    /// The number of the item that begins at a byte: "2." or "2)" at the beginning of its line.
    private static func number(before start: Int, in text: String) -> Int? {
        text.withBytes { bytes in
            var at = min(start, bytes.count)
            while at > 0, bytes[at - 1] == 0x20 || bytes[at - 1] == 0x2A { at -= 1 }
            guard at > 0, at < start, [0x2E, 0x29].contains(bytes[at - 1]) else { return nil }
            at -= 1
            let end = at
            while at > 0, end - at < 3, (0x30...0x39).contains(bytes[at - 1]) { at -= 1 }
            guard at < end, end - at < 3, let number = Int(bytes.string(at..<end)) else { return nil }
            while at > 0, bytes[at - 1] == 0x20 || bytes[at - 1] == 0x09 { at -= 1 }
            return at == 0 || bytes[at - 1] == 0x0A ? number : nil
        }
    }

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
    var asksForSteps: Bool {
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
        "hur": ["jag", "vi", "man"], "hvordan": ["jeg", "vi", "man"], "comment": ["je", "on", "nous", "faire", "puis"],
        "como": ["se", "puedo", "hago", "hacer", "podemos", "posso", "faco", "fazer", "fazemos"],
        "come": ["si", "posso", "faccio", "fare", "possiamo", "facciamo"],
    ]
}
