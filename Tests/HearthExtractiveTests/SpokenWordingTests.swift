import HearthCore
import HearthExtractive
import HearthText
import Testing

/// What was said or marked up, as it is read.
@Suite struct SpokenWordingTests {
    @Test(arguments: [
        ("en", "Um, so I I think we should go.", "I think we should go."),
        ("en", "And th the party moves to June.", "The party moves to June."),
        ("en", "so the captions have no capitals", "the captions have no capitals…"),
        ("de", "Äh, also der der Rat baut die Brücke.", "Der Rat baut die Brücke."),
        ("de", "Gut, dann bleiben wir bei Lärche.", "Dann bleiben wir bei Lärche."),
        ("de", "Dann, äh, der Rat baut die Brücke.", "Der Rat baut die Brücke."),
        ("en", "I b I bet they're more.", "I bet they're more."),
        ("en", "Um we need to decide who it is for,", "We need to decide who it is for…"),
        ("en", "I asked about the, um, boat anyway.", "I asked about the boat anyway."),
        ("de", "Wir reden mit dem, äh, Nachbarn.", "Wir reden mit dem Nachbarn."),
        ("en", "I like that, um, boats are fine.", "I like that, boats are fine."),
        ("en", "{vocalsound} Mm-hmm.", ""), ("en", "Um", ""), ("en", "Um, no.", "No."),
        ("en", "Yes. Okay.", "Yes. Okay."),
        // What opens a turn belongs to the sentence where no comma parts it: without it the sentence says something else.
        ("en", "No visitors are allowed.", "No visitors are allowed."),
        ("en", "No, visitors are allowed.", "Visitors are allowed."),
        ("en", "NO MONEY was paid.", "NO MONEY was paid."),
        ("en", "Yeah no I don't think so.", "I don't think so."),
        ("en", "Well , we can try .", "We can try."),
        ("en", "Well water isn't safe.", "Well water isn't safe."),
        ("en", "So long as he says so, we stay.", "So long as he says so, we stay."),
        ("es", "No podemos abrir en junio.", "No podemos abrir en junio."),
        ("es", "No, podemos abrir en junio.", "Podemos abrir en junio."),
        ("fr", "Non seulement la mairie refuse.", "Non seulement la mairie refuse."),
        ("fr", "Bon, on y va.", "On y va."),
        ("de", "Gut 300 Leute kamen.", "Gut 300 Leute kamen."),
    ]) func whatWasSaidIsWrittenForAReader(language: String, said: String, written: String) {
        #expect(SpokenWording.cleaned(said, language: language) == written)
    }

    @Test func aWordThatWasTornOffIsATornWord() {
        #expect(SpokenWording.stumbles(["ergonom", "ergonomic", "design"]))
        #expect(SpokenWording.stumbles(["some", "th", "things"]))
        for whole in [
            ["touch", "screen"], ["a", "apple"], ["Jo", "Johnson"], ["Bora", "Bora"], ["remote", "control"],
        ] {
            #expect(!SpokenWording.stumbles(whole), "\(whole)")
        }
    }

    @Test func marksOfListsAndQuotesAreNotRead() {
        #expect(PlainText.line("> > A network could drop the fees.") == "A network could drop the fees.")
        #expect(PlainText.line("- No way") == "No way")
        #expect(PlainText.line("• Milk") == "Milk")
        #expect(PlainText.line("[09:13] Ann: A slate roof.") == "Ann: A slate roof.")
        #expect(PlainText.line("[1:02:03] Ben: Yes.") == "Ben: Yes.")
        for text in [
            "[12:30] Lunch with Bob.", "[12:345] Ann: a", "[9:5] Ann: a", "[1:02:03:04] Ann: a", "[12] Ann: a",
        ] {
            #expect(PlainText.line(text) == text)
        }
        for text in ["> 5 mm thick", "-5 degrees", "2 - 3 eggs", "A – B"] { #expect(PlainText.line(text) == text) }
        let text = "1. Knead the dough.\n2. Bake it.\n\n12. März war kalt.\n> Said so.\n- Salt"
        let plain = "   Knead the dough.\n   Bake it.\n\n12. März war kalt.\n  Said so.\n  Salt"
        #expect(PlainText.blanked(text) == plain)
        #expect(PlainText.blanked(text).utf8.count == text.utf8.count)
    }

    @Test func tagsOfADiaryAreNoWords() {
        let text = """
            # Sunday
            Tags: garden, allotment work, #spring
            **Tags:** a
            #garden #früh/ling, @allotment
            - @home

            We met @anna in #garden number #3. Then it rained. #wet @shed
            Call me at 5 @ noon
            Tags: these are sentences that go on and on, and on.
            """
        let kept = """
            We met @anna in #garden number #3. Then it rained.
            Call me at 5 @ noon
            Tags: these are sentences that go on and on, and on.
            """
        func lines(_ text: String) -> [String] {
            text.split(separator: "\n").map(\.singleSpaced).filter { !$0.isEmpty }
        }
        #expect(lines(PlainText.blanked(text)).filter { $0 != "@home" } == lines(kept))
        #expect(lines(PlainText.withoutTags(text)) == ["# Sunday", "- @home"] + lines(kept))
        #expect(PlainText.withoutTags(text).utf8.count == text.utf8.count)
        #expect(PlainText.withoutTags("#only") == "#only")
        for text in ["", "#", "# ", "@", "Tags:", ":", "\n#\n@\n", "#\u{301}"] { _ = PlainText.withoutTags(text) }
    }

    @Test func aNoteIsNoSpeakerOfASummary() {
        let text =
            "Boiler\n\nNote: The boiler is serviced every May by Mr Grant from the village.\n\n"
            + "Note: The filter is changed in June, and the old one goes to the tip.\n"
        let summary = ExtractiveSummarizer().summarize(text, words: 200, query: nil)
        #expect(summary.summary.contains("Note: The filter") || !summary.summary.contains("The filter"))
        #expect(summary.summary.contains("Note: The boiler") || !summary.summary.contains("The boiler"))
    }
}
