import HearthText

/// The small words behind which nouns stand, by language (ISO 639-1): where no tagger tells nouns from verbs, they do.
enum NounLeaders {
    /// Articles, demonstratives, possessives and their like. These and the other lists are closed classes, kept here by hand; no script
    /// makes them.
    static let articles: [String: Set<String>] = [
        "en": Set(words: "a an the this these those my your his her its our their no each every another"),
        "fr": Set(
            words:
                "le la les un une des du au aux ce cet cette ces mon ma mes ton ta tes son sa ses notre nos votre vos leur leurs"
        ),
        "es": Set(
            words:
                "el la los las un una unos unas del al este esta estos estas ese esa su sus mi mis nuestro nuestra cada"
        ),
        "it": Set(
            words:
                "il lo la i gli le un uno una del dello della dei degli delle al allo alla ai agli alle nel nella nei nelle dal dalla sul sulla"
        ),
        "pt": Set(words: "o a os as um uma do da dos das no na nos nas ao aos à às pelo pela este esta seu sua cada"),
        "nl": Set(words: "de het een deze dit die dat mijn zijn haar hun ons onze elke elk ieder iedere geen"),
        "sv": Set(words: "en ett den det de denna detta dessa min mitt sin sitt varje ingen inget"),
        "da": Set(words: "en et den det de denne dette disse min mit sin sit hver hvert ingen intet"),
        "nb": Set(words: "en et ei den det de denne dette disse min mitt sin sitt hver hvert ingen"),
        "ro": Set(words: "un o unui unei niște acest această acești aceste fiecare"),
        "el": Set(words: "ο η το οι τα τον την του της των τους τις ένας μια μία ένα στον στην στο στους στις στα"),
        "hu": Set(words: "a az egy ez minden"),
    ]

    static let prepositions: [String: Set<String>] = [
        "en": Set(
            words:
                "of in on at by for from with about under over into between through against during without near beside behind above below"
        ),
        "fr": Set(words: "de en dans sur sous avec sans par pour chez entre contre vers"),
        "es": Set(words: "de en con sin por para sobre entre contra hacia desde bajo"),
        "it": Set(words: "di in con su per tra fra da senza contro sotto sopra verso"),
        "pt": Set(words: "de em com sem por para sobre entre contra sob desde"),
        "nl": Set(words: "van in op met voor door aan bij uit tussen onder over zonder naar"),
        "sv": Set(words: "av i på med för från till under över utan mellan hos"),
        "da": Set(words: "af i på med for fra til under over uden mellem hos"),
        "nb": Set(words: "av i på med for fra til under over uten mellom hos"),
        "ro": Set(words: "de în la cu pe din pentru fără prin sub între despre"),
        "el": Set(words: "με για από σε χωρίς"),
    ]

    /// Those with which hardly any clause ends, because they are no pronouns: behind them a comma only marks that somebody faltered.
    static let neverLast: [String: Set<String>] = [
        "en": Set(words: "a an the my your our their of"),
        "de": Set(
            words:
                "ein eine einen einem einer eines mein meine meinen meinem unser unsere dem den im am zum zur vom beim"),
        "fr": Set(words: "un une le la les des du de au aux mon ma mes notre nos"),
        "es": Set(words: "un una el la los las del al de mi mis"),
        "it": Set(words: "un una il gli del della dei delle al alla nel nella di"),
        "pt": Set(words: "um uma do da dos das no na ao de meu minha"),
        "nl": Set(words: "de een mijn onze van"),
    ]

    /// Both.
    static let all = articles.merging(prepositions) { $0.union($1) }
}
