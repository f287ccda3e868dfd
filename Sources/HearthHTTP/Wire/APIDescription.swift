package import HearthCore
package import HearthSchema

/// The description of the interface (OpenAPI 3.1), made from its operations.
package struct APIDescription: Sendable {
    /// Everything that is no operation: title, servers, ways to sign in.
    let head: JSONObject
    package let operations: [OperationDescription]
    /// What every failure looks like.
    let failure: any WireType.Type

    package init(head: JSONObject, operations: [OperationDescription], failure: any WireType.Type) {
        (self.head, self.operations, self.failure) = (head, operations, failure)
    }

    /// The text of `openapi.json`: the same for the same operations.
    ///
    /// - Throws: ``WireProblem`` where a type holds what is no value of the interface, or notes speak of a field that is not there.
    package func text() throws -> String {
        var text = ""
        Self.write(.object(try document()), to: &text, indent: "")
        return text + "\n"
    }

    func document() throws -> JSONObject {
        var components = WireComponents()
        var paths = JSONObject()
        for operation in operations {
            let path = Self.path(operation.path)
            var item = paths[path]?.objectValue ?? [:]
            item[operation.method.rawValue.lowercased()] = .object(try Self.value(of: operation, &components))
            paths[path] = .object(item)
            for event in operation.events { _ = try event.schema(&components) }
        }
        let failure = try failure.schema(&components)
        let responses = ErrorResponse.allCases.map { response in
            (
                response.rawValue,
                JSONValue.object([
                    "description": .string(response.about),
                    "content": ["application/json": ["schema": .object(failure)]],
                ])
            )
        }
        var document = head
        document["tags"] = .array(OperationDescription.Group.allCases.map { ["name": .string($0.rawValue)] })
        document["paths"] = .object(paths)
        var all = document["components"]?.objectValue ?? [:]
        all["responses"] = .object(JSONObject(responses))
        all["schemas"] = .object(JSONObject(components.schemas.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }))
        document["components"] = .object(all)
        return document
    }

    /// `/api/documents/:id` as OpenAPI writes it.
    private static func path(_ pattern: String) -> String {
        pattern.split(separator: "/").map { $0.first == ":" ? "/{\($0.dropFirst())}" : "/\($0)" }.joined()
    }

    private static func value(
        of operation: OperationDescription, _ components: inout WireComponents
    ) throws -> JSONObject {
        var value: JSONObject = [
            "operationId": .string(operation.id), "tags": [.string(operation.group.rawValue)],
            "summary": .string(operation.summary),
        ]
        if let about = operation.about { value["description"] = .string(about) }
        let parameters = try parameters(of: operation, &components)
        if !parameters.isEmpty { value["parameters"] = .array(parameters) }
        if let content = operation.content { value["requestBody"] = .object(try body(content, &components)) }
        var responses = JSONObject()
        for answer in operation.answers {
            var response: JSONObject = ["description": .string(answer.about)]
            if !answer.contents.isEmpty {
                response["content"] = .object(
                    JSONObject(
                        try answer.contents.map { type, value in
                            (type, ["schema": .object(try value.schema(&components))])
                        }))
            }
            responses[String(answer.status.code)] = .object(response)
        }
        for response in ErrorResponse.all(of: operation, hasParameters: !parameters.isEmpty) {
            responses[response.status] = ["$ref": .string("#/components/responses/" + response.rawValue)]
        }
        value["responses"] = .object(responses)
        if case .open = operation.access { value["security"] = [] }
        return value
    }

    private static func parameters(
        of operation: OperationDescription, _ components: inout WireComponents
    ) throws -> [JSONValue] {
        var all: [JSONValue] = []
        func add(_ name: String, _ place: String, _ schema: JSONObject, isRequired: Bool, about: JSONValue?) {
            var parameter: JSONObject = [
                "name": .string(name), "in": .string(place), "required": .bool(isRequired), "schema": .object(schema),
            ]
            if let about { parameter["description"] = about }
            all.append(.object(parameter))
        }
        for part in operation.path.split(separator: "/") where part.first == ":" {
            let schema: JSONObject =
                part == ":year"
                ? ["type": "integer", "minimum": 0] : ["type": "string", "minLength": 1, "maxLength": 512]
            add(String(part.dropFirst()), "path", schema, isRequired: true, about: nil)
        }
        let query = try operation.query.shape(&components)
        let required = query["required"]?.arrayValue ?? []
        for (name, schema) in query["properties"]?.objectValue ?? [:] {
            guard var schema = schema.objectValue else { continue }
            let about = schema["description"]
            schema["description"] = nil
            add(name, "query", schema, isRequired: required.contains(.string(name)), about: about)
        }
        if operation.hasVersions {
            add(
                "If-Match", "header", ["type": "string"], isRequired: false,
                about: .string(
                    "The `etag` that was seen: what was changed since is left as it is (412). Without it the last one "
                        + "to write wins."))
        }
        for name in operation.headers { add(name, "header", ["type": "string"], isRequired: false, about: nil) }
        return all
    }

    private static func body(
        _ content: OperationDescription.Content, _ components: inout WireComponents
    ) throws -> JSONObject {
        func written(_ type: String, _ schema: JSONObject, isRequired: Bool) -> JSONObject {
            ["required": .bool(isRequired), "content": .object([type: ["schema": .object(schema)]])]
        }
        switch content {
        case .json(let type):
            let isRequired = type.leftOut == nil
            var schema = try type.schema(&components)
            // One that may be left out may not be null for that.
            if let types = schema["type"]?.arrayValue { schema["type"] = types.first }
            if let either = schema["anyOf"]?.arrayValue?.first?.objectValue { schema = either }
            return written("application/json", schema, isRequired: isRequired)
        case .form(let type):
            return written("multipart/form-data", try type.schema(&components), isRequired: true)
        case .lines(let about):
            return written("application/x-ndjson", ["type": "string", "description": .string(about)], isRequired: true)
        }
    }

    /// JSON with a space a level, as it is kept in the repository and in the program.
    private static func write(_ value: JSONValue, to text: inout String, indent: String) {
        let inner = indent + " "
        switch value {
        case .object(let object) where !object.isEmpty:
            text += "{\n"
            for (index, (name, value)) in object.enumerated() {
                text += (index > 0 ? ",\n" : "") + inner + JSONValue.quoted(name) + ": "
                write(value, to: &text, indent: inner)
            }
            text += "\n" + indent + "}"
        case .array(let items) where !items.isEmpty:
            text += "[\n"
            for (index, item) in items.enumerated() {
                text += (index > 0 ? ",\n" : "") + inner
                write(item, to: &text, indent: inner)
            }
            text += "\n" + indent + "]"
        default: text += value.description
        }
    }
}

/// How failures are told, by what they mean for a caller. The statuses are those of the kinds of failure.
enum ErrorResponse: String, CaseIterable {
    case badRequest = "BadRequest", unauthorized = "Unauthorized", forbidden = "Forbidden", notFound = "NotFound"
    case conflict = "Conflict", changed = "Changed", tooLarge = "TooLarge", unsupportedMedia = "UnsupportedMedia"
    case invalid = "Invalid", tooMany = "TooMany", notHere = "NotHere", unavailable = "Unavailable"
    case failure = "Failure"

    /// What stands under `default` has none.
    var status: String {
        switch self {
        case .badRequest: "400"
        case .unauthorized: "401"
        case .forbidden: "403"
        case .notFound: "404"
        case .conflict: "409"
        case .changed: "412"
        case .tooLarge: "413"
        case .unsupportedMedia: "415"
        case .invalid: "422"
        case .tooMany: "429"
        case .notHere: "501"
        case .unavailable: "503"
        case .failure: "default"
        }
    }

    /// Those that a request of such a form may meet, and those of the kinds that are said of it.
    static func all(of operation: OperationDescription, hasParameters: Bool) -> [ErrorResponse] {
        var all: Set<ErrorResponse> = [.failure]
        if case .signedIn = operation.access { all.formUnion([.unauthorized, .forbidden, .tooMany]) }
        if hasParameters { all.insert(.badRequest) }
        if operation.path.contains(":"), operation.finds { all.insert(.notFound) }
        if operation.content != nil { all.formUnion([.badRequest, .tooLarge, .unsupportedMedia, .invalid]) }
        if operation.hasVersions { all.insert(.changed) }
        let statuses = Set(operation.kinds.map { String($0.status.code) })
        return allCases.filter { all.contains($0) || statuses.contains($0.status) }
    }

    var about: String {
        switch self {
        case .badRequest:
            "The request cannot be read: `bad-request`; has a name that there is not: `unknown-field`; or says "
                + "nothing: `empty-text`. With `field`, where it is one."
        case .unauthorized:
            "No session, or an expired one: `unauthorized`. The page asks to sign in again and keeps what "
                + "was being done."
        case .forbidden:
            "`foreign-origin` (another site asked), `refused-by-policy` (the privacy settings let no engine "
                + "see it), `forbidden`."
        case .notFound: "`unknown-item`."
        case .conflict: "Not possible as things are; the code says why."
        case .changed: "`changed-meanwhile`: it is not what `If-Match` says any more. Nothing was written."
        case .tooLarge: "The body is over the limit: `too-large`."
        case .unsupportedMedia: "`unsupported-media`."
        case .invalid:
            "A value is not allowed: `invalid-input`, with `field`. Or what is asked cannot be had until an "
                + "engine, a model, a file or a setting is another one; `kind` and `help` say which."
        case .tooMany: "Too many requests at once: `too-many`; `Retry-After` says when."
        case .notHere:
            "Nothing here can do it: `speech-model-missing` (`help` names the model to fetch), "
                + "`speech-engine-unavailable`."
        case .unavailable:
            "This machine cannot now: a model that is not ready (`Retry-After`), that failed or has too "
                + "little memory, a store that is locked. `x-should-retry: false` where it would be met again."
        case .failure:
            "Anything else that fails: what an engine, a file or a setting does not allow (422), what "
                + "nothing here can do (501), a host elsewhere (502, 504), this machine (503), a full disk (507), "
                + "a time limit (408), a defect of the server (500, `internal-error`). `docs/failures.md` has the "
                + "status of every kind."
        }
    }
}

// MARK: - Values to choose from

// The library's own choices, as the interface has them.

extension SensitivityLabel: WireChoice {
    package static var name: String? { "Label" }
    package static var about: String? { "How private something is; `private` never leaves this machine." }
}

extension Engine: WireChoice {
    package static var name: String? { "Engine" }
    package static var about: String? { "An engine; `custom:NAME` is an endpoint that the owner named." }

    /// Not a closed list: endpoints are named by their owner.
    package static func schema(_ components: inout WireComponents) -> JSONObject {
        let schema: JSONObject = [
            "type": "string", "description": .string(about ?? ""), "pattern": .string(namePattern),
        ]
        return components.reference(name ?? "Engine") { _ in schema }
    }

    /// What names of engines look like, as a regular expression.
    package static var namePattern: String {
        "^(\(allCases.map(\.rawValue).joined(separator: "|"))|custom:[a-z0-9]+(-[a-z0-9]+)*)$"
    }
}

extension Person.Role: WireChoice {
    package static var name: String? { "Role" }
    package static var about: String? {
        "What somebody with an account may do: an `administrator` looks after the server, and sees nothing that is in a library."
    }
}

extension Person.Scope: WireChoice {
    package static var name: String? { "Scope" }
    package static var about: String? { "What a token may be used for; each may do what the ones before it may." }
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
        else { throw place.wrong("a list of two numbers", value) }
        return first..<end
    }
}
