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

    /// The origins of all services that have an address.
    static func origins(_ settings: Settings) -> [KeyProvider: Origin] {
        allCases.reduce(into: [:]) { $0[$1] = $1.baseURL(settings).flatMap(Origin.init) }
    }
}
