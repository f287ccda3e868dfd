import HearthText

/// Words that ask along with a question word: "pay" of "how much rent do we pay", "mean" of "what does E4 mean".
///
/// They say what form the answer has and seldom stand in it ("Rent: 850 euros"). So such a word may be missing where a sentence has that
/// form; where none has, it counts as any other word. Closed classes, kept here by hand from grammars and dictionaries of the languages;
/// no script makes them.
enum AskingVerbs {
    struct Need: Sendable {
        /// What a sentence must hold to answer without the word.
        var shape: AnswerShape
        /// Whether the question must name a thing beside: "how much does Ana pay" asks for something else than "earn", and nothing but
        /// the verb says so.
        var needsThing = false
    }

    private struct Entry {
        /// What the question word must ask for; none asks for a meaning.
        var kind: QuestionKind
        var need: Need
        var phrases: [String]

        init(_ kind: QuestionKind, _ shape: AnswerShape, needsThing: Bool = false, _ list: String) {
            self.kind = kind
            need = Need(shape: shape, needsThing: needsThing)
            phrases = list.split(separator: "|").map(String.init)
        }
    }

    /// By word of the question, lower-cased, what it needs.
    ///
    /// - Parameters:
    ///   - phrases: The words of the question and the runs of them, lower-cased.
    ///   - kind: What its question words ask for.
    ///   - languages: ISO 639-1, of the question and of the texts.
    static func needs(of phrases: Set<String>, kind: QuestionKind, languages: Set<String>) -> [String: Need] {
        // "How many months do we pay?" asks for no money.
        let isCount = !phrases.isDisjoint(with: counting)
        var found: [String: Need] = [:]
        for language in languages.union(["en"]).sorted() {
            for entry in byLanguage[language] ?? [] {
                guard entry.kind.isEmpty ? kind.isEmpty : kind.contains(entry.kind) && !kind.contains(.person) else {
                    continue
                }
                for phrase in entry.phrases where phrases.contains(phrase) {
                    var need = entry.need
                    if isCount, need.shape == .money { need.shape = .number }
                    for word in phrase.split(separator: " ") where found[String(word)] == nil {
                        found[String(word)] = need
                    }
                }
            }
        }
        return found
    }

    /// Whether a question asks for a price by its last word: "what does the course cost?"
    static func asksForPrice(_ words: [String]) -> Bool { words.first == "what" && words.last == "cost" }

    private static let counting: Set<String> = [
        "how many", "how long", "how often", "wie viele", "wie lange", "wie oft",
    ]

    private static let byLanguage: [String: [Entry]] = [
        "en": [
            Entry(.number, .money, "cost|costs|costing|charge|charges|charged"),
            Entry(.number, .money, needsThing: true, "pay|pays|paid|paying|spend|spends|spent"),
            Entry(.time, .moment, "take place|takes place|took place|taking place|happen|happens|happened|held"),
            Entry(
                [], .definition,
                "mean|means|meant|meaning|stand for|stands for|stood for|signify|signifies|denote|denotes"),
        ],
        "de": [
            Entry(.number, .money, "kosten|kostet|kostete|beträgt|betragen|beläuft|belaufen"),
            Entry(
                .number, .money, needsThing: true,
                "zahlen|zahle|zahlst|zahlt|zahlten|bezahlen|bezahle|bezahlst|bezahlt|bezahlten|gezahlt|ausgegeben"),
            Entry(.time, .moment, "stattfinden|findet|finden|statt"),
            Entry([], .definition, "bedeutet|bedeuten|bedeutung|wofür|steht|meint"),
        ],
        "fr": [
            Entry(.number, .money, "coûte|coûtent|coûtera|coûtait|coute|coutent|coûter|élève|élèvent|vaut|valent"),
            Entry(
                .number, .money, needsThing: true,
                "payer|paye|paie|payes|paies|payons|payez|paient|payent|payé|dépense"),
            Entry(.time, .moment, "a lieu|ont lieu|aura lieu|auront lieu|lieu|déroule|déroulent"),
            Entry([], .definition, "signifie|signifient|veut dire|veulent dire|désigne"),
        ],
        "es": [
            Entry(.number, .money, "cuesta|cuestan|costó|costaba|vale|valen|asciende|ascienden"),
            Entry(.number, .money, needsThing: true, "pagar|pago|pagas|paga|pagamos|pagan|pagué|pagó|gasto|gastamos"),
            Entry(.time, .moment, "tiene lugar|tendrá lugar|celebra|celebran|celebrará"),
            Entry([], .definition, "significa|significan|quiere decir"),
        ],
        "it": [
            Entry(.number, .money, "costa|costano|costava|ammonta|ammontano|vale|valgono"),
            Entry(
                .number, .money, needsThing: true,
                "pagare|pago|paghi|paga|paghiamo|pagate|pagano|pagato|spendo|spendiamo"),
            Entry(.time, .moment, "ha luogo|si svolge|svolge|svolgono|si tiene|tiene"),
            Entry([], .definition, "significa|significano|vuol dire"),
        ],
        "pt": [
            Entry(.number, .money, "custa|custam|custou|custava"),
            Entry(.number, .money, needsThing: true, "pagar|pago|paga|pagas|pagamos|pagam|paguei|pagou|gasto|gastamos"),
            Entry(.time, .moment, "tem lugar|realiza|realizam|acontece"),
            Entry([], .definition, "significa|significam|quer dizer"),
        ],
        "nl": [
            Entry(.number, .money, "kost|kosten|kostte|bedraagt|bedragen"),
            Entry(.number, .money, needsThing: true, "betaal|betaalt|betalen|betaalde|betaald"),
            Entry(.time, .moment, "vindt|vinden|plaats|gehouden"),
            Entry([], .definition, "betekent|betekenen|betekenis"),
        ],
        "sv": [
            Entry(.number, .money, "kostar|kostade|uppgår"),
            Entry(.number, .money, needsThing: true, "betala|betalar|betalade|betalat"),
            Entry(.time, .moment, "äger rum|hålls"), Entry([], .definition, "betyder|står"),
        ],
        "da": [
            Entry(.number, .money, "koster|kostede|udgør"),
            Entry(.number, .money, needsThing: true, "betale|betaler|betalte|betalt"),
            Entry(.time, .moment, "finder sted|afholdes"), Entry([], .definition, "betyder|står"),
        ],
        "nb": [
            Entry(.number, .money, "koster|kostet|utgjør"),
            Entry(.number, .money, needsThing: true, "betale|betaler|betalte|betalt"),
            Entry(.time, .moment, "finner sted|avholdes"), Entry([], .definition, "betyr|står"),
        ],
        "fi": [
            Entry(.number, .money, "maksaa|maksavat|maksoi"),
            Entry(.number, .money, needsThing: true, "maksan|maksamme|maksetaan"),
            Entry([], .definition, "tarkoittaa|tarkoittavat"),
        ],
        "hu": [
            Entry(.number, .money, "kerül|kerülnek|került"),
            Entry(.number, .money, needsThing: true, "fizet|fizetek|fizetünk|fizetnek"),
            Entry([], .definition, "jelent|jelentenek"),
        ],
        "pl": [
            Entry(.number, .money, "kosztuje|kosztują|kosztował|kosztowała|wynosi|wynoszą"),
            Entry(.number, .money, needsThing: true, "płacić|płacę|płacisz|płaci|płacimy|płacą|zapłacić|zapłaciliśmy"),
            Entry(.time, .moment, "odbywa|odbędzie|odbyło|odbyła|odbył"),
            Entry([], .definition, "oznacza|oznaczają|znaczy"),
        ],
        "cs": [
            Entry(.number, .money, "stojí|stál|stála|stálo|činí"),
            Entry(.number, .money, needsThing: true, "platit|platím|platíš|platí|platíme|zaplatit"),
            Entry(.time, .moment, "koná|konají"), Entry([], .definition, "znamená|znamenají"),
        ],
        "ro": [
            Entry(.number, .money, "costă|costa"),
            Entry(.number, .money, needsThing: true, "plăti|plătesc|plătește|plătim|plătit"),
            Entry(.time, .moment, "are loc|au loc"), Entry([], .definition, "înseamnă|semnifică"),
        ],
        "tr": [
            Entry(.number, .money, "tutar|tutuyor"),
            Entry(.number, .money, needsThing: true, "ödüyoruz|ödüyorum|öderiz|ödenir|ödeniyor|ödemeliyiz"),
            Entry(.time, .moment, "yapılır|yapılıyor|yapılacak|düzenlenecek"),
            Entry([], .definition, "demek|anlama|gelir"),
        ],
        "ru": [
            Entry(.number, .money, "стоит|стоят|стоил|стоила|стоило|составляет"),
            Entry(.number, .money, needsThing: true, "платить|плачу|платит|платим|платят|заплатили"),
            Entry(.time, .moment, "состоится|проходит|пройдет|пройдёт"), Entry([], .definition, "значит|означает"),
        ],
        "uk": [
            Entry(.number, .money, "коштує|коштують|становить"),
            Entry(.number, .money, needsThing: true, "платити|плачу|платить|платимо|платять"),
            Entry(.time, .moment, "відбудеться|відбувається"), Entry([], .definition, "означає|значить"),
        ],
        "el": [
            Entry(.number, .money, "κοστίζει|κοστίζουν|ανέρχεται"),
            Entry(.number, .money, needsThing: true, "πληρώνω|πληρώνει|πληρώνουμε|πληρώνουν"),
            Entry([], .definition, "σημαίνει|σημαίνουν"),
        ],
        "id": [Entry([], .definition, "arti|artinya|berarti|maksud")],
        "vi": [Entry([], .definition, "nghĩa|nghĩa là")],
    ]
}
