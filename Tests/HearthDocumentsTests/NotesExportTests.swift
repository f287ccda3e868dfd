import HearthCore
import Testing

@testable import HearthDocuments

struct NotesExportTests {
    static let dayOne = """
        {"metadata": {"version": "1.0"}, "entries": [
          {"uuid": "A1", "creationDate": "2024-03-05T23:30:00Z", "timeZone": "Europe\\/Berlin", "tags": ["house", "roof"],
           "text": "# The roof\\n\\n![](dayone-moment:\\/\\/ABC)\\n\\nIt leaks\\\\. Again\\\\!", "photos": [{"identifier": "ABC"}],
           "location": {"placeName": "Home", "localityName": "Berlin"}},
          {"uuid": "A2", "creationDate": "2024-03-06T08:00:00Z", "text": "Only words."},
          {"uuid": "A3", "creationDate": "2024-03-06T08:00:00Z", "photos": [{}, {}]}
        ]}
        """

    @Test func entriesOfDayOneHaveTheWritersDay() async throws {
        let document = try await read(Array(Self.dayOne.utf8), "Journal.json")
        #expect(document.format == .notes)
        #expect(
            document.pieces() == [
                "The roof · 2024-03-06 00:30", "Place: Home, Berlin\nTags: house, roof", "It leaks. Again!",
                "2024-03-06 08:00", "Only words.",
            ])
        #expect(document.pages.count == 2)
        #expect(
            document.warnings.map(\.message) == ["3 pictures, recordings, bookmarks and other files were left out."])
    }

    @Test func aJournalOfDayOneGivesRowsOfAnImport() throws {
        let zip = ZipWriter.archive([("Journal.json", Self.dayOne), ("photos/a.jpeg", "x"), ("__MACOSX/._J.json", "x")])
        for bytes in [Array(Self.dayOne.utf8), zip] {
            let export = try #require(try DayOneExport(bytes))
            #expect(
                String(decoding: export.rows, as: UTF8.self) == """
                    {"id":"A1","date":"2024-03-06","time":"00:30","timeZone":"Europe/Berlin","title":"The roof","text":"It leaks. Again!"}
                    {"id":"A2","date":"2024-03-06","time":"08:00","timeZone":"UTC","text":"Only words."}

                    """)
            #expect(
                export.warnings.map(\.message) == [
                    "The tags, the place or the weather of 1 entry were left out.",
                    "3 pictures, recordings, bookmarks and other files were left out.",
                ])
        }
        #expect(try DayOneExport(Array("{\"text\": \"A row.\"}".utf8)) == nil)
        #expect(throws: DocumentError.self) { try DayOneExport(ZipWriter.archive([("a.json", "{}")])) }
    }

    static let evernote = """
        <?xml version="1.0" encoding="UTF-8"?>
        <!DOCTYPE en-export SYSTEM "http://xml.evernote.com/pub/evernote-export4.dtd">
        <en-export export-date="20240305T101500Z" application="Evernote">
        <note><title>Roof &amp; walls</title><created>20240305T101500Z</created><tag>house</tag><tag>todo</tag>
        <note-attributes><author>Ann</author><source-url>https://example.org</source-url></note-attributes>
        <content><![CDATA[<?xml version="1.0"?><!DOCTYPE en-note SYSTEM "http://xml.evernote.com/pub/enml2.dtd">
        <en-note><h1>Plan</h1><div><en-todo checked="true"/>Call</div><div><en-todo/>Pay</div>
        <en-crypt hint="x">c2VjcmV0</en-crypt><en-media type="image/png" hash="a"/></en-note>]]></content>
        <resource><data encoding="base64">AAAA</data><mime>image/png</mime></resource></note>
        <note><title>Empty</title><content></content></note></en-export>
        """

    @Test func notesOfEvernoteAreAPageEach() async throws {
        let document = try await read(Array(Self.evernote.utf8), "notes.enex")
        #expect(
            document.pieces() == [
                "Roof & walls · 2024-03-05", "Tags: house, todo\nAuthor: Ann\nSource: https://example.org", "Plan",
                "[x] Call", "[ ] Pay", "Empty",
            ])
        #expect(document.blocks[2].kind == .heading(level: 3))
        #expect(document.warnings.map(\.kind) == [.skipped, .skipped])
    }

    static let kindle = """
        \u{FEFF}The Roof Book (Mills, Ann)\r
        - Your Highlight on page 12 | Location 170-172 | Added on Tuesday, March 5, 2024 10:15:30 AM\r
        \r
        A roof is a promise.\r
        ==========\r
        \u{FEFF}Das Dach (Hill, Bob)\r
        - Ihre Notiz auf Seite 3 | bei Position 40 | Hinzugefügt am Dienstag, 5. März 2024 10:15:30\r
        \r
        Nachlesen!\r
        ==========\r
        \u{FEFF}The Roof Book (Mills, Ann)\r
        - Your Bookmark on page 14 | Location 200 | Added on Tuesday, March 5, 2024 10:16:30 AM\r
        \r
        \r
        ==========\r

        """

    @Test func clippingsAreGatheredByTheirBooks() async throws {
        let document = try await read(Array(Self.kindle.utf8), "My Clippings.txt")
        #expect(
            document.pieces() == [
                "The Roof Book (Mills, Ann)", "Your Highlight on page 12 · Location 170-172 · 2024-03-05",
                "A roof is a promise.", "Das Dach (Hill, Bob)", "Ihre Notiz auf Seite 3 · bei Position 40 · 2024-03-05",
                "Nachlesen!",
            ])
        #expect(document.blocks[2].kind == .quote)
        #expect(document.blocks[5].kind == .paragraph)
        #expect(document.warnings.count == 1)
    }

    @Test(arguments: [
        ("Added on Tuesday, March 5, 2024 10:15:30 AM", "2024-03-05"),
        ("Añadido el martes, 5 de marzo de 2024 10:15:30", "2024-03-05"),
        ("Ajouté le mardi 5 mars 2024 10:15:30", "2024-03-05"),
        ("Aggiunto in data martedì 5 marzo 2024 10:15:30", "2024-03-05"),
        ("Adicionado: terça-feira, 5 de março de 2024 10:15:30", "2024-03-05"),
        ("添加于 2024年3月5日星期二 上午10:15:30", "2024-03-05"),
        ("Hinzugefügt am Mittwoch, 1. Mai 2024 10:15:30", "2024-05-01"),
        ("Toegevoegd op dinsdag 5 maart 2024 10:15:30", "2024-03-05"),
    ])
    func daysAreReadInTheLanguagesOfTheReaders(_ text: String, _ day: String) {
        #expect(WrittenDay.parse(text).map { "\($0)" } == day)
    }

    @Test func aTextWithARuleIsNoClipping() async throws {
        let notes = "Roof\n- tiles 12\n\nThey leak.\n==========\nWalls\n- bricks 40\nend"
        for text in [
            notes, notes.replacing("==========", with: "============"), "Costs\n- tiles | 12\nsum\n==========\nb\nc",
            "Costs\n- tiles | stones\n\nThey leak.\n==========\nb\nc",
        ] {
            let document = try await read(Array(text.utf8), "notes.txt")
            #expect(document.format == .text)
            #expect(document.text == text)
        }
        // A longer rule is one of the words.
        let long = Self.kindle.replacing("A roof", with: "============\r\nA roof")
        #expect(try await read(Array(long.utf8), "a.txt").text.contains("============"))
    }

    @Test func backslashesThatEscapeNothingStay() async throws {
        let journal =
            ##"{"metadata": {}, "entries": [{"creationDate": "2024-03-05T10:00:00Z", "text": "# C:\\new\\. Yes\\!\n\nWords"}]}"##
        #expect(try await read(Array(journal.utf8), "a.json").pieces().first == #"C:\new. Yes! · 2024-03-05 10:00"#)
    }

    @Test func whatIsCutOffInOneJournalIsSaid() throws {
        let cut = String(Self.dayOne.dropLast(60))
        let export = try #require(try DayOneExport(ZipWriter.archive([("a.json", cut), ("b.json", Self.dayOne)])))
        #expect(export.warnings.contains { $0.message.contains("ends in the middle") })
        // One of whose bytes the archive says that they are others.
        var zip = ZipWriter.archive([("a.json", Self.dayOne)])
        let place = try #require(zip.firstIndex(of: "Only words", in: zip.indices))
        zip[place] = UInt8(ascii: "o")
        let damaged = try #require(try DayOneExport(zip))
        #expect(damaged.warnings.map(\.kind).contains(.damaged))
    }

    @Test func zonesThatAreNoneAreUTC() async throws {
        for zone in ["../../etc/passwd", "/etc/localtime", String(repeating: "A/", count: 500), "posixrules"] {
            let journal =
                #"{"metadata": {}, "entries": [{"creationDate": "2024-03-05T10:00:00Z", "timeZone": "\#(zone)", "text": "a"}]}"#
            #expect(try await read(Array(journal.utf8), "a.json").pieces().first == "2024-03-05 10:00")
            let rows = try #require(try DayOneExport(Array(journal.utf8))).rows
            #expect(String(decoding: rows, as: UTF8.self).contains(#""timeZone":"UTC""#))
        }
        let ahead =
            #"{"metadata": {}, "entries": [{"creationDate": "2024-03-05T10:00:00Z", "timeZone": "GMT+0200", "text": "a"}]}"#
        #expect(try await read(Array(ahead.utf8), "a.json").pieces().first == "2024-03-05 12:00")
    }

    @Test func whatNotesHaveBesideTheirTextIsCounted() async throws {
        let tasks = Self.evernote.replacing(
            "<content></content>", with: "<content></content><task><title>Pay</title></task>")
        let document = try await read(Array(tasks.utf8), "a.enex")
        #expect(document.warnings.map(\.message).contains("1 task was left out."))
        let journal = Self.dayOne.replacing(#""photos": [{}, {}]"#, with: #""tags": []"#)
        let entries = try await read(Array(journal.utf8), "a.json")
        #expect(entries.warnings.map(\.message).contains("1 note without words was left out."))
    }
}

struct BrowserExportTests {
    static let bookmarks = """
        <!DOCTYPE NETSCAPE-Bookmark-file-1>
        <META HTTP-EQUIV="Content-Type" CONTENT="text/html; charset=UTF-8">
        <TITLE>Bookmarks</TITLE>
        <H1>Bookmarks</H1>
        <DL><p>
            <DT><H3 ADD_DATE="1709630100">House</H3>
            <DL><p>
                <DT><A HREF="https://example.org/?a=1&amp;b=2" ADD_DATE="1709630100" TAGS="roof,repair">Roofs &amp; walls</A>
                <DD>Where to buy them.
                <DT><H3>Deeper</H3>
                <DL><p><DT><A HREF="https://example.org/d">Deep</A></DL><p>
            </DL><p>
            <DT><A HREF="javascript:alert(1)">Program</A>
        </DL><p>
        """

    @Test func bookmarksStandInTheirFolders() async throws {
        let document = try await read(Array(Self.bookmarks.utf8), "bookmarks.html")
        #expect(document.format == .bookmarks)
        #expect(document.title == "Bookmarks")
        #expect(
            document.pieces() == [
                "House", "Roofs & walls – https://example.org/?a=1&b=2 (2024-03-05; roof, repair)",
                "Where to buy them.", "Deeper", "Deep – https://example.org/d",
            ])
        #expect(document.blocks[0].kind == .heading(level: 2))
        #expect(document.blocks[3].kind == .heading(level: 3))
        #expect(document.warnings.map(\.message) == ["1 bookmark that is a program was left out."])
    }

    static let history = """
        {"Browser History": [
          {"page_transition": "LINK", "title": "Roofs", "url": "https://example.org/r", "time_usec": 1709716500000000},
          {"page_transition": "LINK", "title": "Walls", "url": "https://example.org/w", "time_usec": 1709630200000000},
          {"page_transition": "RELOAD", "title": "Walls", "url": "https://example.org/w", "time_usec": 1709630100000000},
          {"title": "no address"}], "Typed Url": [], "Session": []}
        """

    @Test func historyIsReadByDays() async throws {
        let document = try await read(Array(Self.history.utf8), "History.json")
        #expect(
            document.pieces() == [
                "2024-03-05", "09:15 Walls – https://example.org/w (2 times)", "2024-03-06",
                "09:15 Roofs – https://example.org/r",
            ])
        #expect(
            document.warnings.map(\.message) == [
                "Other parts of the export were left out: Typed Url, Session.", "1 visit could not be read.",
            ])
    }

    @Test(arguments: ["inf", "1e999", "nan", "-5", "1e300", "1709630100000000"])
    func daysThatAreNoneAreLeftOut(_ date: String) async throws {
        let text = Self.bookmarks.replacing(#"ADD_DATE="1709630100" TAGS"#, with: #"ADD_DATE="\#(date)" TAGS"#)
        let document = try await read(Array(text.utf8), "bookmarks.html")
        let remark = date.hasPrefix("17") ? "2024-03-05; roof, repair" : "roof, repair"
        #expect(document.pieces()[1].hasSuffix("(\(remark))"))
    }

    private static func page(_ day: String, _ title: String, _ text: String) -> String {
        """
        <!DOCTYPE html><html><head><meta charset="utf-8"><title></title></head><body><div class="pageHeader">\(day)</div>\
        <div class="assetGrid"></div><div class='title'><span class="s2">\(title)</span></div>\
        <div class="bodyText"><p class="p1"><span class="s1">\(text)</span></p><p>And rested.</p></div></body></html>
        """
    }

    private static let appleJournal = ZipWriter.archive([
        (
            "AppleJournalEntries/index.html",
            "<html><body><a href=\"Entries/2024-03-01_Storm.html\">Friday</a></body></html>"
        ),
        (
            "AppleJournalEntries/Entries/2024-03-01_Storm.html",
            page("Friday, 1 March 2024", "Storm", "The roof leaked tonight.")
        ),
        (
            "AppleJournalEntries/Entries/2024-03-02.html",
            page("Saturday, 2 March 2024", "", "Walked to the mill with Otto.")
        ),
    ])

    @Test func aJournalOfApplesGivesRowsOfAnImport() throws {
        let export = try #require(try AppleJournalExport(Self.appleJournal))
        let rows = String(decoding: export.rows, as: UTF8.self).split(separator: "\n").map(String.init)
        #expect(rows.count == 2 && export.warnings.isEmpty)
        #expect(rows[0].contains(#""date":"2024-03-01""#) && rows[0].contains(#""title":"Storm""#))
        #expect(rows[0].contains(#"The roof leaked tonight.\n\nAnd rested."#))
        #expect(rows[1].contains(#""date":"2024-03-02""#) && !rows[1].contains("title"))
        #expect(try AppleJournalExport(ZipWriter.archive([("a.html", "<p>A page.</p>")])) == nil)
        #expect(try AppleJournalExport(Array("{}".utf8)) == nil)
    }

    /// As a document, too, an entry keeps its day and its title, which a page of news would have beside its text.
    @Test func anEntryOfApplesJournalIsReadWhole() async throws {
        let document = try await read(Self.appleJournal, "AppleJournalEntries.zip")
        for words in ["Friday, 1 March 2024", "Storm", "The roof leaked tonight.", "Saturday, 2 March 2024"] {
            #expect(document.text.contains(words))
        }
    }
}
