import HearthText

/// Words by which a question wants several amounts added up: "in total", "altogether".
///
/// A closed class of adverbs and their like, kept here by hand from dictionaries of the languages; no script makes it.
enum TotalWords {
    /// Whether a question wants a sum.
    static func ask(_ question: String) -> Bool {
        let text = String(question.prefixOfBytes(2_000))
        let terms = SearchAnalyzer.unstemmed.terms(in: text)
        if terms.contains(where: words.contains) { return true }
        let line = " " + terms.joined(separator: " ") + " "
        return phrases.contains { line.contains(" \($0) ") }
    }

    /// Whether a word, in lower case and without marks, is one of them by itself.
    static func holds(_ word: String) -> Bool { words.contains(word) }

    /// Whether a text is called a sum: the last row of many tables.
    static func name(_ text: String) -> Bool {
        text.utf8.count <= 100 && SearchAnalyzer.unstemmed.terms(in: text).contains(where: words.contains)
    }

    private static let words = Set(
        SearchAnalyzer.unstemmed.terms(
            in: """
                total totals totally altogether overall sum subtotal insgesamt gesamt zusammen summe gesamtsumme alles totale totaux totalement \
                somme totales suma sumado complessivamente somma soma totaal totalt sammanlagt summa samlet tilsammen sammenlagt yhteensä \
                łącznie razem suma celkem dohromady součet összesen összeg toplam toplamda total însumat συνολικά συνολικό σύνολο αθροιστικά \
                всего итого суммарно всього разом загалом إجمالي المجموع مجموع कुल जुमला tổng jumlah keseluruhan
                """
        ).filter { $0.unicodeScalars.count > 2 }
    ).union(SearchAnalyzer.unstemmed.terms(in: "一共 总共 總共 共计 合計 総額 합계 총액")).subtracting(["alles"])

    private static let phrases: [String] = [
        "in all", "all together", "added up", "alles in allem", "en tout", "au total", "en total", "en conjunto",
        "in tutto", "in totale",
        "no total", "ao todo", "in totaal", "bij elkaar", "i alt", "i allt", "w sumie", "в сумме", "у сумі", "în total",
        "cu totul",
        "סך הכל", "בסך הכל",
    ].map { SearchAnalyzer.unstemmed.terms(in: $0).joined(separator: " ") }
}
