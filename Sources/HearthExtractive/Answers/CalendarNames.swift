import HearthText

/// Days of the week and months in short: tables and notices write "Tue 10-18" where a question says Tuesday.
///
/// The abbreviations of the Unicode CLDR (calendar of Gregory, widths "abbreviated" and "short") and those that English has besides, but for
/// the German "So" and "Do", which are other words as well.
enum CalendarNames {
    /// Whether one of two words is the other in short, both as search terms without their stems.
    static func areSame(_ word: String, _ other: String) -> Bool {
        short[word]?.contains(other) == true || short[other]?.contains(word) == true
    }

    private static let short: [String: Set<String>] = {
        var names: [String: Set<String>] = [:]
        for entry in lists.split(whereSeparator: { $0 == "," || $0 == "\n" }) {
            let words = SearchAnalyzer.unstemmed.terms(in: String(entry))
            guard let name = words.first else { continue }
            names[name, default: []].formUnion(words.dropFirst())
        }
        return names
    }()

    private static let lists = """
        monday mon, tuesday tue tues, wednesday wed weds, thursday thu thur thurs, friday fri, saturday sat, sunday sun
        january jan, february feb, march mar, april apr, june jun, july jul, august aug, september sep sept
        october oct, november nov, december dec
        montag mo, dienstag di, mittwoch mi, donnerstag don, freitag fr, samstag sa, sonnabend sa, sonntag son
        januar jan, februar feb, märz mär mrz, juni jun, juli jul, oktober okt, dezember dez
        lundi lun, mardi mar, mercredi mer, jeudi jeu, vendredi ven, samedi sam, dimanche dim
        janvier janv, février févr fév, avril avr, juillet juil, septembre sept, octobre oct, novembre nov
        décembre déc
        lunes lun, martes mar, miércoles mié, jueves jue, viernes vie, sábado sáb, domingo dom
        enero ene, febrero feb, marzo mar, abril abr, junio jun, julio jul, agosto ago, septiembre sep sept
        octubre oct, noviembre nov, diciembre dic
        lunedì lun, martedì mar, mercoledì mer, giovedì gio, venerdì ven, sabato sab, domenica dom
        gennaio gen, febbraio feb, aprile apr, giugno giu, luglio lug, settembre set, ottobre ott, dicembre dic
        maandag ma, dinsdag di, woensdag wo, donderdag don, vrijdag vr, zaterdag za, zondag zo
        januari jan, februari feb, maart mrt, augustus aug
        segunda seg, terça ter, quarta qua, quinta qui, sexta sex, janeiro jan, fevereiro fev, maio mai, setembro set
        outubro out, novembro nov, dezembro dez
        """
}
