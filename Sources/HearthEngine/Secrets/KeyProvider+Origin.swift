import Foundation
import HearthCore
import HearthModels

extension KeyProvider {
    /// Where the service's interface is, by the settings; `nil` when no address is set.
    func baseURL(_ settings: Settings) -> URL? {
        switch self {
        case .openai: settings.openai.baseURL ?? OpenAIModel.defaultBaseURL
        case .anthropic: settings.anthropic.baseURL ?? AnthropicModel.defaultBaseURL
        case .custom: settings.custom.baseURL
        case .huggingface: URL(string: "https://huggingface.co")
        }
    }

    /// Where the service is unless somebody moves it; `nil` where only its owner knows.
    var knownOrigin: Origin? {
        switch self {
        case .openai: Origin(OpenAIModel.defaultBaseURL)
        case .anthropic: Origin(AnthropicModel.defaultBaseURL)
        case .custom: nil
        case .huggingface: URL(string: "https://huggingface.co").flatMap(Origin.init)
        }
    }

    /// The services of known address that a file, and not this call, has moved elsewhere.
    static func moved(_ snapshot: EnvironmentSnapshot) -> Set<KeyProvider> {
        let places: [(KeyProvider, SettingKey)] = [(.openai, .openaiURL), (.anthropic, .anthropicURL)]
        return Set(
            places.compactMap { provider, key in
                switch snapshot.sources[key] {
                case .file, .environment:
                    provider.baseURL(snapshot.settings).flatMap(Origin.init) == provider.knownOrigin ? nil : provider
                default: nil
                }
            })
    }

    /// The origins of all services that have an address.
    static func origins(_ settings: Settings) -> [KeyProvider: Origin] {
        allCases.reduce(into: [:]) { $0[$1] = $1.baseURL(settings).flatMap(Origin.init) }
    }
}
