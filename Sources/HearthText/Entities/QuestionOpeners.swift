/// Words that open questions, in the languages with capitals. A capital at the start of a sentence says nothing about them.
///
/// Interrogatives are a closed class; kept here by hand from grammars, no script makes them. Left out is what is a name as well, as the
/// Turkish "Kim".
enum QuestionOpeners {
    /// Whether the lower-cased word is one of them.
    static func contains(_ word: String) -> Bool { all.contains(word) }

    private static let all = Set(
        words: """
            who whom whose what which when where why how wer wen wem wessen was welche welcher welches welchen welchem wann wo woher wohin \
            warum weshalb wieso wieviel wieviele womit wofür woran worauf woraus worin worüber wozu qui quoi quel quelle quels quelles quand \
            où pourquoi comment combien lequel laquelle lesquels quién quiénes qué cuál cuáles cuándo dónde adónde cómo cuánto cuánta cuántos \
            cuántas chi cosa quale quali quando dove perché come quanto quanta quanti quante quem qual quais onde aonde quantos quantas \
            porquê cine cui care când unde cum cât câtă câți câte wie wat welk welke wanneer waar waarom hoe hoeveel vem vad vilken vilket \
            vilka när var varför hur hvem hvad hva hvilken hvilket hvilke hvornår hvor hvorfor hvordan kuka mikä mitä missä mistä mihin minne \
            milloin koska miksi miten kuinka paljonko montako kenen ki mi mit hol hova honnan mikor miért hogyan mennyi hány melyik milyen kto kogo \
            komu co czego jaki jaka jakie który która które kiedy gdzie skąd dlaczego czemu ile jak czy kdo koho jaký jaká jaké který která které \
            kdy kde odkud proč kolik ko kada gdje zašto kako koliko koji koja koje ne nasıl neden niçin niye nerede nereye nereden hangi hangisi \
            kaç kimin ποιος ποια ποιο ποιοι ποιες ποιον ποιαν ποιου ποιας ποιων ποιους τι πότε πού πώς γιατί πόσος πόση πόσο πόσοι πόσες πόσα \
            πόσους πόσων кто кого кому кем что чего чему чем какой какая какое какие какую каких каким какими какого какому который которая \
            которое которые когда где куда откуда почему зачем сколько как чей чья чьё чьи хто що який яка яке які коли звідки чому скільки кой \
            коя кое кои какво кога къде защо колко ko šta што зошто каде
            """)
}
