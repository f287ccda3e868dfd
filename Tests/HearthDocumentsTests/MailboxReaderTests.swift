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
                "1 attachment is named and was left out.", "4 lines that quote earlier mails were left out.",
            ])
    }

    @Test func onlyTheLineBeforeAMailPartsMails() async throws {
        let document = try await read(Self.two, "archive")
        #expect(document.format == .mbox && document.pages.count == 2)
        #expect(
            document.pieces() == [
                "One · Ann <ann@example.org>", "Attachments: a.pdf", "Größe", "(no subject) · Bo", "Two.",
            ])
        let crlf = try await read(Self.two.replacing("\n", with: "\r\n"), "archive")
        #expect(crlf.pieces() == document.pieces())
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
        // Nothing of the writer's own, and what is no quote.
        ("> all\n> of it", "> all\n> of it", 0), ("a -> b\n--\nBo", "a -> b\n--\nBo", 0),
        (">From here", ">From here", 0), ("", "", 0),
    ])
    func whatIsQuotedIsLeftOut(_ text: String, _ own: String, _ lines: Int) {
        let found = QuotedText.removed(from: text)
        #expect(found.text == own)
        #expect(found.lines == lines)
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
