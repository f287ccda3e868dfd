/// The endings with which Korean verbs close a sentence.
///
/// Korean says on the verb that a sentence is over, and in what style: formal (`-습니다`), polite (`-요`), plain (`-다`), casual
/// (`-어`, `-지`), or as a note (`-음`). The endings and the styles are those of the grammars (Ho-min Sohn, The Korean Language,
/// 1999, 8.3; the "종결 어미" of the National Institute of Korean Language). Many are written like the ends of nouns, adverbs and
/// clauses, so that what stands before an ending decides, and how certain an ending is.
enum KoreanEndings {
    /// How certain it is that a word with an ending closes a sentence.
    enum Strength: Int, Comparable {
        case none
        /// Closes clauses, or ends nouns, as often: counts with a mark of mood behind it, or before the dots of a pause.
        case casual
        /// Closes sentences, but may be quoted or stand in a dictionary's form.
        case plain
        /// Closes sentences and nothing else.
        case polite

        static func < (a: Strength, b: Strength) -> Bool { a.rawValue < b.rawValue }
    }

    /// What has to stand before an ending.
    private enum Before {
        case anything
        /// A syllable that ends in one of these consonants, by their numbers in the Unicode Standard (3.12): 17 is ㅂ.
        case finals(Set<UInt32>)
        /// A syllable that ends in a consonant, but none of these.
        case finalsBut(Set<UInt32>)
        case syllables(Set<UInt32>)
    }

    private struct Ending {
        var text: [UInt32]
        var before = Before.anything
        /// Syllables of the word at least, those of the ending with them.
        var least = 2
        var strength: Strength
        /// Words that only look so, by their end.
        var except: [[UInt32]]

        init(
            _ text: String, _ strength: Strength, after before: Before = .anything, least: Int = 2, except: String = ""
        ) {
            self.text = KoreanEndings.scalars(text)
            self.before = before
            self.least = least
            self.strength = strength
            self.except = except.split(separator: " ").map { KoreanEndings.scalars($0) }
        }
    }

    /// Syllables before the 요 of polite verbs.
    private static let polite = Set(scalars("해어아네세에까죠예"))

    private static let endings: [Ending] = [
        // Formal: 합니다, 합니까, 하십시오, 합시다.
        Ending("니다", .polite, after: .finals([17]), least: 3),
        Ending("니까", .polite, after: .finals([17]), least: 3),
        Ending("시오", .polite, after: .finals([17]), least: 3),
        Ending("시다", .polite, after: .finals([17]), least: 3),
        Ending("시오", .plain, least: 3),
        // Polite: whatever has 요 behind it, but for Chinese words that end so, and for topics with 요 ("저는요").
        Ending("요", .polite, except: "필요 중요 주요 수요 개요 소요 동요 민요 강요 긴요 저는요 제가요 나는요 그게요 그런데요 근데요 그래서요 저기요"),
        Ending("죠", .polite), Ending("쥬", .casual),
        // As 요 and 다 are written in chats: 했어용, 좋네여, 갑니당.
        Ending("용", .plain, after: .syllables(polite)), Ending("여", .plain, after: .syllables(polite)),
        Ending("염", .plain, after: .syllables(polite)), Ending("욤", .plain, after: .syllables(polite)),
        Ending("니당", .plain, after: .finals([17]), least: 3),
        // Plain: 했다, 한다, 좋다. 다 behind ㄹ is "all", or a dictionary's form, but in some adjectives.
        Ending("다", .plain, after: .finalsBut([8])),
        Ending("아니다", .plain, least: 3), Ending("이다", .plain, least: 3), Ending("하다", .plain, least: 3),
        Ending("크다", .plain), Ending("르다", .plain), Ending("쁘다", .plain), Ending("프다", .plain),
        Ending("싸다", .plain), Ending("길다", .plain), Ending("멀다", .plain), Ending("힘들다", .plain),
        Ending("구나", .plain, least: 3), Ending("더라", .plain), Ending("더라고", .plain), Ending("더라구", .plain),
        Ending("잖아", .plain, least: 3), Ending("거든", .plain, least: 3), Ending("냐", .plain),
        Ending("구만", .plain, least: 3),
        Ending("구먼", .plain, least: 3), Ending("는군", .plain, least: 3), Ending("더군", .plain, least: 3),
        Ending("게", .plain, after: .finals([8])), Ending("래", .plain, after: .finals([8])),
        Ending("걸", .plain, after: .finals([8])), Ending("니", .plain, after: .finals([20])),
        Ending("나", .plain, after: .finals([20])), Ending("같아", .plain),
        // As books and dialects have them: 했소, 하오, 하구려, 하소서, 했어유, 한당께.
        Ending("소", .plain, after: .finals([20, 18])), Ending("하오", .plain), Ending("이오", .plain, least: 3),
        Ending("구려", .plain, least: 3), Ending("소서", .plain, least: 3), Ending("도다", .plain, least: 3),
        Ending("로다", .plain, least: 3), Ending("노라", .plain, least: 3), Ending("니라", .plain, least: 3),
        Ending("리라", .plain, least: 3), Ending("려무나", .plain, least: 4), Ending("당께", .plain, least: 3),
        Ending("랑께", .plain, least: 3), Ending("유", .plain, after: .syllables(polite)),
        Ending("슈", .plain, after: .finals([20])),
        // Casual, certain after the past: 했어, 했네, 했지.
        Ending("어", .plain, after: .finals([20, 18]), except: "있어"), Ending("네", .plain, after: .finals([20, 27, 18])),
        Ending("지", .plain, after: .finals([20]), except: "있지"),
        // Notes: 했음, 없음, 좋음, 같음, 많음.
        Ending("음", .plain, after: .finals([20, 18, 27, 25, 26, 6])),
        Ending("까", .casual, after: .finals([8])),
    ]

    /// Ends of casual sentences that are ends of much else.
    private static let casual = Set(scalars("네지어아야음임함됨군나냐자래대게듯걸데해까당길"))

    private static let byLast = Dictionary(grouping: endings) { $0.text.last ?? 0 }

    fileprivate static func scalars(_ text: some StringProtocol) -> [UInt32] { text.unicodeScalars.map(\.value) }

    /// The longest ending with the syllable before it, and the longest exception.
    static let reach = 4

    /// What the last syllables of a word say.
    ///
    /// - Parameters:
    ///   - syllables: The last ``reach`` syllables at most, in their order.
    static func strength(of syllables: [UInt32]) -> Strength {
        guard syllables.count >= 2, let last = syllables.last else { return .none }
        var best = casual.contains(last) ? Strength.casual : .none
        for ending in byLast[last] ?? [] where ending.strength > best && matches(ending, syllables) {
            best = ending.strength
        }
        return best
    }

    private static func matches(_ ending: Ending, _ word: [UInt32]) -> Bool {
        guard word.count >= ending.least, word.count >= ending.text.count, word.ends(with: ending.text),
            !ending.except.contains(where: { word.ends(with: $0) })
        else { return false }
        let before = word.count - ending.text.count - 1
        switch ending.before {
        case .anything: return true
        case .finals(let finals): return before >= 0 && finals.contains(final(of: word[before]))
        case .finalsBut(let finals):
            guard before >= 0 else { return false }
            let consonant = final(of: word[before])
            return consonant != 0 && !finals.contains(consonant)
        case .syllables(let known): return before >= 0 && known.contains(word[before])
        }
    }

    /// The consonant that ends a syllable, 0 without one.
    private static func final(of syllable: UInt32) -> UInt32 { (syllable - 0xAC00) % 28 }

    static func isSyllable(_ value: UInt32) -> Bool { value >= 0xAC00 && value <= 0xD7A3 }

    /// Whether a word may close a note, in which verbs become nouns: 검토함, 연기됨, 예정임, 좋음.
    static func closesNote(_ syllables: [UInt32]) -> Bool {
        guard syllables.count >= 2, let last = syllables.last, notes.contains(last) else { return false }
        return !nouns.contains { syllables.ends(with: $0) }
    }

    private static let notes = Set(scalars("함됨임음슴"))
    /// Nouns that end like notes.
    private static let nouns = [
        "포함", "결함", "명함", "군함", "보관함", "우편함", "사물함", "모임", "게임", "책임", "타임", "담임", "부임", "취임", "해임", "위임", "선임", "전임",
        "후임", "신임", "마음", "다음", "처음", "웃음", "울음", "얼음", "믿음", "죽음", "젊음", "걸음", "소음", "발음", "녹음", "모음", "자음", "그믐",
        "이음",
    ].map { scalars($0) }

    /// Conjunctions and adverbs with which sentences begin, so that a casual form before one of them closes its own.
    static let openers = words(
        """
        근데 그런데 그리고 그래서 하지만 그러나 그래도 그러니까 그러면 그럼 그러다 그렇지만 다만 또한 따라서 게다가 왜냐하면 즉 물론 한편 결국 \
        아무튼 어쨌든 암튼 참고로 솔직히 사실 특히 역시
        """)

    /// What follows a closed form and goes on with its sentence: forms of 하다 (to say, to do), of the quoting 라고, and of verbs that
    /// lean on a form ("간다 해도", "가다 보면", "있지 않다").
    static let continuations = words(
        """
        하더 하면 하는 하고 하니 하기 해도 해서 했 한들 한다 라고 라는 라며 라면서 이라고 이라는 이라며 싶 말했 말하는 말하고 말도 보니 보면 않 \
        못해 말고 보다 봐 봅니다 봤 보이 보여 지는 여러분
        """)

    /// What goes on with a sentence behind a question or an exclamation in it: "왜? 라고 물었다".
    static let quotingWords = words(
        "라고 라는 라며 라면서 이라고 이라는 이라며 이란 하고 하며 하는 하면서 했다 했어 했던 말했 물었 물어 외쳤 소리쳤 대답했 답했 생각했 싶었 싶어 싶은")

    private static func words(_ list: String) -> [[UInt8]] { list.split(separator: " ").map { Array($0.utf8) } }
}

extension [UInt32] {
    fileprivate func ends(with tail: [UInt32]) -> Bool { count >= tail.count && suffix(tail.count) == tail[...] }
}
