import HearthCore
import HearthText
import HostileTexts
import Testing

@Suite struct SentenceTests {
    private func sentences(_ text: String, _ language: String? = nil) -> [String] {
        SentenceSplitter().sentences(in: text, language: language).map { text.text(in: $0) ?? "not a span" }
    }

    @Test func abbreviationsAndInitialsDoNotEndASentence() {
        #expect(
            sentences("Dr. Ada P. Lane met Mr. Berg at 5 p.m. on Sept. 3. They talked, e.g. about No. 7.", "en") == [
                "Dr. Ada P. Lane met Mr. Berg at 5 p.m. on Sept. 3.", "They talked, e.g. about No. 7.",
            ])
    }

    @Test func anAcronymEndsASentenceOnlyBeforeAWordThatStartsOne() {
        #expect(sentences("She moved to the U.S. It was cold.", "en").count == 2)
        #expect(sentences("She works for the U.S. Navy today.", "en").count == 1)
    }

    @Test func numbersAddressesAndFileNamesStayWhole() {
        let text =
            "It costs $3.50 at https://shop.example.com/a.html now. See notes.txt or write to jo.doe@example.org. Fine."
        #expect(sentences(text, "en").count == 3)
    }

    @Test func quotationsAndBracketsStayWhole() {
        #expect(sentences("\"Stop! Who is it?\" she asked. Nobody spoke.", "en").count == 2)
        #expect(sentences("He left (It was late. He was tired.) without a word.", "en").count == 1)
        #expect(sentences("She said, \"It works.\" He laughed.", "en").count == 2)
    }

    @Test func itemsOfARunningListStartAnew() {
        #expect(sentences("1. Milk 2. Bread 3. Salt", "en") == ["1. Milk", "2. Bread", "3. Salt"])
        #expect(sentences("a) one thing b) another thing", "en") == ["a) one thing", "b) another thing"])
    }

    @Test func wrappedLinesAreJoinedAndHeadingsAreNot() {
        let wrapped = """
            Introduction
            The committee met on Tuesday in the old hall to discuss the new
            Library of the town and what it would cost to keep it open for
            another year.
            """
        let found = sentences(wrapped, "en")
        #expect(found.count == 2)
        #expect(found.first == "Introduction")
    }

    /// In a chat the next line is somebody else's, however full the one before is.
    @Test func aClockInBracketsBeginsASentence() {
        let said = "[10:15] Ann: The roofer wants nine hundred euros for the gutter and the tiles"
        #expect(sentences(said + "\n[10:16] Bob: that is a lot\n[9:17] Ann: yes", "en").count == 3)
    }

    @Test(arguments: [
        "[2026-11-12 09:01] ", "[12.11.2026, 9:01:22] ", "[11/12/26, 9:01 PM] ", "[2026-11-12T09:01:22Z] ",
    ])
    func aDateWithAClockInBracketsBeginsASentence(_ stamp: String) {
        let said = stamp + "Ann: The roofer wants nine hundred euros for the gutter and the tiles of it"
        #expect(sentences(said + "\n" + stamp + "Bob: that is a lot of money\n" + stamp + "Ann: yes", "en").count == 3)
        #expect(PlainText.line(said).hasPrefix("Ann: The roofer"))
    }

    @Test func aBoxBeginsASentence() {
        let list =
            "[ ] Call the roofer about the gutter and the tiles of the shed\n[x] pay the bill\n☐ tell Bob\n✓ buy milk"
        #expect(sentences(list, "en").count == 4)
    }

    @Test func aBlankLineAlwaysEndsASentence() {
        #expect(sentences("no full stop here\n\nand none here", "en").count == 2)
    }

    @Test func germanOrdinalsDoNotEndASentenceAndPageNumbersDo() {
        #expect(sentences("Am 3. Oktober begann der 2. Versuch. Er gelang.", "de").count == 2)
        #expect(sentences("Das steht auf Seite 14. Dort steht mehr.", "de").count == 2)
    }

    @Test func otherScriptsHaveTheirOwnStops() {
        #expect(sentences("今天很冷。我们在家！你呢？", "zh") == ["今天很冷。", "我们在家！", "你呢？"])
        #expect(sentences("आज ठंड थी। हम घर पर रहे।", "hi").count == 2)
        #expect(sentences("Բարև Ձեզ: Ինչպե՞ս եք:", "hy").count == 2)
        #expect(sentences("کیا حال ہے؟ سب ٹھیک ہے۔", "ur").count == 2)
    }

    @Test func koreanFormsEndSentencesWhereThereAreNoStops() {
        #expect(
            sentences("오늘 영화를 봤어요~ 너무 재밌었어요! ㅎㅎ 또 보고 싶네요 ^^ 작년보다 좋았음 필요 없는 장면도 있었다 다음에 또 가야지!", "ko") == [
                "오늘 영화를 봤어요~", "너무 재밌었어요! ㅎㅎ", "또 보고 싶네요 ^^", "작년보다 좋았음", "필요 없는 장면도 있었다", "다음에 또 가야지!",
            ])
        #expect(sentences("그는 안 온다 해도 나는 갈 거예요", "ko").count == 1)
    }

    @Test func koreanFormsEndNothingWhereTheWriterSetsStops() {
        let text = "값이 올랐다. 사람이 많았다. 그는 안 된다 소리쳤다. 비가 왔다. 모두 떠났다. 집은 비었다."
        #expect(sentences(text, "ko").count == 6)
    }

    @Test func koreanNeedsNoSpaceBehindAStop() {
        #expect(sentences("정말 좋아요.그래서 또 갔다.3.1운동은 중요하다.", "ko").first == "정말 좋아요.")
        #expect(sentences("그는 3.1운동을 배웠다.", "ko").count == 1)
    }

    @Test func aDotIsNoStopInAScriptWhoseOwnStopTheTextUses() {
        #expect(sentences("यह डॉ. शर्मा हैं। वे प्रो. राव से मिले। दूरी 5 कि.मी. थी।", "hi").count == 3)
        // Marathi sets dots.
        #expect(sentences("आज दसरा आहे. आज खूप शुभ दिवस आहे.", "mr").count == 2)
        #expect(sentences("सच यह है| वह घर गया|", "hi").count == 2)
    }

    @Test func aQuotationThatFollowsAStopBeginsASentence() {
        #expect(sentences("他问。“好。”她说。", "zh") == ["他问。", "“好。”", "她说。"])
        #expect(sentences("他说（好的。）就走了。", "zh").count == 1)
    }

    @Test func aQuestionInGreekMayGoOn() {
        #expect(sentences("Πού είσαι; είπε. Εδώ είμαι; Ναι.", "el") == ["Πού είσαι; είπε.", "Εδώ είμαι;", "Ναι."])
    }

    @Test func unitsEndASentenceOnlyBeforeAWordThatStartsOne() {
        #expect(sentences("It costs 5 bn. That is a lot. It is 3 in. wide.", "en").count == 3)
        #expect(sentences("Das kostet 5 Mio. Euro. Der Rest kommt später.", "de").count == 2)
        #expect(sentences("Он родился в 1985 г. Его зовут А. С. Пушкин. Это г. Москва.", "ru").count == 3)
    }

    @Test func abbreviationsWithSpacesAreOne() {
        #expect(sentences("Яблоки, груши и т. д. Потом ушёл.", "ru").count == 2)
    }

    @Test func theNumberOfANoteBelongsToTheSentenceBeforeIt() {
        #expect(
            sentences("This is the end of the line.12 Next one starts.", "en").first == "This is the end of the line.12"
        )
        #expect(sentences("Version one.12 Beta is at example.12 now.", "en").count <= 2)
    }

    @Test func politeParticlesEndSentencesInThai() {
        #expect(sentences("สวัสดีครับ ผมชื่อสมชาย", "th").count == 2)
    }

    @Test func aWordThatNamesWhoActsOpensASentenceInThai() {
        let diary = [
            "วันนี้ฝนตกหนักมากตั้งแต่เช้า", "ฉันไม่ได้ออกไปไหนเลย", "แม่ทำแกงเขียวหวานไว้ให้", "พี่ชายกลับบ้านตอนเย็น", "เราดูหนังด้วยกันจนดึก",
            "พรุ่งนี้ฉันต้องไปทำงานแต่เช้า",
        ]
        #expect(sentences(diary.joined(separator: " "), "th") == diary)
        // After a clause of time, behind a verb of saying, as the name of a mountain, in a list, and behind a word cut off by a number.
        for whole in [
            "เมื่อฝนตกหนักมากตั้งแต่เช้ามืด เขาจึงไม่ได้ออกไปไหน", "เพื่อนบ้านคนนั้นบอกกับแม่ของฉันว่า เขาจะย้ายบ้านเร็วๆ นี้",
            "นักท่องเที่ยวชอบไปเที่ยวที่เชียงใหม่ เขาใหญ่และพัทยาทุกปี", "ของฝากจากเชียงรายมีหลายอย่างมาก แม่ พ่อ พี่ น้อง",
            "ค่าเช่าบ้านหลังนี้เดือนละ 9,500 บาท ต่อเดือน",
        ] {
            #expect(sentences(whole, "th") == [whole])
        }
    }

    @Test func butPartsLongClausesInThai() {
        let long = "บ้านหลังนี้อยู่ใกล้ตลาดและโรงเรียนประถมของหมู่บ้านริมแม่น้ำ"
        #expect(sentences("\(long) แต่ค่าเช่าแพงเกินไปสำหรับพวกเรา", "th").count == 2)
        #expect(sentences("บ้านสวย แต่ค่าเช่าแพงเกินไป", "th").count == 1)
    }

    @Test func wrappedLinesInThaiKeepTheBordersAtTheirEnds() {
        let lines = [
            "วันนี้ผมจะมาเล่าเรื่องการปลูกข้าวในนาให้ทุกคนฟังกันครับ", "เราเริ่มไถนาในเดือนพฤษภาคมเพราะฝนเริ่มตกชุกทั่วทั้งจังหวัด",
            "และน้ำในคลองมีมากพอ",
        ]
        let found = sentences(lines.joined(separator: "\n"), "th")
        #expect(found == [lines[0], lines[1] + "\n" + lines[2]])
        // Short lines are no wrapped ones, however long the next phrase is.
        #expect(sentences("สิ่งที่ต้องซื้อ\nข้าวสารห้ากิโลกรัมและน้ำปลา\nไข่ไก่", "th").count == 3)
    }

    @Test func noSentenceOfThaiGoesOnWithoutEnd() {
        let clause = "และคณะกรรมการได้พิจารณาเรื่องดังกล่าวอย่างรอบคอบ"
        let found = sentences(String(repeating: clause + " ", count: 100), "th")
        #expect(found.allSatisfy { $0.unicodeScalars.count < 600 })
    }

    @Test func onlyCertainBordersAreToldWhereTheseAreWanted() {
        let splitter = SentenceSplitter()
        let text = "ผมชื่อสมชายครับ วันนี้ฝนตกหนักมากตั้งแต่เช้า ฉันไม่ได้ออกไปไหนเลย"
        #expect(splitter.sentences(in: text, language: "th", borders: .certain).count == 2)
        #expect(splitter.sentences(in: text, language: "th").count == 3)
    }

    @Test func theLanguageIsFoundOutWhenNotGiven() {
        #expect(sentences("Der Zug fährt, z. B. heute, um 8 Uhr ab. Wir warten am 2. Gleis.").count == 2)
    }

    @Test(arguments: HostileTexts.all.indices) func spansAreOrderedAndCoverAllThatIsNotWhiteSpace(number: Int) {
        let text = HostileTexts.all[number]
        let spans = SentenceSplitter().sentences(in: text)
        var end = 0
        var covered = ""
        for span in spans {
            #expect(span.start >= end && span.end > span.start)
            end = span.end
            covered += text.text(in: span) ?? "not a span"
        }
        func squeezed(_ text: String) -> [Unicode.Scalar] { text.unicodeScalars.filter { !$0.properties.isWhitespace } }
        #expect(squeezed(covered) == squeezed(text))
    }

    @Test func timeGrowsWithTheTextAlsoWithoutAnyStop() {
        let clock = ContinuousClock()
        for unit in ["word ", "(", "\"a ", "1) ", "a. ", ". ", "。", "\n", "x", "' "] {
            let text = String(repeating: unit, count: 100_000 / unit.utf8.count)
            let took = clock.measure { _ = SentenceSplitter().sentences(in: text, language: "en") }
            #expect(took < .seconds(10), "\(unit.debugDescription) took \(took)")
        }
        let lead = String(repeating: ",", count: 30_000) + String(repeating: "a. ", count: 15_000)
        #expect(clock.measure { _ = SentenceSplitter().sentences(in: lead, language: "en") } < .seconds(10))
    }
}
