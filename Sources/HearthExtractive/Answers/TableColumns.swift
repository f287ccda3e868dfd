import HearthText

/// What columns are called that hold what a question asks by another word. Kept here by hand, from the heads of tables people keep; in the
/// languages of ``AmountColumns``, which has those of money.
enum TableColumns {
    static let names = list(
        """
        name names title model item product description designation bezeichnung titel modell artikel produkt beschreibung nom désignation \
        modèle article description nombre modelo artículo producto descripción nome modello articolo prodotto descrizione produto descrição \
        naam omschrijving namn benämning navn betegnelse nazwa opis название наименование имя описание task action what was quoi qué cosa wat vad hvad
        """)
    static let persons = list(
        """
        name employee person user owner member student speaker author staff colleague customer client guest player candidate mitarbeiter \
        mitarbeiterin person benutzer besitzer mitglied kunde nom employé employée personne utilisateur nombre empleado persona usuario nome \
        dipendente utente funcionário naam medewerker namn anställd navn medarbejder ansatt nazwisko pracownik имя сотрудник фио who wer qui
        """)
    /// What somebody is called that a question has no name for.
    static let people = Set(
        list(
            """
            people person persons employee employees staff personnel worker workers colleague colleagues workforce mitarbeiter \
            mitarbeiterinnen mitarbeitende personen leute angestellte beschäftigte personnes employés employées salariés personas empleados \
            persone dipendenti pessoas funcionários mensen personen medewerkers werknemers personer anställda medarbejdere ansatte \
            osób pracowników сотрудников людей
            """))
    static let weights = Set(
        list("weight weighs mass gewicht poids masse peso gewicht vikt vægt vekt waga вес масса kg"))
    static let lengths = Set(
        list(
            """
            length duration distance time hours minutes days range länge dauer entfernung strecke longueur durée distance longitud duración \
            distancia lunghezza durata distanza comprimento duração lengte duur afstand längd længde lengde długość длина km
            """))
    static let ages = Set(list("age alter âge edad età idade leeftijd ålder alder wiek возраст"))
    static let births = Set(
        list(
            """
            born birth birthday birthdate geboren geburtsdatum geburtstag naissance nacimiento nascita nascimento geboortedatum född \
            födelsedatum født urodzenia рождения
            """))
    /// From which day something is there.
    static let beginnings = Set(
        list(
            """
            date purchased bought acquired built made founded created opened published year start started since installed registered kaufdatum \
            gekauft angeschafft baujahr erstellt gegründet jahr achat créé année fecha compra creado año acquisto creato anno data compra ano \
            datum aankoop gekocht
            """))
    /// Columns of numbers that count nothing: what is first or has most in them says nothing.
    static let numbers = Set(
        list(
            """
            id ids no nr number code tag reference ref phone telephone mobile extension zip postcode nummer kennung telefon durchwahl plz \
            numéro référence téléphone número teléfono código numero telefono codice telefone telefoon номер телефон
            """))
    /// Words for what costs something, each of which a row may be.
    static let money = Set(
        list(
            """
            expense expenses cost costs bill bills invoice invoices payment payments purchase purchases transaction transactions charge \
            charges fee fees claim claims order orders donation donations deposit withdrawal amount amounts price item items ausgabe \
            ausgaben kosten rechnung rechnungen zahlung zahlungen betrag posten buchung spende dépense dépenses facture factures paiement \
            gasto gastos factura facturas pago pagos spesa spese fattura fatture pagamento despesa despesas fatura uitgave uitgaven \
            factuur utgift utgifter faktura udgift udgifter wydatek wydatki расход расходы
            """))
    /// Words of a title that do not say what its rows are.
    static let titles = Set(
        list(
            """
            list table register overview sheet inventory directory data export file final copy new old current log report liste tabelle \
            verzeichnis übersicht aktuell neu registre tableau lista registro elenco tabla lijst overzicht lista oversigt oversikt список
            """))

    /// Columns that a verb of a question is about, by those of the verb: "joined" is told by a start.
    private static let pairs: [(String, String)] = [
        (
            """
            join joins joined start starts started begin began hired hire employed enter entered eingestellt angefangen begonnen embauché arrivé \
            arrivée contratado contratada assunto assunta entrato entrata contratada aangenomen begonnen anställdes ansat ansatt
            """,
            """
            start started joined join hired hire since entry employed eintritt eintrittsdatum beginn seit einstellung startdatum début embauche \
            entrée inicio ingreso alta inizio assunzione entrata início admissão indiensttreding anställd ansat ansatt
            """
        ),
        (
            "buy bought purchase purchased acquire acquired gekauft angeschafft acheté achetée comprado comprada comprato acquistato",
            "purchased bought purchase acquired acquisition kaufdatum gekauft anschaffung achat compra acquisto aquisição"
        ),
        (
            "earn earns earned paid verdient verdienen gagne gana guadagna ganha",
            "salary pay wage wages gehalt lohn verdienst salaire salario stipendio salário salaris lön løn lønn"
        ),
        (
            "born geboren né née nacido nacida nato nata nascido",
            "born birth birthday birthdate geboren geburtsdatum geburtstag naissance nacimiento nascita nascimento"
        ),
        (
            "expire expires expired ends end runs out läuft ab abgelaufen expira scade",
            "until end expiry expires valid bis ende ablauf"
        ),
        ("weigh weighs weighed wiegt pèse pesa", "weight gewicht poids peso"),
        (
            "cost costs kostet kosten coûte cuesta costa",
            "price cost costs preis kosten prix precio coste prezzo costo preço custo"
        ),
        ("built build constructed gebaut construit", "built year constructed baujahr année"),
        ("publish published appeared erschienen publié", "published year publication erschienen jahr année"),
    ]
    private static let relations: [(verbs: Set<String>, columns: Set<String>)] = pairs.map {
        (verbs: TableWords.terms($0.0), columns: TableWords.terms($0.1))
    }

    /// Whether a column by its name holds what was done with a row, and nothing that the row is: "Approved by". A person there is meant only
    /// where a question says so.
    ///
    /// - Parameter stops: Little words of the language.
    static func isAside(_ name: String, stops: Set<String>) -> Bool {
        let words = SearchAnalyzer.unstemmed.terms(in: name)
        return words.count > 1 && words.last.map(stops.contains) == true
    }

    /// The words of columns that a verb is about; empty where none are known.
    static func columns(of verb: String) -> Set<String> {
        relations.reduce(into: []) { found, relation in
            if relation.verbs.contains(verb) { found.formUnion(relation.columns) }
        }
    }

    private static func list(_ words: String) -> [String] { SearchAnalyzer.unstemmed.terms(in: words) }
}
