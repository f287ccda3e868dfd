/// Takes off what languages fasten to words for which there is no stemmer of Snowball's: particles in Korean, endings of case in Polish, Czech, Slovak
/// and Ukrainian. Without that, "koty" does not meet "kotów", and "월세가" not "월세는".
///
/// Words get no shorter than what tells them apart, and all forms of a word come to the same, which need be no word. The endings are those of grammars
/// of the languages, kept here by hand (for Czech see Dolamic and Savoy, "Indexing and stemming approaches for the Czech language", 2009, the "light"
/// one); no script makes the lists.
enum LightStemmer {
    /// Takes the particles and the endings of its verbs off a word of Hangul; other words stay.
    static func stemKorean(_ word: inout [UInt8]) {
        // Syllables have three bytes each, EA B0 80 to ED 9E A3.
        guard word.count >= 3 * 2, word.count % 3 == 0, isHangul(word) else { return }
        func takeOff(_ endings: [[UInt8]], leaving least: Int) {
            guard
                let ending = endings.first(where: {
                    word.count - $0.count >= least && word.suffix($0.count).elementsEqual($0)
                })
            else { return }
            word.removeLast(ending.count)
        }
        takeOff(koreanCopulas, leaving: 3)
        takeOff(koreanEndings, leaving: 6)
        // "고양이가": one may stand before another, and what only looks like one is taken off every form alike.
        while let particle = koreanParticles.first(where: {
            word.count - $0.count >= 6 && word.suffix($0.count).elementsEqual($0)
        }) {
            word.removeLast(particle.count)
        }
    }

    private static func isHangul(_ word: [UInt8]) -> Bool {
        stride(from: 0, to: word.count, by: 3).allSatisfy { (0xEA...0xED).contains(word[$0]) }
    }

    /// Takes the ending of case off a word in lower case whose marks are off, where the language is known here.
    static func stem(_ word: inout [UInt8], language: String) {
        guard let endings = slavic[language] else { return }
        let letter = language == "uk" ? 2 : 1
        if let ending = endings.first(where: {
            word.count - $0.count >= 3 * letter && word.suffix($0.count).elementsEqual($0)
        }) {
            word.removeLast(ending.count)
        }
    }

    private static func list(_ words: String) -> [[UInt8]] {
        words.split(separator: " ").map { Array($0.utf8) }.sorted { $0.count > $1.count }
    }

    /// Of "to be", behind a noun.
    private static let koreanCopulas = list(
        "입니다 입니까 이에요 예요 이예요 인가요 이다 이며 이고 였다 이었다 였습니다 이었습니다 인지 인데")
    /// Of verbs with "하다" and "되다", behind a noun, and the ends of other verbs.
    private static let koreanEndings = list(
        """
        합니다 합니까 하나요 한다 했다 했습니다 했어요 했나요 했던 하던 하는 한 할 해요 하면 하고 하며 해야 하기 하려면 하세요 하십시오 됩니다 되나요 된다 되는 되었다 \
        됐다 됐습니다 되었습니다 돼요 된 될 습니다 습니까 어요 아요 나요 네요 는다 다
        """)
    private static let koreanParticles = list(
        "에서는 으로는 에게서 에서도 까지는 부터는 에서 에게 한테 으로 까지 부터 처럼 보다 마다 조차 밖에 이나 이랑 하고 은 는 이 가 을 를 에 의 로 와 과 도 만")

    private static let slavic: [String: [[UInt8]]] = [
        "pl": list("owie owego owemu ego emu ymi imi ych ich ami ach owi iem em om ow ej ym im a e i o u y"),
        "cs": czech, "sk": czech,
        "uk": list("ами ями ові еві ого ому ими іми их іх ах ях ів ою ею ам ям ом ем ий ій а я у ю о е є и і ь"),
    ]
    private static let czech = list(
        "atum ach ich ech ami emi ovi ove eho emu ych ymi imi em es um ou im ym om a e i o u y")
}
