package import HearthCore
package import HearthSchema

// The library's own choices, as the interface has them.

extension SensitivityLabel: WireChoice {
    package static var name: String? { "Label" }
    package static var about: String? { "How private something is; `private` never leaves this machine." }
}

extension Engine: WireChoice {
    package static var name: String? { "Engine" }
    package static var about: String? { "The kinds of engine." }
}

extension RoutingMode: WireChoice {
    package static var name: String? { "Mode" }
}

extension TaskKind: WireChoice {
    package static var name: String? { "Task" }
}

extension DocumentFormat: WireChoice {
    package static var name: String? { "DocumentFormat" }
}

extension Failure.Kind: WireChoice {
    package static var name: String? { "FailureKind" }
    package static var about: String? {
        "What went wrong, as far as what follows from it differs: the status, whether another engine may serve, whether "
            + "a retry helps. `code` says it more closely."
    }
}

extension Failure.Help.Things: WireChoice {}

/// The first and the one after the last.
extension Range: WireValue where Bound == Int {
    package static func schema(_ components: inout WireComponents) -> JSONObject {
        ["type": "array", "items": ["type": "integer", "minimum": 0], "minItems": 2, "maxItems": 2]
    }

    package static func sample() -> Range<Int> { 0..<0 }
    package func json() -> JSONValue { .array([lowerBound.json(), upperBound.json()]) }

    package static func read(_ value: JSONValue, _ place: WirePlace) throws -> Range<Int> {
        guard let bounds = value.arrayValue?.map({ $0.numberValue?.intValue }), bounds.count == 2,
            let first = bounds[0], let end = bounds[1], first <= end
        else { throw place.wrong("a list of two numbers") }
        return first..<end
    }
}
