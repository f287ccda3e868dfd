import HearthText

// Whose number is told, where a number to call is asked for. Another's is worse than none.

extension AnswerCandidates {
    /// Whether it is a number to call that is asked for, and not when or whom one is to call, or how long the contract of a telephone runs.
    var isForPhone: Bool {
        guard question.wanted.contains(.phone), question.kind.isDisjoint(with: [.time, .person, .place, .reason]) else {
            return false
        }
        return !question.kind.contains(.number) || question.terms.contains { Self.numberWords.contains($0.text) }
    }

    /// Whether of whom a number is asked for nothing is said: a person has to be named in the passage, a glazier by the sentence, by what
    /// stands above it or beside it.
    func lacksOwner(_ candidate: Int) -> Bool {
        guard isForPhone else { return false }
        let found = candidates[candidate]
        let owner = owner
        let named = owner.filter(persons.contains)
        guard named.isEmpty else { return named.allSatisfy { wholes[found.passage].said[$0] <= 0 } }
        // Below the line that names them may stand until when to call.
        let above = candidates[max(0, candidate - Self.mostAbove)..<candidate].filter {
            $0.passage == found.passage && $0.section == found.section
        }
        return !owner.isEmpty
            && owner.allSatisfy { term in found.saidAround[term] <= 0 && above.allSatisfy { $0.said[term] <= 0 } }
    }

    /// Whether a number to call is asked for, and a sentence has one and says all of whose it is: "Plumber Nowak: 976 550 172". That it is a telephone
    /// it need not say.
    func namesOwner(_ candidate: Int) -> Bool {
        guard isForPhone, !lacksPhone(candidate), candidates[candidate].binding != .other else { return false }
        let owner = owner
        return !owner.isEmpty && owner.allSatisfy { candidates[candidate].said[$0] > 0 }
    }

    /// The terms that say whose number is asked for.
    private var owner: [Int] {
        question.terms.indices.filter { term in
            let asked = question.terms[term]
            return !asked.isGrammar && !asked.isMeasure && !asked.asks && asked.wants.isEmpty
                && !Self.numberWords.contains(asked.text)
        }
    }

    /// Lines above a number that may say whose it is.
    private static let mostAbove = 3

    /// Where a number to call is asked for: the best that has one and says whose it is. Of several of one person, the one that says most of
    /// what is asked, whether it is that at work.
    func ledByOwner(_ ranking: [Int]) -> [Int] {
        guard isForPhone,
            let best = ranking.first(where: {
                !lacksPhone($0) && !lacksOwner($0) && candidates[$0].binding != .other && !saysWithoutTelling($0)
            })
        else { return ranking }
        let isForMobile = question.terms.contains { Self.mobileWords.contains($0.text) }
        func says(_ place: Int) -> Double {
            let isMobile = !Self.mobileWords.isDisjoint(with: SearchAnalyzer.unstemmed.terms(in: text(of: place)))
            return candidates[place].said.reduce(0, +) + (isForMobile && isMobile ? 1 : 0)
        }
        let own = ranking.filter {
            candidates[$0].passage == candidates[best].passage && candidates[$0].section == candidates[best].section
                && !lacksPhone($0)
        }
        let most = own.map(says).max() ?? 0
        return ranking.led(by: own.first { says($0) >= most })
    }

    /// Words for a telephone that is carried about, by hand: they stand for one another, in whatever language.
    private static let mobileWords = Set(
        SearchAnalyzer.unstemmed.terms(
            in:
                "mobile mob cell cellphone handy handynummer mobil mobilnummer portable móvil celular telemóvel cellulare mobiel gsm"
        ))

    /// Words for a number that say nothing of whose it is, by hand.
    static let numberNouns = Set(
        SearchAnalyzer.unstemmed.terms(
            in: """
                number numbers nummer nummern nummeret numret numéro número numero numer numeru numerem numărul číslo čísla číslem čísle номер номера \
                αριθμός αριθμό numarası numara szám száma
                """))
    private static let numberWords = numberNouns.union(
        SearchAnalyzer.unstemmed.terms(in: "work home private business geschäftlich privat"))
}
