import HearthCore
import HearthText

// Which sentence leads where it is asked why or who, and the best one only says again what is asked about.

extension AnswerCandidates {
    /// Where it is asked why: "The boiler locks out at night" says in the words of the question what is asked about, and "The lockouts were
    /// caused by a leaking vessel", beside it, why.
    func ledByReason(_ ranking: [Int], _ scores: [Double], _ reader: ReaderEvidence?) -> [Int] {
        let best = ranking[0]
        guard question.kind.contains(.reason), reader?.words[best]?.worth ?? 0 < settings.reader.leastLeading else {
            return ranking
        }
        if let before = reason(before: best) { return ranking.led(by: before) }
        guard candidates[best].evidence[.reason] <= 0 else { return ranking }
        let topics = topics
        let reason = ranking.dropFirst().prefix { scores[best] - scores[$0] < settings.besideReason }.first { place in
            let found = candidates[place]
            return found.evidence[.reason] > 0 && found.passage == candidates[best].passage
                && found.binding != .other && !saysWithoutTelling(place)
                && topics.contains { found.saidAround[$0] > 0 }
        }
        return ranking.led(by: reason)
    }

    /// Where the best does not say a word of the question, and a short line of the same text begins with it and tells a number: of an invoice
    /// "Total £1,407.60" leads, and not its heading.
    func ledByLine(_ ranking: [Int], _ scores: [Double]) -> [Int] {
        let best = ranking[0]
        guard question.kind.isDisjoint(with: [.person, .time, .place, .reason, .several]), candidates[best].row == nil
        else {
            return ranking
        }
        let unsaid = question.terms.indices.filter {
            !question.terms[$0].isGrammar && !question.terms[$0].isEarlier && candidates[best].said[$0] <= 0
        }
        // A reader may be very sure of the heading.
        let line = ranking.dropFirst().prefix { scores[best] - scores[$0] < 2 * settings.besideReason }.first { place in
            let found = candidates[place]
            guard found.passage == candidates[best].passage, found.row == nil, found.span.count <= Self.longestLine,
                !found.asks, unsaid.contains(where: { found.said[$0] >= 1 })
            else { return false }
            let words = SearchAnalyzer.unstemmed.terms(in: text(of: place))
            return words.first.map { first in unsaid.contains { question.terms[$0].text == first } } == true
                && words.dropFirst().contains { $0.utf8.contains { (0x30...0x39).contains($0) } }
        }
        return ranking.led(by: line)
    }

    /// Bytes of a line that tells a number and what it is.
    private static let longestLine = 60

    /// Where it is asked who did something, and a form says who does things of that kind: "Engineer: Darren Okafor" leads, where no reader
    /// found somebody else in the best.
    func ledByDoer(_ ranking: [Int], _ scores: [Double], _ reader: ReaderEvidence?) -> [Int] {
        let best = ranking[0]
        guard question.kind == .person, reader?.words[best]?.worth ?? 0 < settings.reader.leastLeading,
            let doer = ranking.dropFirst().prefix(while: { scores[best] - scores[$0] < settings.besideReason }).first(
                where: {
                    candidates[$0].party == .doing && candidates[$0].passage == candidates[best].passage
                })
        else { return ranking }
        return ranking.led(by: doer)
    }

    /// Where it is asked who, and the best names nobody but who or what is asked about: the next that names somebody and says anything of what
    /// is asked.
    func ledByName(_ ranking: [Int], _ scores: [Double], _ reader: ReaderEvidence?) -> [Int] {
        let best = ranking[0]
        guard question.kind == .person, !question.isPaired, candidates[best].evidence[.person] <= 0,
            !isOfOneself(best), reader?.words[best]?.worth ?? 0 < settings.reader.leastLeading
        else { return ranking }
        let topics = topics
        let named = ranking.dropFirst().prefix { scores[best] - scores[$0] < settings.besideName }.first { place in
            let found = candidates[place]
            return found.evidence[.person] > 0 && found.binding != .other && !found.asks && !saysWithoutTelling(place)
                && topics.contains { found.saidUntil[$0] > 0 }
        }
        return ranking.led(by: named)
    }

    /// Whether a sentence is told by whom it is about: "I will be away on Monday." Whoever says it is named above it.
    private func isOfOneself(_ candidate: Int) -> Bool {
        text(of: candidate).lowercased().split(whereSeparator: { !$0.isLetter }).first.map {
            Self.oneself.contains(String($0))
        }
            ?? false
    }

    /// The pronoun of the first person in the languages that set one, by hand.
    private static let oneself: Set<String> = [
        "i", "ich", "je", "j", "yo", "io", "eu", "ik", "jag", "jeg", "ja", "já", "я", "minä", "én", "ben", "εγώ",
    ]

    /// The sentence before one that begins with "That is why".
    private func reason(before place: Int) -> Int? {
        guard place > 0, candidates[place - 1].passage == candidates[place].passage,
            candidates[place - 1].section == candidates[place].section, !saysWithoutTelling(place - 1),
            // A passage may begin in the midst of a sentence.
            SearchAnalyzer.unstemmed.terms(in: text(of: place - 1)).count >= Self.leastWords
        else { return nil }
        let words = SearchAnalyzer.unstemmed.terms(in: String(text(of: place).prefix(60))).prefix(Self.longestOpening)
        let opening = words.joined(separator: " ")
        return Self.pointingBack.contains { opening == $0 || opening.hasPrefix($0 + " ") } ? place - 1 : nil
    }

    /// Words of an opening that are read, and of a sentence that gives a reason.
    private static let longestOpening = 4
    private static let leastWords = 4

    /// What a sentence begins with whose reason stands before it. A closed class, kept here by hand; no script makes it.
    private static let pointingBack: [String] = """
        that is why|thats why|that's why|this is why|which is why|hence|therefore|for this reason|for that reason|because of this|because of that|\
        as a result|consequently|deshalb|daher|darum|deswegen|aus diesem grund|c'est pourquoi|voilà pourquoi|pour cette raison|par conséquent|\
        por eso|por ello|por esta razón|por lo tanto|per questo|perciò|pertanto|per questa ragione|por isso|por essa razão|portanto|daarom|om die \
        reden|därför|derfor|siksi|tästä syystä|dlatego|z tego powodu|proto|z toho důvodu|поэтому|по этой причине|вот почему|тому|через це|de aceea|\
        din acest motiv|γι αυτό|για αυτό|για αυτόν τον λόγο|bu yüzden|bu nedenle|ezért|emiatt|لذلك|ולכן|לכן|इसलिए|इस कारण|vì vậy|do đó|karena itu|\
        oleh karena itu
        """.split(separator: "|").map { SearchAnalyzer.unstemmed.terms(in: String($0)).joined(separator: " ") }
}

extension [Int] {
    /// The same, with one of them, or another, in front; as it is where there is none.
    func led(by place: Int?) -> [Int] { place.map { place in [place] + filter { $0 != place } } ?? self }
}
