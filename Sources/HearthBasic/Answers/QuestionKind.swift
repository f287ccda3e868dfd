/// What kind of thing a question asks for, as far as its question word tells.
struct QuestionKind: OptionSet, Sendable {
    let rawValue: Int

    static let person = QuestionKind(rawValue: 1)
    static let time = QuestionKind(rawValue: 2)
    static let place = QuestionKind(rawValue: 4)
    static let number = QuestionKind(rawValue: 8)
    static let reason = QuestionKind(rawValue: 16)

    /// Reads the question words of English, German, French, Spanish, Chinese, Japanese and Korean.
    init(question: String) {
        let words = question.lowercased().split { !($0.isLetter || $0.isNumber) }
        // Whole words, looked up; where words are not written apart, anywhere in the text.
        var phrases: Set<String> = []
        for start in words.indices {
            for end in start..<min(start + Self.longestCue, words.count) {
                phrases.insert(words[start...end].joined(separator: " "))
            }
        }
        let text = question.utf8.allSatisfy { $0 < 0x80 } ? nil : words.joined(separator: " ")
        var found: QuestionKind = []
        for cues in Self.cues
        where !cues.words.isDisjoint(with: phrases)
            || text.map({ text in cues.parts.contains { text.contains($0) } }) == true
        {
            found.insert(cues.kind)
        }
        self = found
    }

    /// What tells a kind: words between others, and parts of texts in scripts that do not write words apart.
    private struct Cues {
        var kind: QuestionKind
        var words: Set<String>
        var parts: [String]

        /// - Parameter cues: Those with a space at both ends are words.
        init(_ kind: QuestionKind, _ cues: [String]) {
            self.kind = kind
            words = Set(cues.filter { $0.hasPrefix(" ") }.map { String($0.dropFirst().dropLast()) })
            parts = cues.filter { !$0.hasPrefix(" ") }
        }
    }

    /// In words.
    private static let longestCue = cues.flatMap(\.words).map { $0.split(separator: " ").count }.max() ?? 1

    init(rawValue: Int) { self.rawValue = rawValue }

    private static let cues = [
        Cues(
            .person,
            [
                " who ", " whom ", " whose ", " wer ", " wem ", " wen ", " wessen ", " qui ", " quién ", " quien ",
                " quiénes ", "谁", "哪位", "何人", "誰", "だれ", "누구", "누가",
            ]),
        Cues(
            .time,
            [
                " when ", " what year ", " which year ", " what date ", " what month ", " what century ", " what day ",
                " what decade ", " what time ", " how long ago ", " wann ", " welchem jahr ", " welches jahr ",
                " seit wann ", " quand ", " quelle année ", " quelle date ", " quel siècle ", " cuándo ", " cuando ",
                " qué año ", " qué fecha ", " qué siglo ", "何时", "什么时候", "哪一年", "哪年", "什么时间", "哪天", "哪个世纪",
                "何年", "いつ", "何月", "何世紀", "언제", "몇 년", "어느 해",
            ]),
        Cues(
            .place,
            [
                " where ", " what country ", " which country ", " what city ", " which city ", " what state ",
                " which state ", " what place ", " what location ", " wo ", " woher ", " wohin ", " welchem land ",
                " welcher stadt ", " où ", " quel pays ", " quelle ville ", " dónde ", " donde ", " qué país ",
                " qué ciudad ", "哪里", "哪儿", "何处", "什么地方", "在哪", "哪个国家", "哪个城市", "哪座城市", "どこ", "何処",
                "어디", "어느 나라", "어느 도시",
            ]),
        Cues(
            .number,
            [
                " how many ", " how much ", " how long ", " how old ", " how far ", " how tall ", " how large ",
                " how big ",
                " how high ", " how fast ", " how often ", " how deep ", " how wide ", " what number ",
                " what percentage ",
                " what percent ", " what amount ", " what fraction ", " what population ", " wie viele ", " wie viel ",
                " wieviel ", " wieviele ", " wie lange ", " wie groß ", " wie hoch ", " wie alt ", " wie weit ",
                " combien ",
                " quel nombre ", " quel pourcentage ", " quel âge ", " cuántos ", " cuántas ", " cuánto ", " cuánta ",
                " qué porcentaje ", " qué número ", "多少", "几", "多大", "多长", "多久", "多高", "多远", "百分之", "いくつ",
                "何人", "何個", "どのくらい", "いくら", "몇", "얼마",
            ]),
        Cues(
            .reason,
            [
                " why ", " how come ", " what reason ", " warum ", " weshalb ", " wieso ", " pourquoi ", " por qué ",
                "为什么", "为何", "原因", "なぜ", "どうして", "왜", "어째서",
            ]),
    ]
}
