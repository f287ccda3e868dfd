import HearthCore
import HearthText

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

/// Names segments by the phrases that they use and the others do not.
struct ChapterTitler {
    private let text: SpokenText
    /// Words of the speakers' names, in lower case.
    private let speakers: Set<String>

    /// Phrases that a segment offers.
    private static let mostPhrases = 5
    /// Words at the beginning of a segment, where a speaker tends to say what comes.
    private static let opening = 60

    init(_ text: SpokenText) {
        self.text = text
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
        let found = ranges.map { range in
            finder.phrases(in: text.sentences[range].map(\.text).joined(separator: " "))
        }
        let phrases = bestPhrases(ranges, found)
        var cueStarts = starts.map { text.sentences[$0].cues.lowerBound }
        cueStarts[0] = 0
        return ranges.indices.map { index in
            let next = index + 1 < ranges.count ? cueStarts[index + 1] : text.cues.count
            let best = phrases[index]
            let key = sentence(in: ranges[index], for: best)
            return TopicSegment(
                cues: cueStarts[index]..<next, start: text.cues[cueStarts[index]].start,
                end: (next < text.cues.count ? text.cues[next].start : nil) ?? text.cues[next - 1].end,
                title: title(best, found[index], ranges[index]), keyphrases: best.map(\.text),
                quote: key.map { text.quote($0..<($0 + 1)) })
        }
    }

    // MARK: - Phrases

    private func bestPhrases(_ ranges: [Range<Int>], _ found: [[SpokenPhrase]]) -> [[SpokenPhrase]] {
        // In how many segments, and how often in all, each stem occurs.
        var segments: [String: Int] = [:]
        var counts: [[String: Int]] = []
        for phrases in found {
            var own: [String: Int] = [:]
            for phrase in phrases {
                for stem in phrase.stems { own[stem, default: 0] += phrase.count }
            }
            for stem in own.keys { segments[stem, default: 0] += 1 }
            counts.append(own)
        }
        return ranges.indices.map { index in
            let opening = openingText(ranges[index])
            var ranked = found[index].map { phrase -> (phrase: SpokenPhrase, score: Double) in
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
                return (phrase, score)
            }
            ranked.sort { $0.score != $1.score ? $0.score > $1.score : $0.phrase.key < $1.phrase.key }
            return distinct(ranked.map(\.phrase).filter { !isSpeaker($0) })
        }
    }

    /// People name each other all the time; a chapter is not about who speaks in it.
    private func isSpeaker(_ phrase: SpokenPhrase) -> Bool {
        phrase.text.lowercased().split(separator: " ").allSatisfy { speakers.contains(String($0)) }
    }

    /// Without what another phrase says already.
    private func distinct(_ ranked: [SpokenPhrase]) -> [SpokenPhrase] {
        var chosen: [SpokenPhrase] = []
        for phrase in ranked.prefix(60) where chosen.count < Self.mostPhrases {
            let isTold = chosen.contains {
                $0.key.contains(phrase.key) || phrase.key.contains($0.key)
                    || !Set($0.stems).isDisjoint(with: phrase.stems)
            }
            if !isTold { chosen.append(phrase) }
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

    /// The best phrase. A single word is widened to the phrase of the segment that it stands in most often ("rate" to "hourly rate"),
    /// or joined by the next phrase.
    private func title(_ phrases: [SpokenPhrase], _ all: [SpokenPhrase], _ range: Range<Int>) -> String {
        guard let first = phrases.first else { return fallback(range) }
        var title = first.text
        if first.stems.count == 1 {
            let wider = all.filter { $0.count > 1 && $0.stems.count > 1 && $0.stems.contains(first.stems[0]) }
                .max { ($0.count, $1.key) < ($1.count, $0.key) }
            if let wider {
                title = wider.text
            } else if phrases.count > 1 {
                title +=
                    (SpokenWords.hasNoSpaces(text.language) && text.language != "ko" ? "、" : ", ") + phrases[1].text
            }
        }
        return title.prefix(1).uppercased() + title.dropFirst()
    }

    /// A stretch without a noun phrase is named by its first words.
    private func fallback(_ range: Range<Int>) -> String {
        let sentence = range.first { text.sentences[$0].words >= 3 } ?? range.lowerBound
        let words = text.sentences[sentence].text.split(separator: " ").prefix(8).joined(separator: " ")
        return String(words.prefix(60))
    }

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
