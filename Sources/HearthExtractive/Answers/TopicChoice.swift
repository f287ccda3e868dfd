import HearthCore
import HearthText

// Where a topic is named and nothing is asked of it: "parking", "heating costs".

extension AnswerCandidates {
    /// With the sentence first that tells something of the topic, where the best line only names it: a heading, a line of a form ("Serves: 4"), a
    /// name. That the passage is about the topic such a line shows best, so that confidence is still judged by it.
    func ledBySentence(_ ranking: [Int]) -> [Int] {
        guard isTopicAlone, let best = ranking.first, isLabel(best) else { return ranking }
        let topics = topics
        // What stands below an item of a list is about it only where it says so.
        let isItem = lineHead(of: candidates[best]) == .other
        let lead = ranking.dropFirst().first { candidate in
            let found = candidates[candidate]
            let said = isItem ? found.said : found.saidUntil
            return found.passage == candidates[best].passage && !isLabel(candidate) && found.binding != .other
                && topics.contains { said[$0] > 0 }
        }
        guard let lead = lead ?? below(best) else { return ranking }
        return [lead] + ranking.filter { $0 != lead && !isLabel($0) } + ranking.filter { isLabel($0) }
    }

    /// The sentence below a heading in plain text that is the topic and nothing else: "2. Fees".
    private func below(_ label: Int) -> Int? {
        let (found, next) = (candidates[label], label + 1)
        guard found.evidence[.echo] >= 1, candidates.indices.contains(next),
            candidates[next].passage == found.passage, candidates[next].binding != .other, !isLabel(next)
        else { return nil }
        return switch lineHead(of: found) {
        case .nothing: found.role.isAbove ? next : nil
        case .number: next
        case .other: nil
        }
    }

    private enum LineHead { case nothing, number, other }

    /// What stands before a candidate on its line.
    private func lineHead(of candidate: Candidate) -> LineHead {
        passages[candidate.passage].text.withBytes { bytes in
            var (at, head) = (candidate.span.start, LineHead.nothing)
            while at > 0, bytes[at - 1] != 0x0A {
                at -= 1
                switch bytes[at] {
                case 0x30...0x39: head = .number
                // Also the marks of a heading.
                case 0x20, 0x2E, 0x29, 0x23: break
                default: return .other
                }
            }
            return head
        }
    }

    private var isTopicAlone: Bool {
        question.kind.isEmpty && question.aspects.isEmpty && !question.isWhether
            && question.topics <= settings.shortQuestion && !question.terms.contains(where: \.asks)
            && !wholeQuestion.contains(where: { $0 == "?" || $0 == "？" || $0 == "؟" })
    }

    /// Whether a candidate is no row of a table and no sentence: nothing ends it, or it has too few words to tell anything.
    private func isLabel(_ candidate: Int) -> Bool {
        let found = candidates[candidate]
        guard found.row == nil else { return false }
        if saysWithoutTelling(candidate) { return true }
        return passages[found.passage].text.withBytes { bytes in
            var end = found.span.end
            while end > found.span.start, let (value, length) = bytes.scalar(before: end) {
                if value.isTerminator { return false }
                // A mark of emphasis, of quotation or a bracket may close a sentence.
                guard !ScalarClass(value).isWordPart else { return true }
                end -= length
            }
            return true
        }
    }

    /// Whether nothing of what is asked about stands in any document, but words that ask along with it: "How much does nursery cost?" where the price
    /// of something else is known.
    var isOfNothingKnown: Bool {
        let topics = question.terms.filter {
            !$0.isGrammar && !$0.isMeasure && !$0.isEarlier && !$0.asks && $0.wants.isEmpty
        }
        return !topics.isEmpty && topics.allSatisfy(\.isUnknown)
    }
}
