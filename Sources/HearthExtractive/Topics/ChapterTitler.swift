import HearthCore
import HearthText

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

/// Names segments by the phrases that they use and the others do not: things that are said several times, and names (``ThingEvidence``). Where
/// none is, a sentence is quoted, which says more than a word that was picked out of it.
struct ChapterTitler {
    private let text: SpokenText
    /// Words of the speakers' names, in lower case.
    private let speakers: Set<String>
    /// Said all the time in talk.
    private let small: Set<String>

    /// Phrases that a segment offers.
    private static let mostPhrases = 5
    /// Words at the beginning of a segment, where a speaker tends to say what comes.
    private static let opening = 60

    init(_ text: SpokenText) {
        self.text = text
        small = (SpokenLanguage.smallTalk[text.language] ?? []).union(SpokenLanguage.openers[text.language] ?? [])
        var speakers: Set<String> = []
        for case let name? in Set(text.turns.map(\.speaker)).prefix(200) {
            speakers.formUnion(SpokenWords(name, limit: 6, language: text.language).words)
        }
        self.speakers = speakers
    }

    /// - Parameter starts: The first sentence of each segment, ascending from 0.
    func segments(startingAt starts: [Int]) -> [TopicSegment] {
        let ranges = starts.indices.map {
            starts[$0]..<($0 + 1 < starts.count ? starts[$0 + 1] : text.sentences.count)
        }
        let finder = SpokenPhrases(language: text.language)
        var found: [[NamedThing]] = []
        for range in ranges {
            let words = text.sentences[range].map(\.text).joined(separator: " ")
            let evidence = ThingEvidence(words, language: text.language)
            found.append(
                finder.phrases(in: words).map { NamedThing(phrase: $0, strength: evidence.strength(of: $0.text)) })
        }
        let phrases = bestPhrases(ranges, found)
        var cueStarts = starts.map { text.sentences[$0].cues.lowerBound }
        cueStarts[0] = 0
        return ranges.indices.map { index in
            let next = index + 1 < ranges.count ? cueStarts[index + 1] : text.cues.count
            let best = phrases[index].map(\.phrase)
            let key = sentence(in: ranges[index], for: best)
            return TopicSegment(
                cues: cueStarts[index]..<next, start: text.cues[cueStarts[index]].start,
                end: (next < text.cues.count ? text.cues[next].start : nil) ?? text.cues[next - 1].end,
                title: title(phrases[index], found[index], ranges[index]), keyphrases: best.map(\.text),
                quote: key.map { text.quote($0..<($0 + 1)) })
        }
    }

    // MARK: - Phrases

    /// A phrase with what shows that it names a thing.
    private struct NamedThing {
        var phrase: SpokenPhrase
        var strength: ThingEvidence.Strength
    }

    private func bestPhrases(_ ranges: [Range<Int>], _ found: [[NamedThing]]) -> [[NamedThing]] {
        // In how many segments, and how often in all, each stem occurs.
        var segments: [String: Int] = [:]
        var counts: [[String: Int]] = []
        for phrases in found {
            var own: [String: Int] = [:]
            for phrase in phrases.map(\.phrase) {
                for stem in phrase.stems { own[stem, default: 0] += phrase.count }
            }
            for stem in own.keys { segments[stem, default: 0] += 1 }
            counts.append(own)
        }
        return ranges.indices.map { index in
            let opening = openingText(ranges[index])
            var ranked = found[index].filter { $0.strength != .unshown }.map {
                thing -> (thing: NamedThing, score: Double) in
                let phrase = thing.phrase
                var sum = 0.0
                for stem in phrase.stems {
                    let rarity = log(1 + Double(ranges.count) / Double(segments[stem] ?? 1))
                    sum += log(1 + Double(counts[index][stem] ?? 1)) * rarity
                }
                var score = sum / Double(phrase.stems.count) * phrase.fitness * (1 + log(Double(phrase.count)))
                if phrase.isName { score *= 1.15 }
                // A common word alone is seldom a topic, and what is said once is seldom one either.
                if phrase.stems.count == 1, !phrase.isName, text.language == "en",
                    CommonWords.contains(phrase.text.lowercased())
                {
                    score *= 0.4
                }
                if opening.holds(phrase.text) { score *= 1.3 }
                if thing.strength == .passing { score *= 0.5 }
                return (thing, score)
            }
            ranked.sort {
                $0.score != $1.score ? $0.score > $1.score : $0.thing.phrase.key < $1.thing.phrase.key
            }
            return distinct(ranked.map(\.thing).filter { !isSpeaker($0.phrase) })
        }
    }

    /// People name each other all the time; a chapter is not about who speaks in it.
    private func isSpeaker(_ phrase: SpokenPhrase) -> Bool {
        phrase.text.lowercased().split(separator: " ").allSatisfy { speakers.contains(String($0)) }
    }

    /// Without what another phrase says already.
    private func distinct(_ ranked: [NamedThing]) -> [NamedThing] {
        var chosen: [NamedThing] = []
        for thing in ranked.prefix(60) where chosen.count < Self.mostPhrases {
            let phrase = thing.phrase
            let isTold = chosen.contains {
                $0.phrase.key.contains(phrase.key) || phrase.key.contains($0.phrase.key)
                    || !Set($0.phrase.stems).isDisjoint(with: phrase.stems)
            }
            if !isTold { chosen.append(thing) }
        }
        return chosen
    }

    private func openingText(_ range: Range<Int>) -> String {
        var found = ""
        var words = 0
        for index in range where words < Self.opening {
            found += text.sentences[index].text.prefixOfBytes(2000) + " "
            words += text.sentences[index].words
        }
        return found
    }

    // MARK: - Titles

    /// The best phrase that surely names a thing. A single word is widened to the phrase of the segment that it stands in most often ("rate" to
    /// "hourly rate"), or joined by the next one.
    private func title(_ things: [NamedThing], _ all: [NamedThing], _ range: Range<Int>) -> String {
        let sure = things.filter { $0.strength == .central }.map(\.phrase)
        guard let first = sure.first else { return quoted(range) }
        var title = first.text
        if first.stems.count == 1 {
            let wider = all.lazy.filter { $0.strength == .central }.map(\.phrase)
                .filter { $0.count > 1 && $0.stems.count > 1 && $0.stems.contains(first.stems[0]) }
                .max { ($0.count, $1.key) < ($1.count, $0.key) }
            if let wider {
                title = wider.text
            } else if sure.count > 1 {
                title += (SpokenWords.hasNoSpaces(text.language) && text.language != "ko" ? "、" : ", ") + sure[1].text
            }
        }
        return title.prefix(1).uppercased() + title.dropFirst()
    }

    /// The first sentence that says something, or its beginning, in quotation marks. Questions, greetings and what is too short to say anything
    /// come after it.
    private func quoted(_ range: Range<Int>) -> String {
        func tells(_ index: Int) -> Bool {
            let sentence = text.sentences[index]
            guard sentence.words >= 4, !SentenceEnd.asks(sentence.text),
                !Courtesies.isCourtesy(sentence.text, language: text.language)
            else { return false }
            let words = SpokenWords(sentence.text, limit: 12, language: text.language).words
            return SpokenWords.hasNoSpaces(text.language)
                || words.count { !Stopwords.contains($0, language: text.language) && !small.contains($0) } > 1
        }
        let sentence =
            range.first(where: tells) ?? range.first { text.sentences[$0].words >= 3 } ?? range.lowerBound
        let said = PlainText.line(text.sentences[sentence].text)
        // An address is nothing that anybody says.
        let words = said.split(separator: " ").filter { !$0.contains("://") && !$0.hasPrefix("www.") }
        var shown = words.prefix(Self.quotedWords).joined(separator: " ")
        if shown.count > Self.quotedLength { shown = String(shown.prefix(Self.quotedLength)) }
        while let last = shown.last, ".,;:–—-".contains(last) { shown.removeLast() }
        guard !shown.isEmpty else { return "" }
        let isCut = words.count > Self.quotedWords || said.count > Self.quotedLength + 1
        return "“\(shown.prefix(1).uppercased())\(shown.dropFirst())\(isCut ? "…" : "")”"
    }

    /// A line of a list of chapters.
    private static let quotedWords = 8
    private static let quotedLength = 60

    /// The sentence that holds most of the phrases.
    private func sentence(in range: Range<Int>, for phrases: [SpokenPhrase]) -> Int? {
        var best: (index: Int, score: Double)?
        for index in range {
            let sentence = text.sentences[index]
            guard sentence.words >= 5, sentence.words <= 60 else { continue }
            var score = 0.0
            for (rank, phrase) in phrases.enumerated() where sentence.text.holds(phrase.text) {
                score += 1 / Double(rank + 1)
            }
            if score > best?.score ?? 0 { best = (index, score) }
        }
        return best?.index
    }
}
