/// The words by which a language denies: "not", "never", "no". Closed classes, kept here by hand from grammars; no script makes the list.
///
/// Who needs words of a wider meaning, such as "only" or "without", adds them.
package enum Negations {
    /// By ISO 639-1; lower case.
    package static func words(of language: String) -> Set<String> { words[language] ?? [] }

    /// Whether a text denies anything, in a language whose negation is a word or a sign of its own.
    package static func isIn(_ text: String, language: String) -> Bool {
        let lower = text.lowercased().replacing("’", with: "'")
        if let signs = signs[language] {
            let bare = (compounds[language] ?? []).reduce(lower) { $0.replacing($1, with: "") }
            return signs.contains(where: bare.contains)
        }
        guard let known = words[language] else { return false }
        return lower.split { !$0.isLetter && $0 != "'" }.contains {
            known.contains(String($0)) || $0.hasPrefix("n'") && language == "fr" || $0.hasSuffix("n't")
        }
    }

    private static let words: [String: Set<String>] = [
        "en":
            "not no never none nobody nothing cannot don't doesn't didn't isn't aren't wasn't weren't won't can't couldn't wouldn't shouldn't",
        "de": "nicht kein keine keinen keinem keiner keines nie niemals niemand nichts",
        "fr": "ne pas jamais aucun aucune rien", "es": "no nunca jamás ningún ninguna ninguno nada nadie",
        "it": "non mai nessun nessuno nessuna niente nulla", "pt": "não nunca jamais nenhum nenhuma nada ninguém",
        "ca": "no mai cap ningú res", "nl": "niet geen nooit niemand niets",
        "sv": "inte ej aldrig ingen inget inga ingenting", "da": "ikke aldrig ingen intet",
        "nb": "ikke aldri ingen ingenting", "no": "ikke aldri ingen ingenting",
        "fi": "ei en et emme ette eivät älä älkää", "hu": "nem ne soha sem senki semmi nincs",
        "pl": "nie nigdy żaden żadna żadne nikt nic",
        "cs": "ne není nejsou nesmí nemá nikdy žádný žádná žádné nikdo nic",
        "sk": "nie nesmie nemá nikdy žiadny žiadna nikto nič", "ro": "nu niciodată nimeni nimic niciun nicio",
        "ru": "не нет нельзя никогда никто ничего", "uk": "не ні немає ніколи ніхто нічого",
        "bg": "не няма никога никой нищо",
        "el": "δεν δε μην μη όχι ποτέ κανείς κανένας καμία τίποτα", "tr": "değil yok asla hiç hiçbir",
        "ar": "لا لم لن ليس ليست غير", "he": "לא אין אינו אינה אל מעולם", "hi": "नहीं न मत कभी",
        "id": "tidak jangan bukan belum",
        "vi": "không chẳng chưa đừng",
    ].mapValues { Set(words: $0) }

    /// Found anywhere, in languages whose negation is no word between spaces.
    private static let signs: [String: [String]] = [
        "zh": ["不", "没有", "沒有", "未", "勿", "并非"], "ja": ["ない", "なかった", "ません", "ず、"], "ko": ["않", "없", "못 ", "지 말"],
        "th": ["ไม่", "ห้าม", "อย่า"],
    ]

    /// Words that hold a sign and deny nothing.
    private static let compounds: [String: [String]] = [
        "zh": ["不同", "不过", "不過", "不但", "不仅", "不僅", "不断", "不斷", "不少", "不久", "不管", "不论", "不論", "未来", "未來"],
        "ja": ["かもしれない", "なければならない", "少ない"], "ko": ["없이는", "끊임없이"], "th": ["ไม่เพียง", "ไม่ว่า"],
    ]
}
