import HearthText

/// A question for what stands on one page of a document, or one slide: "What's on slide 3?", "Was steht auf Seite 12?"
package struct PageQuestion: Hashable, Sendable {
    /// Counted from 1.
    package var number: Int
    /// Whether it is a slide that is asked for.
    package var isSlide: Bool

    private static let mostBytes = 300

    /// - Parameter names: Words that the documents are called by, in lower case.
    /// - Returns: `nil` for a question that asks for more than that, or for another thing.
    package init?(_ question: String, names: Set<String> = []) {
        guard question.utf8.count <= Self.mostBytes else { return nil }
        var words = question.lowercased().split { !$0.isLetter && !$0.isNumber && !"'’".contains($0) }.map(String.init)
        guard
            let place = words.indices.first(where: { Self.slides.contains(words[$0]) || Self.pages.contains(words[$0]) }
            )
        else {
            return nil
        }
        isSlide = Self.slides.contains(words[place])
        // "Slide 3", "slide no. 3", "the third slide" is left to the words.
        guard let at = words.indices.first(where: { $0 > place && $0 <= place + 2 && Int(words[$0]) != nil }),
            let number = Int(words[at]), (1...99_999).contains(number)
        else { return nil }
        self.number = number
        words.removeSubrange(place...at)
        guard
            words.allSatisfy({ word in
                names.contains(word) || Self.frame.contains(word)
                    || Self.languages.contains { Stopwords.contains(word, language: $0) }
            })
        else { return nil }
    }

    private static let languages = ["en", "de", "fr", "es", "it", "pt", "nl"]
    private static let slides = Set(words: "slide slides folie dia diapositive diapo diapositiva lámina transparência")
    private static let pages = Set(words: "page seite página pagina pág")
    /// Words around it that only ask, by hand, of the languages above.
    private static let frame = Set(
        words: """
            what's whats what’s say says said stand stands show shows shown written write read tell contain contains content contents text about \
            present presentation deck document pdf steht zeigt drin inhalt präsentation dokument dit écrit montre contenu présentation \
            document dice muestra escrito contenido presentación documento scritto mostra contenuto presentazione diz mostra escrito conteúdo \
            apresentação staat toont inhoud presentatie y'a qu'est qu’est c'è c’è number no nr nummer número numero
            """)
}
