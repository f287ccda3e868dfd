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

    /// Whether a question asks for a price by its first and its last word: "what does the course cost?", "mitä maalaus maksaa?"
    static func asksForPrice(_ words: [String]) -> Bool {
        guard let first = words.first, let last = words.last else { return false }
        return prices[first]?.contains(last) == true
    }

    /// Verbs of prices at the end of a question, by the word for "what" at its beginning.
    private static let prices: [String: Set<String>] = [
        "what": ["cost"], "was": ["kosten", "gekostet", "kostet"], "wat": ["kosten", "gekost"],
        "vad": ["kosta", "kostar", "kostade"],
        "hvad": ["koste", "koster", "kostede"], "hva": ["koste", "koster", "kostet"], "mitä": ["maksaa", "maksoi"],
    ]

    /// Whether a word, in lower case and without marks, says that money goes from one to another, in any language: "pay" of "what did we pay
    /// for the roof?", which asks for no number by its words.
    static func isOfMoney(_ word: String) -> Bool { ofMoney.contains(word) }

    private static let ofMoney = Set(
        byLanguage.values.joined().filter { $0.need.shape == .money }.flatMap(\.phrases)
            .flatMap { SearchAnalyzer.unstemmed.terms(in: $0) })

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
            Entry(
                .number, .number, needsThing: true,
                "brauche|brauchst|braucht|brauchen|benötige|benötigt|benötigen|benötigte|kommt|kommen|gehört|gehören|nehme|nimmt|nehmen|hinein|rein"
            ),
            Entry(.number, .money, "kosten|kostet|kostete|beträgt|betragen|beläuft|belaufen"),
            Entry(
                .number, .money, needsThing: true,
                "zahlen|zahle|zahlst|zahlt|zahlten|bezahlen|bezahle|bezahlst|bezahlt|bezahlten|gezahlt|ausgegeben"),
            Entry(.time, .moment, "stattfinden|findet|finden|statt"),
            Entry([], .definition, "bedeutet|bedeuten|bedeutung|wofür|steht|meint"),
        ],
        "fr": [
            Entry(
                .number, .number, needsThing: true,
                "faut|faut il|il faut|besoin|ai je besoin|nécessaire|nécessaires|mettre|met on|prendre|prends|prend|peux|puis|dois"
            ),
            Entry(.number, .money, "coûte|coûtent|coûtera|coûtait|coute|coutent|coûter|élève|élèvent|vaut|valent"),
            Entry(
                .number, .money, needsThing: true,
                "payer|paye|paie|payes|paies|payons|payez|paient|payent|payé|dépense"),
            Entry(.time, .moment, "a lieu|ont lieu|aura lieu|auront lieu|lieu|déroule|déroulent"),
            Entry([], .definition, "signifie|signifient|veut dire|veulent dire|désigne"),
        ],
        "es": [
            Entry(
                .number, .number, needsThing: true,
                "necesito|necesitas|necesita|necesitamos|hace falta|hacen falta|falta|lleva|llevan|tomar|tomo|toma|pongo|echar|puedo|debo"
            ),
            Entry(.number, .money, "cuesta|cuestan|costó|costaba|vale|valen|asciende|ascienden"),
            Entry(.number, .money, needsThing: true, "pagar|pago|pagas|paga|pagamos|pagan|pagué|pagó|gasto|gastamos"),
            Entry(.time, .moment, "tiene lugar|tendrá lugar|celebra|celebran|celebrará"),
            Entry([], .definition, "significa|significan|quiere decir"),
        ],
        "it": [
            Entry(
                .number, .number, needsThing: true,
                "serve|servono|occorre|occorrono|ci vuole|ci vogliono|vuole|vogliono|bisogno|prendere|prendo|mettere|posso|devo"
            ),
            Entry(.number, .money, "costa|costano|costava|ammonta|ammontano|vale|valgono"),
            Entry(
                .number, .money, needsThing: true,
                "pagare|pago|paghi|paga|paghiamo|pagate|pagano|pagato|spendo|spendiamo"),
            Entry(.time, .moment, "ha luogo|si svolge|svolge|svolgono|si tiene|tiene"),
            Entry([], .definition, "significa|significano|vuol dire"),
        ],
        "pt": [
            Entry(
                .number, .number, needsThing: true,
                "preciso|precisa|precisamos|leva|levam|necessário|necessários|tomar|tomo|posso|devo"),
            Entry(.number, .money, "custa|custam|custou|custava"),
            Entry(.number, .money, needsThing: true, "pagar|pago|paga|pagas|pagamos|pagam|paguei|pagou|gasto|gastamos"),
            Entry(.time, .moment, "tem lugar|realiza|realizam|acontece"),
            Entry([], .definition, "significa|significam|quer dizer"),
        ],
        "nl": [
            Entry(.number, .number, needsThing: true, "nodig|gebruik|moet|mag|nemen|neem|innemen|gaat|gaan"),
            Entry(.number, .money, "kost|kosten|kostte|bedraagt|bedragen"),
            Entry(.number, .money, needsThing: true, "betaal|betaalt|betalen|betaalde|betaald"),
            Entry(.time, .moment, "vindt|vinden|plaats|gehouden"),
            Entry([], .definition, "betekent|betekenen|betekenis"),
        ],
        "sv": [
            Entry(.number, .number, needsThing: true, "behöver|behövs|behövde|ska|får|ta|tar|går"),
            Entry(.number, .money, "kostar|kostade|uppgår"),
            Entry(.number, .money, needsThing: true, "betala|betalar|betalade|betalat"),
            Entry(.time, .moment, "äger rum|hålls"), Entry([], .definition, "betyder|står"),
        ],
        "da": [
            Entry(.number, .number, needsThing: true, "skal|bruge|bruger|behøver|kræves|må|tage|tager"),
            Entry(.number, .money, "koster|kostede|udgør"),
            Entry(.number, .money, needsThing: true, "betale|betaler|betalte|betalt"),
            Entry(.time, .moment, "finder sted|afholdes"), Entry([], .definition, "betyder|står"),
        ],
        "nb": [
            Entry(.number, .number, needsThing: true, "trenger|trengs|skal|bruke|bruker|må|ta|tar"),
            Entry(.number, .money, "koster|kostet|utgjør"),
            Entry(.number, .money, needsThing: true, "betale|betaler|betalte|betalt"),
            Entry(.time, .moment, "finner sted|avholdes"), Entry([], .definition, "betyr|står"),
        ],
        "fi": [
            Entry(
                .number, .number, needsThing: true,
                "tarvitaan|tarvitsen|tarvitset|tarvitsee|tarvitsemme|tulee|pitää|saan|saa|ottaa|otan"),
            Entry(.number, .money, "maksaa|maksavat|maksoi"),
            Entry(.number, .money, needsThing: true, "maksan|maksamme|maksetaan"),
            Entry([], .definition, "tarkoittaa|tarkoittavat"),
        ],
        "hu": [
            Entry(.number, .number, needsThing: true, "kell|kellenek|szükséges|szedhetek|vehetek"),
            Entry(.number, .money, "kerül|kerülnek|került"),
            Entry(.number, .money, needsThing: true, "fizet|fizetek|fizetünk|fizetnek"),
            Entry([], .definition, "jelent|jelentenek"),
        ],
        "pl": [
            Entry(
                .number, .number, needsThing: true,
                "potrzeba|potrzebuję|potrzebujemy|potrzebne|trzeba|mogę|można|wolno|brać|wziąć|zażywać|dodać"),
            Entry(.number, .money, "kosztuje|kosztują|kosztował|kosztowała|wynosi|wynoszą"),
            Entry(.number, .money, needsThing: true, "płacić|płacę|płacisz|płaci|płacimy|płacą|zapłacić|zapłaciliśmy"),
            Entry(.time, .moment, "odbywa|odbędzie|odbyło|odbyła|odbył"),
            Entry([], .definition, "oznacza|oznaczają|znaczy"),
        ],
        "cs": [
            Entry(
                .number, .number, needsThing: true,
                "potřebuji|potřebujeme|potřeba|třeba|mohu|smím|můžu|brát|vzít|užívat"),
            Entry(.number, .money, "stojí|stál|stála|stálo|činí"),
            Entry(.number, .money, needsThing: true, "platit|platím|platíš|platí|platíme|zaplatit"),
            Entry(.time, .moment, "koná|konají"), Entry([], .definition, "znamená|znamenají"),
        ],
        "ro": [
            Entry(.number, .number, needsThing: true, "trebuie|este nevoie|nevoie|pot|iau"),
            Entry(.number, .money, "costă|costa"),
            Entry(.number, .money, needsThing: true, "plăti|plătesc|plătește|plătim|plătit"),
            Entry(.time, .moment, "are loc|au loc"), Entry([], .definition, "înseamnă|semnifică"),
        ],
        "tr": [
            Entry(
                .number, .number, needsThing: true,
                "lazım|gerek|gerekiyor|gerekli|gerekir|kullanmalıyım|alabilirim|koymalıyım"),
            Entry(.number, .money, "tutar|tutuyor"),
            Entry(.number, .money, needsThing: true, "ödüyoruz|ödüyorum|öderiz|ödenir|ödeniyor|ödemeliyiz"),
            Entry(.time, .moment, "yapılır|yapılıyor|yapılacak|düzenlenecek"),
            Entry([], .definition, "demek|anlama|gelir"),
        ],
        "ru": [
            Entry(
                .number, .number, needsThing: true,
                "нужно|надо|нужен|нужна|нужны|потребуется|требуется|понадобится|можно|принимать|пить|добавить"),
            Entry(.number, .money, "стоит|стоят|стоил|стоила|стоило|составляет"),
            Entry(.number, .money, needsThing: true, "платить|плачу|платит|платим|платят|заплатили"),
            Entry(.time, .moment, "состоится|проходит|пройдет|пройдёт"), Entry([], .definition, "значит|означает"),
        ],
        "uk": [
            Entry(
                .number, .number, needsThing: true,
                "потрібно|треба|потрібен|потрібна|потрібні|можна|приймати|пити|додати"),
            Entry(.number, .money, "коштує|коштують|становить"),
            Entry(.number, .money, needsThing: true, "платити|плачу|платить|платимо|платять"),
            Entry(.time, .moment, "відбудеться|відбувається"), Entry([], .definition, "означає|значить"),
        ],
        "el": [
            Entry(.number, .number, needsThing: true, "χρειάζομαι|χρειάζεται|χρειάζονται|πρέπει|παίρνω"),
            Entry(.number, .money, "κοστίζει|κοστίζουν|ανέρχεται"),
            Entry(
                .number, .money, needsThing: true,
                "πληρώνω|πληρώνει|πληρώνουμε|πληρώνουν|πλήρωσα|πλήρωσε|πληρώσαμε|πλήρωσαν|ξόδεψα|ξοδέψαμε"),
            Entry([], .definition, "σημαίνει|σημαίνουν"),
        ],
        "id": [Entry([], .definition, "arti|artinya|berarti|maksud")],
        "vi": [Entry([], .definition, "nghĩa|nghĩa là")],
    ]
}

// MARK: - Who asks

/// Who somebody is in the papers that they ask of, who asks "can we …?" or "do I have to …?": the tenant of a lease, and never its landlord.
///
/// A rule is written for the roles of two parties that are each other's converse (landlord and tenant, employer and employee: Lyons,
/// Semantics, 1977, 9.1). Who asks about themselves bears the one that people at home have. So what such a paper says of that role, or of
/// what the other party has to agree to, is about them, and what it says of the other party itself is not.
///
/// Kept here by hand; no script makes the lists.
struct AskerRoles {
    private let own: Set<String>
    private let other: Set<String>

    /// Among so many words at the start stands who a sentence is about.
    private static let opening = 2

    /// - Parameter languages: ISO 639-1, of the texts.
    init(languages: Set<String>) {
        let known = languages.compactMap { Self.byLanguage[$0] }
        own = known.reduce(into: []) { $0.formUnion($1.own) }
        other = known.reduce(into: []) { $0.formUnion($1.other) }
    }

    /// Whether a text names one of either.
    func names(_ words: [String]) -> Bool { words.contains { own.contains($0) || other.contains($0) } }

    enum Telling {
        /// What the asker's side may or must do, or what the other party has a say in.
        case ofAsker
        /// What the other party does.
        case ofOther
        case ofNone
    }

    /// - Parameter words: Of a sentence, as search terms without their stems, in order.
    func telling(_ words: [String]) -> Telling {
        if words.contains(where: own.contains) { return .ofAsker }
        guard let first = words.firstIndex(where: other.contains) else { return .ofNone }
        return first < Self.opening ? .ofOther : .ofAsker
    }

    private static let byLanguage: [String: (own: Set<String>, other: Set<String>)] = lists.mapValues {
        (
            own: Set(SearchAnalyzer.unstemmed.terms(in: $0.own)),
            other: Set(SearchAnalyzer.unstemmed.terms(in: $0.other))
        )
    }

    private static let lists: [String: (own: String, other: String)] = [
        "en": (
            """
            tenant tenants lessee lessees occupier occupiers resident residents employee employees policyholder policyholders insured \
            borrower borrowers buyer buyers purchaser purchasers
            """,
            "landlord landlords landlord's landlady lessor employer employers employer's insurer insurers lender lenders seller sellers vendor"
        ),
        "de": (
            """
            mieter mieterin mieters mietern mieterinnen pächter bewohner bewohnern bewohnerin arbeitnehmer arbeitnehmerin arbeitnehmers \
            arbeitnehmern versicherte versicherten versicherungsnehmer käufer käuferin darlehensnehmer
            """,
            """
            vermieter vermieterin vermieters vermietern verpächter arbeitgeber arbeitgebers arbeitgeberin versicherer verkäufer \
            verkäuferin darlehensgeber
            """
        ),
        "fr": (
            "locataire locataires preneur occupant occupants salarié salariée salariés assuré assurée acheteur acquéreur emprunteur",
            "bailleur bailleresse propriétaire propriétaires employeur assureur vendeur prêteur"
        ),
        "es": (
            """
            inquilino inquilina inquilinos arrendatario arrendataria arrendatarios trabajador trabajadora empleado empleada asegurado \
            comprador prestatario
            """, "arrendador arrendadora casero propietario empleador asegurador vendedor prestamista"
        ),
        "it": (
            "inquilino inquilini conduttore conduttrice locatario dipendente dipendenti lavoratore assicurato acquirente compratore",
            "locatore locatrice proprietario datore assicuratore venditore"
        ),
        "pt": (
            "inquilino inquilina inquilinos arrendatário locatário empregado trabalhador segurado comprador",
            "senhorio senhoria locador proprietário empregador segurador vendedor"
        ),
        "nl": (
            "huurder huurders huurster bewoner bewoners werknemer werknemers verzekerde koper kopers",
            "verhuurder verhuurders werkgever verzekeraar verkoper"
        ),
        "sv": (
            "hyresgäst hyresgästen hyresgäster hyresgästerna arbetstagare arbetstagaren köpare köparen",
            "hyresvärd hyresvärden arbetsgivare arbetsgivaren säljare säljaren"
        ),
        "da": (
            "lejer lejeren lejere lejerne medarbejder medarbejderen køber køberen",
            "udlejer udlejeren arbejdsgiver arbejdsgiveren sælger sælgeren"
        ),
        "nb": (
            "leietaker leietakeren leietakere arbeidstaker arbeidstakeren kjøper kjøperen",
            "utleier utleieren arbeidsgiver arbeidsgiveren selger selgeren"
        ),
        "fi": (
            "vuokralainen vuokralaisen vuokralaisella työntekijä työntekijän ostaja",
            "vuokranantaja vuokranantajan työnantaja työnantajan myyjä"
        ),
        "pl": (
            "najemca najemcy najemcę najemców lokator lokatorzy pracownik pracownika kupujący",
            "wynajmujący wynajmującego pracodawca pracodawcy sprzedawca"
        ),
        "cs": (
            "nájemce nájemci nájemník zaměstnanec zaměstnance kupující",
            "pronajímatel pronajímatele zaměstnavatel prodávající"
        ),
        "hu": ("bérlő bérlők bérlőnek munkavállaló vevő", "bérbeadó bérbeadónak munkáltató eladó"),
        "ro": (
            "chiriaș chiriași chiriașul chiriașii locatar locatarul salariat salariatul angajat angajatul cumpărător",
            "proprietar proprietarul locator locatorul angajator angajatorul vânzător"
        ),
        "el": (
            "ενοικιαστής ενοικιαστές ενοικιαστή μισθωτής μισθωτή μισθωτές εργαζόμενος εργαζόμενοι αγοραστής",
            "ιδιοκτήτης ιδιοκτήτη εκμισθωτής εκμισθωτή εργοδότης εργοδότη πωλητής"
        ),
        "ru": (
            "арендатор арендатора арендаторы наниматель нанимателя жилец жильцы работник работника покупатель",
            "арендодатель арендодателя наймодатель работодатель работодателя продавец"
        ),
        "uk": (
            "орендар орендаря орендарі наймач наймача мешканець працівник працівника покупець",
            "орендодавець орендодавця роботодавець роботодавця продавець"
        ),
        "tr": ("kiracı kiracının kiracılar kiracıya işçi çalışan alıcı", "kiralayan işveren işverenin satıcı"),
        "hi": ("किरायेदार किराएदार किरायेदारों कर्मचारी खरीदार", "मकानमालिक नियोक्ता विक्रेता"),
    ]
}
