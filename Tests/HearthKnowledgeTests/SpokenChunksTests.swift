import HearthCore
import HearthTesting
import Testing

@testable import HearthKnowledge

@Suite struct SpokenChunksTests {
    private func chunk(_ id: Int64, _ text: String, document: String = "d") -> StoredChunk {
        StoredChunk(
            id: id, documentID: document, chunk: Chunk(index: Int(id), span: TextSpan(0..<1), text: text, tokens: 1))
    }

    private func meeting(_ count: Int = 20) -> [StoredChunk] {
        (1...Int64(count)).map { id in
            let speaker = id == 7 ? "Treasurer" : "Chair"
            return chunk(
                id, "Secretary: Let us go on.\n\(speaker): The roof costs more than the boat, as I said before.")
        }
    }

    @Test func whomTheQueryNamesLiftsWhereTheySpeak() {
        let chunks = meeting() + [chunk(21, "Treasurer: And that is all there is to say about it.")]
        let spoken = SpokenChunks(chunks, query: "What did the treasurer say about the roof?")
        #expect(spoken.share(of: 21) == 1)
        #expect(spoken.share(of: 7) > spoken.share(of: 8) && spoken.share(of: 8) > 0)
        #expect(spoken.share(of: 3) == 0)
        let nobody = SpokenChunks(chunks, query: "What was said about the roof?")
        #expect(chunks.allSatisfy { nobody.share(of: $0.id) == 0 })
    }

    @Test func aChunkThatBeginsInsideATurnBelongsToItsSpeaker() {
        let chunks = [
            chunk(1, "Chair: Good morning.\nTreasurer: The roof is dear,"), chunk(2, "because slate is dear now."),
            chunk(3, "Chair: Thank you.\nSecretary: Noted."), chunk(4, "Treasurer: Yes.\nSecretary: Good."),
        ]
        let spoken = SpokenChunks(chunks, query: "treasurer on slate")
        #expect(spoken.share(of: 2) == 1)
    }

    @Test func proseWithColonsIsNoTranscript() {
        let prose = [
            chunk(1, "Ingredients: flour and salt.\nMix them well and wait.\nThen bake it.\nServe it warm."),
            chunk(2, "Note: keep it dry.\nIt lasts a week.\nNote: freeze it otherwise.\nEnjoy."),
        ]
        let spoken = SpokenChunks(prose, query: "note on ingredients")
        #expect(spoken.lifts([1: 1, 2: 0.5], share: 1).isEmpty && spoken.share(of: 2) == 0)
        #expect(spoken.spread([1, 2], first: 2) == [1, 2])
    }

    @Test func theFirstResultsOfALongTranscriptAreMomentsApart() {
        let long = SpokenChunks(meeting(), query: "roof")
        #expect(long.spread([7, 8, 6, 12, 11, 2], first: 3) == [7, 12, 2, 8, 6, 11])
        #expect(long.spread([7, 8, 6], first: 5) == [7, 8, 6])
        // In a short one there is nothing else to show.
        let short = SpokenChunks(Array(meeting().prefix(5)), query: "roof")
        #expect(short.spread([2, 3, 1], first: 3) == [2, 3, 1])
    }

    @Test func whatIsSaidAroundCountsLessWithDistance() {
        let lifts = SpokenChunks(meeting(), query: "roof").lifts([5: 1], share: 1)
        #expect(lifts[5] == 0, "what was found alone is not lifted")
        #expect((lifts[6] ?? 0) > (lifts[8] ?? 0) && (lifts[8] ?? 0) > (lifts[20] ?? 1))
        #expect(abs((lifts[4] ?? 0) - (lifts[6] ?? 1)) < 1e-12)
    }

    @Test func aTranscriptIsLiftedInProportionToItsOwnScores() {
        let spoken = SpokenChunks(meeting() + [chunk(40, "The roof is slate.", document: "other")], query: "roof")
        let scores = Dictionary(uniqueKeysWithValues: (1...20).map { (Int64($0), 0.05) })
        let lifts = spoken.lifts(scores.merging([40: 1]) { $1 }, share: 1)
        #expect(lifts[40] == nil)
        #expect(lifts.values.allSatisfy { $0 > 0 && $0 < 0.05 })
        // Twice the scores, twice the lift: the order among transcripts does not depend on what else was found.
        let twice = spoken.lifts(scores.mapValues { 2 * $0 }, share: 1)
        #expect(lifts.allSatisfy { abs((twice[$0.key] ?? 0) - 2 * $0.value) < 1e-12 })
    }

    @Test func aDocumentThatMatchesStandsBeforeATranscriptThatHardlyDoes() async throws {
        let library = MemoryLibrary()
        let samples = SampleDocuments()
        let talk = samples.document(
            title: "meeting",
            texts: (1...12).map {
                "Chair: Item \($0) is the boat.\nSecretary: The \($0 < 5 ? "roof" : "keel") has number \($0) on the list."
            })
        _ = try await library.replaceSource(samples.source("/talk.txt", of: talk), with: talk)
        let guide = samples.document(
            title: "guide", texts: ["The slate roof of the chapel was mended with copper nails in the spring."])
        let id = try await library.replaceSource(samples.source("/guide.txt", of: guide), with: guide).documentID
        let found = try await Retriever(library: library, embedder: nil).search(
            SearchRequest(text: "slate roof chapel copper nails", limit: 3))
        #expect(found.passages.first?.documentID == id)
        #expect(found.passages.count > 1, "the transcript is found as well")
    }

    @Test func labelsAreReadInTheirUsualForms() {
        let labels = TurnLabels(
            """
            [00:01:02] Anna Keller: Good morning.
            **Ben:** Hello.
            (00:12) Cara Lopez (Chair): Thank you.
            田中：はい。
            that is: not a name
            12:30 we met
            「はい」と言った。
            """)
        #expect(labels.turns.compactMap(\.speaker) == ["Anna Keller", "Ben", "Cara Lopez", "田中"])
        #expect(labels.labelled == 4 && labels.lines == 7)
    }

    @Test func aShortNameIsTakenForOneWhereItHasACapital() {
        let names = ["Ann Miller", "Bob"]
        #expect(NamedSpeakers("What did Ann say?").speakers(among: names) == ["Ann Miller"])
        #expect(NamedSpeakers("Ann about the roof").speakers(among: names) == ["Ann Miller"])
        // That a question begins with a capital makes no name of what it begins with.
        for question in ["Can we keep a dog?", "May we paint?", "Do we have a key?", "Was ist mit Ben?"] {
            let speakers = ["Can Yılmaz", "May Chen", "Do Thi Lan", "Was Poe"]
            #expect(NamedSpeakers(question).speakers(among: speakers).isEmpty, "\(question)")
        }
        #expect(NamedSpeakers("Did May pay?").speakers(among: ["May Chen", "Bob"]) == ["May Chen"])
        #expect(NamedSpeakers("was ist an der Heizung?").speakers(among: ["An Nguyen", "Bob"]).isEmpty)
    }

    @Test(arguments: [
        ("What did the Project Manager think?", ["Project Manager"]),
        ("Wie sieht Keller das?", ["Anna Keller"]), ("anna's plan", ["Anna Keller"]),
        ("田中さんは何と言いましたか", ["田中"]), ("What was decided?", []),
        // All of them are none.
        ("Anna Keller, the project manager and 田中", []),
    ])
    func speakersAreNamedByAnythingThatIsTheirsAlone(query: String, found: [String]) {
        #expect(
            NamedSpeakers(query).speakers(among: ["Anna Keller", "Project Manager", "田中"]) == Set(found))
    }
}
