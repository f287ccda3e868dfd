import HearthCore
import Testing

@testable import HearthDocuments

@Suite struct CalendarReaderTests {
    static let everything = """
        BEGIN:VCALENDAR
        BEGIN:VTIMEZONE
        TZID:Own Time
        BEGIN:DAYLIGHT
        TZOFFSETTO:+0200
        END:DAYLIGHT
        BEGIN:STANDARD
        TZOFFSETTO:+0100
        END:STANDARD
        END:VTIMEZONE
        BEGIN:VEVENT
        UID:a
        SUMMARY:One\\, two
        DTSTART;TZID="Own Time":20240514T100000
        DURATION:PT1H
        RRULE:FREQ=MONTHLY;BYDAY=-1FR,2TU;COUNT=4
        RDATE;VALUE=PERIOD:20240701T100000Z/PT1H
        EXDATE:20240531T090000Z
        ATTACH;FILENAME=plan.pdf;ENCODING=BASE64;VALUE=BINARY:AAAA
        END:VEVENT
        END:VCALENDAR

        """

    static func event(_ lines: String) -> String {
        "BEGIN:VCALENDAR\nBEGIN:VEVENT\n\(lines)\nEND:VEVENT\nEND:VCALENDAR\n"
    }

    @Test func aCalendarOfAnotherProgramIsReadEntryByEntry() async throws {
        let document = try await read(fixture("house.ics"), "house.ics")
        #expect(document.format == .ics && document.title == "House – Termine")
        #expect(
            document.pieces() == [
                "Roofer; second visit · 2024-05-14 10:00–11:30, Europe/Berlin",
                """
                Where: Kirchgasse 4, Köln
                Organizer: Anna Weiß <anna@example.org>
                With: Bo, the builder <bo@example.org> (declined)
                """,
                "Bring the offer of Müller & Söhne.",
                "Ask about the gutter, which leaks above the kitchen window whenever the wind comes from the west.",
                "Rubbish · 2024-03-05 07:00–07:30, Europe/Berlin",
                """
                Repeats: every 2 weeks on Tuesday, until 2024-05-28 22:00 UTC
                Dates: 2024-03-05, 2024-03-19, 2024-04-16, 2024-05-14, 2024-05-28
                Not on: 2024-04-02 07:00
                """,
                "Rubbish, a day later · 2024-05-02 07:00, Europe/Berlin",
                "Instead of: 2024-04-30 07:00, Europe/Berlin", "Holiday · 2024-07-01 – 2024-07-14",
                "To do: Pay the roofer · due 2024-06-01", "Status: needs-action",
            ])
        #expect(document.pages.count == 5)
        #expect(document.warnings.map(\.message) == ["1 reminder was left out."])
    }

    @Test func zonesOfACalendarsOwnAreNamedWithTheirOffsets() async throws {
        let document = try await read(Self.everything, "a.ics")
        #expect(
            document.pieces() == [
                "One, two · 2024-05-14 10:00–11:00, Own Time (UTC+01:00 or +02:00)",
                """
                Repeats: every month on the last Friday and the second Tuesday, 4 times
                Dates: 2024-05-14, 2024-06-11, 2024-06-28
                Also on: 2024-07-01 11:00
                Not on: 2024-05-31 10:00
                Attachments: plan.pdf
                """,
            ])
        #expect(document.warnings.map(\.message) == ["1 attachment is named and was left out."])
    }

    @Test(arguments: [
        ("DTSTART:20240514T100000Z\nDTEND:20240514T110000Z", "2024-05-14 10:00–11:00 UTC"),
        ("DTSTART:20240514T230000\nDTEND:20240515T010000", "2024-05-14 23:00 – 2024-05-15 01:00"),
        (
            "DTSTART;TZID=Europe/Rome:20240514T230000\nDTEND;TZID=Asia/Tokyo:20240515T180000",
            "2024-05-14 23:00, Europe/Rome – 2024-05-15 18:00, Asia/Tokyo"
        ),
        ("DTSTART;VALUE=DATE:20240514\nDTEND;VALUE=DATE:20240515", "2024-05-14"),
        ("DTSTART;VALUE=DATE:20240514\nDURATION:P2D", "2024-05-14 – 2024-05-15"),
        ("DTSTART:20240514", "2024-05-14"),
        ("DTSTART:20240514T100000\nDURATION:P99999W", "2024-05-14 10:00 – 3940-11-19 10:00"),
        ("DTSTART:2024-05-14T10:00:05", "2024-05-14 10:00:05"),
    ])
    func timesAreToldAsTheyAre(_ lines: String, _ when: String) async throws {
        #expect(try await read(Self.event("SUMMARY:S\n" + lines), "a.ics").pieces() == ["S · \(when)"])
    }

    @Test(arguments: ["DTSTART:20240230", "DTSTART:now", "DTSTART;TZID=../../etc:20240514T990000", ""])
    func whatIsNoTimeIsNone(_ lines: String) async throws {
        let pieces = try await read(Self.event(lines), "a.ics").pieces()
        #expect(pieces.first == "(no title)")
        // What is no time is told as it is written.
        #expect(
            pieces.count == (lines.isEmpty ? 1 : 2) && pieces.dropFirst().allSatisfy { $0.hasSuffix("(as written)") })
    }

    @Test(arguments: [
        ("FREQ=DAILY;COUNT=3", "2024-01-31", "2024-01-31 2024-02-01 2024-02-02"),
        ("FREQ=DAILY;INTERVAL=10;UNTIL=20240220", "2024-01-31", "2024-01-31 2024-02-10 2024-02-20"),
        ("FREQ=DAILY;BYMONTH=1;BYDAY=MO;COUNT=3", "2024-01-22", "2024-01-22 2024-01-29 2025-01-06"),
        ("FREQ=WEEKLY;BYDAY=MO,TH;COUNT=4", "2024-01-31", "2024-02-01 2024-02-05 2024-02-08 2024-02-12"),
        (
            "FREQ=WEEKLY;INTERVAL=2;WKST=SU;BYDAY=TU,SU;COUNT=4", "1997-08-05",
            "1997-08-05 1997-08-17 1997-08-19 1997-08-31"
        ),
        (
            "FREQ=WEEKLY;INTERVAL=2;WKST=MO;BYDAY=TU,SU;COUNT=4", "1997-08-05",
            "1997-08-05 1997-08-10 1997-08-19 1997-08-24"
        ),
        ("FREQ=MONTHLY;COUNT=3", "2024-01-31", "2024-01-31 2024-03-31 2024-05-31"),
        ("FREQ=MONTHLY;BYMONTHDAY=-1;COUNT=3", "2024-01-31", "2024-01-31 2024-02-29 2024-03-31"),
        ("FREQ=MONTHLY;BYDAY=1MO;COUNT=2", "2024-01-01", "2024-01-01 2024-02-05"),
        ("FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-1;COUNT=2", "2024-01-31", "2024-01-31 2024-02-29"),
        ("FREQ=MONTHLY;BYDAY=FR;BYMONTHDAY=13;COUNT=2", "1998-02-13", "1998-02-13 1998-03-13"),
        ("FREQ=YEARLY;COUNT=2", "2024-02-29", "2024-02-29 2028-02-29"),
        ("FREQ=YEARLY;BYDAY=20MO;COUNT=2", "1997-05-19", "1997-05-19 1998-05-18"),
        ("FREQ=YEARLY;BYMONTH=6,7;COUNT=3", "2024-06-10", "2024-06-10 2024-07-10 2025-06-10"),
        ("FREQ=YEARLY;BYMONTH=11;BYDAY=1TU;COUNT=2", "2024-11-05", "2024-11-05 2025-11-04"),
    ])
    func rulesGiveTheirDates(_ rule: String, _ start: String, _ dates: String) throws {
        let rule = try #require(RecurrenceRule(rule))
        let start = CalendarTime(day: try #require(CivilDate(start)), seconds: nil, zone: .floating)
        var budget = 100_000
        let days = rule.days(from: start, until: rule.until, most: 5, budget: &budget) { _ in false }
        let found = try #require(days)
        #expect(found.days.map { "\($0)" }.joined(separator: " ") == dates)
        #expect(!found.hasMore)
    }

    @Test(arguments: [
        ("FREQ=DAILY", "every day"), ("FREQ=YEARLY;BYMONTH=3;BYMONTHDAY=5", "every year in March on day 5"),
        ("FREQ=MONTHLY;BYMONTHDAY=1,-1;COUNT=1", "every month on day 1 and the last day, once"),
        (
            "FREQ=WEEKLY;INTERVAL=2;BYDAY=MO,WE,FR;UNTIL=20241231",
            "every 2 weeks on Monday, Wednesday and Friday, until 2024-12-31"
        ),
        ("FREQ=MONTHLY;BYDAY=-2SA", "every month on the second to last Saturday"),
        ("FREQ=MONTHLY;BYDAY=MO,TU;BYSETPOS=7", "every month on Monday and Tuesday, of these the 7th"),
        ("FREQ=YEARLY;BYWEEKNO=20", "every year (FREQ=YEARLY;BYWEEKNO=20)"), ("freq=hourly", "every hour"),
        ("FREQ=YEARLY;BYMONTH=3,3,3;BYMONTHDAY=5,5", "every year in March on day 5"),
        ("FREQ=DAILY;BYMONTHDAY=-9223372036854775808,1;BYDAY=-9223372036854775808MO", "every day on day 1"),
    ])
    func rulesAreToldInWords(_ rule: String, _ words: String) {
        #expect(RecurrenceRule(rule)?.words == words)
    }

    @Test func rulesThatNeverComeTakeNoTime() async throws {
        let rule =
            "SUMMARY:S\nDTSTART:20240101\nRRULE:FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30;BYDAY=\(String(repeating: "MO,", count: 500))MO"
        let event = "BEGIN:VEVENT\n\(rule)\nEND:VEVENT\n"
        let calendar = "BEGIN:VCALENDAR\n" + String(repeating: event, count: 500) + "END:VCALENDAR\n"
        let document = try await read(calendar, "a.ics")
        #expect(document.pages.count == 500 && !document.text.contains("ates: "))
        #expect(RecurrenceRule("COUNT=3") == nil && RecurrenceRule("") == nil)
    }

    /// A name may be as long as its line, and each date of the line is looked up by it.
    @Test func namesOfZonesAreShort() throws {
        let zone = String(repeating: "z", count: 900_000)
        let time = try #require(CalendarTime("20240101T100000", zone: zone))
        #expect(time.zone == CalendarTime.Zone.named(String(repeating: "z", count: 200)))
        var zones = CalendarZones()
        zones.add(zone, offset: "+0100")
        let words = zones.words(time.zone)
        #expect(words.hasSuffix("z (UTC+01:00)"))
    }

    /// The rule is cut where it is beyond the end of the calendar.
    @Test(arguments: ["FREQ=YEARLY;INTERVAL=99999999999", "FREQ=DAILY;INTERVAL=100000", "FREQ=MONTHLY;INTERVAL=100000"])
    func rulesEndWithTheCalendar(_ rule: String) async throws {
        let document = try await read(Self.event("DTSTART:99990101\nRRULE:\(rule)"), "a.ics")
        #expect(document.text.contains("Dates: 9999-01-01"))
    }

    @Test func aCharacterMayBeFoldedAndLinesEndInAnyWay() async throws {
        var bytes = Array(Self.event("SUMMARY:Gr").utf8)
        let place = try #require(bytes.firstIndex(of: UInt8(ascii: "r"))) + 1
        bytes.insert(contentsOf: [0xC3, 0x0D, 0x0A, 0x20, 0xBC] + Array("n".utf8), at: place)
        #expect(try await read(bytes, "a.ics").pieces() == ["Grün"])
        let wide = Array(Self.event("SUMMARY:Grün").utf16).flatMap { [UInt8(truncatingIfNeeded: $0), UInt8($0 >> 8)] }
        #expect(try await read([0xFF, 0xFE] + wide, "a.ics").pieces() == ["Grün"])
        let latin = Self.event("SUMMARY:Schöne Grüße für Süd").unicodeScalars.map {
            UInt8(truncatingIfNeeded: $0.value)
        }
        #expect(try await read(latin, "a.ics").pieces() == ["Schöne Grüße für Süd"])
        let old = Self.event("SUMMARY:Grün").replacing("\n", with: "\r")
        #expect(try await read(old, "a.ics").pieces() == ["Grün"])
    }

    @Test func aCalendarThatWasCutOffOrHasOtherThingsIsReadAndSaid() async throws {
        let document = try await read(
            "BEGIN:VCALENDAR\nBEGIN:VFREEBUSY\nSUMMARY:no\nEND:VFREEBUSY\nno line\nBEGIN:VEVENT\nSUMMARY:S", "a.ics")
        #expect(document.pieces() == ["S"])
        #expect(
            document.warnings.map(\.message) == [
                "The calendar ends inside its last entry.", "1 line could not be read.",
                "1 part that is neither event, task nor note was left out.",
            ])
        #expect(await errorCode(Array("x".utf8), "a.ics", format: .ics) == "damaged-document")
        #expect(try await read("BEGIN:VCALENDAR\nEND:VCALENDAR", "a.ics").blocks.isEmpty)
    }

    @Test func anEntryThatLacksItsEndIsReadByItself() async throws {
        let document = try await read(
            "BEGIN:VCALENDAR\nBEGIN:VEVENT\nSUMMARY:One\nBEGIN:VALARM\nBEGIN:VTODO\nSUMMARY:Two\nEND:VTODO\nEND:VCALENDAR",
            "a.ics")
        #expect(document.pieces() == ["One", "To do: Two"])
        #expect(document.warnings.map(\.message) == ["1 entry has no end.", "1 reminder was left out."])
    }

    @Test func whatAnEntryHasBeyondMeasureIsCounted() async throws {
        let lines = String(repeating: "LOCATION:here\n", count: 101)
        let document = try await read(Self.event("SUMMARY:S\n" + lines + "URL:x"), "a.ics")
        #expect(document.warnings.map(\.message) == ["2 lines of entries were not read, beyond what is kept."])
    }

    @Test func entriesBeyondTheLimitAreCounted() async throws {
        var configuration = DocumentReader.Configuration()
        configuration.maximumTextBytes = 2_000
        let calendar =
            "BEGIN:VCALENDAR\n" + String(repeating: "BEGIN:VEVENT\nSUMMARY:Words of one\nEND:VEVENT\n", count: 900)
        let document = try await DocumentReader(configuration: configuration).read(Array(calendar.utf8), name: "a.ics")
        #expect(
            document.warnings.contains {
                $0.message.hasSuffix("entries at the end were not read, beyond what is kept.")
            })
    }

    @Test func partsWithoutEndHarmNothing() async throws {
        let nested =
            String(repeating: "BEGIN:VEVENT\n", count: 50_000) + String(repeating: "END:VEVENT\n", count: 50_000)
        _ = try await read("BEGIN:VCALENDAR\n" + nested, "a.ics")
        let people = String(repeating: "ATTENDEE;CN=\"x:mailto:a@b\n", count: 3_000)
        let document = try await read(Self.event("SUMMARY:S\n" + people), "a.ics")
        #expect(document.text.contains(" and 2950 more"))
    }

    /// An event is not lost because its date is none: a person reads what is written.
    @Test func whatIsNoDateIsKeptAsItIsWritten() async throws {
        let document = try await read(
            "BEGIN:VCALENDAR\nBEGIN:VEVENT\nSUMMARY:Dentist\nDTSTART:20240231T100000Z\nRRULE:FREQ=FORTNIGHTLY\nEND:VEVENT\nEND:VCALENDAR\n",
            "a.ics")
        #expect(document.text.contains("Starts: 20240231T100000Z (as written)"))
        #expect(document.text.contains("Repeats: FREQ=FORTNIGHTLY (as written)"))
        #expect(
            document.warnings.map(\.message) == [
                "2 dates or rules are none of a calendar, and were kept as they are written."
            ])
    }
}
