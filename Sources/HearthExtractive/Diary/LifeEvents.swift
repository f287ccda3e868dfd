import HearthText

/// Words of what changes a life: births and deaths, illness, love, work, a home, an examination.
///
/// The kinds of events are those of the Social Readjustment Rating Scale (T. H. Holmes, R. H. Rahe, Journal of Psychosomatic Research 11, 1967,
/// pages 213 to 218), of which those are left out that are everyday matters in a diary (meals, sleep, holidays). The words are kept here by hand; no
/// script makes them. They are compared by their stems.
struct LifeEvents: Sendable {
    private let analyzer: SearchAnalyzer
    private let stems: Set<String>

    /// - Parameter language: ISO 639-1; one without a list has no such words.
    init(language: String) {
        let analyzer = SearchAnalyzer(language: language)
        self.analyzer = analyzer
        stems = Set(analyzer.terms(in: Self.lists[language] ?? ""))
    }

    func occur(in text: String) -> Bool {
        !stems.isEmpty && analyzer.terms(in: text).contains(where: stems.contains)
    }

    private static let lists: [String: String] = [
        "en": """
        died dying dead death funeral buried born birth newborn pregnant pregnancy miscarriage married marrying marry wedding engaged \
        engagement proposed divorce divorced separated breakup cancer tumour tumor lump biopsy benign malignant diagnosis diagnosed \
        surgery hospital ambulance accident stroke fired sacked redundant resigned resignation hired promoted promotion retired retirement \
        accepted rejected deposit mortgage moved evicted keys graduated graduation exam degree award christening baptism godmother godfather \
        arrested burgled robbed stolen adopted adoption
        """,
        "de": """
        gestorben starb tot tod beerdigung begraben geboren geburt schwanger schwangerschaft fehlgeburt geheiratet heiraten hochzeit \
        verlobt verlobung heiratsantrag scheidung geschieden getrennt trennung krebs tumor knoten biopsie gutartig bösartig diagnose \
        operation operiert krankenhaus krankenwagen unfall schlaganfall herzinfarkt gekündigt kündigung entlassen eingestellt befördert \
        beförderung rente zusage absage abgelehnt hypothek umgezogen umzug eingezogen ausgezogen schlüssel abschluss examen prüfung bestanden \
        durchgefallen taufe patin pate verhaftet eingebrochen gestohlen adoptiert
        """,
        "fr": """
        mort morte décédé décédée décès enterrement obsèques né née naissance enceinte grossesse fausse-couche marié mariée mariage \
        fiancé fiancée fiançailles divorce divorcé séparé séparée rupture cancer tumeur biopsie bénin bénigne maligne diagnostic opération \
        opéré hôpital ambulance accident infarctus licencié licenciée démission démissionné embauché embauchée promotion retraite refusé \
        accepté crédit déménagé déménagement clés diplôme examen concours baptême marraine parrain arrêté cambriolé volé adopté adoption
        """,
        "es": """
        murió muerto muerta muerte falleció funeral entierro nació nacimiento embarazada embarazo aborto casado casada casarme boda \
        prometido prometida compromiso divorcio divorciado separado separación ruptura cáncer tumor biopsia benigno maligno diagnóstico \
        operación operaron hospital ambulancia accidente infarto despedido despedida despidieron renuncié dimití contrataron ascenso ascendieron \
        jubilación jubilado aceptaron rechazaron hipoteca mudanza mudé mudamos llaves graduación título examen oposición aprobé suspendí bautizo \
        madrina padrino detenido robaron adopción
        """,
        "it": """
        morto morta morte morì funerale nato nata nascita incinta gravidanza aborto sposato sposata sposiamo matrimonio nozze fidanzato \
        fidanzata fidanzamento divorzio divorziato separati separazione cancro tumore biopsia benigno maligno diagnosi operazione operato \
        ospedale ambulanza incidente infarto licenziato licenziata dimissioni assunto assunta promozione promosso pensione accettato rifiutato \
        mutuo trasloco traslocato chiavi laurea laureato diploma esame battesimo madrina padrino arrestato rubato adozione
        """,
        "pt": """
        morreu morto morta morte faleceu funeral enterro nasceu nascimento grávida gravidez aborto casei casado casada casamento noivo noiva \
        noivado divórcio divorciado separado separação câncer cancro tumor biópsia benigno maligno diagnóstico operação cirurgia hospital \
        ambulância acidente enfarte infarto demitido demitida despedido demissão contratado contratada promoção promovido aposentadoria reforma \
        aceitaram recusaram hipoteca mudança mudei mudámos chaves formatura diploma exame batizado madrinha padrinho preso roubaram adoção
        """,
        "nl": """
        overleden gestorven stierf dood begrafenis geboren geboorte zwanger zwangerschap miskraam getrouwd trouwen bruiloft verloofd verloving \
        aanzoek scheiding gescheiden kanker tumor knobbel biopsie goedaardig kwaadaardig diagnose operatie geopereerd ziekenhuis ambulance ongeluk \
        beroerte hartaanval ontslagen ontslag aangenomen bevorderd promotie pensioen afgewezen hypotheek verhuisd verhuizing sleutels afgestudeerd \
        examen geslaagd gezakt diploma doop peettante peetoom gearresteerd ingebroken gestolen adoptie
        """,
    ]
}
