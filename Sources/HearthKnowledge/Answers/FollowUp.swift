import HearthCore

/// Makes a follow-up question findable.
///
/// "And how much is it?" holds no word that a search could use. Without a model to rewrite it, the question before it lends
/// its words when the new one is short or leans on a pronoun.
enum FollowUp {
    static let shortQuestion = 4

    static let pronouns: Set<String> = [
        "it", "its", "he", "she", "they", "them", "him", "her", "his", "their", "this", "that", "these", "those",
        "there",
        "er", "sie", "es", "ihn", "ihm", "ihr", "dessen", "deren", "dort", "davon", "il", "elle", "ils", "elles", "y",
        "en",
        "él", "ella", "ellos", "ellas", "eso", "esto", "allí",
    ]

    static func query(for question: String, history: [Message]) -> String {
        guard let previous = history.last(where: { $0.role == .user })?.content else { return question }
        let words = question.lowercased().split { !$0.isLetter && !$0.isNumber }.map(String.init)
        let leans = words.count <= shortQuestion || words.contains { pronouns.contains($0) }
        return leans ? previous + " " + question : question
    }
}
