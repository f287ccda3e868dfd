import HearthCore

/// Chooses a period's quotes from its entries' quotes.
enum QuoteChoice {
    /// In order of time. One from each part of the period, so that no part goes unheard, and no fewer than three where there
    /// are as many.
    static func quotes(of sessions: [SessionIntelligence], in period: JournalPeriod) -> [JournalQuote] {
        var best: [Int: (order: Int, quote: JournalQuote)] = [:]
        var others: [(order: Int, quote: JournalQuote)] = []
        for (order, session) in sessions.enumerated() {
            let part = session.date.flatMap { PeriodParts.index(of: $0, in: period) } ?? order
            for quote in session.quotes {
                if let known = best[part] {
                    if known.quote.score >= quote.score {
                        others.append((order, quote))
                        continue
                    }
                    others.append(known)
                }
                best[part] = (order, quote)
            }
        }
        // A day with more entries than anybody reads quotes from gives the best of them.
        let limit = PeriodParts.names(of: period)?.count ?? 5
        var chosen = best.values.sorted { ($1.quote.score, $0.order) < ($0.quote.score, $1.order) }
        chosen = Array(chosen.prefix(limit))
        var texts = Set(chosen.map(\.quote.text))
        others.sort { ($1.quote.score, $0.order, $0.quote.text) < ($0.quote.score, $1.order, $1.quote.text) }
        for other in others where chosen.count < 3 && texts.insert(other.quote.text).inserted { chosen.append(other) }
        return chosen.sorted { ($0.order, $1.quote.score, $0.quote.text) < ($1.order, $0.quote.score, $1.quote.text) }
            .map(\.quote)
    }
}
