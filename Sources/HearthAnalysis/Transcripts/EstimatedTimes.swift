import HearthCore

/// About when each cue of a transcript is said that gives times only now and then, as written transcripts do.
///
/// Between two marks time is taken to pass as words do: at one pace. Before the first mark and after the last nothing is known of the pace, so
/// nothing is told. An estimate is never a time: it has a field of its own, and whoever shows it says "about".
struct EstimatedTimes {
    /// Seconds by cue; `nil` where the cue has a time of its own, or none can be told.
    private let seconds: [Double?]

    init(_ cues: [Cue]) {
        var seconds = [Double?](repeating: nil, count: cues.count)
        var last: (cue: Int, time: Double)?
        for (index, cue) in cues.enumerated() {
            guard let start = cue.start, start.isFinite else { continue }
            defer { last = (index, start) }
            guard let from = last, start >= from.time, index > from.cue + 1 else { continue }
            let sizes = cues[from.cue..<index].map { Double($0.text.utf8.count) }
            let whole = max(1, sizes.reduce(0, +))
            var said = 0.0
            for place in (from.cue + 1)..<index {
                said += sizes[place - 1 - from.cue]
                // Whole seconds: more would look measured.
                seconds[place] = (from.time + (start - from.time) * said / whole).rounded()
            }
        }
        self.seconds = seconds
    }

    subscript(cue: Int) -> Double? { seconds.indices.contains(cue) ? seconds[cue] : nil }
}

extension TranscriptAnalysis {
    /// The same with ``TimedQuote/aboutTime`` where the transcript gives no time for a quote but has some around it.
    func estimatingTimes(of cues: [Cue]) -> TranscriptAnalysis {
        let times = EstimatedTimes(cues)
        func mark(_ quote: inout TimedQuote) {
            if quote.startTime == nil { quote.aboutTime = times[quote.cues.lowerBound] }
        }
        func mark(_ moment: inout Quoted<TranscriptMoment>?) {
            if var found = moment {
                mark(&found.place)
                moment = found
            }
        }
        func mark<Finding>(_ list: inout [Quoted<Finding>]) {
            for index in list.indices { mark(&list[index].place) }
        }
        var result = self
        if var summary = result.summary {
            for index in summary.evidence.indices { mark(&summary.evidence[index]) }
            result.summary = summary
        }
        if var entities = result.entities {
            mark(&entities.people)
            mark(&entities.organizations)
            mark(&entities.products)
            mark(&entities.locations)
            mark(&entities.resources)
            result.entities = entities
        }
        if var reel = result.highlights {
            mark(&reel.highlights)
            mark(&reel.decisions)
            mark(&reel.actionItems)
            for index in reel.actionItems.indices {
                if var context = reel.actionItems[index].context {
                    mark(&context)
                    reel.actionItems[index].context = context
                }
            }
            mark(&reel.bestQuote)
            mark(&reel.entertainingMoment)
            mark(&reel.controversialPoint)
            result.highlights = reel
        }
        if var chapters = result.chapters {
            for index in chapters.indices where chapters[index].start == nil {
                chapters[index].aboutStart = times[chapters[index].cues.lowerBound]
            }
            result.chapters = chapters
        }
        if var exchanges = result.exchanges {
            for index in exchanges.indices {
                mark(&exchanges[index].question)
                if var answer = exchanges[index].answer {
                    mark(&answer)
                    exchanges[index].answer = answer
                }
            }
            result.exchanges = exchanges
        }
        return result
    }
}
