import HearthCore
import HearthText
import Testing

/// Sentences of our own in many languages; between them stands a space, or nothing where the writing sets none.
@Suite struct SentenceLanguageTests {
    private func sentences(_ text: String, _ language: String? = nil) -> [String] {
        SentenceSplitter().sentences(in: text, language: language).map { text.text(in: $0) ?? "not a span" }
    }

    /// Texts that are no more than their sentences, joined.
    static let joined: [(language: String, sentences: [String])] = [
        // Polite and plain forms without stops beside some with them.
        (
            "ko",
            [
                "주말에 친구랑 바닷가에 다녀왔어요", "날씨가 조금 흐렸지만 바람이 시원해서 걷기 좋았답니다", "근처 식당은 생각보다 비싸더라구요ㅠㅠ", "그래도 회는 정말 신선했습니다!",
                "사진도 많이 찍었네요^^", "다음에는 부모님을 모시고 가야겠다", "혹시 주차장은 어디가 좋을까요?ㅎㅎ", "댓글로 알려 주세요~", "모두 즐거운 하루 보내시죠",
            ]
        ),
        // Nouns that end in 요, connectives that end in 까, 다 that is no ending.
        ("ko", ["비가 오니까 우산이 필요 없는 사람은 없다.", "수요 조사를 둘다 다시 합니다.", "이것은 중요 문서입니다."]),
        // A pause of dots within a sentence, and a quoted question.
        ("ko", ["나는.. 그게 좀 어렵다고 생각한다.", "그는 왜? 라고 물었다.", "\"오늘 간다. 내일 온다.\" 라고 그가 말했다.", "우리는 웃었다..", "끝이다."]),
        ("ko", ["\"정말 몰랐어요.\" 그가 말했다.", "아무도 믿지 않았다."]),
        ("th", ["สวัสดีค่ะ", "คุณสบายดีไหม", "ดร. สมชายเกิดเมื่อ พ.ศ. 2510 ที่ จ. เชียงใหม่ครับ", "ขอบคุณค่ะ"]),
        (
            "th",
            [
                "เมืองนี้ก่อตั้งขึ้นเมื่อหลายร้อยปีก่อนโดยพ่อค้าที่เดินทางมาจากชายฝั่งทะเลทางทิศตะวันออก และเติบโตขึ้นอย่างรวดเร็ว",
                "อย่างไรก็ตาม น้ำท่วมใหญ่ได้ทำลายบ้านเรือนไปจำนวนมาก",
                "ดังนั้น ชาวเมืองจึงย้ายไปอยู่บนเนินเขา",
            ]
        ),
        ("th", ["ในสวนมีดอกไม้ สีแดง สีเหลือง สีขาว และสีม่วง"]),
        ("hi", ["डॉ. मेहता कल आए।", "क्या आप तैयार हैं?", "“मैं घर जा रहा हूँ।” उसने कहा।", "बहुत अच्छा!", "प्रो. ए. के. राव भी थे।"]),
        // A sentence of its own behind a quotation: the verb of saying has a clause behind it.
        ("hi", ["“मैं घर जा रहा हूँ।”", "उसने कहा कि बारिश होगी और सब लोग भीग जाएँगे।"]),
        // Stops where no danda is typed.
        ("hi", ["डॉ. मेहता का घर बड़ा है.", "वह ए. के. राव से मिला.", "दूरी 5 कि.मी. थी."]),
        ("hi", ["राम नाम सत्य है॥ १२ ॥", "दूसरा पद यह है॥ १३ ॥"]),
        ("ar", ["هل وصلت الرسالة؟", "نعم!", "قال د. سامي إن الموعد يوم الأحد.", "كم الساعة؟!", "لا أعرف..."]),
        ("fa", ["حال شما چطور است؟", "من خوبم.", "دکتر در سال ۱۳۵۰ ه.ش. به دنیا آمد."]),
        ("ur", ["کیا آپ تیار ہیں؟", "جی ہاں۔", "“میں گھر جا رہا ہوں۔” اس نے کہا۔"]),
        (
            "el",
            [
                "Τι ώρα είναι;", "«Πού πάμε;»", "Ο κ. Νίκος δεν απάντησε.", "Γιατί;;", "Ποιος ίδρυσε το NATO;",
                "Κανείς δεν ξέρει· ίσως αύριο.",
                "«Έρχεσαι;» ρώτησε εκείνη.",
            ]
        ),
        (
            "vi",
            [
                "GS. TS. Nguyễn Văn Bình sống ở TP. Hồ Chí Minh.", "Ông có ba người con, v.v. và một cái nhà.",
                "Bạn có khỏe không?",
                "Giá là 1.250.000 đồng.", "Hôm nay trời đẹp!",
            ]
        ),
        (
            "ro",
            [
                "Dl. Popescu locuiește pe str. Lungă nr. 5.", "S-a născut în 1950.",
                "Vine și d-na Ionescu, prof. la liceu.",
            ]
        ),
        (
            "de",
            ["Sie wurde am 3. März 18.", "Dann zog sie nach Köln.", "Zum 100. Geburtstag kam der 2. Bürgermeister."]
        ),
        ("am", ["ሰላም ነው።", "እንዴት ነህ፧", "ደህና ነኝ፡፡", "አመሰግናለሁ።"]),
        ("hy", ["Բարև Ձեզ։", "Ինչպե՞ս եք։"]),
        ("ko", ["회의 결과를 정리함", "예산안은 다음 모임에서 검토 예정임", "행사는 비 때문에 연기됨", "담임 선생님과 함께 책임 소재를 확인함"]),
        ("ko", ["아 배고프다", "점심에 뭐 먹지", "근데 비가 온다", "나가기 귀찮네", "그래서 라면 끓여 먹었어", "너무 맛있는 것 같아", "다음에 또 먹을래"]),
        ("ko", ["그 일은 내가 하오", "그대는 무엇을 보았소", "밥은 먹었냐", "이제 정말 가는구려"]),
        ("ko", ["오늘은 집에서 쉬었어용 :)", "근데요 내일은 바빠요 ^_^", "저녁은 잘 먹었어여~", "안녕히 주무세요 ㅠ.ㅠ"]),
        ("en", ["I liked it! :)", "It ended at 5:30. ;-)", "Bring the list: milk, bread.", "See you!"]),
        ("en", ["It rained.¹", "Nobody minded.²", "Great!😊", "We went home."]),
    ]

    @Test(arguments: joined.indices) func sentencesOfManyLanguagesAreToldApart(index: Int) {
        let (language, expected) = Self.joined[index]
        #expect(sentences(expected.joined(separator: " "), language) == expected)
    }

    @Test func wideSpacesEndSentencesInThaiWhereNarrowOnesPartPhrases() {
        let text = "สมชาย ใจดี เกิดที่ลำพูน เมื่อปี 2510  เขาเรียนที่เชียงใหม่ และทำงานที่ NECTEC  ปัจจุบันอยู่ที่น่าน"
        #expect(sentences(text, "th").count == 3)
    }

    @Test func anArticleBeforeAnAbbreviationLeavesItOne() {
        #expect(sentences("L'art. 5 de la loi s'applique. Il est clair.", "fr").count == 2)
        #expect(sentences("Ha parlato dell’ing. Rossi. Poi è uscito.", "it").count == 2)
        #expect(sentences("She said it isn't. No. She left.", "en").first == "She said it isn't.")
    }

    @Test func aTextShowsItsOwnAbbreviations() {
        // No list has "Lag."; it is seen before small letters, twice.
        let text =
            "Die Lag. wurde am Montag geleert. Die Lag. steht im Hof. Gestern kam die Lag. Nordhof dazu. Er ging."
        #expect(sentences(text, "de").count == 4)
        // A word that also stands without a stop is none.
        let words = "Der Hof ist groß. der Hof. und der Hof. im Sommer. Sie fegt den Hof. Karl hilft im Hof mit."
        #expect(sentences(words, "de").contains { $0.hasPrefix("Karl") })
    }

    @Test func aQuotedExclamationInJapaneseGoesOn() {
        #expect(sentences("えっ？と思った。とても驚いた！とにかく帰った。", "ja") == ["えっ？と思った。", "とても驚いた！", "とにかく帰った。"])
    }

    @Test func everyTerminalOfUnicodeEndsASentence() {
        for value in UInt32(0x589)...0x1FFFF {
            // A later Unicode may know more scripts.
            guard let properties = Unicode.Scalar(value)?.properties, properties.isSentenceTerminal, value != 0x2024,
                let age = properties.age, age.major <= 15
            else { continue }
            #expect(value.isTerminator, "U+\(String(value, radix: 16))")
        }
    }

    @Test(arguments: [
        ("ru", ["Страховая сумма 38 450,50 руб.", "Франшиза 3 000 руб.", "Стоимость машины указана ниже."]),
        ("cs", ["Nájem je 14 500 Kč.", "Kauce je 29 000 Kč.", "Splatnost je pátého."]),
        ("tr", ["Günde 2,5 mg.", "Kahve günde bir fincan."]),
    ]) func whatIsMeasuredEndsASentence(language: String, parts: [String]) {
        #expect(sentences(parts.joined(separator: " "), language) == parts)
    }
}
