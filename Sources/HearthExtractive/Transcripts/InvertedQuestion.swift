import HearthText

/// Whether a sentence of an English transcript without marks asks, by the order of its words.
///
/// In English a question puts an auxiliary verb before its subject, alone ("do you think that works") or behind a question word ("where
/// are we on the budget"). What only begins with a question word tells as well ("what I mean is …", "which is fine"). Questions with the order of a
/// statement ("you went there") are not found: they sound like one, and nothing in their words shows it.
/// After R. Quirk et al., A Comprehensive Grammar of the English Language (1985), §§ 11.4–11.20.
enum InvertedQuestion {
    /// - Parameter sentence: As it was said, with or without marks.
    static func asks(_ sentence: some StringProtocol) -> Bool {
        var words = opening(of: sentence)
        for _ in 0..<mostOpening {
            guard words.count > 2, let first = words.first, openings.contains(first) else { break }
            words.removeFirst()
        }
        guard words.count > 2 else { return false }
        let (first, second) = (words[0], words[1])
        guard questionWords.contains(first) else { return auxiliaries.contains(first) && subjects.contains(second) }
        // "What I mean is …", "what's clear is …".
        if subjects.contains(second) || contracted.contains(first) && words.dropFirst().contains("is") { return false }
        if contracted.contains(first) || second == "about" && ["how", "what"].contains(first) { return true }
        // "What time is it", "how many of them do we need", "which one did you take": the verb stands a little later.
        let reach = ["how", "what", "which", "whose"].contains(first) ? 4 : 1
        guard let verb = words.dropFirst().prefix(reach).firstIndex(where: auxiliaries.contains), verb + 1 < words.count
        else { return false }
        let subject = words[verb + 1]
        // "What is clear is …", "which is why": of what stands behind the verb, only a subject makes a question of it.
        if verb > 1 { return subjects.contains(subject) }
        return first != "which" && (subjects.contains(subject) || articles.contains(subject))
    }

    private static func opening(of sentence: some StringProtocol) -> [String] {
        sentence.prefix(longestOpening).lowercased().split { !$0.isLetter && $0 != "'" && $0 != "’" }
            .prefix(mostOpening + 6).map { String($0.map { $0 == "’" ? "'" : $0 }) }
    }

    /// Characters in which the first words stand.
    private static let longestOpening = 120
    /// What may stand before a question: "and so what do you think".
    private static let mostOpening = 3
    private static let openings: Set<String> = [
        "and", "so", "but", "well", "okay", "ok", "now", "then", "or", "right", "yeah", "yes", "no", "hey", "oh", "um",
        "uh", "like",
    ]
    private static let questionWords = Interrogatives.english.union(contracted)
    /// The verb is in the word: "what's the plan".
    private static let contracted: Set<String> = ["where's", "who's", "how's", "when's", "why's", "what's"]
    private static let auxiliaries: Set<String> = [
        "am", "is", "are", "was", "were", "do", "does", "did", "have", "has", "had", "can", "could", "will", "would",
        "shall", "should", "may",
        "might", "must", "isn't", "aren't", "wasn't", "weren't", "don't", "doesn't", "didn't", "haven't", "hasn't",
        "hadn't", "can't",
        "couldn't", "won't", "wouldn't", "shouldn't",
    ]
    private static let subjects: Set<String> = [
        "i", "you", "he", "she", "it", "we", "they", "there", "this", "that", "these", "those", "anyone", "anybody",
        "everyone", "everybody",
        "someone", "somebody", "people", "your", "my", "our", "their", "his", "her", "its",
    ]
    private static let articles: Set<String> = ["the", "a", "an"]
}
