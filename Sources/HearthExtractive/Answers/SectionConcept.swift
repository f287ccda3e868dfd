import HearthCore
import HearthText

/// What papers of work have a section or a field for, under one of a few names, and what people ask for in other words: "Who attended?" is
/// answered by "Present: …", "Why did it fail?" below "Root cause".
enum SectionConcept: Int, CaseIterable {
    case cause, absence, attendance, decision

    /// What a question asks for; `nil` where it is none of these.
    ///
    /// - Parameter languages: ISO 639-1, of the question and of the texts.
    init?(askedBy question: String, kind: QuestionKind, aspects: AnswerAspects, languages: Set<String>) {
        let words = SearchAnalyzer.unstemmed.terms(in: question)
        let isForWhom = kind.isDisjoint(with: [.time, .place, .number, .reason])
        let found = Self.allCases.first { concept in
            switch concept {
            case .cause:
                kind.contains(.reason)
                    || kind.isDisjoint(with: [.time, .place, .number, .person])
                        && concept.isAsked(words, languages)
            case .absence, .attendance: isForWhom && concept.isAsked(words, languages)
            case .decision: aspects.contains(.decision) && isForWhom && !kind.contains(.person)
            }
        }
        guard let found else { return nil }
        self = found
    }

    private func isAsked(_ words: [String], _ languages: Set<String>) -> Bool {
        Self.names(languages).contains { names in
            (names[self]?.asking ?? []).contains { words.holds($0) }
        }
    }

    /// Whether a word of a question is one by which this is asked for.
    func isAsked(by word: String, languages: Set<String>) -> Bool {
        self == .decision
            ? AnswerAspects.asksForDecision(word)
            : Self.names(languages).contains { ($0[self]?.asking ?? []).contains { $0.contains(word) } }
    }

    /// Whether a heading, or what a field is called, is a name of it: "3. Root cause", "Meeting attendees", "Ursache des Ausfalls".
    ///
    /// - Parameter isField: Whether it is all of what stands before a colon, which says no more than that.
    func isNamed(by label: some StringProtocol, isField: Bool, languages: Set<String>) -> Bool {
        guard label.utf8.count <= Self.longestLabel else { return false }
        let words = Array(
            SearchAnalyzer.unstemmed.terms(in: String(label)).drop { $0.allSatisfy { $0.isNumber || $0 == "." } })
        guard !words.isEmpty, words.count <= (isField ? Self.mostOfField : Self.mostOfHeading) else { return false }
        return Self.names(languages).contains { names in
            (names[self]?.labels ?? []).contains { words.starts(with: $0) || words.suffix($0.count).elementsEqual($0) }
        }
    }

    /// Words for a search: what the section may be called in the language of a question.
    static func searchWords(of question: String, languages: Set<String>) -> [String] {
        let asked = AskedQuestion(question, languages: languages)
        let aspects = AnswerAspects(wantedBy: question, kind: asked.kind, hasQuestionWord: asked.asksAnything)
        guard
            let concept = SectionConcept(askedBy: question, kind: asked.kind, aspects: aspects, languages: languages)
        else { return [] }
        return Array(Set(names(languages).flatMap { $0[concept]?.labels ?? [] }.filter { $0.count == 1 }.joined()))
            .sorted()
    }

    /// Bytes, and words.
    private static let longestLabel = 80
    private static let mostOfHeading = 6
    private static let mostOfField = 4

    /// What the meetings are called that minutes are of, by hand.
    static let gatherings = Set(
        SearchAnalyzer.unstemmed.terms(
            in: """
                meeting meetings session call sitzung besprechung treffen versammlung réunion séance reunión sesión riunione seduta reunião sessão \
                vergadering overleg möte mötet møde mødet møte møtet kokous kokouksessa zebranie zebraniu spotkanie spotkaniu schůze schůzi ülés \
                ülésen ședință ședința собрание собрании совещание совещании встреча встрече засідання зустріч συνεδρίαση toplantı toplantıda 会议 \
                会議 회의 rapat बैठक
                """))

    // MARK: - Names

    private struct Names: Sendable {
        /// What a section is called, and how it is asked for, each as the words of the analyser.
        var labels: [[String]]
        var asking: [[String]]

        init(_ labels: String, _ asking: String) {
            (self.labels, self.asking) = (Self.phrases(labels), Self.phrases(asking))
        }

        private static func phrases(_ list: String) -> [[String]] {
            list.split(separator: "|").map { SearchAnalyzer.unstemmed.terms(in: String($0)) }.filter { !$0.isEmpty }
        }
    }

    /// English is asked in every language.
    private static func names(_ languages: Set<String>) -> [[SectionConcept: Names]] {
        languages.union(["en"]).sorted().compactMap { byLanguage[$0] }
    }

    private static func entry(
        cause: (String, String), absence: (String, String), attendance: (String, String), decision: String
    ) -> [SectionConcept: Names] {
        [
            .cause: Names(cause.0, cause.1), .absence: Names(absence.0, absence.1),
            .attendance: Names(attendance.0, attendance.1), .decision: Names(decision, ""),
        ]
    }

    /// As minutes, reports of incidents and templates for them call these sections. Closed classes, kept here by hand; no script makes them.
    private static let byLanguage: [String: [SectionConcept: Names]] = [
        "en": entry(
            cause: (
                "root cause|root causes|cause|causes|reason|reasons|what went wrong|why it happened",
                "cause|caused|causes|reason|reasons"
            ),
            absence: (
                "apologies|apologies for absence|absent|absentees|regrets|excused|not present|not attending",
                "absent|apologies|not attend|didn't attend|not present|missing from|excused|not there|missed"
            ),
            attendance: (
                "present|attendees|attendance|in attendance|attending|attended|attended by|participants|members present|also present",
                "attend|attended|attends|attending|attendees|present|participated|participants|took part|take part|was there|were there|was at|were at|came to"
            ), decision: "decisions|decision|decisions made|resolved|resolutions|agreed|decided|agreements|outcomes"),
        "de": entry(
            cause: (
                "ursache|ursachen|grund|gründe|grundursache|ursachenanalyse",
                "ursache|ursachen|grund|gründe|verursacht|verursachte|auslöser|ausgelöst"
            ),
            absence: (
                "entschuldigt|abwesend|abwesende|entschuldigte|verhindert|fehlend",
                "fehlte|fehlten|gefehlt|entschuldigt|abwesend|nicht dabei|nicht teilgenommen|nicht anwesend"
            ),
            attendance: (
                "teilnehmer|teilnehmende|teilnehmerinnen|anwesend|anwesende|anwesenheit|teilnehmerliste",
                "teilgenommen|teil|nahm teil|nahmen teil|teilnehmer|teilnehmende|anwesend|dabei"
            ),
            decision:
                "beschlüsse|beschluss|entscheidungen|entscheidung|beschlossen|vereinbart|vereinbarungen|festlegungen"),
        "fr": entry(
            cause: (
                "cause|causes|cause racine|cause profonde|raison|raisons|motif|motifs|origine",
                "cause|causes|causé|raison|raisons|provoqué|origine"
            ),
            absence: (
                "excusés|excusé|absents|absent|absents excusés", "absent|absents|excusé|excusés|n'était pas|manquait"
            ),
            attendance: (
                "présents|présent|présentes|participants|étaient présents|personnes présentes",
                "présent|présents|assisté|participé|participants|était là"
            ), decision: "décisions|décision|résolutions|décidé|relevé de décisions"),
        "es": entry(
            cause: (
                "causa|causas|causa raíz|motivo|motivos|razón|razones",
                "causa|causas|causó|causado|motivo|razón|provocó"
            ),
            absence: (
                "ausentes|ausente|excusados|ausencias", "ausente|ausentes|faltó|faltaron|no asistió|no asistieron"
            ),
            attendance: (
                "asistentes|presentes|participantes|asistencia",
                "asistió|asistieron|asistentes|presentes|participó|participaron"
            ),
            decision: "acuerdos|decisiones|resoluciones|acordado|acuerdos adoptados"),
        "it": entry(
            cause: (
                "causa|cause|causa radice|motivo|motivi|ragione|ragioni", "causa|cause|causato|motivo|ragione|provocato"
            ),
            absence: (
                "assenti|assente|assenti giustificati|giustificati", "assente|assenti|mancava|mancavano|giustificato"
            ),
            attendance: ("presenti|partecipanti|presenze", "partecipato|presente|presenti|partecipanti|c'era"),
            decision: "decisioni|delibere|deliberazioni|delibera|deciso"),
        "pt": entry(
            cause: (
                "causa|causas|causa raiz|motivo|motivos|razão|razões",
                "causa|causas|causou|causado|motivo|razão|provocou"
            ),
            absence: ("ausentes|ausente|ausências", "ausente|ausentes|faltou|faltaram"),
            attendance: (
                "presentes|participantes|presenças", "participou|participaram|presente|presentes|participantes|assistiu"
            ),
            decision: "decisões|deliberações|deliberação|resoluções"),
        "nl": entry(
            cause: ("oorzaak|oorzaken|grondoorzaak|reden|redenen", "oorzaak|oorzaken|veroorzaakt|veroorzaakte|reden"),
            absence: (
                "afwezig|afwezigen|afgemeld|met kennisgeving", "afwezig|afgemeld|ontbrak|ontbraken|niet aanwezig"
            ),
            attendance: ("aanwezig|aanwezigen|deelnemers", "aanwezig|deelgenomen|deelnemers|nam deel|namen deel"),
            decision: "besluiten|besluit|beslissingen|besloten|afspraken"),
        "sv": entry(
            cause: ("orsak|orsaker|grundorsak|anledning|skäl", "orsak|orsaken|orsakade|anledning|anledningen"),
            absence: ("frånvarande|förhindrade", "frånvarande|saknades|inte med"),
            attendance: ("närvarande|deltagare", "närvarande|deltog|deltagare|var med"),
            decision: "beslut|besluten|beslutat"),
        "da": entry(
            cause: ("årsag|årsager|grundårsag", "årsag|årsagen|forårsagede|skyldtes"),
            absence: ("afbud|fraværende", "afbud|fraværende|manglede"),
            attendance: ("til stede|tilstede|deltagere|fremmødte", "deltog|deltagere|til stede|var med"),
            decision: "beslutninger|beslutning|besluttet"),
        "nb": entry(
            cause: ("årsak|årsaker|rotårsak", "årsak|årsaken|forårsaket|skyldtes"),
            absence: ("forfall|fraværende", "forfall|fraværende|manglet"),
            attendance: ("til stede|tilstede|deltakere", "deltok|deltakere|til stede|var med"),
            decision: "vedtak|beslutninger|beslutning|vedtatt"),
        "fi": entry(
            cause: ("syy|syyt|juurisyy", "syy|syynä|aiheutti|syyt"), absence: ("poissa|estyneet", "poissa|puuttui"),
            attendance: ("läsnä|osallistujat|paikalla", "osallistui|osallistuivat|läsnä|paikalla|osallistujat"),
            decision: "päätökset|päätös"),
        "pl": entry(
            cause: (
                "przyczyna|przyczyny|powód|powody|przyczyna źródłowa",
                "przyczyna|przyczyną|przyczyny|powód|powodem|spowodowało"
            ),
            absence: ("nieobecni|usprawiedliwieni", "nieobecny|nieobecni|brakowało"),
            attendance: (
                "obecni|uczestnicy|lista obecności", "obecny|obecni|uczestniczył|uczestniczyli|uczestnicy|brał udział"
            ),
            decision: "decyzje|uchwały|ustalenia|postanowienia"),
        "cs": entry(
            cause: ("příčina|příčiny|důvod|důvody", "příčina|příčinou|příčiny|důvod|způsobilo"),
            absence: ("omluveni|nepřítomni|omluven", "chyběl|chyběli|omluven|nepřítomen"),
            attendance: ("přítomni|účastníci", "přítomen|přítomni|zúčastnil|zúčastnili|účastníci"),
            decision: "usnesení|rozhodnutí|závěry"),
        "hu": entry(
            cause: ("kiváltó ok|gyökérok|okok", "oka|okozta|okok"),
            absence: ("távol|hiányzók", "hiányzott|hiányoztak|távol"),
            attendance: ("jelen vannak|jelenlévők|résztvevők", "jelen|részt|résztvevők"),
            decision: "határozatok|határozat|döntések"),
        "ro": entry(
            cause: ("cauza|cauze|cauza principală|motiv|motive", "cauza|cauzat|motivul"),
            absence: ("absenți|absent", "absent|absenți|lipsit"),
            attendance: ("prezenți|participanți", "participat|prezent|prezenți|participanți"),
            decision: "decizii|hotărâri"),
        "ru": entry(
            cause: ("причина|причины|первопричина|коренная причина", "причина|причиной|причины|вызвало|вызвал"),
            absence: ("отсутствовали|отсутствующие|отсутствуют", "отсутствовал|отсутствовали|не было"),
            attendance: (
                "присутствовали|присутствующие|участники|присутствуют",
                "присутствовал|присутствовали|участвовал|участвовали|участники|был на"
            ),
            decision: "решили|решения|решение|постановили"),
        "uk": entry(
            cause: ("причина|причини|першопричина", "причина|причиною|причини|спричинило"),
            absence: ("відсутні", "відсутній|відсутні|не було"),
            attendance: ("присутні|учасники", "присутній|присутні|учасники|брав участь"),
            decision: "рішення|вирішили|ухвалили"),
        "el": entry(
            cause: ("αιτία|αίτια|αιτίες|λόγος|λόγοι", "αιτία|προκάλεσε|λόγος"),
            absence: ("απόντες", "απουσίαζε|απουσίαζαν|απών"),
            attendance: ("παρόντες|συμμετέχοντες", "παρών|παρόντες|συμμετείχε|συμμετείχαν"),
            decision: "αποφάσεις|απόφαση"),
        "tr": entry(
            cause: ("kök neden|neden|nedeni|nedenler|sebep", "nedeni|sebebi|yol açtı"),
            absence: ("mazeretli|katılmayanlar", "katılmadı|katılmayanlar|mazeretli"),
            attendance: ("katılımcılar|katılanlar|hazır bulunanlar", "katıldı|katılanlar|katılımcılar"),
            decision: "kararlar|karar|alınan kararlar"),
        "zh": entry(
            cause: ("原因|根本原因", "原因|导致"), absence: ("缺席|请假", "缺席|请假"), attendance: ("出席|与会|参会", "出席|参加|与会|参会"),
            decision: "决议|决定"),
        "ja": entry(
            cause: ("原因|根本原因|理由", "原因|理由"), absence: ("欠席", "欠席"), attendance: ("出席|参加", "出席|参加"), decision: "決定|決議"),
        "ko": entry(
            cause: ("원인|이유", "원인|이유"), absence: ("불참|결석", "불참|결석"), attendance: ("참석|참가", "참석|참가"), decision: "결정|결의"),
        "vi": entry(
            cause: ("nguyên nhân", "nguyên nhân"), absence: ("vắng mặt", "vắng mặt"),
            attendance: ("thành phần tham dự|người tham dự", "tham dự"),
            decision: "quyết định|nghị quyết"),
        "id": entry(
            cause: ("penyebab|akar masalah|alasan", "penyebab|menyebabkan|alasan"),
            absence: ("tidak hadir", "tidak hadir"),
            attendance: ("hadir|peserta", "hadir|peserta|menghadiri"), decision: "keputusan"),
        "ar": entry(
            cause: ("السبب|الأسباب|السبب الجذري", "سبب|السبب|أسباب"), absence: ("الغائبون|المعتذرون", "غاب|الغائبون"),
            attendance: ("الحضور|الحاضرون", "حضر|الحضور|الحاضرون"),
            decision: "القرارات|القرار"),
        "he": entry(
            cause: ("סיבה|הסיבה|סיבת השורש", "סיבה|הסיבה|גרם"), absence: ("נעדרים|חסרים", "נעדר|נעדרו"),
            attendance: ("נוכחים|משתתפים", "נכח|נכחו|נוכחים|השתתף|השתתפו"),
            decision: "החלטות|החלטה"),
        "hi": entry(
            cause: ("कारण|मूल कारण", "कारण|वजह"), absence: ("अनुपस्थित", "अनुपस्थित"), attendance: ("उपस्थित|प्रतिभागी", "उपस्थित|प्रतिभागी|शामिल"),
            decision: "निर्णय"),
    ]
}

extension [String] {
    /// Whether some words stand in it one behind another.
    fileprivate func holds(_ words: [String]) -> Bool {
        guard words.count > 0, words.count <= count else { return false }
        return (0...(count - words.count)).contains { self[$0..<($0 + words.count)].elementsEqual(words) }
    }
}

extension SectionConcept {
    /// The lines of a passage that stand below a name of it, or behind one on their line: "Present: Ana, Bob".
    ///
    /// - Parameters:
    ///   - lines: The sentences and headings, in order, with what they are by their shape and whether they begin an item.
    ///   - heads: The heads of tables, which name columns and end no section.
    func lines(
        _ lines: [(span: TextSpan, isHeading: Bool)], roles: [LineRole], items: [Bool], heads: Set<TextSpan>,
        of passage: AnswerPassage, languages: Set<String>
    ) -> Set<Int> {
        var found: Set<Int> = []
        var isBelow = passage.above.last.map { isNamed(by: $0, isField: false, languages: languages) } ?? false
        // Below a line with a colon: how many of its lines were read, and whether they are the items of a list.
        var (led, isList): (Int?, Bool) = (nil, false)
        for (place, line) in lines.enumerated() where !heads.contains(line.span) {
            let text = passage.text.text(in: line.span) ?? ""
            let plain = text.drop { $0 == "*" || $0 == "_" }
            let end = plain.prefix(Self.longestBefore).firstIndex { $0 == ":" || $0 == "：" }
            let label = end.map { plain[..<$0] }
            let isLabelled = label.map { isNamed(by: $0, isField: true, languages: languages) } ?? false
            if !line.isHeading, text.last == ":" || text.last == "：" || text.hasSuffix(":**") {
                led = isLabelled ? 0 : nil
                continue
            }
            if line.isHeading || roles[place].isAbove {
                let heading = text.split(whereSeparator: \.isNewline).last ?? ""
                isBelow = isNamed(
                    by: heading.drop { !$0.isLetter && !$0.isNumber }, isField: false, languages: languages)
                led = nil
                continue
            }
            if let count = led {
                if count == 0 { isList = items[place] }
                // Behind the list goes on what the line does not lead in.
                led = isList ? (items[place] ? count + 1 : nil) : count < Self.mostLed ? count + 1 : nil
            }
            if isLabelled || isBelow || led != nil { found.insert(place) }
        }
        return found
    }

    /// Sentences below a line with a colon that leads in no list.
    private static let mostLed = 3
    /// Characters before a colon.
    private static let longestBefore = 50
}
