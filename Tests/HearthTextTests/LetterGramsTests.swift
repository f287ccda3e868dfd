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
