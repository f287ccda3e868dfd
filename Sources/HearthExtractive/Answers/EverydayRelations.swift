import HearthText

/// Words of everyday papers that tell what another word asks for: "how much do I earn?", "Salary: £42,000".
///
/// A small table of relations between verbs and nouns, kept here by hand; no script makes it, and it is no thesaurus: each row is for
/// questions of one kind, is answered only by a sentence of the form that belongs to it (``AnswerShape``), and says less than the word
/// itself does.
enum EverydayRelations {
    struct Relation {
        /// What the question words ask for; empty where the word alone says it.
        fileprivate var kind: QuestionKind
        fileprivate var asked: Set<String>
        /// What a sentence must hold to answer in these words.
        var shape: AnswerShape
        /// Words that tell it, in lower case and without marks.
        var told: Set<String>

        /// - Parameter told: `nil` where the words that ask tell it as well, one for another.
        fileprivate init(_ kind: QuestionKind, _ shape: AnswerShape, _ asked: String, _ told: String? = nil) {
            self.kind = kind
            self.shape = shape
            self.asked = Set(SearchAnalyzer.unstemmed.terms(in: asked))
            self.told = told.map { Set(SearchAnalyzer.unstemmed.terms(in: $0)) } ?? self.asked
        }
    }

    /// What a word of a question is told by, for each form of answer.
    ///
    /// - Parameters:
    ///   - word: In lower case and without marks.
    ///   - kind: Of the question.
    ///   - languages: ISO 639-1, of the question and of the texts.
    static func relation(of word: String, kind: QuestionKind, languages: Set<String>) -> Relation? {
        for language in languages.sorted() {
            for relation in byLanguage[language] ?? []
            where relation.asked.contains(word) && (relation.kind.isEmpty || kind.contains(relation.kind)) {
                return relation
            }
        }
        return nil
    }

    /// The words by which documents may tell what a question asks, beside its own: for a search.
    static func words(for question: String, languages: Set<String>) -> [String] {
        let kind = AskedQuestion(question, languages: languages).kind
        var found: [String] = []
        for word in SearchAnalyzer.unstemmed.terms(in: question).prefix(mostWords) {
            let told = relation(of: word, kind: kind, languages: languages)?.told ?? []
            let kinds = EverydayKinds.kinds(of: word, languages: languages)
            found += told.union(kinds).sorted().filter { $0 != word && !found.contains($0) }
        }
        return found
    }

    /// Words of a question that are looked up.
    private static let mostWords = 64

    private static let byLanguage: [String: [Relation]] = [
        "en": [
            Relation(
                .number, .money, "earn earns earned earning",
                "salary salaries wage wages income pay paid earn earns earned earnings remuneration"),
            Relation(
                [], .money,
                "salary wage wages income", "salary wage wages income pay earn earns earned remuneration"),
            Relation(.number, .money, "owe owes owed owing", "debt debts owed owing due outstanding arrears balance"),
            Relation(.number, .money, "debt debts", "owe owes owed owing due outstanding arrears balance"),
            Relation(.number, .money, "price fee fees cost costs charge charges"),
            Relation(.time, .moment, "pay pays paid", "due payable"),
            Relation(.time, .date, "born birthday birth birthdate"),
            Relation([], .date, "birthday birthdate", "born birth"),
            Relation(.time, .date, "die dies died death"),
            Relation(.time, .date, "marry married wedding"),
            Relation(.place, .place, "live lives lived living reside resides", "address lives lived resides residence"),
            Relation([], .place, "address", "lives live lived resides residence"),
            Relation([], .phone, "phone telephone mobile", "phone telephone mobile tel call"),
            Relation([], .phone, "call ring", "phone telephone mobile tel"),
            Relation(
                .time, .moment,
                "start starts started starting begin begins began begun beginning commence commences commenced"),
            Relation(
                .time, .moment,
                "end ends ended ending expire expires expired finish finishes finished terminates"),
            Relation(.time, .moment, "leave leaves depart departs departure"),
            Relation(.time, .moment, "arrive arrives arrived arrival"),
            Relation(.time, .moment, "buy buys bought purchase purchased"),
            Relation(.number, .money, "buy buys bought purchase purchased"),
            Relation(.number, .number, "last lasts lasted", "duration"),
            Relation(.number, .number, "weigh weighs weighed", "weight"),
        ],
        "de": [
            Relation(
                .number, .money, "verdiene verdienst verdient verdienen verdiente",
                "gehalt monatsgehalt jahresgehalt bruttogehalt lohn stundenlohn monatslohn vergütung einkommen"),
            Relation(
                .number, .money,
                "schulde schuldet schulden", "schulden rückstand rückstände offen offener fällig"),
            Relation(.time, .date, "geboren geburtstag geburtsdatum"),
            Relation(.place, .place, "wohne wohnst wohnt wohnen", "adresse anschrift wohnhaft wohnort wohnt"),
            Relation([], .place, "adresse anschrift", "wohnt wohnhaft anschrift adresse"),
            Relation(
                [], .phone, "telefonnummer handynummer rufnummer telefon",
                "tel telefon handy mobil telefonnummer rufnummer"),
            Relation(
                .time, .moment,
                "anfangen anfängt fängt angefangen anfing beginnen beginnt begann begonnen beginn anfang starten startet start"
            ),
            Relation(.time, .moment, "enden endet endete ende aufhören aufhört hört"),
            Relation(.number, .number, "wiegt wiegen", "gewicht"), Relation(.number, .number, "dauert dauern", "dauer"),
        ],
        "fr": [
            Relation(.number, .money, "gagne gagnes gagner gagnons", "salaire rémunération revenu paie"),
            Relation(.place, .place, "habite habites habitons habitent", "adresse domicile domicilié domiciliée"),
            Relation(.time, .moment, "commence commencent commencer commencera débute début débutera"),
            Relation(.time, .moment, "finit finissent termine terminent fin expire expirera"),
            Relation([], .phone, "téléphone", "tél tel portable mobile"),
        ],
        "es": [
            Relation(.number, .money, "gano ganas gana ganar ganamos", "salario sueldo nómina ingresos"),
            Relation(.place, .place, "vivo vives vive vivimos viven", "dirección domicilio domiciliado"),
            Relation(.time, .moment, "empieza empiezan comienza comienzan inicia inicio comienzo"),
            Relation(.time, .moment, "termina terminan acaba acaban finaliza fin vence"),
            Relation(.time, .date, "nació nací nacido nacimiento"),
        ],
        "it": [
            Relation(.number, .money, "guadagno guadagni guadagna guadagniamo", "stipendio salario retribuzione"),
            Relation(.place, .place, "abito abiti abita abitano", "indirizzo residenza residente domicilio"),
            Relation(.time, .moment, "comincia cominciano inizia iniziano inizio"),
            Relation(.time, .moment, "finisce finiscono termina terminano fine scade scadenza"),
            Relation(.time, .date, "nato nata nascita"),
        ],
    ]
}
