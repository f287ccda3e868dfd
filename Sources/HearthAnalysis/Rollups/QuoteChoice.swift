import HearthCore

/// Chooses a period's quotes from its entries' quotes.
enum QuoteChoice {
    private struct Candidate {
        var part: Int
        var order: Int
        var quote: JournalQuote
    }

    /// In order of time. One from each part of the period, so that no part goes unheard, and no fewer than three where there
    /// are as many. Nobody wants to read the same twice: a part says what no other said, if it has such a quote.
    static func quotes(of sessions: [SessionIntelligence], in period: JournalPeriod) -> [JournalQuote] {
        var candidates: [Candidate] = []
        for (order, session) in sessions.enumerated() {
            let part = session.date.flatMap { PeriodParts.index(of: $0, in: period) } ?? order
            candidates += session.quotes.map { Candidate(part: part, order: order, quote: $0) }
        }
        candidates.sort {
            ($1.quote.score, $0.order, $0.quote.text) < ($0.quote.score, $1.order, $1.quote.text)
        }
        // A day with more entries than anybody reads quotes from gives the best of them.
        let limit = PeriodParts.names(of: period)?.count ?? 5
        var chosen: [Candidate] = []
        var said = SaidWords()
        var heard: Set<Int> = []
        for candidate in candidates where chosen.count < limit && !heard.contains(candidate.part) {
            guard said.insert(candidate.quote.text) else { continue }
            heard.insert(candidate.part)
            chosen.append(candidate)
        }
        // A part that only repeats what others said is heard all the same.
        for candidate in candidates where chosen.count < limit && heard.insert(candidate.part).inserted {
            chosen.append(candidate)
        }
        for candidate in candidates where chosen.count < 3 && said.insert(candidate.quote.text) {
            chosen.append(candidate)
        }
        return chosen.sorted {
            ($0.order, $1.quote.score, $0.quote.text) < ($1.order, $0.quote.score, $1.quote.text)
        }.map(\.quote)
    }
}
