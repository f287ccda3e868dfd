import Foundation
import HearthCore
import HearthKnowledge

/// For which languages of the library search by meaning works, as it was measured on the library's own text.
extension Doctor {
    /// What a model has to know of a language to be of use in it.
    private static let use = 0.5
    /// Languages that are named of each kind; a library of many files has a few that are nothing but a wrong guess.
    private static let mostNames = 6

    /// `nil` where there is nothing to say yet: no documents, or none in a language that is known.
    ///
    /// - Parameter model: The id of the embedding model.
    static func languages(_ base: URL, model: String) async -> Finding? {
        // A store that cannot be opened has its own finding.
        guard let library = try? await Hearth(folder: base).library(),
            let known = try? await LanguageMeasure(library: library).known(modelID: model)
        else { return nil }
        return languages(known, model: model)
    }

    static func languages(_ known: [LanguageMeasure.Known], model: String) -> Finding? {
        guard !known.isEmpty else { return nil }
        var (well, some, hardly, due, untold) = ([String](), [String](), [String](), [String](), [String]())
        for one in known {
            let name = name(of: one.language)
            switch one.value {
            case let value? where value >= use: well.append(name)
            case let value? where value > 0: some.append(name)
            case .some: hardly.append(name)
            case nil where one.isDue: due.append(name)
            case nil: untold.append(name)
            }
        }
        let parts = [
            part("works in", well), part("helps a little in", some),
            part("does not work in", hardly, "where words alone count"),
            part("not measured yet in", due, "which the next ingestion does"),
            part("too little to tell from in", untold),
        ].compactMap(\.self)
        let isPoor = !some.isEmpty || !hardly.isEmpty
        let mayHelp = isPoor && !letters(model).hasPrefix(letters(multilingualModel))
        return Finding(
            name: "search by meaning", state: isPoor ? .missing : .good, detail: parts.joined(separator: "; "),
            remedies: mayHelp
                ? [.help(.fetchModel(id: multilingualModel)), .help(.set(setting: "embedding-model"))] : [])
    }

    /// The embedding model of the list that knows the most languages.
    static let multilingualModel = "bge-m3"

    /// The ids of models in use are the names of their files, or what these call themselves: "BGE M3", "bge-m3-Q8_0".
    private static func letters(_ id: String) -> String { id.lowercased().filter { $0.isLetter || $0.isNumber } }

    private static func part(_ what: String, _ names: [String], _ more: String? = nil) -> String? {
        guard !names.isEmpty else { return nil }
        let rest = names.count - mostNames
        let named = names.prefix(mostNames).joined(separator: ", ")
        return "\(what) \(named)" + (rest > 0 ? " and \(rest) more" : "") + (more.map { ", \($0)" } ?? "")
    }

    private static func name(of language: String) -> String {
        Locale(identifier: "en").localizedString(forLanguageCode: language) ?? language
    }
}
