import HearthCore

/// One event, task or note of a calendar, gathered line by line (RFC 5545, 3.6.1 to 3.6.3).
struct CalendarEntry {
    enum Kind: String {
        case event = "VEVENT"
        case task = "VTODO"
        case note = "VJOURNAL"
    }

    let kind: Kind
    private(set) var id: String?
    /// The date that this entry is instead of, of one that comes again.
    private(set) var original: CalendarTime?
    /// Attached files.
    private(set) var files = 0
    /// Lines that are not told, of an entry that has very many.
    private(set) var unsaid = 0
    private(set) var words = ""
    private var summary = ""
    private var start: CalendarTime?
    private var end: CalendarTime?
    private var due: CalendarTime?
    private var completed: CalendarTime?
    private var duration: Int?
    private var rule: RecurrenceRule?
    private var additions: [CalendarTime] = []
    private var exceptions: [CalendarTime] = []
    private var people: [String] = []
    /// Dates and rules that could not be read.
    private(set) var unreadable = 0
    private var peopleCount = 0
    private var fileNames: [String] = []
    /// What is told as it is, by its name, in this order.
    private var said: [(name: String, text: String)] = []

    private static let mostDates = 2_000
    private static let mostPeople = 50
    private static let mostNames = 50
    private static let mostSaid = 100
    /// Dates that are written out.
    private static let mostShown = 12

    init(_ kind: Kind) { self.kind = kind }

    mutating func take(_ line: ContentLine) {
        switch line.name {
        case "UID": id = line.text
        case "SUMMARY": summary = line.text
        case "DESCRIPTION", "COMMENT": words += (words.isEmpty ? "" : "\n\n") + line.text
        case "DTSTART": start = time(line) ?? asWritten("Starts", line)
        case "DTEND": end = time(line) ?? asWritten("Ends", line)
        case "DUE": due = time(line) ?? asWritten("Due", line)
        case "COMPLETED": completed = time(line)
        case "DURATION": duration = ISODuration.seconds(line.text)
        case "RECURRENCE-ID": original = time(line)
        case "RRULE":
            rule = RecurrenceRule(line.value)
            if rule == nil { asWritten("Repeats", line) }
        case "RDATE": additions += times(line, Self.mostDates - additions.count)
        case "EXDATE": exceptions += times(line, Self.mostDates - exceptions.count)
        case "ATTENDEE":
            peopleCount += 1
            if people.count < Self.mostPeople { people.append(Self.person(line)) }
        case "ATTACH":
            files += 1
            if fileNames.count < Self.mostNames { fileNames.append(Self.fileName(line)) }
        case "ORGANIZER": say("Organizer", Self.person(line))
        case "LOCATION": say("Where", line.text)
        case "STATUS": if line.text.uppercased() != "CONFIRMED" { say("Status", line.text.lowercased()) }
        case "CATEGORIES":
            say("Categories", ContentLine.parts(line.value, by: UInt8(ascii: ",")).joined(separator: ", "))
        case "PERCENT-COMPLETE": say("Done", line.text + "%")
        case "PRIORITY": if let number = Int(line.text), (1...4).contains(number) { say("Priority", "high") }
        case "CONTACT": say("Contact", line.text)
        case "RESOURCES": say("Resources", line.text)
        case "URL": say("Web", line.text)
        case "CONFERENCE": say("Conference", line.text)
        default: break
        }
    }

    /// A date that is in no calendar ("20240231"), or a rule that says nothing, is told as it is written, so that nothing is lost.
    @discardableResult
    private mutating func asWritten(_ name: String, _ line: ContentLine) -> CalendarTime? {
        unreadable += 1
        say(name, "\(line.text) (as written)")
        return nil
    }

    private mutating func say(_ name: String, _ text: String) {
        let text = onOneLine(text)
        guard !text.isEmpty else { return }
        if said.count < Self.mostSaid { said.append((name, text)) } else { unsaid += 1 }
    }

    private func time(_ line: ContentLine) -> CalendarTime? {
        CalendarTime(line.text, zone: line.parameter("TZID"))
    }

    /// The dates of a list, of periods their beginnings.
    private func times(_ line: ContentLine, _ most: Int) -> [CalendarTime] {
        line.value.split(separator: ",").prefix(max(0, most)).compactMap { date in
            CalendarTime(date.prefix { $0 != "/" }, zone: line.parameter("TZID"))
        }
    }

    /// "Anna Weiß <anna@example.org>", and what they answered where it is not yes.
    private static func person(_ line: ContentLine) -> String {
        let value = line.text
        let address = value.lowercased().hasPrefix("mailto:") ? String(value.dropFirst(7)) : value
        let name = onOneLine(line.parameter("CN") ?? "")
        let answer = line.parameter("PARTSTAT")?.lowercased() ?? ""
        let shown = name.isEmpty || name == address ? address : address.isEmpty ? name : "\(name) <\(address)>"
        return answer == "declined" || answer == "tentative" ? "\(shown) (\(answer))" : shown
    }

    private static func fileName(_ line: ContentLine) -> String {
        let name = line.parameter("FILENAME") ?? line.parameter("X-FILENAME") ?? ""
        guard name.isEmpty else { return String(onOneLine(name).prefix(200)) }
        let isInside = line.parameter("VALUE")?.uppercased() == "BINARY" || line.parameter("ENCODING") != nil
        return isInside ? "a file" : String(line.text.prefix(200))
    }

    // MARK: - In words

    /// "Dentist · 2024-05-14 10:00–11:00, Europe/Berlin".
    func heading(_ zones: inout CalendarZones) -> String {
        let name = onOneLine(summary)
        let shown = name.isEmpty ? "(no title)" : name
        switch kind {
        case .event: return shown + (when(&zones).map { " · \($0)" } ?? "")
        case .task: return "To do: " + shown + (due.map { " · due \($0.text)\(zones.words($0.zone))" } ?? "")
        case .note: return shown + (start.map { " · \($0.text)\(zones.words($0.zone))" } ?? "")
        }
    }

    /// From when to when; the end of a whole day is the day behind it (RFC 5545, 3.6.1).
    private func when(_ zones: inout CalendarZones) -> String? {
        guard let start else { return nil }
        let zone = zones.words(start.zone)
        guard var end = end ?? duration.flatMap({ start.adding(seconds: $0) }) else { return start.text + zone }
        if start.seconds == nil {
            if let before = end.day.adding(days: -1), before >= start.day { end.day = before }
            return end.day > start.day ? "\(start.text) – \(end.day)" : start.text
        }
        guard let seconds = end.seconds, end != start else { return start.text + zone }
        guard end.zone == start.zone else { return "\(start.text)\(zone) – \(end.text)\(zones.words(end.zone))" }
        return end.day == start.day
            ? "\(start.text)–\(SheetDate.clock(seconds))\(zone)" : "\(start.text) – \(end.text)\(zone)"
    }

    /// What is said of the entry besides its words, a line each.
    ///
    /// - Parameters:
    ///   - moved: Dates that entries of their own stand for.
    ///   - budget: See ``RecurrenceRule/days(from:until:most:budget:leavingOut:)``.
    func lines(_ zones: inout CalendarZones, moved: Set<CalendarTime>, budget: inout Int) -> [String] {
        var lines: [String] = []
        if let original { lines.append("Instead of: \(original.text)\(zones.words(original.zone))") }
        if kind == .task, let start { lines.append("From: \(start.text)\(zones.words(start.zone))") }
        if let completed { lines.append("Completed: \(completed.text)\(zones.words(completed.zone))") }
        lines += recurrence(&zones, moved: moved, budget: &budget)
        lines += said.map { "\($0.name): \($0.text)" }
        if !people.isEmpty {
            let more = peopleCount - people.count
            lines.append("With: \(people.joined(separator: ", "))\(more > 0 ? " and \(more) more" : "")")
        }
        if !fileNames.isEmpty {
            let more = files - fileNames.count
            lines.append("Attachments: \(fileNames.joined(separator: ", "))\(more > 0 ? " and \(more) more" : "")")
        }
        return lines
    }

    private func recurrence(
        _ zones: inout CalendarZones, moved: Set<CalendarTime>, budget: inout Int
    ) -> [String] {
        var lines: [String] = []
        guard let start else { return rule.map { ["Repeats: \($0.words)"] } ?? [] }
        var left: Set<CalendarTime> = []
        for time in exceptions { left.insert(zones.local(time, in: start.zone)) }
        if let rule {
            lines.append("Repeats: \(rule.words)")
            var absent: Set<CalendarTime> = []
            for time in left.union(moved) {
                let local = zones.local(time, in: start.zone)
                absent.insert(CalendarTime(day: local.day, seconds: local.seconds, zone: .floating))
            }
            let until = rule.until.map { zones.local($0, in: start.zone) }
            let found = rule.days(from: start, until: until, most: Self.mostShown, budget: &budget) { day in
                absent.contains(CalendarTime(day: day, seconds: start.seconds, zone: .floating))
                    || absent.contains(CalendarTime(day: day, seconds: nil, zone: .floating))
            }
            if let found, !found.days.isEmpty {
                let dates = found.days.map { "\($0)" }.joined(separator: ", ")
                lines.append(found.hasMore ? "First dates: \(dates) and later" : "Dates: \(dates)")
            }
        }
        let more = Self.list(additions.map { zones.local($0, in: start.zone) })
        if !more.isEmpty { lines.append("Also on: \(more)") }
        let never = Self.list(left.sorted { ($0.day, $0.seconds ?? 0) < ($1.day, $1.seconds ?? 0) })
        if !never.isEmpty { lines.append("Not on: \(never)") }
        return lines
    }

    private static func list(_ times: [CalendarTime]) -> String {
        let more = times.count - mostShown
        return times.prefix(mostShown).map(\.text).joined(separator: ", ") + (more > 0 ? " and \(more) more" : "")
    }
}
