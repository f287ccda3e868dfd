import HearthText

/// Whether a question for a time may be one for what is, or is still to be: "when is the appointment?", "wann muss ich zahlen?".
///
/// Most languages have the past in the verb itself, in more forms than a list holds; what is now, and what will be or must be, they say with few
/// words. So of a diary "kiedy pływałem w jeziorze?" asks for a day, because none of these is in it. English has both in words of their own, and
/// `AnswerCandidates.asksForPast` knows them.
///
/// Closed classes, kept here by hand from grammars of the languages; no script makes them.
enum OpenTime {
    /// - Parameter language: ISO 639-1, of the question.
    static func mayBeAsked(by question: String, language: String) -> Bool {
        let lower = question.lowercased()
        if language == "ko" { return !lower.unicodeScalars.contains(where: isKoreanPast) }
        if let marks = past[language] { return !marks.contains(where: lower.contains) }
        guard let words = byLanguage[language] else { return true }
        let asked = lower.split { !$0.isLetter && $0 != "'" && $0 != "’" }.map(String.init)
        return asked.contains { word in
            words.contains(word)
                || endings[language]?.contains(where: { word.count > $0.count + 2 && word.hasSuffix($0) }) == true
        }
    }

    /// A syllable of a verb in the past ends in ㅆ; "있" (is) and "겠" (will be) end in it as well.
    private static func isKoreanPast(_ scalar: Unicode.Scalar) -> Bool {
        (0xAC00...0xD7A3).contains(scalar.value) && (scalar.value - 0xAC00) % 28 == 20 && scalar != "있" && scalar != "겠"
    }

    private static func list(_ words: String) -> Set<String> { Set(words.split(separator: " ").map(String.init)) }

    private static let byLanguage: [String: Set<String>] = [
        "de": list(
            "ist sind wird werden wirst werde muss müssen musst soll sollen kann können darf dürfen beginnt endet findet läuft öffnet kommt fährt"
        ),
        "fr": list(
            "est sont sera seront faut doit doivent dois vais va vont peut peux puis commence finit expire ouvre part"),
        "es": list(
            "es son será serán está están hay debo debe deben tengo tiene puedo puede empieza termina vence sale abre llega voy va"
        ),
        "it": list("è sarà saranno deve devo devono posso può scade scadono inizia finisce parte apre c'è vado va"),
        "pt": list("é são será serão está estão deve devo posso pode vence começa acaba sai abre vou vai há"),
        "nl": list("is zijn wordt worden moet moeten kan kunnen mag begint eindigt vertrekt zal zullen ga gaat"),
        "sv": list("är ska skall kommer måste börjar slutar får kan går blir"),
        "da": list("er skal må kan begynder slutter bliver kommer går"),
        "nb": list("er skal må kan begynner slutter blir kommer går"),
        "fi": list("on ovat pitää täytyy alkaa päättyy loppuu saa voi lähtee tulee"),
        "hu": list("lesz kell van kezdődik indul jár lejár vagyok"),
        "pl": list("jest są będzie będą muszę musi musimy trzeba mam ma mamy mogę może zaczyna kończy odjeżdża wygasa"),
        "cs": list("je jsou bude budou musím musí musíme mám má máme můžu může začíná končí odjíždí"),
        "sk": list("je sú bude budú musím musí mám má môžem môže začína končí"),
        "ru": list(
            "будет будут должен должна должны нужно надо можно начинается заканчивается есть истекает отправляется"),
        "uk": list("буде будуть потрібно треба можна починається закінчується є"),
        "tr": list("olacak gerek gerekiyor lazım var başlıyor bitiyor kalkıyor"),
        "ro": list("este e sunt va vor trebuie începe expiră pot"),
        "el": list("είναι θα πρέπει αρχίζει λήγει μπορώ φεύγει"),
        "id": list("akan harus mulai berangkat berakhir"), "vi": list("sẽ phải cần bắt đầu"),
        "ar": list("سوف يجب ينتهي يبدأ موعد"), "he": list("יהיה תהיה צריך צריכה מתחיל נגמר"),
    ]

    /// Of verbs that say in their ending what is to be.
    private static let endings: [String: [String]] = [
        "es": ["aré", "ará", "arán", "eré", "erá", "iré", "irá"],
        "pt": ["arei", "ará", "arão", "erei", "erá", "irei", "irá"],
        "it": ["erò", "erà", "eremo", "irò", "irà"], "fr": ["erai", "era", "erons", "eront", "irai", "ira"],
        "tr": ["acak", "ecek", "acağım", "eceğim", "malı", "meli", "ıyor", "iyor", "uyor", "üyor"],
    ]

    /// What a question of the past has, in languages that say so with a syllable.
    private static let past: [String: [String]] = [
        "ja": ["ました", "でした", "たか", "たの", "った"],
        "zh": ["了", "过", "的？", "的?"], "th": ["แล้ว", "เคย", "ไปเมื่อ"],
    ]
}
