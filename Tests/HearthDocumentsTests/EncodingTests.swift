import Foundation
import HearthCore
import HearthTesting
import Testing

@testable import HearthDocuments

/// Texts as other programs encode them (made with Python's codecs), to be recognised without being told.
struct EncodingTests {
    struct Sample: Sendable, CustomTestStringConvertible {
        var encoding: String
        var text: String
        var base64: String
        var testDescription: String { "\(encoding): \(text.prefix(20))" }
    }

    @Test(arguments: samples)
    func legacyEncodingIsRecognised(_ sample: Sample) throws {
        let bytes = try Array(#require(Data(base64Encoded: sample.base64)))
        let decoded = TextDecoder.decode(bytes)
        #expect(decoded.text == sample.text)
        #expect(decoded.encoding == sample.encoding)
        #expect(decoded.replacements == 0)
    }

    @Test func validUTF8IsLeftByteForByte() {
        let bytes = Array("Größe 日本語 \r\n\u{0}x".utf8)
        let decoded = TextDecoder.decode(bytes)
        #expect(Array(decoded.text.utf8) == bytes)
    }

    @Test func byteOrderMarksDecideAndAreDropped() {
        let text = "Größe €"
        let little = text.utf16.flatMap { [UInt8(truncatingIfNeeded: $0), UInt8(truncatingIfNeeded: $0 >> 8)] }
        let big = text.utf16.flatMap { [UInt8(truncatingIfNeeded: $0 >> 8), UInt8(truncatingIfNeeded: $0)] }
        let wide = text.unicodeScalars.flatMap { scalar -> [UInt8] in
            [0, 0, UInt8(truncatingIfNeeded: scalar.value >> 8), UInt8(truncatingIfNeeded: scalar.value)]
        }
        for (mark, bytes, name) in [
            ([0xEF, 0xBB, 0xBF], Array(text.utf8), "utf-8"), ([0xFF, 0xFE], little, "utf-16le"),
            ([0xFE, 0xFF], big, "utf-16be"), ([0, 0, 0xFE, 0xFF], wide, "utf-32be"),
        ] as [([UInt8], [UInt8], String)] {
            let decoded = TextDecoder.decode(mark + bytes)
            #expect(decoded.text == text)
            #expect(decoded.encoding == name)
        }
    }

    @Test func utf16WithoutMarkIsRecognised() {
        let text = "Minutes of the meeting\nПривет, мир 12"
        let little = text.utf16.flatMap { [UInt8(truncatingIfNeeded: $0), UInt8(truncatingIfNeeded: $0 >> 8)] }
        let big = text.utf16.flatMap { [UInt8(truncatingIfNeeded: $0 >> 8), UInt8(truncatingIfNeeded: $0)] }
        #expect(TextDecoder.decode(little).text == text)
        #expect(TextDecoder.decode(big).text == text)
    }

    static let languages = [
        "The ferry leaves at nine. Tickets are sold on the pier, and children travel free.\n",
        "Το πλοίο φεύγει στις εννέα. Τα εισιτήρια πωλούνται στην προβλήτα.\n",
        "渡轮九点出发。船票在码头出售，儿童免费乘坐。我们建议大家早点到，因为座位不多。\n",
        "渡轮九点出发。船票在码头出售，儿童免费乘坐。我们建议大家早点到",
        "تغادر العبّارة في التاسعة. تُباع التذاكر على الرصيف، ويسافر الأطفال مجانًا.\n",
        "여객선은 아홉 시에 출발합니다. 표는 부두에서 팔고, 어린이는 무료입니다.\n",
        "フェリーは九時に出発します。切符は桟橋で売っています。子どもは無料です。\n",
        "Паром отходит в девять. Билеты продаются на причале, дети бесплатно.\n",
        "नाव नौ बजे चलती है। टिकट घाट पर मिलते हैं, और बच्चे मुफ़्त जाते हैं।\n",
        "เรือออกเวลาเก้าโมง ซื้อตั๋วได้ที่ท่าเรือ เด็กไม่ต้องเสียค่าโดยสาร\n",
        "Ledger 2024\r\n1,204.50\t17\r\n998.00\t12\r\n", "Ship 🚢 and 𝄞 music, as it was. 🎵\n",
    ]

    /// A text in one of the forms of Unicode, without a mark.
    private static func wide(_ text: String, _ form: WideUnicode) -> [UInt8] {
        func little(_ value: UInt32, _ width: Int) -> [UInt8] {
            (0..<width).map { UInt8(truncatingIfNeeded: value >> (8 * UInt32($0))) }
        }
        return switch form {
        case .utf16LittleEndian: text.utf16.flatMap { little(UInt32($0), 2) }
        case .utf16BigEndian: text.utf16.flatMap { little(UInt32($0), 2).reversed() }
        case .utf32LittleEndian: text.unicodeScalars.flatMap { little($0.value, 4) }
        case .utf32BigEndian: text.unicodeScalars.flatMap { little($0.value, 4).reversed() }
        }
    }

    @Test(arguments: languages, WideUnicode.allCases)
    func wideUnicodeWithoutMarkIsRecognisedInAnyLanguage(_ text: String, _ form: WideUnicode) async throws {
        for text in [text, String(repeating: text, count: 1_200)] {
            let bytes = Self.wide(text, form)
            let decoded = TextDecoder.decode(bytes)
            #expect(decoded.text == text)
            #expect(decoded.encoding == form.rawValue && decoded.replacements == 0)
            #expect(FormatDetector.isText(bytes))
        }
    }

    @Test func randomBytesAreNoTextAlsoBehindAMark() async {
        var generator = SeededGenerator(seed: 11)
        for size in [1_000, 5_000, 40_001] {
            for _ in 0..<20 {
                let bytes = (0..<size).map { _ in UInt8.random(in: 0...255, using: &generator) }
                #expect(WideUnicode.detect(bytes) == nil)
                #expect(!FormatDetector.isText(bytes))
                #expect(!FormatDetector.isText([0xFF, 0xFE] + bytes))
            }
        }
        let noise = (0..<4_096).map { _ in UInt8.random(in: 0...255, using: &generator) }
        #expect(await errorCode([0] + noise, "a.txt") == "not-text")
    }

    /// What programs keep: numbers in 16 and 32 bits, small, in a row, or as waves.
    @Test func rowsOfNumbersAreNoText() {
        var generator = SeededGenerator(seed: 12)
        var wave = 0
        let samples = (0..<4_000).map { _ -> Int in
            wave += Int.random(in: -60...60, using: &generator) - wave / 40
            return wave
        }
        let rows: [[Int]] = [
            samples, Array(0..<4_000), (0..<4_000).map { $0 % 200 }, Array(1_000..<60_000), (0..<4_000).map { $0 * 4 },
            (0..<4_000).map { _ in Int.random(in: 0...900, using: &generator) },
        ]
        for row in rows {
            let short = row.flatMap { [UInt8(truncatingIfNeeded: $0), UInt8(truncatingIfNeeded: $0 >> 8)] }
            let long = row.flatMap { value in (0..<4).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) } }
            for bytes in [short, short.reversed(), long, long.reversed()] {
                #expect(WideUnicode.detect(bytes) == nil, "\(row.prefix(5))")
            }
        }
    }

    @Test func fewZerosInTextOfSingleBytesChangeNothing() throws {
        let line = "11:02 connection closed by peer, retry in 30 s\n"
        var log = Array(String(repeating: line, count: 40).utf8)
        for place in stride(from: 100, to: log.count, by: 211) { log[place] = 0 }
        #expect(TextDecoder.decode(log).encoding == "utf-8")
        var latin = Array(log.map { $0 == UInt8(ascii: "y") ? 0xFC : $0 })
        #expect(TextDecoder.decode(latin).encoding == "windows-1252")
        latin.append(0)
        #expect(TextDecoder.decode(latin).encoding == "windows-1252")
        // Also in the larger alphabets.
        let russian = try #require(Self.samples.first { $0.encoding == "windows-1251" })
        var bytes = Array(try #require(Data(base64Encoded: russian.base64)))
        bytes = Array(repeatElement(bytes, count: 20).joined())
        for place in stride(from: 50, to: bytes.count, by: 307) { bytes[place] = 0 }
        #expect(TextDecoder.decode(bytes).encoding == "windows-1251")
    }

    @Test func damagedUTF8StaysUTF8AndIsReported() {
        var bytes = Array("Größe, Straße, Äpfel, Öl und Übung".utf8)
        bytes.append(0xC3)
        var warnings: [ExtractionWarning] = []
        let decoded = TextDecoder.decode(bytes, warnings: &warnings)
        #expect(decoded.text == "Größe, Straße, Äpfel, Öl und Übung\u{FFFD}")
        #expect(warnings.map(\.kind) == [.undecodableBytes])
    }

    @Test func windows1252WithoutIconvAgreesWithIconv() throws {
        let bytes = (0x20...0xFF).map { UInt8($0) }.filter { ![0x81, 0x8D, 0x8F, 0x90, 0x9D].contains($0) }
        let byTable = LegacyDecoder.decodeWindows1252(bytes)
        #expect(byTable.text == LegacyDecoder.decode(bytes, .windows1252)?.text)
        #expect(byTable.replacements == 0)
    }

    @Test func anyBytesGiveText() {
        var random = SeededGenerator(seed: 11)
        for _ in 0..<300 {
            let bytes = (0..<Int.random(in: 0...200, using: &random)).map { _ in
                UInt8.random(in: .min ... .max, using: &random)
            }
            let decoded = TextDecoder.decode(bytes)
            let scalars = decoded.text.unicodeScalars
            // No encoding writes a character in less than a byte, and none is replaced without being counted.
            #expect(scalars.count <= bytes.count && decoded.replacements <= bytes.count, "\(bytes)")
            #expect(decoded.replacements > 0 || !scalars.contains("\u{FFFD}"), "\(bytes)")
        }
    }

    static let samples: [Sample] = [
        Sample(
            encoding: "windows-1251",
            text:
                "Все люди рождаются свободными и равными в своем достоинстве и правах. Они наделены разумом и совестью.",
            base64:
                "wvHlIOv+5Ogg8O7m5OD+8vH/IPHi7uHu5O377Ogg6CDw4OLt++zoIOIg8eLu5ewg5O7x8u7o7fHy4uUg6CDv8ODi4PUuIM7t6CDt4OTl6+Xt+yDw4Ofz7O7sIOgg8e7i5fHy/P4u"
        ),
        Sample(
            encoding: "koi8-r",
            text:
                "Все люди рождаются свободными и равными в своем достоинстве и правах. Они наделены разумом и совестью.",
            base64:
                "99PFIMzAxMkg0s/WxMHA1NPRINPXz8LPxM7ZzckgySDSwdfO2c3JINcg09fPxc0gxM/T1M/JztPU18UgySDQ0sHXwcguIO/OySDOwcTFzMXO2SDSwdrVzc/NIMkg08/XxdPU2MAu"
        ),
        Sample(
            encoding: "ibm866",
            text:
                "Все люди рождаются свободными и равными в своем достоинстве и правах. Они наделены разумом и совестью.",
            base64:
                "guGlIKvupKgg4K6mpKDu4uHvIOGirqGupK3rrKggqCDgoKKt66yoIKIg4aKupawgpK7h4q6oreHioqUgqCCv4KCioOUuII6tqCCtoKSlq6Wt6yDgoKfjrK6sIKgg4a6ipeHi7O4u"
        ),
        Sample(
            encoding: "windows-1251",
            text:
                "Всі люди народжуються вільними і рівними у своїй гідності та правах. Вони наділені розумом і совістю.",
            base64:
                "wvGzIOv+5Ogg7eDw7uTm8/7y/PH/IOKz6/zt6OzoILMg8LPi7ejs6CDzIPHi7r/pIOOz5O3u8fKzIPLgIO/w4OLg9S4gwu7t6CDt4OSz6+XtsyDw7ufz7O7sILMg8e7is/Hy/i4="
        ),
        Sample(
            encoding: "windows-1251", text: "Всички хора се раждат свободни и равни по достойнство и права.",
            base64: "wvHo9+roIPXu8OAg8eUg8ODm5ODyIPHi7uHu5O3oIOgg8ODi7egg7+4g5O7x8u7p7fHy4u4g6CDv8ODi4C4="),
        Sample(
            encoding: "windows-1253",
            text: "Όλοι οι άνθρωποι γεννιούνται ελεύθεροι και ίσοι στην αξιοπρέπεια και τα δικαιώματα.",
            base64:
                "vOvv6SDv6SDc7ejx+fDv6SDj5e3t6e/97fTh6SDl6+X96OXx7+kg6uHpIN/z7+kg8/Tn7SDh7unv8PHd8OXp4SDq4ekg9OEg5Onq4en+7OH04S4="
        ),
        Sample(
            encoding: "windows-1255", text: "כל בני האדם נולדו בני חורין ושווים בערכם ובזכויותיהם.",
            base64: "6+wg4fDpIOTg4+0g8OXs4+Ug4fDpIOfl+OnvIOX55eXp7SDh8vjr7SDl4ebr5enl+unk7S4="),
        Sample(
            encoding: "windows-1256", text: "يولد جميع الناس أحرارا متساوين في الكرامة والحقوق.",
            base64: "7ebhzyDM4+3aIMfh5MfTIMPN0cfRxyDjytPH5u3kIN3tIMfh39HH48kg5sfhzd7m3i4="),
        Sample(
            encoding: "windows-874", text: "มนุษย์ทั้งหลายเกิดมามีอิสระและเสมอภาคกันในเกียรติศักดิ์และสิทธิ",
            base64: "wbnYycLst9Hpp8vF0sLgodS0wdLB1c3UysPQ4cXQ4MrBzcDSpKHRueO54KHVwsO11MjRobTU7OHF0MrUt7jU"),
        Sample(
            encoding: "shift_jis", text: "すべての人間は、生まれながらにして自由であり、かつ、尊厳と権利とについて平等である。",
            base64:
                "greC14LEgsyQbIrUgs2BQZC2gtyC6oLIgqqC54LJgrWCxI6pl1KCxYKgguiBQYKpgsKBQZG4jLWCxoygl5iCxoLJgsKCooLElb2TmYLFgqCC6YFC"
        ),
        Sample(
            encoding: "euc-jp", text: "すべての人間は、生まれながらにして自由であり、かつ、尊厳と権利とについて平等である。",
            base64:
                "pLmk2aTGpM6/zbTWpM+hosC4pN6k7KTKpKyk6aTLpLekxryrzbOkx6SipOqhoqSrpMShosK6uLekyLiizfikyKTLpMSkpKTGyr/F+aTHpKKk66Gj"
        ),
        Sample(
            encoding: "iso-2022-jp", text: "すべての人間は、生まれながらにして自由であり、かつ、尊厳と権利とについて平等である。",
            base64:
                "GyRCJDkkWSRGJE4/TTRWJE8hIkA4JF4kbCRKJCwkaSRLJDckRjwrTTMkRyQiJGohIiQrJEQhIkI6ODckSDgiTXgkSCRLJEQkJCRGSj9FeSRHJCIkayEjGyhC"
        ),
        Sample(
            encoding: "gb18030", text: "人人生而自由，在尊严和权利上一律平等。他们赋有理性和良心，并应以兄弟关系的精神相对待。",
            base64:
                "yMvIy8n6tvjX1NPJo6zU2tfw0c+6zciowPvJz9K7wsnGvbXIoaPL+8PHuLPT0MDt0NS6zcG80MSjrLKi06bS1NDWtdy52M+1tcS+q8nxz+C21LT9oaM="
        ),
        Sample(
            encoding: "big5", text: "人人生而自由，在尊嚴和權利上一律平等。他們賦有理性和良心，並應以兄弟關係的精神互相對待。",
            base64:
                "pEikSKXNptOm26XRoUGmYrRMxFmpTcV2p1GkV6RAq9+lrbWloUOlTK3MveGms7J6qcqpTah9pN+hQajDwLOlSKVTp8zD9qtZqrq666+rpKys27nvq92hQw=="
        ),
        Sample(
            encoding: "euc-kr", text: "모든 인간은 태어날 때부터 자유로우며 그 존엄과 권리에 있어 동등하다.",
            base64: "uPC15yDAzrCjwLogxcK+7rOvILanus7FzSDA2sCvt86/7LjnILHXIMG4vvaw+iCxx7iuv6EgwNa+7iC1v7Xux8+02S4="),
        Sample(
            encoding: "windows-1252", text: "déjà vu",
            base64: "ZOlq4CB2dQ=="),
        Sample(
            encoding: "windows-1252", text: "Größe",
            base64: "R3L232U="),
        Sample(
            encoding: "windows-1252",
            text: "Todos los seres humanos nacen libres e iguales en dignidad y derechos. ¿Mañana está el niño?",
            base64:
                "VG9kb3MgbG9zIHNlcmVzIGh1bWFub3MgbmFjZW4gbGlicmVzIGUgaWd1YWxlcyBlbiBkaWduaWRhZCB5IGRlcmVjaG9zLiC/TWHxYW5hIGVzdOEgZWwgbmnxbz8="
        ),
        Sample(
            encoding: "windows-1252",
            text: "Todos os seres humanos nascem livres e iguais em dignidade e em direitos. Não há coração.",
            base64:
                "VG9kb3Mgb3Mgc2VyZXMgaHVtYW5vcyBuYXNjZW0gbGl2cmVzIGUgaWd1YWlzIGVtIGRpZ25pZGFkZSBlIGVtIGRpcmVpdG9zLiBO428gaOEgY29yYefjby4="
        ),
        Sample(
            encoding: "windows-1252", text: "Perché così è la città, più bella però già.",
            base64: "UGVyY2jpIGNvc+wg6CBsYSBjaXR04CwgcGn5IGJlbGxhIHBlcvIgZ2ngLg=="),
        Sample(
            encoding: "windows-1252",
            text: "Alla människor är födda fria och lika i värde och rättigheter. Åka på sjön.",
            base64:
                "QWxsYSBt5G5uaXNrb3Ig5HIgZvZkZGEgZnJpYSBvY2ggbGlrYSBpIHbkcmRlIG9jaCBy5HR0aWdoZXRlci4gxWthIHDlIHNq9m4u"),
        Sample(
            encoding: "windows-1252",
            text: "Alle mennesker er født frie og lige i værdighed og rettigheder. Må få på gården.",
            base64:
                "QWxsZSBtZW5uZXNrZXIgZXIgZvhkdCBmcmllIG9nIGxpZ2UgaSB25nJkaWdoZWQgb2cgcmV0dGlnaGVkZXIuIE3lIGblIHDlIGflcmRlbi4="
        ),
        Sample(
            encoding: "windows-1252",
            text: "Hver maður er borinn frjáls og jafn öðrum að virðingu og réttindum. Það þýðir ekki.",
            base64:
                "SHZlciBtYfB1ciBlciBib3Jpbm4gZnJq4WxzIG9nIGphZm4g9vBydW0gYfAgdmly8GluZ3Ugb2cgcul0dGluZHVtLiDeYfAg/v3waXIgZWtraS4="
        ),
        Sample(
            encoding: "windows-1252", text: "It’s a “quoted” text – with a dash… and £5 or €6.",
            base64: "SXSScyBhIJNxdW90ZWSUIHRleHQgliB3aXRoIGEgZGFzaIUgYW5kIKM1IG9yIIA2Lg=="),
        Sample(
            encoding: "windows-1250",
            text: "Wszyscy ludzie rodzą się wolni i równi pod względem swej godności i swych praw. Są źródła żółć.",
            base64:
                "V3N6eXNjeSBsdWR6aWUgcm9kerkgc2nqIHdvbG5pIGkgcvN3bmkgcG9kIHd6Z2zqZGVtIHN3ZWogZ29kbm+cY2kgaSBzd3ljaCBwcmF3LiBTuSCfcvNks2Egv/Oz5i4="
        ),
        Sample(
            encoding: "windows-1250",
            text:
                "Všichni lidé rodí se svobodní a sobě rovní co do důstojnosti a práv. Jsou nadáni rozumem a svědomím.",
            base64:
                "VpppY2huaSBsaWTpIHJvZO0gc2Ugc3ZvYm9kbu0gYSBzb2LsIHJvdm7tIGNvIGRvIGT5c3Rvam5vc3RpIGEgcHLhdi4gSnNvdSBuYWThbmkgcm96dW1lbSBhIHN27GRvbe1tLg=="
        ),
        Sample(
            encoding: "windows-1250",
            text: "Minden emberi lény szabadon születik és egyenlő méltósága és joga van. Győr, tűz, hősök.",
            base64:
                "TWluZGVuIGVtYmVyaSBs6W55IHN6YWJhZG9uIHN6/GxldGlrIOlzIGVneWVubPUgbelsdPNz4WdhIOlzIGpvZ2EgdmFuLiBHefVyLCB0+3osIGj1c/ZrLg=="
        ),
        Sample(
            encoding: "windows-1250",
            text: "Sva ljudska bića rađaju se slobodna i jednaka u dostojanstvu i pravima. Čaša, žena, šuma, ćup.",
            base64:
                "U3ZhIGxqdWRza2EgYmnmYSByYfBhanUgc2Ugc2xvYm9kbmEgaSBqZWRuYWthIHUgZG9zdG9qYW5zdHZ1IGkgcHJhdmltYS4gyGGaYSwgnmVuYSwgmnVtYSwg5nVwLg=="
        ),
        Sample(
            encoding: "windows-1254",
            text: "Bütün insanlar hür, haysiyet ve haklar bakımından eşit doğarlar. Işığı gördü, çağrı, şey.",
            base64:
                "Qvx0/G4gaW5zYW5sYXIgaPxyLCBoYXlzaXlldCB2ZSBoYWtsYXIgYmFr/W39bmRhbiBl/ml0IGRv8GFybGFyLiBJ/v3w/SBn9nJk/Cwg52Hwcv0sIP5leS4="
        ),
        Sample(
            encoding: "windows-1257",
            text: "Visi žmonės gimsta laisvi ir lygūs savo orumu ir teisėmis. Jiems suteiktas protas ir sąžinė.",
            base64:
                "VmlzaSD+bW9u63MgZ2ltc3RhIGxhaXN2aSBpciBseWf7cyBzYXZvIG9ydW11IGlyIHRlaXPrbWlzLiBKaWVtcyBzdXRlaWt0YXMgcHJvdGFzIGlyIHPg/mlu6y4="
        ),
    ]

    /// iconv holds a letter back to which a mark may still come.
    @Test func theLastLetterIsNotLost() throws {
        #expect(LegacyDecoder.decode([0xE0, 0xE1, 0xE9, 0xE1], .windows1255)?.text == "אביב")
        #expect(LegacyDecoder.decode(Array("ba".utf8), .windows1258)?.text == "ba")
        #expect(LegacyDecoder.decode(Array("ban".utf8) + [0xE2], .windows1258)?.text == "banâ")
    }
}
