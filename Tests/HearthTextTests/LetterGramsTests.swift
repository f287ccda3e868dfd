import HearthCore
import HearthText
import Testing

/// Texts are told apart by runs of letters, whatever their language and script.
@Suite struct LetterGramsTests {
    /// A query, the text that is meant, and one that is not.
    private static let choices: [(query: String, meant: String, other: String)] = [
        ("Wohnungsmiete", "Die Miete der Wohnung ist am Ersten zu zahlen.", "Der Wind kam am Abend aus dem Westen."),
        ("evlerimizden", "Evlerimiz deniz kıyısındadır.", "Yarın hava güneşli olacak."),
        ("ενοικίου", "Το ενοίκιο πληρώνεται την πρώτη του μηνός.", "Ο άνεμος φυσά από τη δύση."),
        ("किराया", "किराये की रकम महीने की पहली तारीख को देनी है।", "हवा पश्चिम से चल रही थी।"),
        ("ค่าเช่าบ้าน", "ต้องจ่ายค่าเช่าทุกวันที่หนึ่งของเดือน", "ลมพัดมาจากทิศตะวันตก"),
        ("家賃の支払い", "家賃は毎月一日に支払う。", "風は西から吹いていた。"),
        ("임대료를", "임대료는 매월 1일에 낸다.", "바람은 서쪽에서 불었다."),
        ("thuê nhà", "Tiền thuê nhà trả vào ngày đầu tháng.", "Nhà thuê người làm vườn vì gió lớn."),
    ]

    @Test func whatIsMeantIsNearer() {
        for choice in Self.choices {
            let scores = LetterGrams(query: choice.query).scores(of: [choice.other, choice.meant])
            #expect(scores[1] > scores[0], "\(choice.query): \(scores)")
        }
    }

    @Test func caseMarksAndStopsBetweenWordsDoNotCount() {
        let texts = ["CAFÉ — au lait", "cafe au lait", "tea with milk"]
        let scores = LetterGrams(query: "Café, au Lait").scores(of: texts)
        #expect(scores[0] == scores[1] && scores[0] > scores[2])
    }

    @Test func whatHasNoLettersFitsNothing() {
        #expect(LetterGrams(query: " …!\u{200B} ").scores(of: ["text", ""]) == [0, 0])
        #expect(LetterGrams(query: "text").scores(of: ["", "—", "x"]) == [0, 0, 0])
        #expect(LetterGrams(query: "text").scores(of: []).isEmpty)
    }

    /// A text that is all of one letter, or ends within a character, is read like any other.
    @Test func oddTextsAreRead() {
        let long = String(repeating: "a", count: 200_000)
        let cut = String(repeating: "é", count: 40_000) + "b"
        let scores = LetterGrams(query: "aaaa éééé").scores(of: [long, cut, "\u{0301}\u{0301}", "🏳️‍🌈 aaaa"])
        #expect(scores.allSatisfy { $0.isFinite && $0 >= 0 })
        #expect(scores[0] > 0 && scores[1] > 0 && scores[3] > 0)
    }
}

// MARK: -

@Suite struct LexicalEmbedderTests {
    private let embedder = LexicalEmbedder()

    private func closeness(_ one: String, _ other: String) async throws -> Float {
        let vectors = try await embedder.embed([one, other])
        return zip(vectors[0], vectors[1]).reduce(0) { $0 + $1.0 * $1.1 }
    }

    @Test func textsThatShareWordsAreCloserThanThoseThatDoNot() async throws {
        let question = "When does the lease of the flat end?"
        let answer = try await closeness(question, "The lease ends on 31 March 2027 and the flat is handed over.")
        #expect(answer > 0.3)
        #expect(try await answer > closeness(question, "When does the train to the coast leave?") + 0.2)
        #expect(try await abs(closeness("potatoes and onions", "quarterly revenue")) < 0.15)
    }

    @Test func formsAndPartsOfWordsAreClose() async throws {
        #expect(try await closeness("repairing the roofs", "the roof was repaired") > 0.8)
        #expect(try await closeness("Wohnungsmiete", "Miete") > closeness("Wohnungsmiete", "Garten") + 0.05)
        #expect(try await closeness("Café", "cafe") > 0.99)
        #expect(try await closeness("租约什么时候到期", "租约在三月到期") > closeness("租约什么时候到期", "晚饭吃土豆") + 0.2)
    }

    /// Anything else would let a long text be near to everything.
    @Test func everyVectorHasLengthOne() async throws {
        let texts = ["a", "", "?!", "\u{0}", "🙂🙂", "the of and", String(repeating: "word ", count: 50_000)]
        let vectors = try await embedder.embed(texts)
        #expect(vectors.count == texts.count)
        for vector in vectors {
            #expect(vector.count == embedder.dimension && vector.allSatisfy(\.isFinite))
            #expect(abs(vector.reduce(0) { $0 + $1 * $1 } - 1) < 1e-4)
        }
        // What has no word is near to itself only.
        #expect(try await closeness("?!", "?!") == 1)
        #expect(try await closeness("?!", "...") == 0)
    }

    /// Vectors are kept by others: one that changes needs another name for the model.
    @Test func theSameTextHasTheSameVectorInEveryVersion() async throws {
        #expect(embedder.id == "lexical-1")
        let vector = try await embedder.embed(["The kiln was fired, and fired again."])[0]
        let largest = vector.indices.sorted { abs(vector[$0]) > abs(vector[$1]) }.prefix(3)
        #expect(largest.map { "\($0) \(Int((vector[$0] * 1000).rounded()))" } == ["157 767", "373 -453", "20 192"])
    }

    @Test func beingCancelledEndsTheWork() async {
        let task = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            return try await embedder.embed(["one"])
        }
        await #expect(throws: CancellationError.self) { try await task.value }
    }
}
