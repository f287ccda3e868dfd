import HearthText

/// What a person lists behind words that say that it is to be done: "To do: call the bank, book the dentist".
enum TaskList {
    /// Words of an item at most; a longer one is a sentence with commas in it.
    private static let mostWords = 10
    private static let most = 20

    /// The items as they are written, two at least; else none, and the sentence is one task as it stands.
    static func items(in sentence: String, language: String) -> [String] {
        guard let colon = sentence.firstIndex(where: { $0 == ":" || $0 == "：" }) else { return [] }
        let opening = sentence[..<colon].lowercased().split { $0.isWhitespace }.joined(separator: " ")
        guard opens(opening, language: language) else { return [] }
        let rest = sentence[sentence.index(after: colon)...]
        let marks: Set<Character> = rest.contains { ";；".contains($0) } ? [";", "；"] : [",", "，", "、", "،"]
        let items = rest.split { marks.contains($0) }.map(trimmed).filter { !$0.isEmpty }
        guard (2...most).contains(items.count), items.allSatisfy({ $0.split(separator: " ").count <= mostWords }) else {
            return []
        }
        return items
    }

    /// Whether words before a colon, in lower case, say that what follows is to be done.
    static func opens(_ opening: String, language: String) -> Bool {
        guard opening.split(separator: " ").count <= 6 || opening.count <= 12 else { return false }
        let markers = (SpeechMarkers.tasks[language] ?? []) + ["to do", "todo", "to-do", "to dos", "todos", "to-dos"]
        // "My to do list for Monday" opens one, too.
        if markers.contains(where: {
            opening == $0 || opening.hasPrefix($0 + " ") || opening.hasSuffix(" " + $0)
                || opening.contains(" " + $0 + " ")
        }) {
            return true
        }
        // "Need to: print the tickets, cancel the milk": what needs a verb behind it has a list there.
        let duties = (TaskMarkers.notes[language] ?? []) + (TaskMarkers.duties[language] ?? [])
        return duties.contains { opening == $0 || opening.hasSuffix(" " + $0) }
    }

    /// Without white space and stops at its ends, and without the word that joins the last one.
    private static func trimmed(_ item: Substring) -> String {
        var item = item
        while let first = item.first, first.isWhitespace || "-–•*".contains(first) { item.removeFirst() }
        while let last = item.last, last.isWhitespace || ".!。！;；".contains(last) { item.removeLast() }
        for word in joining where item.count > word.count && item.lowercased().hasPrefix(word) {
            item = item.dropFirst(word.count)
            break
        }
        return String(item)
    }

    private static let joining = ["and ", "und ", "et ", "y ", "e ", "en ", "и "]
}
