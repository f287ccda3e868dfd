import Hearth
import HearthHTTP

/// Hearth's own interface, which the page uses. `openapi.json` describes it.
struct HearthAPI: Sendable {
    let routes: [ServerRoute]

    /// - Parameter voice: With which engine and model recordings are written down.
    init(hearth: Hearth, voice: VoiceRequest) {
        let answers = AnswerBoard()
        let edits = EditGate()
        let places = UploadPlaces()
        routes =
            JobRoutes(hearth: hearth).routes
            + DocumentRoutes(hearth: hearth, places: places).routes
            + ConversationRoutes(hearth: hearth, answers: answers, edits: edits).routes
            + TranscriptRoutes(hearth: hearth, places: places).routes
            + RecordingRoutes(hearth: hearth, voice: voice).routes
            + JournalRoutes(hearth: hearth, edits: edits).routes
            + ModelRoutes(hearth: hearth).routes + RoutingRoutes(hearth: hearth).routes
            + LedgerRoutes(hearth: hearth).routes + SettingRoutes(hearth: hearth, edits: edits).routes
            + DataRoutes(hearth: hearth).routes + SuggestionRoutes(hearth: hearth).routes
    }
}
