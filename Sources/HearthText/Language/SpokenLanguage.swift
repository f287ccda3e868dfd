/// Words that spoken language is full of and that say nothing, and words that mark prose which reports.
///
/// Sounds that fill a pause are the same in most languages, and a transcript mixes them. Kept here by hand; no script makes them.
package enum SpokenLanguage {
    /// Sounds that fill a pause, in lower case. Never part of what is said.
    ///
    /// - Parameter language: ISO 639-1. What is a word in it is none of them: the German "um" and "er".
    package static func fillers(in language: String) -> Set<String> { fillersBesideWords[language] ?? sounds }

    /// Those of ``fillers(in:)`` that are a unit behind a number: "12 mm", "100 Ah".
    package static let units: Set<String> = ["mm", "ah"]

    private static let sounds: Set<String> = Set(
        words: """
            uh um uhm umm uhh erm er eh hm hmm hmmm mm mmm mhm huh uh-huh mm-hmm ah ahh äh ähm öh hä euh heu bah eeh 嗯 呃 えー えっと ええと \
            あの 음 어
            """)

    private static let fillersBesideWords: [String: Set<String>] = [
        "de": Set(words: "um er"), "lb": Set(words: "um er"), "nl": Set(words: "er"), "af": Set(words: "er"),
        "fy": Set(words: "er"), "da": Set(words: "er mm"), "nb": Set(words: "er mm"), "nn": Set(words: "er mm"),
        "no": Set(words: "er mm"), "sv": Set(words: "er mm"), "is": Set(words: "er um"), "fo": Set(words: "er um"),
        "fi": Set(words: "mm"), "pt": Set(words: "um"), "cs": Set(words: "um"), "sk": Set(words: "um"),
        "hr": Set(words: "um"), "sl": Set(words: "um"), "ca": Set(words: "heu"), "ga": Set(words: "um"),
        "cy": Set(words: "er"), "tr": Set(words: "er"),
    ].mapValues { sounds.subtracting($0) }

    /// Words that open a turn and tie it to the last one. They are dropped from the front of a spoken sentence, some of them only
    /// where ``meaningfulOpeners`` do not mean more.
    package static let openers: [String: Set<String>] = [
        "en": Set(words: "so well okay ok yeah yes yep and but oh no right alright now because or then also"),
        "de": Set(words: "also ja nein naja und aber oh okay ok gut genau nun dann doch"),
        "fr": Set(words: "alors bon ben oui non et mais oh ok donc voilà enfin puis"),
        "es": Set(words: "pues bueno sí no y pero oh vale entonces claro mira"),
    ]

    /// Those of ``openers`` that may belong to what follows: "no insulin", "well water", "so long as", "bon marché", and the Spanish
    /// "no", which says no to a whole sentence. They open a turn only where a comma parts them from it, or one of ``subjects`` follows.
    package static let meaningfulOpeners: [String: Set<String>] = [
        "en": Set(words: "no so well right now alright then also yes"),
        "de": Set(words: "nein gut genau dann nun doch"),
        "fr": Set(words: "non bon bien alors enfin puis"),
        "es": Set(words: "no sí bueno claro mira entonces"),
    ]

    /// Words with which a clause begins, and which no opener before them belongs to: "no I don't", "well we can". In German the verb would
    /// follow, in French and Spanish an opener may say no to them.
    package static let subjects: [String: Set<String>] = [
        "en": Set(
            words: """
                i i'm i've i'd i'll you you're you've you'd you'll we we're we've we'd we'll they they're they've he he's she she's \
                it it's it'll there there's that's this the a an my our your his her their these those
                """)
    ]

    /// Said all the time in talk, and never what the talk is about.
    package static let smallTalk: [String: Set<String>] = [
        "en": Set(
            words: """
                yeah yes okay ok oh uh um mm hmm well like really know think mean got get getting go going gonna wanna want thing \
                things kind sort right actually maybe one just say said see look good sure lot hi hello hey \
                bye thanks thank please sorry welcome morning afternoon evening
                """),
        "de": Set(
            words:
                "ja nein okay ok ach also halt eben mal gut genau glaube weiß sagen sagt sache dinge ding eigentlich hallo danke bitte tschüss"
        ),
        "fr": Set(
            words:
                "oui non ok ah oh bon ben voilà donc alors chose choses crois pense dire dit vraiment bonjour merci salut"
        ),
        "es": Set(
            words:
                "sí no ok ah oh bueno pues cosa cosas creo pienso decir dice digo realmente vale hola gracias adiós"),
    ]

    /// Words with which people speak of themselves and to each other. A sentence full of them is talk, not matter.
    package static let personal: [String: Set<String>] = [
        "en": Set(words: "i i'm i've i'd i'll you you're you've my your me m"),
        "de": Set(words: "ich du mich mir dich dir mein meine dein deine"),
        "fr": Set(words: "je tu me te moi toi mon ma mes ton ta tes j'ai"),
        "es": Set(words: "yo tú me te mi mis tu tus"),
    ]

    /// The small words that tie written sentences together. A whole, well-formed sentence has many; a fragment has few.
    package static let connecting: [String: Set<String>] = [
        "en": Set(words: "the of to that in for and a an on with be it is was are"),
        "de": Set(words: "der die das den dem des zu dass in für und ein eine auf mit von ist war sind im"),
        "fr": Set(words: "le la les de du des à que dans pour et un une sur avec est était sont en"),
        "es": Set(words: "el la los las de del a que en para y un una por con es era son se"),
    ]

    /// Frequent finite verbs: a clause that has one is likely to say something, one that has none is likely a fragment.
    package static let finiteVerbs: [String: Set<String>] = [
        "en": Set(
            words: """
                is are was were am isn't aren't wasn't weren't it's that's has have had hasn't haven't hadn't do does did don't \
                doesn't didn't can could can't couldn't will would won't wouldn't should shouldn't may might must seems seem feels \
                looks works gets got went makes made needs takes gives keeps lasts
                """),
        "de": Set(
            words:
                "ist sind war waren hat haben hatte hatten wird werden wurde wurden kann können konnte muss müssen soll"
        ),
        "fr": Set(
            words: "est sont était étaient a ont avait avaient sera seront peut peuvent doit doivent fait font c'est"),
        "es": Set(
            words:
                "es son era eran fue está están estaba ha han había hay será puede pueden debe deben tiene tienen hace"),
    ]

    /// Words that ask for a summary and say nothing about its topic.
    package static let requests: Set<String> = Set(
        words: """
            summarize summarise summary discussion discuss discussed talk talked think thought say said opinion idea ideas group \
            team meeting recommend mention mentioned about suggest suggested describe explain zusammenfassen zusammenfassung \
            diskussion besprechung meinung sagte gesagt résumer résumé discussion réunion avis dit resumir resumen discusión \
            reunión opinión dijo 总结 讨论 会议 要約 議論 会議
            """)
}
