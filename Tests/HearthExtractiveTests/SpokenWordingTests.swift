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
        ("en", "I b I bet they're more.", "I bet they're more."),
        ("en", "Um we need to decide who it is for,", "We need to decide who it is for…"),
        ("en", "{vocalsound} Mm-hmm.", ""), ("en", "Um", ""),
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
        for text in ["> 5 mm thick", "-5 degrees", "2 - 3 eggs", "A – B"] { #expect(PlainText.line(text) == text) }
        let text = "1. Knead the dough.\n2. Bake it.\n\n12. März war kalt.\n> Said so.\n- Salt"
        let plain = "   Knead the dough.\n   Bake it.\n\n12. März war kalt.\n  Said so.\n  Salt"
        #expect(PlainText.blanked(text) == plain)
        #expect(PlainText.blanked(text).utf8.count == text.utf8.count)
    }
}
