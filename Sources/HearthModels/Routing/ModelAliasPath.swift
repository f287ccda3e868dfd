/// The way from a name that a program asks for to the model that it gets, along the names that the owner gave.
///
/// A name may lead to another one of them, and stands above a model of the same name. One that leads back to itself leads nowhere:
/// the way ends where a name comes a second time, so that it has no more steps than there are names.
package struct ModelAliasPath: Sendable, Equatable {
    /// The name by which any engine answers from the documents; with a slash and another name, the engine or model of that name.
    package static let documents = "documents"

    /// All names on the way, the one that was asked for first. The last is no alias, or was on the way before.
    package let names: [String]
    /// Whether the way leads back to a name that it came by.
    package let isCircle: Bool

    package init(from name: String, in aliases: [String: String]) {
        var names = [name]
        var seen: Set<String> = [name]
        var isCircle = false
        while !isCircle, let last = names.last, let next = Self.next(last, aliases) {
            names.append(next)
            isCircle = !seen.insert(next).inserted
        }
        self.names = names
        self.isCircle = isCircle
    }

    /// Where it leads; `nil` where it leads nowhere.
    package var target: String? { isCircle ? nil : names.last }

    /// The way as people read it: `a → b → a`.
    package var description: String { names.joined(separator: " → ") }

    /// Behind `documents/` stands a name of its own. `documents/a` where `a` leads to `documents/b` is that: documents of documents
    /// are none.
    private static func next(_ name: String, _ aliases: [String: String]) -> String? {
        if let target = aliases[name] { return target }
        let prefix = documents + "/"
        guard name.hasPrefix(prefix), let target = aliases[String(name.dropFirst(prefix.count))] else { return nil }
        return target == documents || target.hasPrefix(prefix) ? target : prefix + target
    }
}
