public import Hearth
public import HearthHTTP

/// Everything that Hearth does, for a browser and for other programs on this machine.
public struct HearthServer: Sendable {
    /// The server itself: run it, stop it.
    public let http: HTTPServer

    /// - Parameters:
    ///   - voice: With which engine and model recordings are written down that become transcripts.
    ///   - transcriber: For `/v1/audio/transcriptions`; `nil` takes the speech model that is installed.
    ///   - log: Gets a record of every request that was answered.
    public init(
        _ hearth: Hearth, configuration: HTTPServer.Configuration, voice: VoiceRequest = VoiceRequest(),
        transcriber: (any AudioTranscriber)? = nil,
        log: @escaping @Sendable (RequestRecord) -> Void = { _ in }
    ) {
        var configuration = configuration
        configuration.version = Version.current
        let routes = Self.routes(hearth, voice: voice, transcriber: transcriber)
        let state = ServerState(hearth: hearth)
        http = HTTPServer(
            configuration, routes: routes.map { Self.limited($0, hearth) }, isReady: { await state.isReady() },
            gauges: { await state.gauges() }, log: log)
    }

    /// A route for programs too. Whoever is not signed in by the page is one, and reads as far as the owner lets programs.
    static func limited(_ route: ServerRoute, _ hearth: Hearth) -> ServerRoute {
        route.read { request in
            if case .session = request.caller { return nil }
            return Reader(
                .api, name: request.headers["user-agent"], request: "\(route.method.rawValue) \(route.pattern)",
                ceiling: hearth.settings.apiCeiling)
        } lookingAgain: { reader, origins in
            try await hearth.privacy.lookAgain(origins, for: reader)
        }
    }

    /// All routes, for the owner.
    static func routes(
        _ hearth: Hearth, voice: VoiceRequest = VoiceRequest(), transcriber: (any AudioTranscriber)? = nil
    ) -> [ServerRoute] {
        let service = HearthService(hearth, transcriber: transcriber ?? RecordingTranscriber(hearth: hearth))
        let places = UploadPlaces()
        let answering = OpenAIRoutes(service).routes
        // A batch's requests are let in as those of its sender are that come alone.
        let library = LibraryRoutes(hearth: hearth, places: places, answering: answering.map { limited($0, hearth) })
        return answering + library.routes + AnthropicRoutes(service).routes
            + OllamaRoutes(service).routes + LlamaServerRoutes(service).routes + MCPEndpoint(.hearth(hearth)).routes
            + HearthAPI(hearth: hearth, voice: voice, places: places).routes + PageRoutes().routes
    }
}

// MARK: -

/// Hearth's own interface, which the page uses. `openapi.json` describes it.
struct HearthAPI: Sendable {
    let routes: [ServerRoute]

    /// - Parameters:
    ///   - voice: With which engine and model recordings are written down.
    ///   - places: Where uploads are kept, whichever interface they come by.
    init(hearth: Hearth, voice: VoiceRequest, places: UploadPlaces) {
        let answers = AnswerBoard()
        let edits = EditGate()
        routes =
            JobRoutes(hearth: hearth).routes
            + DocumentRoutes(hearth: hearth, places: places).routes + FolderRoutes(hearth: hearth).routes
            + ConversationRoutes(hearth: hearth, answers: answers, edits: edits).routes
            + TranscriptRoutes(hearth: hearth, places: places).routes
            + RecordingRoutes(hearth: hearth, voice: voice).routes
            + FeedRoutes(hearth: hearth, voice: voice).routes
            + JournalRoutes(hearth: hearth, edits: edits).routes
            + ModelRoutes(hearth: hearth).routes + RoutingRoutes(hearth: hearth).routes
            + LedgerRoutes(hearth: hearth).routes + SettingRoutes(hearth: hearth, edits: edits).routes
            + EndpointRoutes(hearth: hearth, edits: edits).routes
            + EndpointGroupRoutes(hearth: hearth, edits: edits).routes
            + ToolServerRoutes(hearth: hearth).routes
            + DataRoutes(hearth: hearth).routes + SuggestionRoutes(hearth: hearth).routes
    }
}
