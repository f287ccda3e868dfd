import HearthText

/// Documents that say of themselves, in their title or their file's name, that another one has taken their place: "Handbook (superseded)",
/// "handbook_2025_OLD.md". What stands in them was once so.
package enum Supersession {
    /// Whether a passage's document says so.
    static func isSaid(of passage: AnswerPassage) -> Bool {
        isSaid(title: passage.title, fileName: passage.fileName)
    }

    /// - Parameters:
    ///   - title: What a document is called.
    ///   - fileName: What its file is called, as words, as far as the title does not say that.
    package static func isSaid(title: String?, fileName: String?) -> Bool {
        title.map(isSaid) == true || fileName.map { isSaid(in: $0) || endsSo($0) } == true
            || title.map(endsInBrackets) == true
    }

    /// Whether a text has a word that says nothing else.
    static func isSaid(in text: String) -> Bool {
        let words = Set(SearchAnalyzer.unstemmed.terms(in: String(text.prefixOfBytes(mostBytes))))
        return !words.isDisjoint(with: clear) || phrases.contains { text.lowercased().contains($0) }
    }

    /// "handbook OLD", "vertrag alt": such a word at the end of a file's name.
    private static func endsSo(_ name: String) -> Bool {
        SearchAnalyzer.unstemmed.terms(in: name).last.map(atEnd.contains) == true
    }

    /// "Handbook (old)".
    private static func endsInBrackets(_ title: String) -> Bool {
        guard title.hasSuffix(")"), let start = title.lastIndex(of: "(") else { return false }
        return SearchAnalyzer.unstemmed.terms(in: String(title[start...])).contains(where: atEnd.contains)
    }

    private static let mostBytes = 300

    /// Words for what another has taken the place of, by hand. What says as often that something else is old is among ``atEnd``.
    private static let clear = Set(
        SearchAnalyzer.unstemmed.terms(
            in: """
                superseded obsolete outdated deprecated veraltet überholt obsolète obsoleto obsoleta desactualizado superato verouderd vervallen \
                föråldrad forældet utdatert vanhentunut nieaktualny nieaktualna neplatný zastaralý устарел устаревший устаревшая застарілий elavult învechit \
                παρωχημένο kadaluwarsa usang
                """))
    private static let phrases = [
        "no longer valid", "not valid any more", "nicht mehr gültig", "plus en vigueur", "ya no vigente",
        "non più valido", "утратил силу", "утратила силу",
        "已作废", "已过期", "廃止", "폐지", "geçersiz", "yürürlükten kalk", "ไม่ใช้แล้ว", "hết hiệu lực",
    ]
    private static let atEnd = Set(
        SearchAnalyzer.unstemmed.terms(
            in: """
                old outdated archived archive expired superseded void alt archiv archiviert ungültig ancien ancienne archive périmé antiguo antigua viejo \
                archivado caducado vecchio vecchia archiviato scaduto antigo antiga arquivado oud archief gammal gammel vanha stary stara starý stará старый старая \
                архив eski arşiv régi vechi παλιό lama cũ 旧 旧版 旧版本
                """))
}
