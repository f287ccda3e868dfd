package import HearthCore
package import HearthSchema

/// Where the types of the interface are: their names are those of the description, and many a value of the library has the same.
package enum Wire {}

/// What a route is asked and what it answers, as values: the table from which both the router and `openapi.json` come.
///
/// `Query` holds what may stand in the address after the question mark, `Body` what is sent, `Answer` what comes back. Each is a
/// ``WireType``; ``Nothing`` where there is nothing, and ``Raw`` for an answer that is no JSON. A `Body` of optional type may be
/// left out.
package struct Operation<Query: WireType, Body: WireValue, Answer: WireValue>: Sendable {
    package let description: OperationDescription

    /// - Parameters:
    ///   - method: Of HTTP.
    ///   - path: As ``ServerRoute/pattern``.
    ///   - id: Its name, for programs that are made from the description.
    ///   - group: Under which it stands.
    ///   - summary: A line for a person.
    ///   - about: More than a line, where there is more to say.
    ///   - fails: Kinds of failure that a caller has to expect beside those that any request of its form may meet.
    package init(
        _ method: HTTPMethod, _ path: String, _ id: String, in group: OperationDescription.Group, _ summary: String,
        about: String? = nil, status: ServerStatus = .ok, access: ServerRoute.Access = .signedIn,
        work: ServerRoute.Work = .quick, bodyLimit: Int = ServerRoute.jsonLimit, hasVersions: Bool = false,
        sends content: OperationDescription.Content? = nil, gives answers: [OperationDescription.Answer]? = nil,
        events: [any WireType.Type] = [], headers: [String] = [], fails kinds: [Failure.Kind] = [],
        finds: Bool = true
    ) {
        let usual = OperationDescription.Answer(
            status, status == .accepted ? "It began; follow `/api/jobs/{id}/events`." : "Done.",
            status == .noContent ? [] : [("application/json", Answer.self)])
        description = OperationDescription(
            method: method, path: path, id: id, group: group, summary: summary, about: about, access: access,
            work: work, bodyLimit: bodyLimit, hasVersions: hasVersions, query: Query.self,
            content: content ?? (Body.self == Nothing.self ? nil : .json(Body.self)), answers: answers ?? [usual],
            events: events, headers: headers, kinds: kinds, finds: finds)
    }
}

/// An operation whatever its types are.
package struct OperationDescription: Sendable {
    /// Under which operations stand, in this order.
    package enum Group: String, CaseIterable, Sendable {
        case session = "Session", jobs = "Jobs", documents = "Documents", chat = "Chat", transcripts = "Transcripts"
        case journal = "Journal", models = "Models", privacy = "Privacy", settings = "Settings", people = "People"
    }

    /// What is sent.
    package enum Content: Sendable {
        case json(any WireValue.Type)
        /// `multipart/form-data` with files.
        case form(any WireType.Type)
        /// Lines of JSON, of which the text says what they are.
        case lines(String)
    }

    /// What comes back with one status.
    package struct Answer: Sendable {
        let status: ServerStatus
        let about: String
        /// By their types of content.
        let contents: [(type: String, value: any WireValue.Type)]

        package init(
            _ status: ServerStatus, _ about: String = "Done.", _ contents: [(type: String, value: any WireValue.Type)]
        ) {
            (self.status, self.about, self.contents) = (status, about, contents)
        }
    }

    package let method: HTTPMethod
    package let path: String
    package let id: String
    let group: Group
    let summary: String
    let about: String?
    let access: ServerRoute.Access
    package let work: ServerRoute.Work
    let bodyLimit: Int
    /// Whether what it changes has an `etag`, for `If-Match`.
    let hasVersions: Bool
    let query: any WireType.Type
    let content: Content?
    let answers: [Answer]
    /// What comes as events, beside the description in words.
    let events: [any WireType.Type]
    /// Names of headers that it reads.
    let headers: [String]
    let kinds: [Failure.Kind]
    /// Whether what its path names may not be there.
    let finds: Bool
}

/// No value: no query, no body, no answer.
package struct Nothing: WireRequest {
    package init() {}
}

/// Bytes or text, as they are.
package struct Raw: WireType {
    package static func schema(_ components: inout WireComponents) -> JSONObject { ["type": "string"] }
}

/// Bytes that are no text.
package struct RawBytes: WireType {
    package static func schema(_ components: inout WireComponents) -> JSONObject {
        ["type": "string", "format": "binary"]
    }
}

/// A request for an operation.
package struct Call<Query: WireType, Body: WireValue>: Sendable {
    package let request: ServerRequest

    package init(_ request: ServerRequest) { self.request = request }

    /// What stood in the place of `:name` in the path.
    package func parameter(_ name: String) -> String { request.parameter(name) }

    /// What stands in the address after the question mark. What is empty there counts as left out, but for numbers and flags.
    ///
    /// - Throws: ``ServerError`` `bad-request`.
    package func query() throws -> Query {
        var object = JSONObject()
        for name in request.query.names where object[name] == nil && name != Tickets.field {
            object[name] = request.query[name].map(JSONValue.string)
        }
        do {
            return try Query.read(.object(object), WirePlace(name: "", isText: true, isClosed: true))
        } catch let problem as WireProblem {
            throw problem.error(inAddress: true)
        }
    }

    /// What was sent, within its limits.
    ///
    /// - Throws: ``ServerError`` `bad-request`, `invalid-input`, `too-large`, `too-slow` or `unsupported-media`.
    package func body() async throws -> Body {
        if request.body.announced == 0, let none = Body.leftOut { return none }
        let bytes = try await request.jsonBytes()
        guard !bytes.isEmpty else {
            guard let none = Body.leftOut else { throw Self.emptyBody }
            return none
        }
        let value = try await request.with(body: ServerRequestBody(bytes)).json()
        do {
            return try Body.read(value, WirePlace(name: "", isClosed: true))
        } catch let problem as WireProblem {
            throw problem.error(inAddress: false)
        }
    }

    /// Nothing was sent, and what is missing first.
    private static var emptyBody: ServerError {
        do {
            _ = try Body.read([:], WirePlace(name: "", isClosed: true))
            return .emptyBody("send a JSON object, `{}` where there is nothing to say.")
        } catch let problem as WireProblem {
            return .emptyBody(problem.message, parameter: problem.name)
        } catch {
            return .emptyBody("it has to be a JSON object.")
        }
    }
}

extension WireProblem {
    /// How it is answered.
    ///
    /// - Parameter inAddress: Whether it stood after the question mark, and not in what was sent.
    fileprivate func error(inAddress: Bool) -> ServerError {
        let told = inAddress ? "In the address: \(message)" : message
        return switch reason {
        case .emptyText: .empty(name, told)
        case .unknownField: ServerError(.unknownField, told, parameter: name)
        case .notAnObject: ServerError(.badRequest, told, parameter: name)
        case .invalidInput where inAddress: ServerError(.badRequest, told, parameter: name)
        case .invalidInput: .invalid(name, told)
        }
    }
}

extension Call {
    /// Refuses what an operation of Hearth's own interface does not know, also where it looks at nothing of it: a filter whose name is
    /// mistyped would show everything.
    fileprivate func checkNames(of operation: OperationDescription) async throws {
        guard operation.path.hasPrefix("/api/") else { return }
        do {
            let place = WirePlace(name: "", isText: true, isClosed: true)
            try Query.checkNames(request.query.names.filter { $0 != Tickets.field }, place)
        } catch let problem as WireProblem {
            throw problem.error(inAddress: true)
        }
        guard Body.self == Nothing.self, operation.content == nil, !request.method.changesNothing else { return }
        // The page and many a library send `{}` where there is nothing to say.
        let bytes = try await request.body.collect()
        if !bytes.isEmpty { _ = try await Call<Query, Nothing>(request.with(body: ServerRequestBody(bytes))).body() }
    }
}

extension ServerError {
    /// Refuses a field of a form that its type does not have.
    package static func checkForm(_ fields: [String: String], _ form: any WireRequest.Type) throws {
        do {
            try form.checkNames(fields.keys.sorted(), WirePlace(name: "", isClosed: true))
        } catch let problem as WireProblem {
            throw problem.error(inAddress: false)
        }
    }
}

/// An answer with headers of its own.
package struct Reply<Answer: WireValue>: Sendable {
    package let answer: Answer
    package let headers: [(name: String, value: String)]

    package init(_ answer: Answer, headers: [(name: String, value: String)]) {
        (self.answer, self.headers) = (answer, headers)
    }
}

extension Operation {
    /// The route where `work` answers. Status, limits and access are those of the description.
    package func route(
        _ work: @escaping @Sendable (Call<Query, Body>) async throws -> Answer
    ) -> ServerRoute {
        replying { Reply(try await work($0), headers: []) }
    }

    /// As ``route(_:)``, where the answer has headers.
    package func replying(
        _ work: @escaping @Sendable (Call<Query, Body>) async throws -> Reply<Answer>
    ) -> ServerRoute {
        let status = description.answers.first?.status ?? .ok
        return responding { call in
            let reply = try await work(call)
            if status == .noContent { return ServerResponse(status, headers: reply.headers) }
            return .json(try reply.answer.json(), status: status, headers: reply.headers)
        }
    }

    /// Where the answer is no JSON, or has the one or the other status.
    package func responding(
        _ work: @escaping @Sendable (Call<Query, Body>) async throws -> ServerResponse
    ) -> ServerRoute {
        var route = ServerRoute(
            description.method, description.path, access: description.access, work: description.work,
            bodyLimit: description.bodyLimit
        ) { [description] request in
            let call = Call<Query, Body>(request)
            try await call.checkNames(of: description)
            return try await work(call)
        }
        route.operation = description.id
        return route
    }
}

extension EventSink {
    /// Sends a value of the interface as the data of an event.
    package func send(event: String? = nil, _ value: some WireValue) async throws {
        try await send(event: event, data: value.json().description)
    }
}
