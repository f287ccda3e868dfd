import Foundation
import HearthCore
import Testing

@testable import HearthDocuments

/// A saved mail is read as its reader saw it, and not as it was sent.
@Suite struct MailReaderTests {
    private func read(_ mail: String, name: String = "mail.eml") async throws -> ExtractedDocument {
        try await DocumentReader().read(Array(mail.utf8), name: name)
    }

    @Test func aMailInQuotedPrintableIsReadInItsOwnWords() async throws {
        let mail = try await read(
            """
            From: "Brightwater" <accounts@brightwater.example>
            Subject: =?utf-8?Q?Invoice_=E2=80=93?= =?utf-8?B?IHJlcGFpcg==?=
            Message-ID: <1@brightwater.example>
            MIME-Version: 1.0
            Content-Type: text/plain; charset="iso-8859-1"
            Content-Transfer-Encoding: quoted-printable

            Dear Ms Farnham,

            the total is =A3282.00, pay=
            able by 14 May.
            """)
        #expect(mail.format == .text)
        #expect(mail.title == "Invoice – repair")
        #expect(mail.text.contains("the total is £282.00, payable by 14 May."))
        let head = "From: \"Brightwater\" <accounts@brightwater.example>\nSubject: Invoice – repair\n"
        #expect(mail.text.hasPrefix(head))
        #expect(!mail.text.contains("MIME-Version") && !mail.text.contains("Message-ID"))
        #expect(mail.warnings.isEmpty)
        for block in mail.blocks { #expect(mail.text.text(in: block.span) != nil) }
    }

    private let several = """
        From: Ann <ann@example.org>\r
        Subject: The key\r
        MIME-Version: 1.0\r
        Content-Type: multipart/mixed; boundary="outer"\r
        \r
        --outer\r
        Content-Type: multipart/alternative; boundary=inner\r
        \r
        --inner\r
        Content-Type: text/plain; charset=utf-8\r
        Content-Transfer-Encoding: base64\r
        \r
        RGVyIFNjaGzDvHNzZWwgaMOkbmd0Lg==\r
        --inner\r
        Content-Type: text/html; charset=utf-8\r
        \r
        <p>Der <b>Schlüssel</b> hängt.</p>\r
        --inner--\r
        --outer\r
        Content-Type: application/pdf\r
        Content-Disposition: attachment; filename=plan.pdf\r
        Content-Transfer-Encoding: base64\r
        \r
        JVBERi0=\r
        --outer--\r
        """

    @Test func ofSeveralFormsThePlainOneIsRead() async throws {
        let mail = try await read(several)
        #expect(mail.text.components(separatedBy: "Der Schlüssel hängt.").count == 2)
        #expect(!mail.text.contains("<b>") && !mail.text.contains("JVBERi0") && !mail.text.contains("\r"))
        #expect(mail.warnings.map(\.kind) == [.skipped])
    }

    @Test func aMailThatIsAPageIsReadWithoutItsMarkup() async throws {
        let mail = try await read(
            "Subject: Hours\nMIME-Version: 1.0\nContent-Type: text/html\n\n<p>Open from <i>nine</i> to five.</p>\n")
        #expect(mail.text.contains("Open from nine to five."))
    }

    @Test(
        arguments: [
            ("Tue, 14 May 2024 10:00:00 +0200", 1_715_673_600), ("14 May 2024 08:00 GMT", 1_715_673_600),
            ("Tue, 14 May 2024 10:00:00 +0200 (CEST)", 1_715_673_600), ("14 May 24 04:00:00 EDT", 1_715_673_600),
            ("Tue, 14 May 2024 08:00:00", 1_715_673_600), ("Thu, 01 Jan 1970 00:00:60 -0000", 59),
            ("Fri, 30 Feb 2024 10:00:00 +0000", nil), ("yesterday", nil), ("", nil), ("14 May 2024", nil),
            ("14 May 99999999999999999999 10:00", nil), ("1 Jan 2024 25:00:00 +0000", nil),
        ] as [(String, Double?)])
    func aMailSaysWhenItWasWritten(_ header: String, _ seconds: Double?) async throws {
        #expect(MailDate.parse(header)?.timeIntervalSince1970 == seconds)
        let mail = try await read("From: Ann\nDate: \(header)\nMIME-Version: 1.0\n\nHi.\n")
        #expect(mail.createdAt?.timeIntervalSince1970 == seconds)
    }

    /// A mail with files of these names, types and contents.
    private func mail(_ files: [(name: String, type: String, contents: [UInt8])]) -> String {
        let parts = files.map { file in
            "--b\nContent-Type: \(file.type)\nContent-Disposition: attachment; filename=\"\(file.name)\"\nContent-Transfer-Encoding: base64\n\n"
                + Data(file.contents).base64EncodedString() + "\n"
        }
        return
            "From: Ann\nSubject: Files\nMIME-Version: 1.0\nContent-Type: multipart/mixed; boundary=b\n\n--b\n\nSee below.\n"
            + parts.joined() + "--b--\n"
    }

    @Test func attachmentsThatAReaderKnowsStandBelowTheMail() async throws {
        let table = Array("Name,Paid\nRent,920\nGas,40\n".utf8)
        let inner = Array(mail([("deep.csv", "text/csv", table)]).utf8)
        let found = try await read(
            mail([
                ("costs.csv", "text/csv", table), ("page.md", "text/markdown", Array("# Top\n\nGröße\n".utf8)),
                ("old.eml", "message/rfc822", inner), ("scan.png", "image/png", [0x89, 0x50]),
                ("lost.docx", "application/octet-stream", Array("PK\u{3}\u{4} none".utf8)),
            ]))
        #expect(
            found.pieces().suffix(8) == [
                "Attachment: costs.csv",
                "Row 1 · Name · Paid\nRow 2 · Name: Rent · Paid: 920\nRow 3 · Name: Gas · Paid: 40",
                "Attachment: page.md", "# Top", "Größe", "Attachment: old.eml",
                "From: Ann\nSubject: Files\nAttachments: deep.csv", "See below.",
            ])
        #expect(found.blocks.contains { $0.kind == .heading(level: 3) })
        #expect(found.pages == [Page(number: 1, span: TextSpan(start: 0, end: found.text.utf8.count))])
        #expect(
            found.warnings.map(\.message) == [
                "old.eml: 1 attachment is named and was left out. Save what you need of the mail as files of their own.",
                "2 attachments are named and were left out. Save what you need of the mail as files of their own.",
            ])
    }

    @Test func attachmentsBeyondTheLimitsAreNamedAlone() async throws {
        let text = Array("Words of a file.".utf8)
        let many = try await read(mail((1...30).map { (name: "\($0).txt", type: "text/plain", contents: text) }))
        #expect(many.text.components(separatedBy: "Attachment: ").count == 21)
        #expect(many.warnings.last?.message.hasPrefix("10 attachments are named") == true)
        var configuration = DocumentReader.Configuration()
        configuration.maximumTextBytes = 200
        let long = Array(String(repeating: "Words of a file. ", count: 20).utf8)
        let small = try await DocumentReader(configuration: configuration).read(
            Array(mail((1...5).map { (name: "\($0).txt", type: "text/plain", contents: long) }).utf8), name: "a.eml")
        #expect(small.text.utf8.count <= 200 && small.warnings.contains { $0.kind == .truncated })
        small.checkSpans()
    }

    /// As Python's `mailbox.Maildir` writes it.
    private let kept = """
        Return-Path: <anna@example.org>
        From: Anna Weiss <anna@example.org>
        To: Bo <bo@example.org>
        Date: Tue, 14 May 2024 10:00:00 +0200
        Subject: The ladder

        It stands behind the shed.

        On Mon, 13 May 2024 at 09:00, Bo <bo@example.org> wrote:
        > Where is the ladder?

        """

    @Test(arguments: ["1795525875.M718080P1957Q1.vm:2,RS", "1.a.host.md", "a.csv", "a.pdf", "a"])
    func aFileInAFolderOfMailsIsReadAsOne(_ name: String) async throws {
        var configuration = DocumentReader.Configuration()
        configuration.readsMail = true
        let reader = DocumentReader(configuration: configuration)
        let mail = try await reader.read(Array(kept.utf8), name: name)
        #expect(mail.title == "The ladder" && mail.format == .text)
        #expect(mail.text.hasPrefix("From: Anna Weiss <anna@example.org>\nTo: Bo <bo@example.org>\nDate: Tue, 14 May"))
        #expect(mail.text.contains("behind the shed.") && !mail.text.contains("Where is"))
        #expect(mail.warnings.map(\.kind) == [.skipped])
        #expect(try await reader.read(Array("From: Ann\n\nHi.".utf8), name: name).title == "(no subject)")
        // What is no mail is read as what it is.
        let notes = try await reader.read(Array("Only words.".utf8), name: "1.a.host:2,S")
        #expect(notes.text == "Only words." && notes.title == nil)
        // Elsewhere a text that begins like one stays as it is.
        #expect(try await read(kept, name: "letter.txt").text == kept)
    }

    @Test func aSavedMailNeedsNoIdentification() async throws {
        let saved =
            "From: Ann <ann@example.org>\nTo: bo@example.org\nDate: Tue, 14 May 2024 09:30:00 +0000\nSubject: The key\n\nIt is there.\n"
        let mail = try await read(saved)
        #expect(mail.title == "The key" && mail.createdAt != nil)
        #expect(mail.writtenParts.map(\.sender) == ["Ann <ann@example.org>"])
        #expect(try await read(saved, name: "letter.txt").text == saved)
    }

    @Test(arguments: [
        // Copied as text; notes; several mails in one file.
        "From: Ann\nSubject: The key\n\nIt is =41t the door.\n", "Note: mime-version\n\nIt costs =A3.\n",
        "From ann@example.org Mon\nFrom: Ann\nMIME-Version: 1.0\n\nOne.\n\nFrom bo@example.org Tue\nFrom: Bo\n\nTwo.\n",
    ])
    func whatIsNoSavedMailStaysAsItIs(text: String) async throws {
        #expect(try await read(text).text == text)
    }

    @Test(arguments: [
        "From: a\nMIME-Version: 1.0\nContent-Type: multipart/mixed\n\nx", "From: a\nMIME-Version: 1.0",
        "From: a\nMIME-Version: 1.0\nContent-Type: multipart/mixed; boundary=b\n\n--b\nContent-Type: multipart/mixed; boundary=b\n\n--b\n",
        "Subject: =?utf-8?Q?=?utf-8?B?%%%?= =?x?y?z\nMIME-Version: 1.0\nContent-Transfer-Encoding: base64\n\n=====",
        "From: a\nMIME-Version: 1.0\nContent-Type: message/rfc822\n\nFrom: b\nContent-Type: message/rfc822\n\n",
    ])
    func brokenMailGivesWhatCanBeRead(mail: String) async throws {
        let found = try await read(mail)
        for block in found.blocks { #expect(found.text.text(in: block.span) != nil) }
    }
}
