/// Finds whom a query names among those who speak in a transcript.
struct NamedSpeakers {
    private let query: String
    private let words: [String]

    init(_ query: String) {
        self.query = query.lowercased()
        words = Self.words(query)
    }

    /// The speakers whom the query names, by their whole name or by a word that none of the others bears. All of them are
    /// none: then the query tells them from nobody.
    func speakers(among names: [String]) -> Set<String> {
        let parts = names.map(Self.words)
        var bearers: [String: Int] = [:]
        for part in parts { for word in Set(part) { bearers[word, default: 0] += 1 } }
        var found: Set<String> = []
        for (name, part) in zip(names, parts) {
            let hasOwnWord = part.contains { word in
                word.count > 3 && bearers[word] == 1 && words.contains(word)
            }
            if hasOwnWord || holds(part) || isWithoutSpaces(name) && query.contains(name.lowercased()) {
                found.insert(name)
            }
        }
        return found.count < names.count ? found : []
    }

    /// Whether the words stand in the query one after the other.
    private func holds(_ part: [String]) -> Bool {
        guard let first = part.first, part.count <= words.count, part.joined().count > 1 else { return false }
        return words.indices.contains { index in
            words[index] == first && words[index...].prefix(part.count).elementsEqual(part)
        }
    }

    /// Chinese, Japanese and Korean put no space between a name and what follows it.
    private func isWithoutSpaces(_ name: String) -> Bool {
        name.count > 1 && name.unicodeScalars.allSatisfy { $0.value >= 0x2E80 || $0 == " " }
    }

    private static func words(_ text: String) -> [String] {
        text.lowercased().split { !$0.isLetter && !$0.isNumber }.map(String.init)
    }
}
