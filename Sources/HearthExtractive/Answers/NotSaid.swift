import HearthText

/// What an answer says that finds nothing, in the language of the question: an answer is read by who asked.
///
/// Notes and everything else that the program says of itself stay English; a surface that speaks another language words them by their codes.
/// Kept here by hand; no script makes the list.
package enum NotSaid {
    /// What was asked, and does not say it.
    package enum Source: Hashable, Sendable { case documents, transcript }

    /// - Parameter question: In any language. One whose language is not sure, or not known here, is answered in English.
    package static func told(by source: Source, to question: String) -> String {
        let guess = LanguageIdentifier().identify(question)
        let language = guess.confidence >= leastConfidence ? guess.language : "en"
        guard let told = sentences[language] else { return told(by: source, in: "en") }
        return source == .documents ? told.documents : told.transcript
    }

    private static func told(by source: Source, in language: String) -> String {
        guard let told = sentences[language] else { return "" }
        return source == .documents ? told.documents : told.transcript
    }

    /// A question is short: "Wie heißt sie?" is told with less. A wrong language would be worse than English.
    private static let leastConfidence = 0.9

    /// By ISO 639-1.
    private static let sentences: [String: (documents: String, transcript: String)] = [
        "en": ("The documents do not say.", "The transcript does not say."),
        "ar": ("لا تذكر المستندات ذلك.", "لا يذكر النص المفرَّغ ذلك."),
        "bg": ("В документите не се казва нищо за това.", "В преписа не се казва нищо за това."),
        "ca": ("Els documents no ho diuen.", "La transcripció no ho diu."),
        "cs": ("Dokumenty o tom nic neříkají.", "Přepis o tom nic neříká."),
        "da": ("Dokumenterne siger intet om det.", "Udskriften siger intet om det."),
        "de": ("Die Dokumente sagen dazu nichts.", "Das Transkript sagt dazu nichts."),
        "el": ("Τα έγγραφα δεν λένε κάτι γι’ αυτό.", "Η απομαγνητοφώνηση δεν λέει κάτι γι’ αυτό."),
        "es": ("Los documentos no lo dicen.", "La transcripción no lo dice."),
        "fi": ("Asiakirjat eivät kerro sitä.", "Litterointi ei kerro sitä."),
        "fr": ("Les documents ne le disent pas.", "La transcription ne le dit pas."),
        "he": ("המסמכים אינם אומרים זאת.", "התמליל אינו אומר זאת."),
        "hi": ("दस्तावेज़ों में यह नहीं लिखा है।", "प्रतिलेख में यह नहीं कहा गया है।"),
        "hu": ("A dokumentumok erről nem írnak.", "Az átirat erről nem ír."),
        "id": ("Dokumen-dokumen tidak menyebutkannya.", "Transkrip tidak menyebutkannya."),
        "it": ("I documenti non lo dicono.", "La trascrizione non lo dice."),
        "ja": ("文書には書かれていません。", "文字起こしには出てきません。"),
        "ko": ("문서에 나와 있지 않습니다.", "녹취록에 나와 있지 않습니다."),
        "nb": ("Dokumentene sier ikke noe om det.", "Utskriften sier ikke noe om det."),
        "nl": ("De documenten zeggen er niets over.", "Het transcript zegt er niets over."),
        "no": ("Dokumentene sier ikke noe om det.", "Utskriften sier ikke noe om det."),
        "pl": ("Dokumenty nic o tym nie mówią.", "Transkrypcja nic o tym nie mówi."),
        "pt": ("Os documentos não dizem isso.", "A transcrição não diz isso."),
        "ro": ("Documentele nu spun acest lucru.", "Transcrierea nu spune acest lucru."),
        "ru": ("В документах об этом не сказано.", "В расшифровке об этом не сказано."),
        "sk": ("Dokumenty o tom nič nehovoria.", "Prepis o tom nič nehovorí."),
        "sv": ("Dokumenten säger inget om det.", "Utskriften säger inget om det."),
        "th": ("เอกสารไม่ได้กล่าวถึงเรื่องนี้", "บทถอดเสียงไม่ได้กล่าวถึงเรื่องนี้"),
        "tr": ("Belgelerde bununla ilgili bir şey yazmıyor.", "Dökümde bununla ilgili bir şey söylenmiyor."),
        "uk": ("У документах про це не сказано.", "У розшифровці про це не сказано."),
        "vi": ("Các tài liệu không nói về điều này.", "Bản ghi không nói về điều này."),
        "zh": ("文件里没有提到。", "文字记录里没有提到。"),
    ]
}
