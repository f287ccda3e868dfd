import HearthText

/// Who of the two that a form names somebody is, by the label of their field: who does something ("Engineer: Darren Okafor"), or for whom it is
/// done ("Customer: Mr Marsden"). "Who looked at the boiler?" asks for the former.
enum FieldParty {
    case doing, served

    /// - Parameter label: What stands before the colon of a field.
    init?(ofLabel label: String) {
        let words = SearchAnalyzer.unstemmed.terms(in: label)
        guard let first = words.first, words.count <= Self.mostWords else { return nil }
        // "Signed (for customer)" is neither.
        if Self.doers.contains(first) || words.last.map(Self.doers.contains) == true {
            self = .doing
        } else if Self.receivers.contains(first) {
            self = .served
        } else {
            return nil
        }
    }

    private static let mostWords = 3

    /// As forms of companies, offices and surgeries call them. A closed class, kept here by hand; no script makes it.
    private static let doers = terms(
        """
        engineer technician mechanic fitter installer plumber electrician inspector surveyor assessor doctor physician dentist vet veterinarian \
        nurse clinician therapist consultant practitioner author teacher instructor tutor coach advisor adviser agent clerk driver chef \
        solicitor lawyer handler contractor supplier examiner reviewer interviewer lecturer speaker prepared performed inspected examined written \
        techniker technikerin monteur monteurin ingenieur prüfer arzt ärztin zahnarzt zahnärztin tierarzt tierärztin sachbearbeiter \
        sachbearbeiterin bearbeiter bearbeiterin berater beraterin fahrer fahrerin verfasser verfasserin autor autorin lehrer lehrerin \
        trainer gutachter installateur referent \
        technicien technicienne ingénieur médecin docteur dentiste vétérinaire conseiller conseillère auteur enseignant infirmière installateur \
        intervenant rédacteur chauffeur \
        técnico técnica ingeniero médico médica dentista veterinario veterinaria asesor asesora autor autora profesor profesora enfermera \
        instalador conductor \
        tecnico tecnica ingegnere medico dentista veterinario veterinaria consulente autore autrice insegnante infermiera installatore autista \
        engenheiro engenheira médico médica veterinário consultor consultora professor professora enfermeira \
        monteur ingenieur arts tandarts dierenarts adviseur auteur docent chauffeur tekniker läkare tandläkare veterinär handläggare rådgivare \
        technik inżynier lekarz lekarka dentysta weterynarz doradca autor nauczyciel kierowca \
        техник инженер мастер врач стоматолог ветеринар консультант автор учитель исполнитель водитель \
        tehnician inginer medic dentist consilier autor profesor τεχνικός μηχανικός γιατρός οδοντίατρος κτηνίατρος σύμβουλος συγγραφέας \
        teknisyen mühendis doktor hekim veteriner danışman yazar öğretmen
        """)
    private static let receivers = terms(
        """
        customer client patient tenant tenants guest guests passenger passengers recipient member policyholder insured buyer purchaser addressee \
        applicant subscriber employee pupil student bill ship deliver \
        kunde kundin patient patientin mieter mieterin gast gäste empfänger empfängerin versicherungsnehmer versicherter käufer käuferin \
        auftraggeber auftraggeberin antragsteller reisender fahrgast mitglied schüler arbeitnehmer \
        cliente patiente locataire destinataire assuré assurée acheteur passager voyageur adhérent salarié élève \
        clienta paciente inquilino inquilina destinatario asegurado comprador pasajero socio empleado alumno \
        paziente destinatario assicurato acquirente passeggero ospite dipendente alunno \
        inquilino destinatário segurado comprador passageiro hóspede \
        klant patiënt huurder ontvanger verzekerde koper reiziger kund patient hyresgäst mottagare \
        klient pacjent najemca odbiorca pasażer клиент пациент заказчик получатель арендатор пассажир \
        pacient chiriaș destinatar pasager πελάτης ασθενής ενοικιαστής παραλήπτης επιβάτης müşteri hasta kiracı alıcı yolcu
        """)

    private static func terms(_ list: String) -> Set<String> {
        Set(SearchAnalyzer.unstemmed.terms(in: list))
    }
}
