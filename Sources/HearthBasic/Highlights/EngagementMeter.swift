/// Judges how lively a conversation is by what can be counted: questions, changes of speaker, laughter and exclamations.
///
/// A heuristic: each count is held against what is much for it (2 questions, 4 changes, 1.5 marks of excitement in 100 words);
/// a fifth of the way to all of them is called medium, half of it high. A talk of one person is judged without changes.
enum EngagementMeter {
    static func engagement(_ context: SpokenContext, questions: Int, excitement: [Double]) -> Engagement {
        let words = Double(max(1, context.text.sentences.reduce(0) { $0 + $1.words }))
        var changes = 0
        for (turn, next) in zip(context.text.turns, context.text.turns.dropFirst()) where turn.speaker != next.speaker {
            changes += 1
        }
        let asked = Double(questions) / words * 100
        let changed = Double(changes) / words * 100
        let excited = excitement.reduce(0, +) / words * 100
        let hasDialogue = changes > 0
        let sum = min(1, asked / 2) + min(1, excited / 1.5) + (hasDialogue ? min(1, changed / 4) : 0)
        let score = sum / (hasDialogue ? 3 : 2)
        let level: Engagement.Level = if score >= 0.5 { .high } else if score >= 0.2 { .medium } else { .low }
        return Engagement(level: level, score: score, questions: asked, speakerChanges: changed, excitement: excited)
    }
}
