/// Forms of one word that no rule of endings joins: "swim", "swam"; "gehen", "ging"; "wife", "wives".
///
/// Irregular verbs and nouns are a closed class, so that a list can hold them. Kept here by hand after the lists of the grammars (Quirk
/// et al., A Comprehensive Grammar of the English Language, 1985, §3.11 to 3.20 and §5.82 to 5.90; Duden, Die Grammatik, 9th ed. 2016,
/// the list of irregular verbs), as far as everyday texts have them and the stems differ; no script makes them. Left out is what is as often
/// another word: "lay" and "lie", "bore" and "bear", "ground" and "grind", "lives" and "life".
package enum IrregularForms {
    /// The stems by which a text in a language may hold the other forms of a word, by the analyzer of that language.
    ///
    /// - Parameters:
    ///   - word: In lower case and without marks, as ``SearchAnalyzer`` has words that are not stemmed.
    ///   - language: ISO 639-1. Where it has no list, a word has no other forms.
    package static func stems(of word: String, language: String) -> [String] {
        guard let groups = groups[language],
            let own = SearchAnalyzer(language: language).terms(in: word).first
        else { return [] }
        return (groups[own] ?? []).filter { $0 != own }
    }

    /// By language and stem of a form, "teach" of "teaches", the stems of the words that it is a form of.
    private static let groups: [String: [String: [String]]] = Dictionary(
        uniqueKeysWithValues: lists.map { language, list in
            let analyzer = SearchAnalyzer(language: language)
            var found: [String: [String]] = [:]
            for group in list.split(whereSeparator: { $0 == "\n" || $0 == "|" }) {
                let stems = analyzer.terms(in: String(group))
                for stem in stems {
                    for other in stems where found[stem]?.contains(other) != true {
                        found[stem, default: []].append(other)
                    }
                }
            }
            return (language, found)
        })

    private static let lists = [
        "en": """
        arise arose arisen|become became|begin began begun|bend bent|bite bit bitten|bleed bled|blow blew blown|break broke broken
        breed bred|bring brought|build built|burn burnt|buy bought|catch caught|choose chose chosen|come came|creep crept|deal dealt
        dig dug|draw drew drawn|dream dreamt|drink drank drunk|drive drove driven|eat ate eaten|fall fell fallen|feed fed|feel felt
        fight fought|find found|flee fled|fly flew flown|forbid forbade forbidden|forget forgot forgotten|forgive forgave forgiven
        freeze froze frozen|give gave given|go went gone|grow grew grown|hang hung|hear heard|hide hid hidden
        hold held|keep kept|kneel knelt|know knew known|lead led|learn learnt|leave left|lend lent|light lit|lose lost|make made
        mean meant|meet met|pay paid|ride rode ridden|ring rang rung|rise rose risen|run ran|say said|see saw seen|seek sought
        sell sold|send sent|sew sewn|shake shook shaken|shine shone|shoot shot|show shown|shrink shrank shrunk|sing sang sung
        sink sank sunk|sit sat|sleep slept|slide slid|smell smelt|speak spoke spoken|spell spelt|spend spent|spoil spoilt
        spring sprang sprung|stand stood|steal stole stolen|stick stuck|sting stung|strike struck|swear swore sworn|sweep swept
        swell swollen|swim swam swum|swing swung|take took taken|teach taught|tear tore torn|tell told|think thought|throw threw thrown
        understand understood|wake woke woken|wear wore worn|weave wove woven|weep wept|win won|withdraw withdrew withdrawn
        write wrote written|child children|man men|woman women|person people|foot feet|tooth teeth|goose geese|mouse mice|ox oxen
        wife wives|knife knives|shelf shelves|half halves|calf calves|loaf loaves|thief thieves|wolf wolves|scarf scarves|hoof hooves
        penny pence|criterion criteria|medium media|crisis crises|analysis analyses|diagnosis diagnoses|appendix appendices
        """,
        "de": """
        backen bäckt buk gebacken|beginnen begann begonnen|beißen biss gebissen|bieten bot geboten|binden band gebunden
        bitten bat gebeten|bleiben blieb geblieben|braten brät briet gebraten|brechen bricht brach gebrochen|brennen brannte gebrannt
        bringen brachte gebracht|denken dachte gedacht|empfangen empfängt empfing|empfehlen empfiehlt empfahl empfohlen
        entscheiden entschied entschieden|erschrecken erschrickt erschrak erschrocken|essen isst aß gegessen|fahren fährt fuhr gefahren
        fallen fällt fiel gefallen|fangen fängt fing gefangen|anfangen anfängt anfing angefangen|finden fand gefunden
        stattfinden stattfindet stattfand stattgefunden|fliegen flog geflogen|fliehen floh geflohen|fließen floss geflossen
        fressen frisst fraß gefressen|frieren fror gefroren|geben gibt gab gegeben|gehen ging gegangen|gelten gilt galt gegolten
        gewinnen gewann gewonnen|gießen goss gegossen|graben gräbt grub gegraben|greifen griff gegriffen|halten hält hielt gehalten
        hängen hing gehangen|heben hob gehoben|heißen hieß geheißen|helfen hilft half geholfen|kennen kannte gekannt
        kommen kam gekommen|laden lädt lud geladen|lassen lässt ließ gelassen|laufen läuft lief gelaufen|leihen lieh geliehen
        lesen liest las gelesen|liegen lag gelegen|lügen log gelogen|messen misst maß gemessen|nehmen nimmt nahm genommen
        nennen nannte genannt|pfeifen pfiff gepfiffen|reißen riss gerissen|reiten ritt geritten|rennen rannte gerannt
        riechen roch gerochen|rufen rief gerufen|anrufen anrief angerufen|scheinen schien geschienen|schieben schob geschoben
        schießen schoss geschossen|schlafen schläft schlief geschlafen|schlagen schlägt schlug geschlagen|schließen schloss geschlossen
        schneiden schnitt geschnitten|schreiben schrieb geschrieben|schreien schrie geschrien|schweigen schwieg geschwiegen
        schwimmen schwamm geschwommen|schwören schwor geschworen|sehen sieht sah gesehen|senden sandte gesandt|singen sang gesungen
        sinken sank gesunken|sitzen saß gesessen|sprechen spricht sprach gesprochen|springen sprang gesprungen
        stechen sticht stach gestochen|stehen stand gestanden|stehlen stiehlt stahl gestohlen|steigen stieg gestiegen
        sterben stirbt starb gestorben|streichen strich gestrichen|streiten stritt gestritten|tragen trägt trug getragen
        treffen trifft traf getroffen|treiben trieb getrieben|treten tritt trat getreten|trinken trank getrunken|tun tat getan
        vergessen vergisst vergaß|verlieren verlor verloren|verzeihen verzieh verziehen|wachsen wächst wuchs gewachsen
        waschen wäscht wusch gewaschen|werfen wirft warf geworfen|wiegen wog gewogen|wissen weiß wusste gewusst|ziehen zog gezogen
        zwingen zwang gezwungen
        """,
    ]
}
