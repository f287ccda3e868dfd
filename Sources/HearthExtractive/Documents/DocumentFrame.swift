import HearthText

/// The words around a document's name in a question about it as a whole ("what is … about", "fasse … zusammen"), or about what it says of
/// something ("what does … say about …").
///
/// Closed classes, kept here by hand from grammars and dictionaries of the languages; no script makes them. Of languages that put what is
/// asked about before the word that marks it, or mark it by an ending, only the questions about the whole are here.
struct DocumentFrame: Sendable {
    struct Role: OptionSet, Sendable {
        let rawValue: Int

        /// Words of grammar.
        static let small = Role(rawValue: 1)
        /// Asks what a document is about.
        static let about = Role(rawValue: 2)
        /// The same, where it stands last: "about".
        static let aboutLast = Role(rawValue: 4)
        /// Asks for a summary.
        static let sums = Role(rawValue: 8)
        /// Asks what a document says.
        static let says = Role(rawValue: 16)
        /// Stands before what it says something about.
        static let marker = Role(rawValue: 32)
        /// What texts are called: "letter", "lease".
        static let text = Role(rawValue: 64)

        static let keys: Role = [.about, .aboutLast, .sums, .says]
    }

    /// ISO 639-1.
    let language: String
    /// By the first word, phrases as terms without marks, the longest first.
    private let phrases: [String: [(words: [String], role: Role)]]

    init(_ language: String, _ lists: [(Role, String)]) {
        self.language = language
        var roles: [[String]: Role] = [:]
        for (role, list) in lists {
            // Parts of a phrase stand together; single words are parted by spaces.
            for (place, part) in list.split(separator: "|", omittingEmptySubsequences: false).enumerated() {
                let terms = Self.terms(String(part))
                if place == 0 {
                    for term in terms { roles[[term], default: []].formUnion(role) }
                } else if !terms.isEmpty {
                    roles[terms, default: []].formUnion(role)
                }
            }
        }
        var found: [String: [(words: [String], role: Role)]] = [:]
        for (words, role) in roles {
            guard let first = words.first else { continue }
            found[first, default: []].append((words, role))
        }
        phrases = found.mapValues { $0.sorted { $0.words.count > $1.words.count } }
    }

    /// The longest phrase at a place of a question.
    func phrase(at place: Int, of words: [String]) -> (length: Int, role: Role)? {
        // What texts are called is the same for all languages.
        let text: Role = Self.texts.contains(words[place]) || Self.libraries.contains(words[place]) ? .text : []
        guard let found = phrases[words[place]]?.first(where: { words[place...].starts(with: $0.words) }) else {
            return text.isEmpty ? nil : (1, text)
        }
        return (found.words.count, found.words.count == 1 ? found.role.union(text) : found.role)
    }

    func isSmall(_ word: String) -> Bool {
        phrases[word]?.contains { $0.words.count == 1 && $0.role.contains(.small) } == true
    }

    func isMarker(_ word: String) -> Bool {
        phrases[word]?.contains { $0.words.count == 1 && $0.role.contains(.marker) } == true
    }

    /// Words of a question that only say that what follows is its topic, "zum Thema", "à propos de", in whatever language: those of
    /// phrases, and those that are nothing but such a word.
    static func markers(in words: [String]) -> Set<String> {
        var found: Set<String> = []
        for frame in all {
            for place in words.indices {
                guard let (length, role) = frame.phrase(at: place, of: words), role == .marker else { continue }
                if length > 1 || words[place].count >= longMarker { found.formUnion(words[place..<(place + length)]) }
            }
        }
        return found
    }

    /// Shorter ones are words of grammar, which are known as such: "about".
    private static let longMarker = 7

    static func terms(_ text: String) -> [String] { SearchAnalyzer.unstemmed.terms(in: text) }

    /// Whether a word of a name says that it is the name of a text; a compound ends with what it is.
    static func isText(_ word: String) -> Bool {
        texts.contains(word) || libraries.contains(word)
            || textEndings.contains { word.count > $0.count && word.hasSuffix($0) }
    }

    /// Whether a word may be said of any document.
    static func isAnyText(_ word: String) -> Bool { anyTexts.contains(word) || libraries.contains(word) }

    /// Whether a word means all documents together.
    static func isLibrary(_ word: String) -> Bool { libraries.contains(word) }

    private static let libraries = Set(
        terms(
            """
            library libraries collection documents files bibliothek sammlung dokumente unterlagen bibliothèque documents fichiers biblioteca \
            colección documentos archivos raccolta documenti coleção ficheiros arquivos bibliotheek verzameling documenten bestanden bibliotek \
            biblioteket samling samlingen dokumenten dokumenter dokumenterne dokumentene kirjasto kirjastossa kirjastoni asiakirjat kolekcja \
            dokumenty bibliotece knihovna knihovně sbírka colecție documente documentele kütüphane kütüphanem kütüphanemde belgeler belgelerim \
            библиотека библиотеке библиотеки документы документах бібліотека бібліотеці документи βιβλιοθήκη βιβλιοθήκης έγγραφα مكتبة المكتبة \
            مكتبتي وثائق perpustakaan koleksi
            """))

    private static let anyTexts = Set(
        terms(
            """
            document documents file text page pdf dokument dokuments datei textes seite fichier texte archivo documento texto página testo pagina \
            ficheiro arquivo bestand fil dokumentet asiakirja tiedosto plik soubor belge dosya документ файл текст έγγραφο αρχείο κείμενο مستند \
            ملف نص المستند الملف النص dokumen berkas
            """))
    private static let texts = Set(terms(textList)).union(anyTexts)
    private static let textEndings = terms(
        "vertrag vertrags brief bericht berichts protokoll protokolls rechnung anleitung schreiben contract brev avtal rapport kontrakt"
    )

    private static let textList = """
        document documents file text letter letters email mail message note notes paper article story book report reports minutes lease \
        contract agreement manual guide handbook recipe invoice bill notice statement policy memo brochure leaflet instructions essay \
        chapter page transcript recording certificate receipt newsletter pdf \
        dokument dokuments dokumente datei text textes brief briefes briefs bericht berichts vertrag vertrags vertrages protokoll protokolls \
        rechnung anleitung handbuch rezept rezepts schreiben schreibens nachricht notiz notizen artikel artikels geschichte buch buches \
        aushang bescheid gutachten satzung seite abschrift aufnahme merkblatt \
        fichier texte lettre courrier courriel mél message note article histoire livre rapport bail contrat accord manuel guide recette facture \
        avis compte rendu procès verbal notice page mode emploi \
        archivo documento texto carta correo mensaje nota artículo historia cuento libro informe contrato acuerdo manual guía receta factura \
        aviso acta actas folleto instrucciones página \
        lettera testo messaggio articolo racconto storia libro relazione rapporto contratto accordo manuale guida ricetta fattura avviso \
        verbale file pagina documento istruzioni \
        ficheiro arquivo relatório ata carta mensagem artigo história conto livro contrato acordo manual guia receita fatura fattura aviso página \
        bestand brief bericht verslag notulen contract handleiding recept factuur verhaal boek artikel \
        dokument fil brev meddelande rapport protokoll avtal kontrakt manual recept faktura berättelse bok artikel anteckningar \
        dokumentet brevet rapporten avtalet kontrakten referat lejekontrakt opskrift fortælling historie oppskrift leieavtale fortelling \
        asiakirja tiedosto kirje raportti pöytäkirja sopimus ohje resepti lasku kertomus kirja \
        plik list pismo raport protokół umowa umowy instrukcja przepis faktura opowiadanie książka \
        soubor dopis zpráva zápis smlouva smlouvy návod recept faktura povídka kniha \
        fișier scrisoare raport contract manual rețetă factură poveste carte \
        belge dosya mektup mektubu rapor tutanak sözleşme sözleşmesi kılavuz tarif fatura hikaye kitap \
        документ файл текст письмо письме письма отчет отчете отчёт договор договоре договора протокол протоколе инструкция инструкции рецепт \
        рецепте счет рассказ рассказе книга книге статья статье уведомление \
        лист листі звіт звіті договір договорі інструкція рахунок розповідь стаття повідомлення \
        έγγραφο αρχείο κείμενο επιστολή γράμμα έκθεση αναφορά συμβόλαιο πρακτικά οδηγίες συνταγή τιμολόγιο ιστορία βιβλίο \
        مستند ملف نص رسالة تقرير عقد محضر دليل وصفة فاتورة قصة كتاب مقال إشعار \
        المستند الملف النص الرسالة التقرير العقد المحضر الدليل الوصفة الفاتورة القصة الكتاب المقال الإشعار \
        dokumen berkas surat laporan kontrak perjanjian notulen panduan resep cerita buku artikel
        """
}
