/// Words of French, Italian and Catalan that lose their vowel before another word, as they stand before the apostrophe.
///
/// Those that add nothing to what is said. ``Apostrophes`` has a list of its own, by language and with words such as "sant" and "com":
/// it counts words, of which these are some.
enum ElidedWords {
    /// Articles, and prepositions with an article in them: "l'homme", "dell'arte".
    static let articles: Set<String> = ["l", "d", "un", "qu", "all", "dall", "dell", "nell", "sull", "quell"]

    /// With pronouns and particles: "c'est", "j'ai", "quest'anno".
    static let all = articles.union(["c", "j", "m", "n", "s", "t", "quest"])
}
