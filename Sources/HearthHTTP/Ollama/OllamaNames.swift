import HearthCore
import HearthModels

/// Which model a client of Ollama's interface means: one comparison for all of its routes.
///
/// Letter case and the tag `latest` tell no two models apart there (Ollama's own `model.Name` is compared so), so that a program may
/// ask by another spelling than the list has. A name that is written as it is listed stands before one that is only spelt alike.
struct OllamaNames: Sendable {
    static let tag = ":latest"

    /// The models that a name may mean, the first of two that are called alike counts.
    let models: [ServedModel]

    init(_ models: [ServedModel]) { self.models = models }

    /// The model of that name: by the name that chooses it, or by its own.
    func model(_ name: String) -> ServedModel? {
        let key = Self.key(name)
        // An answer from documents has the name of the model that gives it as its own, too; that is asked for in full.
        let own = models.filter { !$0.readsDocuments }
        return models.first { $0.id == name } ?? own.first { $0.model == name }
            ?? models.first { Self.key($0.id) == key } ?? own.first { $0.model.map(Self.key) == key }
    }

    /// What all spellings of a name have in common.
    static func key(_ name: String) -> String { untagged(name).lowercased() }

    /// A name without the tag that says nothing, which clients add by themselves.
    static func untagged(_ name: String) -> String {
        name.count > tag.count && name.suffix(tag.count).lowercased() == tag ? String(name.dropLast(tag.count)) : name
    }

    /// A name that needs no list of models to be known, spelt as the other interfaces have it: an engine, a mode, or whoever can.
    static func general(_ name: String) -> String? {
        let all =
            ["auto", "hearth", "local", "embedding", ModelChoice.documents] + Engine.allCases.map(\.rawValue)
            + RoutingMode.allCases.map(\.rawValue)
        let key = key(name)
        return all.first { $0.lowercased() == key }
    }
}

extension ModelService {
    /// A client's name for a model, as the list has it; unchanged where the list has none such.
    ///
    /// - Parameter makesVectors: Whether it is asked for vectors; else it is asked for an answer.
    func ollamaName(_ name: String, for caller: Caller, makesVectors: Bool) async throws -> String {
        // To list models takes longer than many a request, so it is done for a name alone that needs it.
        if try await aliases()[name] != nil { return name }
        if let general = OllamaNames.general(name) { return general }
        let names = OllamaNames(try await named(for: caller).filter { $0.makesVectors == makesVectors })
        if let found = names.model(name) { return found.id }
        // Behind `documents/` stands a name of its own.
        let prefix = ModelChoice.documents + "/"
        guard name.lowercased().hasPrefix(prefix) else { return name }
        let rest = String(name.dropFirst(prefix.count))
        return prefix + (OllamaNames.general(rest) ?? names.model(rest)?.id ?? rest)
    }
}
