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

    /// The services of known address that a file, and not this call, has moved elsewhere.
    static func moved(_ snapshot: EnvironmentSnapshot) -> Set<KeyProvider> {
        let places: [(KeyProvider, SettingKey, URL)] = [
            (.openai, .openaiURL, OpenAIModel.defaultBaseURL),
            (.anthropic, .anthropicURL, AnthropicModel.defaultBaseURL),
        ]
        return Set(
            places.compactMap { provider, key, known in
                switch snapshot.sources[key] {
                case .file, .environment:
                    provider.baseURL(snapshot.settings).flatMap(Origin.init) == Origin(known) ? nil : provider
                default: nil
                }
            })
    }

    /// The origins of all services that have an address.
    static func origins(_ settings: Settings) -> [KeyProvider: Origin] {
        allCases.reduce(into: [:]) { $0[$1] = $1.baseURL(settings).flatMap(Origin.init) }
    }
}
