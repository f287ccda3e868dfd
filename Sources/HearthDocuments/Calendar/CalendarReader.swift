import HearthCore

/// Reads calendars (iCalendar, RFC 5545): each event, task and note with its time, its words and how it comes again, a page for each.
///
/// The heading of an entry is what it is called and when it is, so that a citation names it. Reminders are left out.
struct CalendarReader {
    private static let mostEntries = 100_000
    /// Components in components; an event has reminders, and nothing is deeper.
    private static let deepest = 16
    /// Changed single dates of entries that come again.
    private static let mostChanges = 100_000
    /// Of all rules of a file: see ``RecurrenceRule``.
    private static let recurrenceBudget = 1_000_000

    private var builder = DocumentBuilder()
    private var zones = CalendarZones()
    /// When the single dates are that were changed, by the entry that they belong to.
    private var changes: [String: Set<CalendarTime>] = [:]
    private var budget = CalendarReader.recurrenceBudget
    private var entries = 0
    private var calendars = 0
    private var leftOut = 0
    private var reminders = 0
    private var others = 0
    private var attachments = 0
    private var unended = 0
    private var unsaid = 0
    private var unreadable = 0
    private var isCutOff = false

    /// - Parameter maximumTextBytes: The most bytes of text; entries beyond it are left out, and counted.
    static func read(_ bytes: [UInt8], maximumTextBytes: Int) throws -> ExtractedDocument {
        var reader = CalendarReader()
        var warnings: [ExtractionWarning] = []
        let text = ContentLines.unicode(bytes, warnings: &warnings)
        try reader.readFrame(text)
        guard reader.calendars > 0 else {
            throw DocumentError(.damagedDocument, "The file has no calendar in it (BEGIN:VCALENDAR).")
        }
        var lines = ContentLines(text)
        try reader.readEntries(&lines, maximumTextBytes: maximumTextBytes)
        return reader.finish(lines, warnings)
    }

    /// Whether a text begins as a calendar does.
    static func begins(_ text: some Collection<UInt8>) -> Bool { ContentLines.begin(text, with: "begin:vcalendar") }

    /// What stands anywhere in the file and is needed for each entry: time zones, and which single dates were changed.
    private mutating func readFrame(_ text: [UInt8]) throws {
        var open: [String] = []
        var zone: String?
        var id: String?
        var changed: CalendarTime?
        var count = 0
        for line in ContentLines(text) {
            count += 1
            if count & 0xFFF == 0 { try Task.checkCancellation() }
            switch line.name {
            case "BEGIN":
                let name = line.text.trimmedName
                if name == "VCALENDAR" { calendars += 1 }
                Self.closeEntry(in: &open, before: name)
                if open.count <= 1 { (zone, id, changed) = (nil, nil, nil) }
                if open.count < Self.deepest { open.append(name) }
            case "END":
                let name = line.text.trimmedName
                if let id, let changed, open.last == name, open.count <= 2, changes.count < Self.mostChanges {
                    changes[id, default: []].insert(changed)
                }
                if let place = open.lastIndex(of: name) { open.removeLast(open.count - place) }
            case "TZID" where open.last == "VTIMEZONE": zone = line.text
            case "TZOFFSETTO" where open.contains("VTIMEZONE"): if let zone { zones.add(zone, offset: line.text) }
            case "UID" where open.count == 2: id = line.text
            case "RECURRENCE-ID" where open.count == 2: changed = CalendarTime(line.text, zone: line.parameter("TZID"))
            case "X-WR-CALNAME" where open.count == 1, "NAME" where open.count == 1:
                if builder.title == nil { builder.title = onOneLine(line.text) }
            default: break
            }
        }
    }

    private mutating func readEntries(_ lines: inout ContentLines, maximumTextBytes: Int) throws {
        var open: [String] = []
        var entry: CalendarEntry?
        var count = 0
        while let line = lines.next() {
            count += 1
            if count & 0xFFF == 0 { try Task.checkCancellation() }
            switch line.name {
            case "BEGIN":
                let name = line.text.trimmedName
                Self.closeEntry(in: &open, before: name)
                if open.count < Self.deepest { open.append(name) }
                if let kind = CalendarEntry.Kind(rawValue: name) {
                    if let former = entry {
                        unended += 1
                        take(former, maximumTextBytes)
                    }
                    entry = CalendarEntry(kind)
                } else if name == "VALARM" {
                    reminders += 1
                } else if entry == nil, !["VCALENDAR", "VTIMEZONE", "STANDARD", "DAYLIGHT"].contains(name) {
                    others += 1
                }
            case "END":
                let name = line.text.trimmedName
                if let found = entry, found.kind.rawValue == name {
                    take(found, maximumTextBytes)
                    entry = nil
                }
                if let place = open.lastIndex(of: name) { open.removeLast(open.count - place) }
            default: if let kind = entry?.kind, open.last == kind.rawValue { entry?.take(line) }
            }
        }
        // A calendar that was cut off lacks the end of its last entry.
        if let entry {
            isCutOff = true
            take(entry, maximumTextBytes)
        }
    }

    /// Entries have none in them: one that begins closes another that lacks its end, or the two would be taken for one.
    private static func closeEntry(in open: inout [String], before name: String) {
        guard CalendarEntry.Kind(rawValue: name) != nil,
            let place = open.firstIndex(where: { CalendarEntry.Kind(rawValue: $0) != nil })
        else { return }
        open.removeLast(open.count - place)
    }

    private mutating func take(_ entry: CalendarEntry, _ maximumTextBytes: Int) {
        guard entries < Self.mostEntries, builder.bytes.count < maximumTextBytes else {
            leftOut += 1
            return
        }
        entries += 1
        attachments += entry.files
        unsaid += entry.unsaid
        unreadable += entry.unreadable
        builder.beginPage()
        builder.append(.heading(level: 2), entry.heading(&zones))
        // They belong to the first entry of their name; another one that has it, too, is a mistake.
        let moved = entry.original == nil ? changes.removeValue(forKey: entry.id ?? "") ?? [] : []
        builder.append(.paragraph, entry.lines(&zones, moved: moved, budget: &budget).joined(separator: "\n"))
        let words = Array(entry.words.replacing("\r\n", with: "\n").utf8)
        for block in PlainTextReader.paragraphs(in: words) { builder.append(block.kind, words[block.span.range]) }
    }

    private mutating func finish(_ lines: ContentLines, _ warnings: [ExtractionWarning]) -> ExtractedDocument {
        builder.warnings = warnings
        builder.warn(
            leftOut, .truncated, "1 entry at the end was not read, beyond what is kept.",
            "entries at the end were not read, beyond what is kept.")
        builder.warn(isCutOff ? 1 : 0, .damaged, "The calendar ends inside its last entry.", "")
        builder.warn(unended, .damaged, "1 entry has no end.", "entries have no end.")
        builder.warn(
            unsaid, .truncated, "1 line of an entry was not read, beyond what is kept.",
            "lines of entries were not read, beyond what is kept.")
        builder.warn(
            unreadable, .damaged, "1 date or rule is none of a calendar, and was kept as it is written.",
            "dates or rules are none of a calendar, and were kept as they are written.")
        lines.warn(in: &builder)
        builder.warn(
            attachments, .skipped, "1 attachment is named and was left out.",
            "attachments are named and were left out.")
        builder.warn(reminders, .skipped, "1 reminder was left out.", "reminders were left out.")
        builder.warn(
            others, .skipped, "1 part that is neither event, task nor note was left out.",
            "parts that are neither events, tasks nor notes were left out.")
        return builder.finish(format: .ics)
    }
}

extension String {
    /// The name of a component, in upper case.
    fileprivate var trimmedName: String { String(decoding: Array(utf8).trimmed(), as: UTF8.self).uppercased() }
}
