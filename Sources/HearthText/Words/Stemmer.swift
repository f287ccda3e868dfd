import CSnowball

/// Reduces words to their stems, so that the forms of a word meet: "connected", "connection" → "connect".
///
/// Snowball's algorithms (https://snowballstem.org) for 28 languages. A stem is a key for comparing, not a word to be shown, and
/// the stem of a stem may be another one.
public struct Stemmer: Sendable {
    /// ISO 639-1.
    public let language: String

    /// - Parameter language: A language tag; only the language itself counts ("de-AT" is "de").
    /// - Returns: `nil` when there is no algorithm for the language, or when Snowball was not compiled in.
    public init?(language: String) {
        let code = Self.code(language)
        guard Self.known.contains(code) else { return nil }
        self.language = code
    }

    /// What forms of a phrase have in common, for comparing: "Remote controls" and "remote control". Without an algorithm for the language
    /// it is the phrase in lower case.
    ///
    /// - Parameter language: ISO 639-1.
    package static func key(of phrase: String, language: String) -> String {
        let words = phrase.lowercased().split { !($0.isLetter || $0.isNumber) }
        let stemmer = Stemmer(language: language)
        return words.map { stemmer?.stem(String($0)) ?? String($0) }.joined(separator: " ")
    }

    /// The languages with an algorithm, in the order of their codes. Empty when `scripts/setup` has not brought Snowball.
    public static let languages: [String] = {
        var found: [String] = []
        var next = csnowball_languages()
        while let code = next?.pointee {
            found.append(String(cString: code))
            next = next?.successor()
        }
        return found
    }()

    private static let known = Set(languages)

    /// The language of a tag: "de" of "de-AT".
    static func code(_ tag: String) -> String {
        let code = tag.prefix { $0 != "-" && $0 != "_" }.lowercased()
        // Norwegian is written in two ways, which share the algorithm.
        return code == "nb" || code == "nn" ? "no" : code
    }

    /// The stem of one word, in lower case. A word that the language cannot have made is left as it is, and so is one of more
    /// than 255 bytes, which is no word.
    public func stem(_ word: String) -> String {
        var bytes = StemmerInput.prepared(word, language: language)
        run().stem(&bytes)
        return String(decoding: bytes, as: UTF8.self)
    }

    func run() -> StemmerRun { StemmerRun(language) }
}

/// One of Snowball's stemmers, which one thread at a time may use: for the words of one text, and not to be kept.
///
/// It is made for each text. That takes 60 to 130 ns, and a word 100 to 700; a lock around a shared one, or around a pool of them, would
/// save half of the former and give threads something to wait for.
final class StemmerRun {
    private let handle: UnsafeMutableRawPointer?

    /// Longer words are none, and some algorithms take the square of the length.
    static let longestWord = 255

    /// Where there is no memory for it, words stay as they are.
    fileprivate init(_ language: String) { handle = csnowball_make(language) }

    deinit { csnowball_free(handle) }

    /// Puts the stem of a word in its place. The word is as ``StemmerInput`` prepares it.
    func stem(_ word: inout [UInt8]) {
        guard let handle, !word.isEmpty, word.count <= Self.longestWord else { return }
        var stem: UnsafePointer<UInt8>?
        let length = Int(csnowball_stem(handle, word, Int32(word.count), &stem))
        guard length > 0, let stem else { return }
        word.removeAll(keepingCapacity: true)
        word.append(contentsOf: UnsafeBufferPointer(start: stem, count: length))
    }
}

/// Words as Snowball's algorithms expect them: lower case by the rules of the language, letters composed with their marks.
enum StemmerInput {
    static func prepared(_ word: String, language: String) -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(word.utf8.count)
        var hasMarks = false
        for scalar in word.unicodeScalars {
            hasMarks = hasMarks || isMark(scalar.value)
            append(scalar.value, language: language, to: &bytes)
        }
        if hasMarks { compose(&bytes) }
        return bytes
    }

    /// Marks that are part of a letter where one has been typed as letter and mark; file systems and PDFs do that.
    @inline(__always)
    static func isMark(_ value: UInt32) -> Bool { value >= 0x300 && value <= 0x36F }

    /// Appends one scalar in lower case, as UTF-8.
    @inline(__always)
    static func append(_ value: UInt32, language: String, to out: inout [UInt8]) {
        if value < 0x80, value != 0x49 {
            let byte = UInt8(value)
            out.append(byte >= 0x41 && byte <= 0x5A ? byte | 0x20 : byte)
        } else {
            appendOther(value, language: language, to: &out)
        }
    }

    private static func appendOther(_ value: UInt32, language: String, to out: inout [UInt8]) {
        switch value {
        // The letter I has two small ones in Turkish, with a dot and without.
        case 0x49: language == "tr" ? Folding.encode(0x131, to: &out) : out.append(0x69)
        case 0x130: out.append(0x69)
        case 0x2019: out.append(0x27)
        // Soft hyphens, joiners and marks of direction.
        case 0xAD, 0x200B...0x200F, 0x2060, 0xFEFF, 0xFE00...0xFE0F, 0x202A...0x202E: return
        // Romanian has commas below s and t; the algorithm knows the cedillas that fonts had for decades.
        case 0x218, 0x219: Folding.encode(language == "ro" ? 0x15F : 0x219, to: &out)
        case 0x21A, 0x21B: Folding.encode(language == "ro" ? 0x163 : 0x21B, to: &out)
        // Letters of Hindi with a dot, which Unicode composes of two everywhere.
        case 0x958...0x95F:
            Folding.encode([0x915, 0x916, 0x917, 0x91C, 0x921, 0x922, 0x92B, 0x92F][Int(value - 0x958)], to: &out)
            Folding.encode(0x93C, to: &out)
        // Small letters, and the scripts that have no others.
        case 0xDF...0xFF, 0x3AC...0x3CE, 0x430...0x45F, 0x5D0...0x109F: Folding.encode(value, to: &out)
        case 0x410...0x42F, 0x391...0x3A9: Folding.encode(value + 0x20, to: &out)
        default:
            guard let scalar = Unicode.Scalar(value), scalar.properties.changesWhenLowercased else {
                Folding.encode(value, to: &out)
                return
            }
            for lower in scalar.properties.lowercaseMapping.unicodeScalars { Folding.encode(lower.value, to: &out) }
        }
    }

    /// Joins letters and marks for which there is one letter.
    static func compose(_ bytes: inout [UInt8]) {
        var view = String.UnicodeScalarView()
        for character in String(decoding: bytes, as: UTF8.self) {
            if let one = composed[character] {
                view.append(one)
            } else {
                view.append(contentsOf: character.unicodeScalars)
            }
        }
        bytes = Array(String(view).utf8)
    }

    /// The small letters with marks. Equal characters are those that Unicode calls canonically equivalent, so each of them is
    /// found by the letter and its marks.
    private static let composed: [Character: Unicode.Scalar] = {
        var found: [Character: Unicode.Scalar] = [:]
        for range in [0xE0...0x24F, 0x386...0x3CE, 0x430...0x4FF, 0x1E00...0x1FFF] as [ClosedRange<UInt32>] {
            for value in range {
                guard let scalar = Unicode.Scalar(value), scalar.properties.isAlphabetic,
                    !scalar.properties.changesWhenLowercased
                else { continue }
                found[Character(scalar)] = scalar
            }
        }
        return found
    }()
}

// MARK: - Irregular forms

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
