import HearthCore
import HearthText

// What a reader is given of the passages, and what it said of them.

extension AnswerCandidates {
    /// A stretch of a passage that a reader reads.
    struct Stretch {
        var passage: Int
        /// Bytes of the passage's text.
        var span: TextSpan
        var text: String
    }

    /// What a reader of some languages reads: of the passages in the order of their best sentences by the rules, as much around these as
    /// there is time for. Nothing where the question is in another language.
    func readable(in known: Set<String>) -> [Stretch] {
        guard known.contains(language), !question.terms.isEmpty else { return [] }
        var seen: Set<Int> = []
        let best = ranked(candidates.map(\.score)).filter { seen.insert(candidates[$0].passage).inserted }
        var left = settings.reader.mostBytes
        var found: [Stretch] = []
        for candidate in best where known.contains(languages[candidates[candidate].passage]) {
            guard found.count < settings.reader.mostPassages, left > 0,
                candidates[candidate].score >= candidates[best[0]].score - settings.reader.reach
            else { break }
            let stretch = stretch(around: candidate, bytes: min(left, settings.reader.mostOfPassage))
            guard !stretch.span.isEmpty else { continue }
            left -= stretch.span.count
            found.append(stretch)
        }
        return found
    }

    /// The passage of a sentence, where it is short enough; else the sentence with those around it.
    private func stretch(around candidate: Int, bytes: Int) -> Stretch {
        let passage = candidates[candidate].passage
        let text = passages[passage].text
        guard text.utf8.count > bytes else {
            return Stretch(passage: passage, span: TextSpan(start: 0, end: text.utf8.count), text: text)
        }
        var span = candidates[candidate].span
        guard span.count <= bytes else {
            let part = String((text.text(in: span) ?? "").prefixOfBytes(bytes))
            return Stretch(
                passage: passage, span: TextSpan(start: span.start, end: span.start + part.utf8.count), text: part)
        }
        // To both sides in turns, as far as there is room.
        var (first, last) = (candidate, candidate)
        var grows = true
        while grows {
            grows = false
            for next in [last + 1, first - 1] where candidates.indices.contains(next) {
                let other = candidates[next]
                let wider = TextSpan(start: min(span.start, other.span.start), end: max(span.end, other.span.end))
                guard other.passage == passage, wider.count <= bytes else { continue }
                (first, last, span, grows) = (min(first, next), max(last, next), wider, true)
            }
        }
        return Stretch(passage: passage, span: span, text: text.text(in: span) ?? "")
    }

    /// What readings of some stretches say of the candidates.
    func evidence(of readings: [(stretch: Stretch, reading: PassageReading)]) -> ReaderEvidence {
        let sentences = Dictionary(grouping: candidates.indices) { candidates[$0].passage }
        var evidence = ReaderEvidence()
        for (stretch, reading) in readings {
            evidence.add(
                reading, of: stretch,
                sentences: (sentences[stretch.passage] ?? []).map { (candidate: $0, span: candidates[$0].span) })
        }
        return evidence
    }
}
