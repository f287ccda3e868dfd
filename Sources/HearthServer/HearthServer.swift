public import Hearth
public import HearthHTTP

/// Everything that Hearth does, for a browser and for other programs on this machine.
public struct HearthServer: Sendable {
    /// The server itself: run it, stop it.
    public let http: HTTPServer
    private let libraries: PersonLibraries?

    /// - Parameters:
    ///   - people: Who has an account; `nil` for a server that is its owner's alone, whatever stands in the data folder.
    ///   - voice: With which engine and model recordings are written down that become transcripts.
    ///   - transcriber: For `/v1/audio/transcriptions`; `nil` takes the speech model that is installed.
    ///   - log: Gets a record of every request that was answered.
    public init(
        _ hearth: Hearth, configuration: HTTPServer.Configuration, people: People? = nil,
        voice: VoiceRequest = VoiceRequest(), transcriber: (any AudioTranscriber)? = nil,
        log: @escaping @Sendable (RequestRecord) -> Void = { _ in }
    ) {
        var configuration = configuration
        configuration.version = Version.current
        configuration.people = people.map { PeopleDirectory(people: $0) }
        configuration.identities = people.map { IdentityDirectory(people: $0, desk: hearth.identityDesk(of: $0)) }
        // Settings are everybody's, so are their turns.
        let edits = EditGate()
        let libraries = people.map { people in
            PersonLibraries(server: hearth, people: people) { hearth, libraries in
                let accounts = Self.accounts(hearth, libraries)
                return Self.libraryRoutes(
                    hearth, accounts: accounts, edits: edits, voice: voice, transcriber: transcriber
                )
                .map { Self.limited($0, hearth) }
            }
        }
        self.libraries = libraries
        // Whoever runs the server is shared with as everybody is.
        if let libraries { hearth.sharing.reachOthers(among: libraries.people, libraries.opening) }
        let accounts = libraries.map { Self.accounts(hearth, $0) }
        let routes = Self.libraryRoutes(
            hearth, accounts: accounts, edits: edits, voice: voice, transcriber: transcriber
        )
        .map { Self.limited($0, hearth) }
        let state = ServerState(hearth: hearth, libraries: libraries)
        http = HTTPServer(
            configuration,
            routes: (libraries.map { libraries in routes.map { $0.servedToPeople(libraries) } } ?? routes)
                + PageRoutes().routes,
            isReady: { await state.isReady() }, gauges: { await state.gauges() }, log: log)
        libraries?.sessions.end(at: http)
    }

    /// Goes on with what those who have an account sent before this server began.
    public func goOnForPeople() async { await libraries?.goOn() }

    /// Closes the libraries of those who have an account: the server ends.
    public func closeLibraries() async { await libraries?.closeAll() }

    private static func accounts(_ hearth: Hearth, _ libraries: PersonLibraries) -> AccountRoutes {
        AccountRoutes(
            people: libraries.people, isInFolders: { hearth.settings.library == nil },
            close: { [weak libraries] id in await libraries?.close(id) },
            mayHaveLibrary: { hearth.mayHaveLibrary(of: $0) },
            removeLibrary: { _ = try await hearth.removeLibrary(of: $0) })
    }

    /// A route for programs too. Whoever is not signed in by the page is one, and reads as far as the owner lets programs; one that has the
    /// token of somebody with an account no further than they said.
    static func limited(_ route: ServerRoute, _ hearth: Hearth) -> ServerRoute {
        route.read { request in
            guard request.caller.sessionID == nil else { return nil }
            var ceiling = hearth.settings.apiCeiling
            if case .person(let caller) = request.caller, case .token(_, _, let own) = caller.way {
                ceiling = min(ceiling, own)
            }
            return Reader(
                .api, name: request.headers["user-agent"], request: "\(route.method.rawValue) \(route.pattern)",
                ceiling: ceiling)
        } lookingAgain: { reader, origins in
            try await hearth.privacy.lookAgain(origins, for: reader)
        }
    }

    /// All routes, for the owner.
    static func routes(_ hearth: Hearth, voice: VoiceRequest = VoiceRequest()) -> [ServerRoute] {
        libraryRoutes(hearth, voice: voice) + PageRoutes().routes
    }

    /// All routes over one library, for whoever has it; the page's files are the same for all.
    ///
    /// - Parameters:
    ///   - accounts: Those about people; `nil` where nobody has an account.
    ///   - edits: The turns of those who change settings.
    static func libraryRoutes(
        _ hearth: Hearth, accounts: AccountRoutes? = nil, edits: EditGate = EditGate(),
        voice: VoiceRequest = VoiceRequest(),
        transcriber: (any AudioTranscriber)? = nil
    ) -> [ServerRoute] {
        let service = HearthService(hearth, transcriber: transcriber ?? RecordingTranscriber(hearth: hearth))
        let places = UploadPlaces()
        let answering = OpenAIRoutes(service).routes + AnthropicRoutes(service).routes
        // A batch's requests are let in as those of its sender are that come alone.
        let library = LibraryRoutes(hearth: hearth, places: places, answering: answering.map { limited($0, hearth) })
        return answering + library.routes
            + OllamaRoutes(service).routes + LlamaServerRoutes(service).routes + MCPEndpoint(.hearth(hearth)).routes
            + HearthAPI(hearth: hearth, voice: voice, places: places, settingEdits: edits).routes
            + (accounts.map { $0.routes + SignInProviderRoutes(hearth: hearth, people: $0.people).routes } ?? [])
    }
}

// MARK: -

/// Hearth's own interface, which the page uses. `openapi.json` describes it.
struct HearthAPI: Sendable {
    let routes: [ServerRoute]

    /// - Parameters:
    ///   - voice: With which engine and model recordings are written down.
    ///   - places: Where uploads are kept, whichever interface they come by.
    ///   - settingEdits: The turns of those who change settings, whosever library this is.
    init(hearth: Hearth, voice: VoiceRequest, places: UploadPlaces, settingEdits: EditGate) {
        let answers = AnswerBoard()
        let edits = EditGate()
        routes =
            JobRoutes(hearth: hearth).routes
            + DocumentRoutes(hearth: hearth, places: places).routes + FolderRoutes(hearth: hearth).routes
            + CollectionRoutes(hearth: hearth).routes
            + ConversationRoutes(hearth: hearth, answers: answers, edits: edits).routes
            + TranscriptRoutes(hearth: hearth, places: places).routes
            + RecordingRoutes(hearth: hearth, voice: voice).routes
            + FeedRoutes(hearth: hearth, voice: voice).routes
            + JournalRoutes(hearth: hearth, edits: edits).routes
            + ModelRoutes(hearth: hearth).routes + RoutingRoutes(hearth: hearth, edits: settingEdits).routes
            + LedgerRoutes(hearth: hearth).routes + SettingRoutes(hearth: hearth, edits: settingEdits).routes
            + EndpointRoutes(hearth: hearth, edits: settingEdits).routes
            + EndpointGroupRoutes(hearth: hearth, edits: settingEdits).routes
            + ToolServerRoutes(hearth: hearth).routes
            + DataRoutes(hearth: hearth).routes + MoveRoutes(hearth: hearth).routes
            + SuggestionRoutes(hearth: hearth).routes
    }
}
