import Foundation
import HearthCore
import Testing

@testable import HearthDocuments

/// Org, reStructuredText and LaTeX, as Emacs, Sphinx and authors of articles write them.
@Suite struct MarkupReaderTests {
    static func sample(_ name: String) -> [UInt8] {
        let file = Bundle.module.resourceURL?.appendingPathComponent("Fixtures/Markup/\(name)")
        return file.flatMap { try? Data(contentsOf: $0) }.map { [UInt8]($0) } ?? []
    }

    private func pieces(_ text: String, _ name: String) async throws -> [String] { try await read(text, name).pieces() }

    private func headings(_ document: ExtractedDocument) -> [String] {
        document.blocks.compactMap { block in
            guard case .heading(let level) = block.kind else { return nil }
            return "\(level) \(document.text.text(in: block.span) ?? "")"
        }
    }

    // MARK: Org

    @Test func orgIsReadWithWhatIsToBeDone() async throws {
        let document = try await read(Self.sample("house.org"), "house.org")
        #expect(document.title == "House notes" && document.format == .text)
        #expect(
            document.pieces() == [
                "House notes", "Author: Anna Weiß", "Tags: house", "Roof #repair", "Contractor: Dach & Co",
                "The roofer comes on 2026-03-09 Mon 08:00-10:00, see the offer and [1].",
                "☐ Call the insurance (priority A) #phone",
                "Deadline: 2026-03-05 Thu · Scheduled: 2026-03-02 Mon (every week)", "Effort: 0:30",
                "Note taken on 2026-02-20 Fri 10:21 They want pictures.", "☐ WAITING: Offer from the carpenter",
                "☑ Measure the beams", "Closed: 2026-02-18 Wed 17:30", "Costs", "- [x] Deposit", "- [ ] Second rate",
                "Skip: 180 €", "1. First", "2. Second with code *kept*", "What was paid",
                "Item\tAmount\nRoofer\t1200\nTimber\t340", "total = 1200 + 340\n* kept", "Measure twice.", "Footnotes",
                "[1] By mail.",
            ])
        #expect(
            headings(document) == [
                "1 House notes", "1 Roof #repair", "2 ☐ Call the insurance (priority A) #phone",
                "2 ☐ WAITING: Offer from the carpenter", "2 ☑ Measure the beams", "1 Costs", "1 Footnotes",
            ])
        let kinds = document.blocks.map(\.kind)
        #expect(kinds[20] == .table && kinds[21] == .code && kinds[22] == .quote)
        #expect(document.warnings.map(\.message) == ["1 section that is a comment was left out."])
    }

    @Test(arguments: [
        ("*bold* /it/ _u_ +gone+ ~c *x*~ =v=.", "bold it u gone c *x* v."),
        ("2 * 3 * 4, a/b, snake_case_name, [2/3]", "2 * 3 * 4, a/b, snake_case_name, [2/3]"),
        ("[[https://a.org]] [[file:a.png]] [[*Costs][here]] <https://b.org>", "https://a.org a.png here https://b.org"),
        (
            "<2026-03-01 Sun>--<2026-03-03 Tue> <2026-01-01 Thu .+2m>",
            "2026-03-01 Sun – 2026-03-03 Tue 2026-01-01 Thu (every 2 months)"
        ),
        ("a[fn:: said by mail] b", "a (said by mail) b"),
        ("[cite/t:see @ann2020 p. 3; @bob]", "[see ann2020 p. 3; bob]"),
        ("\\alpha{}-rays \\rarr 5 C:\\to\\x", "α-rays → 5 C:\\to\\x"), ("x <<here>> @@html:<b>@@y", "x  y"),
        ("[[never closed [fn: <2026-03 {{{no}}}", "[[never closed [fn: <2026-03 {{{no}}}"),
    ])
    func marksOfOrgAreLeftOut(_ text: String, _ told: String) async throws {
        #expect(try await pieces("x\n\n" + text, "a.org").last == told)
    }

    @Test func macrosOfOrgStandForTheirWords() async throws {
        let text = "#+MACRO: firm Dach & Co\n#+MACRO: twice $1$1\nBy {{{firm}}}, {{{twice(a)}}}."
        #expect(try await pieces(text, "a.org") == ["By Dach & Co, {{{twice(a)}}}."])
    }

    @Test func aBlockWithoutAnEndHidesNoHeading() async throws {
        let document = try await read("#+begin_comment\nsaid\n* Next\ntext", "a.org")
        #expect(document.pieces() == ["said", "Next", "text"] && document.warnings.map(\.kind) == [.damaged])
    }

    // MARK: reStructuredText

    @Test func restructuredTextIsReadWithItsDirectives() async throws {
        let document = try await read(Self.sample("boiler.rst"), "boiler.rst")
        #expect(document.title == "Boiler guide")
        #expect(
            document.pieces() == [
                "Boiler guide", "Author: Anna Weiß", "Date: 2026-03-01", "First steps",
                "Turn the valve and read the plan, or ask Dach & Co. See the site and [1], x = *y*.",
                "Note: Never open it hot.", "Warning: Gas may leak.", "New in version 3.2: The pump.",
                "first item goes on", "pump.start()", "second item", "1. one", "2. two",
                "boiler: What heats the water.", "Example:", "$ heat --on", "Costs",
                "Item\tAmount\nBoiler\t1200\nPump\t340", "Day\tHours\nMonday\t9–17", "Rooms",
                "Room\tDegrees\nKitchen\t20", "Parts", "Part\tPrice\nValve, brass\t12", "The boiler from the left",
                "[1] By mail.",
            ])
        #expect(headings(document) == ["1 Boiler guide", "2 First steps", "3 Costs"])
        let kinds = document.blocks.map(\.kind)
        #expect(kinds[8] == .listItem && kinds[9] == .code && kinds[15] == .code && kinds[17] == .table)
        #expect(document.warnings.map(\.message) == ["1 picture was left out."])
    }

    @Test(arguments: [
        (
            "=====\nHouse\n=====\n\nOne\n===\n\ntext\n\nTwö\n---\ntext\n===\n\nThree\n=====\n",
            ["House", "One", "text", "Twö", "text ===", "Three"]
        ),
        ("====\nA\n====\n1\n====\n", ["A", "1 ===="]),
        ("A. Smith wrote\nthis.\n", ["A. Smith wrote this."]), ("| one\n| two *b*\n", ["one\ntwo b"]),
        ("a\n\n   quoted\n\n>>> 1 + 1\n2\n", ["a", "quoted", ">>> 1 + 1\n2"]),
        (".. include:: a.rst\n\n.. raw:: html\n\n   <b>\n\n.. only:: html\n\n   shown\n", ["shown"]),
        (":py:class:`~a.b.Roof`, a\\*b, name_, `x`__ and *it*\n", ["Roof, a*b, name, x and it"]),
        ("=====  ===\nnever  ended\n", ["never  ended"]),
        (":param x: what\n:returns: it\n", ["param x: what", "returns: it"]),
        ("a\n\n..\n\n   shown\n", ["a", "shown"]), (".. epigraph::\n   Measure twice.\n", ["Measure twice."]),
        ("|x| now\n\n.. |x| replace:: one\n   two\n", ["one two now"]),
        ("the __init__ of it\n", ["the __init__ of it"]),
        (":math:`\\frac{1}{2}` and :code:`List<int>`\n", ["\\frac{1}{2} and List<int>"]),
    ])
    func elementsOfRestructuredTextAreRead(_ text: String, _ told: [String]) async throws {
        #expect(try await pieces(text, "a.rst") == told)
    }

    // MARK: LaTeX

    @Test func latexIsReadAsItIsSet() async throws {
        let document = try await read(Self.sample("roof.tex"), "roof.tex")
        #expect(document.title == "The old roof")
        #expect(
            document.pieces() == [
                "The old roof", "For Ben.", "Author: Anna Weiß, Ben Müller", "Date: 12 March 2026", "Abstract",
                "We measured a roof.", "Beams",
                "The beams are 12 cm wide — as [knuth] says [see, p. 3, smith,doe]; Dach & Co built them. "
                    + "They bear x^2 + \\alpha and cost $5 000.",
                "In 1921.", "E = mc^2", "oak, see Section sec:beams", "Pine: is soft", "1. first", "2. second",
                "☐ paint it", "Costs", "Item\tAmount\nRoofer\t1200\nTotal", "$ ls % kept",
                "https://example.org/a_b%20c",
            ])
        #expect(headings(document) == ["1 The old roof", "3 Abstract", "3 Beams"])
        let kinds = document.blocks.map(\.kind)
        #expect(kinds[9] == .code && kinds[10] == .listItem && kinds[16] == .table && kinds[17] == .code)
        #expect(
            document.warnings.map(\.message) == [
                "1 file that it takes in was not read.", "1 picture was left out.",
            ])
    }

    @Test(arguments: [
        ("\\c{c}a va, na\\\"{\\i}ve, \\v{S}koda, stra\\ss e", ["ça va, naïve, Škoda, straße"]),
        ("``said'' \\verb|a_b%c| \\textbf{now} \\SI{12}{\\milli\\metre}", ["“said” a_b%c now 12 milli metre"]),
        ("\\cventry{2019--2021}{Engineer}{ACME}", ["2019–2021 Engineer ACME"]),
        ("a % b\n  c\n\nd\\\\[2pt]e", ["a c", "d\ne"]), ("\\def\\x#1{no}\\newcommand\\y{yes}\\y{} \\y", ["yes yes"]),
        ("\\iffalse no \\fi yes \\begin{comment}no\\end{comment}", ["yes"]),
        ("\\iffalse no \\else yes \\fi", ["yes"]), ("2\\^{}3 \\~{}anna", ["2^3 ~anna"]),
        ("\\href{https://a.example/x%20y}{the offer} and more", ["the offer and more"]),
        ("\\begin{quote}\n[T]he roof\n\\end{quote}", ["[T]he roof"]), ("\\noindent[Note] it", ["[Note] it"]),
        ("x \\label{never closed\n\ny", ["x", "y"]), ("cost $5 and} more \\é", ["cost $5 and more é"]),
        ("\\begin{tabular}{ll}\na & b \\\\\nc & d\n\\end{tabular}", ["a\tb\nc\td"]),
        ("\\begin{thebibliography}{9}\\bibitem{knuth} Knuth.\\end{thebibliography}", ["References", "[knuth] Knuth."]),
    ])
    func commandsOfLaTeXAreRead(_ text: String, _ told: [String]) async throws {
        #expect(try await pieces(text, "a.tex") == told)
    }

    @Test func whatSpeaksOfDocumentsIsNone() async throws {
        #expect(
            try await pieces("It begins with \\verb|\\begin{document}|.", "a.tex") == [
                "It begins with \\begin{document}."
            ])
        #expect(try await read("no command", "a.tex").text == "no command")
        #expect(try await read("% x\n\\documentclass{a}\\begin{document}y", "notes").text == "y")
        #expect(try await read("#+TITLE: Notes\ntext", "notes.txt").title == "Notes")
    }

    // MARK: Hostile files

    @Test(
        .timeLimit(.minutes(1)),
        arguments: [
            ("a.org", "*a =b [[c [fn:d <e ~f "), ("a.org", "* x\n"), ("a.org", "#+begin_src\n"), ("a.org", "| a "),
            ("a.rst", "*a `b ``c |d _e "), ("a.rst", "- "), ("a.rst", "  - a\n"), ("a.rst", "=== ==\n"),
            ("a.rst", ".. a::\n\n "),
            ("a.tex", "{"), ("a.tex", "\\begin{a}"), ("a.tex", "$a \\( \\[ "),
            ("a.tex", "\\newcommand{\\a}{\\newcommand"),
            ("a.tex", "\\begin{equation}"), ("a.tex", "\\cite[a"), ("a.tex", "\\end{a}\\footnote{"),
        ])
    func whatNeverEndsTakesNoTime(_ name: String, _ text: String) async throws {
        let many = String(repeating: text, count: 400_000 / text.utf8.count)
        try await read("\\x " + many, name).checkSpans()
    }

    @Test func groupsThatLieTooDeepAreSaid() async throws {
        let deep = try await read("one " + String(repeating: "{", count: 10_000) + "\\x", "a.tex")
        #expect(deep.pieces() == ["one"] && deep.warnings.map(\.kind) == [.damaged])
    }
}
