import HearthBasic
package import HearthStore

/// What a person calls a document by some words: "the lease" is `house-lease-2024.txt`.
package struct DocumentReference: Sendable {
    private let terms: Set<String>

    /// - Parameter words: `nil` is made of words that could be any document, such as "my file".
    package init?(_ words: String) {
        terms = Set(Self.terms(of: words).filter { !Self.isFiller($0) })
        guard !terms.isEmpty else { return nil }
    }

    /// The documents with each of the words in their title or in their file's name. Those that are called so and nothing else
    /// stand for themselves: "lease" is the lease, also where there is a lease of the garage.
    package func matches(among documents: [StoredDocument]) -> [StoredDocument] {
        var found: [StoredDocument] = []
        var exact: [StoredDocument] = []
        for document in documents {
            var isFound = false
            var isExact = false
            for name in Self.names(of: document) where terms.isSubset(of: name) {
                isFound = true
                if name.allSatisfy({ terms.contains($0) || Self.isFiller($0) }) { isExact = true }
            }
            if isFound { found.append(document) }
            if isExact { exact.append(document) }
        }
        return exact.isEmpty ? found : exact
    }

    private static func names(of document: StoredDocument) -> [Set<String>] {
        let files = document.paths.map { path -> String in
            let file = path.split(separator: "/").last ?? ""
            // Without its ending, which says nothing of what is in it.
            let stem = file.lastIndex(of: ".").map { $0 > file.startIndex ? file[..<$0] : file } ?? file
            return String(stem)
        }
        return ([document.title].compactMap(\.self) + files).map { Set(terms(of: $0)) }
    }

    /// Marks part the words of a file's name.
    private static func terms(of text: String) -> [String] {
        SearchAnalyzer().terms(in: String(text.map { $0.isLetter || $0.isNumber ? $0 : " " }))
    }

    private static func isFiller(_ term: String) -> Bool {
        fillers.contains(term) || languages.contains { SearchAnalyzer().isStopword(term, language: $0) }
    }

    private static let languages = ["en", "de", "fr", "es"]
    private static let fillers = Set(
        SearchAnalyzer().terms(
            in: """
                document documents file files paper papers text texts note notes transcript pdf txt md please me us our my the \
                dokument datei text mein meine bitte fichier document texte mon ma mes archivo documento texto mi mis
                """))
}
