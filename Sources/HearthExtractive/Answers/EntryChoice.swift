import HearthCore
import HearthText

// Entries of calendars and address books, whose headings say what or whom an entry is of and, of an event, when it is.

extension AnswerCandidates {
    /// Where it is asked when, and the best is what an event is called with its time: of those that say as much of what is asked about, the
    /// one that comes next leads, else the last. Who asks for what was is told of the last.
    func ledByNext(_ ranking: [Int]) -> [Int] {
        let best = ranking[0]
        guard question.kind.contains(.time), let today, question.dates.asked.isEmpty, let own = event(best) else {
            return ranking
        }
        let topics = topics
        let alike = ranking.filter { place in
            place == best || topics.allSatisfy { candidates[best].said[$0] <= 0 || candidates[place].said[$0] > 0 }
        }
        .compactMap { place in place == best ? own : event(place) }
        .filter { !$0.isCancelled || own.isCancelled }
        let next = alike.compactMap { event in event.days.filter { $0 >= today }.min().map { (event, $0) } }
            .min { $0.1 < $1.1 }
        let last = alike.compactMap { event in event.days.filter { $0 < today }.max().map { (event, $0) } }
            .max { $0.1 < $1.1 }
        let chosen = asksForPast ? last ?? next : next ?? last
        return ranking.led(by: chosen?.0.heading)
    }

    /// What stands above a line of an entry, and of an event that comes again, how: "Dentist · 2026-12-15 08:40–09:20". `nil` elsewhere.
    func toldOfEntry(_ candidate: Int, as text: String) -> String? {
        let found = candidates[candidate]
        let passage = passages[found.passage]
        guard passage.isEntry else { return nil }
        guard let heading = found.heading.flatMap({ passage.text.text(in: $0) }) else {
            return event(candidate)?.repeats.map { "\(text) · \(PlainText.line(self.text(of: $0)))" }
        }
        return "\(PlainText.line(heading)) · \(text)"
    }

    /// An event of a calendar.
    private struct Event {
        /// The candidates that are its heading and the line that says how it comes again.
        var heading: Int
        var repeats: Int?
        var isCancelled = false
        /// Its first day, and those that are written out of one that comes again; a far one where there are more.
        var days: [CivilDate]
    }

    /// Days of an event that comes again are some lines.
    private static let mostLines = 100

    /// The event whose heading is a candidate; `nil` of any other.
    private func event(_ candidate: Int) -> Event? {
        let found = candidates[candidate]
        guard passages[found.passage].isEntry, passages[found.passage].headings.contains(found.span) else { return nil }
        var event = Event(heading: candidate, days: Self.days(in: text(of: candidate)))
        guard !event.days.isEmpty else { return nil }
        let lines = candidates[(candidate + 1)...].prefix(Self.mostLines).prefix { line in
            line.passage == found.passage && !passages[found.passage].headings.contains(line.span)
        }
        for place in lines.indices {
            let line = text(of: place)
            switch FieldLines.label(of: line) {
            case "Repeats": event.repeats = place
            case "First dates", "Dates", "Also on":
                event.days += Self.days(in: line)
                // Beyond those that are written out it goes on.
                if line.hasSuffix("later"), let last = CivilDate(year: 9999, month: 12, day: 31) {
                    event.days.append(last)
                }
            case "Status": event.isCancelled = line.hasSuffix("cancelled")
            default: break
            }
        }
        return event
    }

    /// The days that a text names as calendars are written out: "2026-12-15".
    private static func days(in text: String) -> [CivilDate] {
        text.matches(of: day).compactMap { CivilDate($0.output) }
    }

    static var day: Regex<Substring> { /[0-9]{4}-[0-9]{2}-[0-9]{2}/ }
}
