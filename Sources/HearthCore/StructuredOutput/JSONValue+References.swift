extension JSONValue {
    /// A schema of its own as part of another one: what it refers to by `#…` is found at `place`, which begins with `#`.
    ///
    /// Recurses once a level; schemas come from the parser of ``JSONValue`` or from macros, both of which bound the depth.
    package func movingReferences(to place: String) -> JSONValue {
        switch self {
        case .array(let items): return .array(items.map { $0.movingReferences(to: place) })
        case .object(let object):
            return .object(
                JSONObject(
                    object.map { key, value in
                        if key == "$ref", case .string(let target) = value, target == "#" || target.hasPrefix("#/") {
                            return (key, .string(place + target.dropFirst()))
                        }
                        return (key, value.movingReferences(to: place))
                    }))
        default: return self
        }
    }
}
