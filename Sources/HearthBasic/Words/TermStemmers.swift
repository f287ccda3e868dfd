/// Which words of a text get stems, and of which language.
struct TermStemmers {
    let language: String
    /// For words in ASCII once their marks are off.
    let ascii: StemmerRun?
    /// For words with other letters, before their marks are off.
    let beyondASCII: StemmerRun?

    /// English takes the marks off first: its letters have none, and "cafés" is a form of "cafe". In other languages in Latin letters
    /// a word without marks is one of theirs, too; in other scripts it is most likely English.
    init(_ language: String) {
        let own = Stemmer(language: language)
        self.language = own?.language ?? language
        let isEnglish = own?.language == "en" || language.isEmpty || language == "und"
        let isLatin = Self.latin.contains(language) && !isEnglish
        beyondASCII = isEnglish ? nil : own?.run()
        ascii = (isLatin ? own : Stemmer(language: "en"))?.run()
    }

    private static let latin: Set<String> = Set(LanguageSample.latin.map(\.language)).union(["no", "sr"])
}
