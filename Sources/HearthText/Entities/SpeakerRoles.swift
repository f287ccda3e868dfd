/// The parts that people have in a talk, which transcripts write before their words where they do not know or do not give the name:
/// "Interviewer", "Moderator", "The Chair", "Female Speaker".
///
/// A label is one where every word of it is such a part, or a small word between. The list is kept by hand; what people are called
/// at home ("Mum", "Oma") stands for one person each, and is no part of it.
package enum SpeakerRoles {
    /// Whether a label names a part in the talk, and nobody.
    package static func areRole(_ label: String) -> Bool {
        guard label.utf8.count <= longest else { return false }
        if unspaced.contains(label) { return true }
        let words = label.lowercased().split { !$0.isLetter && $0 != "\u{301}" }.map(String.init)
        guard words.contains(where: roles.contains) else { return false }
        return words.allSatisfy { roles.contains($0) || small.contains($0) || $0.count == 1 }
    }

    /// Bytes of the longest label.
    private static let longest = 60

    private static let roles = Set(
        words: """
            speaker speakers interviewer interviewee moderator host cohost hosts guest guests narrator chair chairman chairwoman chairperson \
            president secretary treasurer clerk operator caller callers participant participants respondent facilitator presenter announcer \
            reporter journalist audience question answer questioner student students teacher professor doctor patient nurse therapist client \
            customer agent judge witness counsel attorney lawyer prosecutor defendant plaintiff officer minister mayor commissioner councillor \
            councilor member members man woman boy girl child male female voice unknown unidentified unnamed user assistant system bot staff \
            manager director analyst translator interpreter everyone everybody both crowd panelist panellist trainer trainee tutor coach \
            examiner candidate recruiter applicant landlord tenant seller buyer researcher consultant producer editor anchor correspondent \
            clinician physician subject informant listener \
            sprecher sprecherin interviewerin befragter befragte moderatorin gast gäste erzähler erzählerin vorsitzender vorsitzende \
            vorsitz schriftführer schriftführerin präsident präsidentin anrufer anruferin teilnehmer teilnehmerin frage antwort arzt ärztin \
            patientin richter richterin zeuge zeugin mann frau kind stimme unbekannt publikum lehrer lehrerin schüler schülerin reporterin \
            alle mieter mieterin vermieter vermieterin leiter leiterin protokollführer dolmetscher dolmetscherin \
            locuteur locutrice intervieweur intervieweuse modérateur modératrice animateur animatrice invité invitée narrateur narratrice \
            président présidente secrétaire auditeur auditrice participante médecin juge témoin homme femme enfant voix inconnu inconnue \
            public journaliste professeur élève présentateur présentatrice \
            entrevistador entrevistadora entrevistado entrevistada moderador moderadora invitado invitada narrador narradora presidente \
            presidenta secretario secretaria oyente médico paciente juez testigo hombre mujer voz desconocido público periodista profesor \
            profesora presentador presentadora locutor locutora hablante orador oradora convidado convidada secretário desconhecido \
            intervistatore intervistatrice intervistato intervistata moderatore moderatrice conduttore conduttrice ospite narratore narratrice \
            segretario segretaria medico paziente giudice testimone uomo donna voce sconosciuto pubblico giornalista professore \
            interviewster geïnterviewde gespreksleider spreker gastheer voorzitter verteller beller deelnemer onbekend vraag antwoord \
            intervjuare talare ordförande gäst berättare taler ordfører ordstyrer gjest fortæller \
            prowadzący prowadząca moderatorka gość przewodniczący przewodnicząca rozmówca dziennikarz lektor pytanie odpowiedź \
            ведущий ведущая интервьюер модератор гость председатель участник участница диктор вопрос ответ врач пациент судья свидетель \
            мужчина женщина голос неизвестный ведучий ведуча гість голова учасник \
            sunucu konuk moderatör başkan katılımcı konuşmacı soru cevap \
            παρουσιαστής παρουσιάστρια συντονιστής συντονίστρια πρόεδρος καλεσμένος καλεσμένη ομιλητής ομιλήτρια \
            moderatoare gazdă invitat președinte participant vorbitor reporteră prezentator prezentatoare
            """)

    private static let small = Set(
        words: """
            the of a an co and or for to first second third last new other der die das des und oder le la les l de du et ou el los las y o il lo \
            i e da do dos board committee meeting council group show court vice deputy acting off screen phone video tv radio news
            """)

    private static let unspaced: Set<String> = [
        "司会", "司会者", "聞き手", "話者", "議長", "質問", "回答", "ナレーター", "記者", "主持人", "记者", "記者", "嘉宾", "嘉賓", "旁白", "主席", "观众",
        "觀眾",
        "진행자", "사회자", "기자", "손님", "질문", "답변", "의장", "ผู้ดำเนินรายการ", "ผู้สัมภาษณ์", "พิธีกร", "المذيع", "المحاور", "الضيف",
        "الرئيس", "مجري",
        "मेज़बान", "अध्यक्ष", "साक्षात्कारकर्ता",
    ]
}
