import Hearth
import HearthHTTP

extension ServerRoute {
    /// The same place, where somebody with an account is answered from their own library, and not from the one that the route is over.
    ///
    /// It is put around every route, so that one which nobody thought of gives out nothing of another's.
    func servedToPeople(_ libraries: PersonLibraries) -> ServerRoute {
        answering { request in
            guard case .person(let caller) = request.caller else { return try await answer(request) }
            try TokenScope.check(caller, self)
            let lease = try await libraries.lease(caller.person)
            guard let own = lease.library.route(like: self) else {
                throw ServerError(.notFound, "There is nothing at this address.")
            }
            let limits = PersonLimits(id: caller.person.id, people: libraries.people, hearth: lease.library.hearth)
            try await limits.check(self, request)
            var response = try await PersonScope.run(caller, limits) { try await own.answer(request) }
            if case .stream(let style, let produce) = response.content {
                response.content = .stream(style) { sink in
                    try await PersonScope.run(caller, limits) { try await produce(sink) }
                    withExtendedLifetime(lease) {}
                }
            }
            return response
        }
    }
}

/// What is bound to the task that serves somebody with an account.
enum PersonScope {
    /// What the token of this request may be used for; browsers may do all that their person may.
    @TaskLocal static var current = Person.Scope.write

    static func run<Value: Sendable>(
        _ caller: PersonCaller, _ limits: PersonLimits, _ work: @Sendable () async throws -> Value
    ) async throws -> Value {
        var scope = Person.Scope.write
        if case .token(_, let given, _) = caller.way { scope = given }
        return try await Person.$current.withValue(caller.person) {
            try await $current.withValue(scope) {
                try await PersonLimits.$current.withValue(limits) { try await work() }
            }
        }
    }

    /// - Throws: ``ServerError`` `not-allowed`.
    static func require(_ needed: Person.Scope, have given: Person.Scope = current) throws {
        guard given < needed else { return }
        throw ServerError(
            .notAllowed,
            "This token is for \(given.rawValue) alone, and this needs one for \(needed.rawValue). Its owner makes one on the page, "
                + "under Settings.")
    }
}

/// What a token has to be for, by the place that a request is sent to.
enum TokenScope {
    static func check(_ caller: PersonCaller, _ route: ServerRoute) throws {
        guard case .token(_, let given, _) = caller.way else { return }
        try PersonScope.require(needed(route), have: given)
    }

    /// What is named nowhere needs the most.
    static func needed(_ route: ServerRoute) -> Person.Scope {
        if [.get, .head, .options].contains(route.method) || reads(route.pattern) { return .read }
        if route.method == .post, asks(route) { return .ask }
        return .write
    }

    /// What is sent by POST because it is long, and changes nothing. Tools of MCP say themselves what they need.
    private static func reads(_ pattern: String) -> Bool {
        readers.contains(pattern) || pattern.hasSuffix("/responses/input_tokens")
            || pattern.contains("/vector_stores/") && pattern.hasSuffix("/search")
    }

    private static let readers: Set<String> = [
        "/api/search", "/api/transcripts/:id/search", "/api/route", "/api/ledger/verify", "/api/show", "/tokenize",
        "/detokenize",
        "/apply-template", "/v1/messages/count_tokens", "/mcp",
    ]

    /// What lets an engine work, and leaves nothing but what was worked out.
    private static func asks(_ route: ServerRoute) -> Bool {
        if case .models = route.access { return true }
        return askers.contains(route.pattern)
    }

    private static let askers: Set<String> = [
        "/v1/messages", "/api/transcripts/:id/ask", "/api/transcripts/:id/analysis", "/api/journal/rollups",
    ]
}
