import HearthCore
import Testing

@testable import HearthExtractive

/// The first that is told of a document says what it is.
@Suite struct DocumentSubjectTests {
    private func told(_ text: String, title: String? = nil) -> [ExtractiveSummary.Sentence] {
        var blocks: [Block] = []
        var start = 0
        for part in text.split(separator: "\n\n", omittingEmptySubsequences: false) {
            let span = TextSpan(start: start, end: start + part.utf8.count)
            let marks = part.prefix { $0 == "#" }.count
            blocks.append(Block(marks > 0 ? .heading(level: marks) : .paragraph, span: span))
            start = span.end + 2
        }
        let sentences = DocumentGist.told(of: text, title: title, blocks: blocks, most: 3)
        for sentence in sentences { #expect(sentence.text == text.text(in: sentence.span)) }
        #expect(sentences.count <= 3)
        return sentences
    }

    private func lead(_ text: String, title: String? = nil) -> String? { told(text, title: title).first?.shown }

    @Test func aManualIsToldByItsSections() {
        let manual = """
            # House manual, 14 Linden Row

            Written down so that whoever minds the house does not have to ring us. Last changed in November.

            ## Water

            The main stopcock is under the kitchen sink, behind the panel.

            ## 2. Heating

            The boiler stands in the cupboard on the landing.

            ## The cat

            Biscuit gets 60 grams of dry food in the morning.
            """
        let found = told(manual, title: "House manual, 14 Linden Row")
        #expect(found.first?.shown == "House manual, 14 Linden Row: Water · Heating · The cat")
        #expect(found.first?.text == "# House manual, 14 Linden Row")
        #expect(
            found.dropFirst().first?.text == "Written down so that whoever minds the house does not have to ring us.")
    }

    @Test func minutesStatutesAndQuestionsAreToldByTheirSections() {
        let minutes =
            "# Minutes of 4 June\n\nPresent: Dana, Ivo\n\n## 1. Water\n\nThe pump fails when the level is low.\n\n## 2. Fees\n\nThe fee for a plot "
            + "rises to £48 from January.\n\n## 3. Any other business\n\nThe next meeting is on 2 July."
        #expect(lead(minutes) == "Minutes of 4 June: Water · Fees · Any other business")
        let statute =
            "# Satzung des Gartenvereins\n\n## § 1 Name\n\nEr heißt Lindenhof und sitzt in Lübeck.\n\n## § 2 Zweck\n\nGefördert wird das "
            + "Kleingartenwesen der Stadt.\n\n## § 3 Beitrag\n\nJeder zahlt 60 Euro im Jahr."
        #expect(lead(statute) == "Satzung des Gartenvereins: § 1 Name · § 2 Zweck · § 3 Beitrag")
        // Chapters that are only counted say nothing.
        let novel =
            "# The Lamp\n\n## Chapter 1\n\nAgnes kept the lamp for many nights.\n\n## Chapter 2\n\nThe book lay on a shelf under the stairs.\n\n"
            + "## Chapter 3\n\nA ship struck the rocks in the night."
        #expect(lead(novel) == "Agnes kept the lamp for many nights.")
    }

    @Test(arguments: [
        (
            "# tidecalc\n\nRun the installer of it once. It needs Python and some patience.\n\ntidecalc computes the times of high and low water "
                + "for ports in Europe.",
            "tidecalc computes the times of high and low water for ports in Europe."
        ),
        (
            "# Acta de la junta de vecinos\n\nSe abre la sesión a las siete. Se aprueba todo lo anterior.\n\nLa junta acuerda pintar el portal en "
                + "mayo por 2.400 euros.",
            "La junta acuerda pintar el portal en mayo por 2.400 euros."
        ),
        (
            "Why do rivers bend?\n\nMost people have been on a wide plain. Einstein wrote about it long ago.\n\nRivers bend because water on the "
                + "outside flows faster and takes soil from the bank.",
            "Rivers bend because water on the outside flows faster and takes soil from the bank."
        ),
        (
            "# Lease, 14 Linden Row\n\nIt has nineteen pages in all.\n\nThis page sums it up so that nobody has to read all of them again.",
            "This page sums it up so that nobody has to read all of them again."
        ),
        (
            "# The Heron Path\n\n## Way\n\nThe Heron Path is a walk of seven kilometres.\n\n## Dogs\n\nThey are kept on a lead all year.\n\n## Food\n\n"
                + "There is a kiosk at the old station.",
            "The Heron Path is a walk of seven kilometres."
        ),
    ])
    func whatSaysWhatItIsLeads(_ text: String, _ told: String) {
        #expect(lead(text) == told)
    }

    @Test func whereNoSentenceSaysItWhatItIsCalledDoes() {
        let soup = told(
            "# Lentil soup with lemon\n\nFry the onion in oil until soft. Add a litre of stock and simmer it.")
        #expect(soup.first?.shown == "Lentil soup with lemon")
        #expect(soup.dropFirst().first?.text == "Fry the onion in oil until soft.")
        let survey = lead("Survey of the roof\n\nWeather on the day was dry. The north slope has slipped slates.")
        #expect(survey == "Survey of the roof")
        // Of a letter that is no title.
        for first in ["Dear neighbours and friends,", "Lübeck, 3. Oktober 2025", "Tel.: 0451 22 33"] {
            #expect(lead("\(first)\n\nThe hedge between our gardens is cut next week.")?.hasPrefix("The hedge") == true)
        }
    }

    @Test func fieldsOfAFormAreNoSentences() {
        let report =
            "Date of visit: 12 September 2025. The vessel had lost its charge and was pumped up again. Next visit: September 2026. The trap was full "
            + "of grit and has been rinsed."
        #expect(lead(report) == "The vessel had lost its charge and was pumped up again.")
        #expect(told(report).allSatisfy { !$0.text.contains(": ") })
        let address = lead("Please see https://example.org for all of it. The hall opens at seven.")
        #expect(address?.hasPrefix("Please see") == true)
        #expect(lead("") == nil)
    }
}
