import HearthCore
import Testing

@testable import HearthDocuments

@Suite struct MailboxReaderTests {
    static let two = """
        From ann@example.org Mon May 13 10:00:00 2024
        From: =?utf-8?Q?Ann?= <ann@example.org>
        Subject: One
        Content-Type: multipart/mixed; boundary=b

        --b
        Content-Type: text/plain; charset=utf-8
        Content-Transfer-Encoding: quoted-printable

        Gr=C3=B6=C3=9Fe

        --b
        Content-Disposition: attachment; filename="a.pdf"

        x
        --b--

        From the garden: a line of the mail.

        From bo@example.org Tue May 14 10:00:00 2024
        From: Bo

        Two.
        > One.

        """

    @Test func aMailboxOfAnotherProgramIsReadMailByMail() async throws {
        let document = try await read(fixture("roof.mbox"), "roof.mbox")
        #expect(document.format == .mbox)
        #expect(
            document.pieces() == [
                "Das Dach – Angebot · Anna Weiß <anna@example.org> · Tue, 14 May 2024 10:00:00 +0200",
                "To: Bo <bo@example.org>\nAttachments: Pläne Dach.pdf", "Das Angebot liegt bei 3.200 €.",
                "From here on it gets dearer.",
                "Re: Das Dach – Angebot · Bo <bo@example.org> · Wed, 15 May 2024 09:00:00 +0200",
                "To: Anna Weiß <anna@example.org>", "Zu teuer.", "Bo",
            ])
        #expect(document.pages.count == 2)
        #expect(document.text.text(in: document.pages[1].span)?.hasPrefix("Re: Das Dach") == true)
        #expect(
            document.warnings.map(\.message) == [
                "1 attachment is named and was left out. Save what you need of the mail as files of their own.",
                "4 lines that quote earlier mails were left out.",
            ])
    }

    @Test func onlyTheLineBeforeAMailPartsMails() async throws {
        let document = try await read(Self.two, "archive")
        #expect(document.format == .mbox && document.pages.count == 2)
        #expect(
            document.pieces() == [
                "One · Ann <ann@example.org>", "Attachments: a.pdf", "Größe", "Attachment: a.pdf", "x",
                "(no subject) · Bo",
                "Two.",
            ])
        let crlf = try await read(Self.two.replacing("\n", with: "\r\n"), "archive")
        #expect(crlf.pieces() == document.pieces())
    }

    /// Of three files the table and the calendar are read, below the mail that they came with; the picture, which another reading would take
    /// seconds for, is named alone. The next mail is its own writer's.
    @Test func filesThatWereSentStandBelowTheirMail() async throws {
        let document = try await read(Self.withFiles, "a.mbox")
        #expect(document.format == .mbox && document.pages.count == 2)
        #expect(
            document.pieces() == [
                "Costs · Ann <ann@example.org>", "Attachments: costs.csv, roof.png, day.ics", "See below.",
                "Attachment: costs.csv",
                "Row 1 · What · Amount\nRow 2 · What: Slate · Amount: 920\nRow 3 · What: Gutters · Amount: 310\nRow 4 · What: Flashing · Amount: 85",
                "Attachment: day.ics", "Roof · 2024-05-14", "(no subject) · Bo", "Two.",
            ])
        #expect(document.text.text(in: document.pages[0].span)?.contains("Slate") == true)
        #expect(
            document.warnings.map(\.message).filter { $0.contains("attachment") } == [
                "1 attachment is named and was left out. Save what you need of the mail as files of their own."
            ])
        let slate = try #require(document.text.firstRange(of: "Slate"))
        let place = document.text.utf8.distance(from: document.text.startIndex, to: slate.lowerBound)
        #expect(document.writtenParts.last { $0.start <= place }?.sender == "Ann <ann@example.org>")
    }

    /// An export comes as an archive, and what is in its mails is as far from it as in a mailbox that lies there unpacked.
    @Test func filesOfMailsInAnArchiveAreRead() async throws {
        let zip = ZipWriter.archive([("Takeout/Mail/All mail.mbox", Self.withFiles), ("a.txt", "Words.")])
        let document = try await read(zip, "takeout.zip")
        #expect(document.text.contains("Row 2 · What: Slate · Amount: 920"))
    }

    private static let withFiles = """
        From ann@example.org Mon May 13 10:00:00 2024
        From: Ann <ann@example.org>
        Subject: Costs
        Content-Type: multipart/mixed; boundary=b

        --b

        See below.

        --b
        Content-Type: text/csv
        Content-Disposition: attachment; filename="costs.csv"

        What,Amount
        Slate,920
        Gutters,310
        Flashing,85
        --b
        Content-Type: application/octet-stream
        Content-Disposition: attachment; filename="roof.png"
        Content-Transfer-Encoding: base64

        iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR4nGNiAAAABgADNjd8qAAAAABJRU5ErkJggg==
        --b
        Content-Type: text/calendar
        Content-Disposition: attachment; filename="day.ics"

        BEGIN:VCALENDAR
        BEGIN:VEVENT
        SUMMARY:Roof
        DTSTART;VALUE=DATE:20240514
        END:VEVENT
        END:VCALENDAR
        --b--

        From bo@example.org Tue May 14 10:00:00 2024
        From: Bo

        Two.

        """

    @Test(arguments: [
        ("ann@example.org Mon May 13 10:00:00 2024", true), ("- Mon May  3 09:05 2024", true),
        ("MAILER-DAEMON Mon May 13 10:00:00 2024", true),
        ("1@xxx Mon May 13 10:00:00 +0000 2024", true), ("a@b Mon May 13 10:00:00 2024 +0000", true),
        ("10:00 to 12:00 we met.", false), ("ann@example.org 10:00", false), ("Mon May 13 10:00:00 2024", false),
        ("a@b Mon May 13 10:00:00", false), ("a@b Mon May 32 10:00:00 2024", false),
    ])
    func aMailboxBeginsWithASenderAndATime(_ line: String, _ isMailbox: Bool) async throws {
        let text = "From \(line)\nRoom: 5\nChair: Ann\n\nBody"
        let document = try await read(text, "notes.txt")
        let expected: DocumentFormat = isMailbox ? .mbox : .text
        #expect(document.format == expected)
        if !isMailbox { #expect(document.text == text) }
    }

    @Test func mailsBeyondTheLimitAreCounted() async throws {
        var configuration = DocumentReader.Configuration()
        configuration.maximumTextBytes = 2_000
        let mail = "From a@b.c Mon May 13 10:00:00 2024\nFrom: Ann\nSubject: S\n\nWords of a mail.\n\n"
        let bytes = Array(String(repeating: mail, count: 500).utf8)
        let document = try await DocumentReader(configuration: configuration).read(bytes, name: "a.mbox")
        #expect(
            document.warnings.contains { $0.message.hasSuffix("mails at the end were not read, beyond what is kept.") })
    }

    @Test(arguments: [
        (
            "Yes.\n\nOn Tue, 14 May 2024 at 10:00, Ann\n<ann@example.org> wrote:\n> No?\n>> Old.\nBest,\nBo",
            "Yes.\n\nBest,\nBo", 4
        ),
        ("One:\n> quote\nanswer\n> quote two\nmore", "One:\nanswer\nmore", 2),
        ("Yes.\n-----Original Message-----\nFrom: Ann\n\nNo?", "Yes.", 3),
        ("Ja.\n-----Ursprüngliche Nachricht-----\nVon: Ann", "Ja.", 2),
        // The line with the date stands above the one with the address; above them are the writer's own words.
        ("Yes.\nOn 14 May 2024, Ann\n<a@b.example> wrote:\n> No?", "Yes.", 3),
        (
            "I called on 2024-05-14, they\npay £3,200. On the point\nbelow I disagree:\n> No.",
            "I called on 2024-05-14, they\npay £3,200. On the point\nbelow I disagree:", 1
        ),
        // Nothing of the writer's own, and what is no quote.
        ("> all\n> of it", "> all\n> of it", 0), ("a -> b\n--\nBo", "a -> b\n--\nBo", 0),
        (">From here", ">From here", 0), ("", "", 0),
    ])
    func whatIsQuotedIsLeftOut(_ text: String, _ own: String, _ lines: Int) {
        let found = QuotedText.removed(from: text)
        #expect(found.text == own)
        #expect(found.lines == lines)
    }

    /// Each of the quotes looked back over all empty lines: a day.
    @Test func quotesBetweenEmptyLinesTakeNoTime() {
        let text = "Mine:\n" + String(repeating: "\n\n>", count: 200_000)
        #expect(QuotedText.removed(from: text).lines == 200_000)
        let long = String(repeating: "\n>", count: 5_000_000)
        #expect(QuotedText.removed(from: "Mine." + long).lines == 0)
    }

    @Test(arguments: [("Fwd: Key", true), (" WG: Key", true), ("Re: Key", false), ("Frost: Key", false)])
    func whatIsPassedOnIsRead(_ subject: String, _ isForward: Bool) async throws {
        let mail = try await read(
            "From: Ann\nSubject: \(subject)\nMIME-Version: 1.0\n\nSee below.\n-----Original Message-----\nFrom: Bo\n\nIt hangs.\n",
            "mail.eml")
        #expect(mail.text.contains("It hangs.") == isForward)
    }

    @Test(arguments: [
        ("a; name=x", "x"), ("a; NAME = \"x y\" ; b=c", "x y"), ("a; name=\"x; y\"; b=c", "x; y"),
        ("a; b=\";name=z\"; name=x", "x"),
        ("a; name=\"x \\\"y\\\" C:\\z\"", "x \"y\" C:\\z"), ("a; name=\"x; b=c", "x"), ("name=x", ""),
        ("a; names=x", ""),
        ("a; name*=utf-8'de'Pl%C3%A4ne", "Pläne"), ("a; name*0*=utf-8''Pl%C3; name*1*=%A4ne.pdf", "Pläne.pdf"),
        ("a; name*1=b.pdf; name*0=a", "ab.pdf"), ("a; name*=utf-8''1%+5%2B", "1%+5+"), ("a; name*1=b", ""),
    ])
    func parametersAreRead(_ header: String, _ value: String) {
        #expect((MIME.parameter("name", of: header) ?? "") == value)
    }

    @Test func onlyTwoDigitsWriteAByte() {
        #expect(MIME.quotedPrintable(Array("=+5=C3=A4=4".utf8)[...]) == Array("=+5ä=4".utf8))
    }

    @Test func attachmentsOfOtherFormsAndBeyondTheNamedOnesAreCounted() async throws {
        let file = "--b\nContent-Disposition: attachment; filename=x\n\n\n"
        let mail = try await read(
            "From: Ann\nMIME-Version: 1.0\nContent-Type: multipart/mixed; boundary=b\n\n"
                + "--b\nContent-Type: multipart/alternative; boundary=c\n\n--c\n\nIt hangs.\n--c\nContent-Type: text/calendar; name=day.ics\n\nx\n--c--\n"
                + String(repeating: file, count: 1_200) + "--b--\n", "mail.eml")
        #expect(mail.text.contains("It hangs.") && mail.text.contains("Attachments: day.ics, x"))
        #expect(mail.text.contains(" and 201 more\n"))
        // The calendar that is none was read as what it is.
        #expect(mail.text.hasSuffix("Attachment: day.ics\n\nx"))
        #expect(mail.warnings.last?.message.hasPrefix("1200 attachments are named") == true)
    }

    @Test func aSavedMailNamesItsAttachmentsAndLeavesOutWhatItQuotes() async throws {
        let mail = try await read(
            "From: Ann\nSubject: Re: Key\nMIME-Version: 1.0\nContent-Type: multipart/mixed; boundary=b\n\n--b\n\nIt hangs.\n> Where?\n"
                + "--b\nContent-Type: image/png; name=\"=?utf-8?Q?T=C3=BCr.png?=\"\nContent-Transfer-Encoding: base64\n\nAAAA\n--b--\n",
            "mail.eml")
        #expect(mail.text.contains("Attachments: Tür.png\n"))
        #expect(mail.text.contains("It hangs.") && !mail.text.contains("Where?"))
        #expect(mail.warnings.map(\.kind) == [.skipped, .skipped])
    }
}
