import Hearth

/// Says on standard error that the embedding model cannot be used, where a command went on by words alone. What answers and searches
/// of the library say among their own notes is not said again here.
enum EmbedderNote {
    static func tell(_ hearth: Hearth) async {
        guard let problem = try? await hearth.models.embedderProblem else { return }
        Terminal.note(Terminal.safe(problem))
    }
}
