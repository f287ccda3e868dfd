import Foundation
import HearthCore
import HearthLlama
import HearthModels
import HearthStore

/// Makes the engine of the local chat model, over the one pool of this object.
struct LocalEngine: Sendable {
    let snapshot: EnvironmentSnapshot
    /// The model that is chosen; `nil` when none is.
    let model: LocalChatModel?
    let database: HearthDatabase
    let pool: ModelPool
    /// Whose conversations these are: those of one open database.
    let owner: String

    /// The engine as it is set now. The model's settings are read each time, so that what another process changes takes effect
    /// for the next request.
    func engine() -> any LanguageModel {
        guard let model else { return LlamaEngine(path: nil) }
        do {
            let own = try ModelSettingsFile(folder: snapshot.dataFolder).settings(of: model.id)
            return pool.languageModel(model.path, id: model.id, setup: setup(own), settings: own)
        } catch {
            let message = (error as? any ReadableError)?.message ?? "model-settings.json cannot be read"
            return UnavailableModel(engine: .local, reason: .notConfigured, message: message)
        }
    }

    private func setup(_ own: ModelSettings) -> ModelPool.Setup {
        ModelPool.Setup(
            engine: Self.configuration(own, snapshot), states: database.promptStates(),
            checks: ModelFiles(dataFolder: snapshot.dataFolder).checks, owner: owner)
    }

    /// How a model is run: what was said for this call alone (a flag, a variable) stands above what is set for the model, and
    /// that above what is set for all.
    static func configuration(_ own: ModelSettings, _ snapshot: EnvironmentSnapshot) -> LlamaEngine.Configuration {
        func isForThisCall(_ key: SettingKey) -> Bool {
            switch snapshot.sources[key] {
            case .flag?, .variable?: true
            default: false
            }
        }
        let settings = snapshot.settings
        var engine = own.running(
            .init(
                contextLength: settings.contextLength, threads: settings.threads, chatTemplate: settings.chatTemplate))
        if isForThisCall(.contextLength) { engine.contextLength = settings.contextLength }
        if isForThisCall(.threads) { engine.threads = settings.threads }
        if isForThisCall(.chatTemplate) { engine.chatTemplate = settings.chatTemplate }
        return engine
    }
}
