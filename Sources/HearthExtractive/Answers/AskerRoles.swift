import HearthText

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
