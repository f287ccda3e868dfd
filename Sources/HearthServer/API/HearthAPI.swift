import HearthCore
import HearthEngine
import HearthHTTP

/// Hearth's own interface, which the page uses. `openapi.json` describes it.
struct HearthAPI: Sendable {
    let routes: [ServerRoute]

    init(hearth: Hearth) {
        let jobs = JobBoard()
        let answers = AnswerBoard()
        UploadFolder(data: hearth.folder).removeLeftovers()
        routes =
            JobRoutes(jobs: jobs).routes + DocumentRoutes(hearth: hearth, jobs: jobs).routes
            + ConversationRoutes(hearth: hearth, answers: answers).routes
            + TranscriptRoutes(hearth: hearth, jobs: jobs).routes + JournalRoutes(hearth: hearth, jobs: jobs).routes
            + ModelRoutes(hearth: hearth, jobs: jobs).routes + RoutingRoutes(hearth: hearth).routes
            + LedgerRoutes(hearth: hearth).routes + SettingRoutes(hearth: hearth).routes
            + DataRoutes(hearth: hearth).routes
    }
}
