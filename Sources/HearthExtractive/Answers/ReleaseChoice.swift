import HearthCore
import HearthText

// What change logs and release notes answer: what changed in a release, when it came out, which one brought something.

extension AnswerCandidates {
    /// Changes of a release that are told at most.
    private static let mostChanges = 10

    /// The release that a candidate is of, where anything is asked of releases.
    func releaseHead(of candidate: Int) -> ReleaseHead? {
        releases[candidates[candidate].passage].head(at: candidates[candidate].span.start)
    }

    /// The releases of the passages that are asked about: the very one where it is there, else those of its series.
    private var askedReleases: Set<ReleaseNumber> {
        guard let release, !release.numbers.isEmpty else { return [] }
        let all = Set(releases.flatMap(\.all).map(\.number))
        let own = all.intersection(release.numbers)
        return own.isEmpty ? all.filter { number in release.numbers.contains { $0.holds(number) } } : own
    }

    /// Whether a candidate is of another release than is asked about.
    func isOfOtherRelease(_ candidate: Int) -> Bool {
        guard let release, !release.numbers.isEmpty, let head = releaseHead(of: candidate) else { return false }
        return !release.numbers.contains { $0.holds(head.number) }
    }

    /// The passages of other releases than are asked about; `nil` where nothing is asked of any, or no passage has one.
    func passagesOfOtherReleases() -> Set<Int>? {
        guard let release, !release.numbers.isEmpty, !releases.allSatisfy(\.isEmpty) else { return nil }
        return Set(
            passages.indices.filter { index in
                !releases[index].isEmpty
                    && !releases[index].all.contains { head in release.numbers.contains { $0.holds(head.number) } }
            })
    }

    /// What is told of a release as a whole: all that changed in it, of the kinds that are asked for, or the line that says when it came out.
    /// `nil` where something else is asked, or the release is not there.
    ///
    /// - Parameter ranking: The best first.
    func toldOfRelease(_ ranking: [Int]) -> [Int]? {
        let asked = askedReleases
        guard let release, !asked.isEmpty, !question.isWhether, isOfNothingElse else { return nil }
        let own = ranking.filter { place in
            releaseHead(of: place).map { asked.contains($0.number) } == true && !saysWithoutTelling(place)
                && candidates[place].row?.isHead != true
        }
        guard let first = own.first else { return nil }
        func isHead(_ place: Int) -> Bool {
            releases[candidates[place].passage].heads.contains { $0.span == candidates[place].span }
        }
        if question.kind.contains(.time) {
            let heads = own.filter(isHead)
            if let head = heads.first(where: { releaseHead(of: $0)?.hasDate == true }) { return [head] }
            // "Released on 3 March 2026", below its heading.
            return own.filter { !isHead($0) && candidates[$0].holdsDate }.min().map { [$0] }
        }
        guard question.kind.isSubset(of: .several) else { return nil }
        // One log may have the notes of another product under the same number.
        let title = passages[candidates[first].passage].title
        let listed = own.filter { passages[candidates[$0].passage].title == title && !isHead($0) }.sorted()
        let ofKinds = listed.filter { place in
            question.terms.indices.contains { term in
                let kinds = ReleaseWords.kinds(of: question.terms[term].text)
                return !kinds.isEmpty && !ReleaseWords.changes.contains(question.terms[term].text)
                    && candidates[place].said[term] >= AnswerQuestion.byRule
            }
        }
        let told = release.kinds.isEmpty || ofKinds.isEmpty ? listed : ofKinds
        return told.isEmpty ? nil : Array(told.prefix(Self.mostChanges))
    }

    /// Whether the question is about nothing but a release, beside what the document is called.
    private var isOfNothingElse: Bool {
        question.terms.indices.allSatisfy { term in
            let asked = question.terms[term]
            return asked.isGrammar || asked.isMeasure || asked.isEarlier || AskedRelease.isOfReleases(asked.text)
                || releases.indices.contains { !releases[$0].isEmpty && isOfTitle(term, $0) }
        }
    }

    /// Whether the title, the file's name or a heading of a release says a term: "What is new in Hearth 2.4?"
    private func isOfTitle(_ term: Int, _ passage: Int) -> Bool {
        let names =
            [passages[passage].title, passages[passage].fileName].compactMap(\.self)
            + releases[passage].all.map(\.told)
        return names.contains { name in
            !question.terms[term].forms.isDisjoint(with: SearchAnalyzer.unstemmed.terms(in: name))
        }
    }

    /// Where it is asked in which release something was, or when: the line with what its release is called, "2.4.0 - 2026-03-02 · Sign-in works
    /// again". `nil` elsewhere.
    func toldWithRelease(_ candidate: Int, as text: String) -> String? {
        guard let release, let head = releaseHead(of: candidate) else { return nil }
        // The heading itself, without its marks.
        if releases[candidates[candidate].passage].heads.contains(where: { $0.span == candidates[candidate].span }) {
            return head.told
        }
        guard release.asksWhich || release.asksWhen && head.hasDate && asksForPast else { return nil }
        return "\(head.told) · \(text)"
    }
}
