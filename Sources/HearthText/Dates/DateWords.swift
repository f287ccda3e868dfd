/// The words and signs by which ``DateReader`` tells dates from what looks like them. Closed classes, kept here by hand from grammars of the
/// languages; no script makes them.
enum DateWords {
    static let yearSigns = Set("年년".unicodeScalars)
    static let monthSigns = Set("月월".unicodeScalars)
    static let daySigns = Set("日号號일".unicodeScalars)
    static let numerals: [Unicode.Scalar: Int] = [
        "〇": 0, "零": 0, "一": 1, "二": 2, "三": 3, "四": 4, "五": 5, "六": 6, "七": 7, "八": 8, "九": 9, "十": 10,
    ]
    static let marks: Set<String> = ["-", "/", "\u{2010}", "\u{2011}", "\u{2013}"]
    /// What makes a day of a number: "5th", "1er".
    static let ordinalEnds = Set(
        words: "st nd rd th er re ère e ème eme de ste º ª ο η ος ης ου го е я й ый ого")
    /// Before the number of a version, or of a part of a text.
    static let numbered = Set(
        words: """
            v ver version versions release section sections clause clauses article articles chapter paragraph para item no nr art \
            abschnitt ziffer kapitel artikel absatz punkt chapitre cláusula artículo sección apartado articolo sezione versione artigo \
            secção seção versión versão versie avsnitt afsnit kohta punkt pkt rozdział článek verze cikk articolul secțiunea versiunea \
            версия пункт статья раздел версія розділ стаття
            """)
    /// Between a day, a month and a year.
    static let links = Set(words: "of de del di d' do da des den der la anul")
    /// Before a day in figures.
    static let beforeDays = Set(
        words: "am vom bis ab den dem zum der dne od do с до от по з від på fra til le du au il dal al el op")
    /// Names of months that are other words as well in their language: English, French, Romanian, Turkish, Polish, Nordic, Indonesian.
    static let ambiguous = Set(
        words: "may march august mars mai mart ocak ekim kasım maja marca marcu maj listopadu mei maret luty lutego")
    static let ofEnglish: Set<String> = ["may", "march", "august"]
    static let verbs: Set<String> = ["may", "march"]
    /// Those of them whose languages write months small.
    static let small = Set(words: "mars maj maja marca marcu listopadu luty lutego")
    static let beforeSmall = Set(
        words: "en de du depuis début fin jusqu'en i í på fra från til till w we od do v ve po pod koniec")
    static let beforeCapitals = Set(words: "en i í w v")
    /// Behind the Romanian "mai" where it is "more".
    static let compared = Set(
        words: """
            mult multă multe mulți mulţi multi multa mare mari mic mică mici puțin puţin puțină puține puțini putin bun bună buni bune bine rău \
            rea devreme târziu tarziu sus jos aproape departe nou nouă noi vechi veche
            """)
    /// Before the name of a month.
    static let englishPrepositions = Set(
        words:
            "in of by since until till during for last next this from early late mid im vom bis ab seit anfang mitte ende"
    )
    /// Before a day in English, where it has no capital or no month by its name.
    static let beforeEnglishDays = Set(
        words: "on by since until till from before after due dated last next")
    static let prepositions = Set(
        words: """
            in im vom bis ab seit für anfang mitte ende en de du \
            depuis début fin jusqu'en au în din până od do v i på fra til em desde em a pada bulan geçen bu
            """)
}
