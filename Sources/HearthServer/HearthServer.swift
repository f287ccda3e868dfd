import HearthCore
public import HearthEngine
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
        let service = HearthService(hearth, transcriber: transcriber ?? RecordingTranscriber(hearth: hearth))
        let routes =
            OpenAIRoutes(service).routes + AnthropicRoutes(service).routes + MCPEndpoint(.hearth(hearth)).routes
            + HearthAPI(hearth: hearth, voice: voice).routes + PageRoutes().routes
        http = HTTPServer(
            configuration, routes: routes,
            isReady: {
                // Ready is when the store can be opened: everything else needs it.
                (try? await hearth.database()) != nil
            }, log: log)
    }
}
