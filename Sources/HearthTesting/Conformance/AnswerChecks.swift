import HearthCore

extension ConformanceRun {
    private var body: [UInt8] { wire.text(Self.pieces, usage: Self.usage, finish: .stop) }

    private func expectText(_ response: ModelResponse, _ text: String = ConformanceRun.text) throws {
        try expect(response.text.utf8.elementsEqual(text.utf8), "the text is “\(response.text.prefix(200))”")
        try expect(response.finishReason == .stop, "the reason of the end is \(response.finishReason)")
    }

    func plain() async throws {
        try await on(reply(body)) { _, model in try expectText(try await answer(model)) }
    }

    /// The same answer for any cut of the bytes: whole, byte for byte, and at random.
    func everyCut() async throws {
        var generator = SeededGenerator(seed: suite.seed)
        for count in [body.count, 2, 3, 5, 8, 13, 40, 200] {
            var places = count == body.count ? Array(1..<body.count) : []
            while places.count < min(count, body.count) - 1 {
                places.append(Int.random(in: 1..<body.count, using: &generator))
            }
            let ends = Set(places).sorted() + [body.count]
            var start = 0
            let pieces = ends.map { end in
                defer { start = end }
                return Array(body[start..<end])
            }
            try await on(reply(pieces: pieces)) { _, model in try expectText(try await answer(model)) }
        }
    }

    func slowBytes() async throws {
        let size = max(1, body.count / 40)
        let pieces = stride(from: 0, to: body.count, by: size).map { Array(body[$0..<min(body.count, $0 + size)]) }
        try await on(reply(pieces: pieces, isSlow: true)) { _, model in try expectText(try await answer(model)) }
    }

    func usage() async throws {
        try await on(reply(body)) { _, model in
            let response = try await answer(model)
            if response.usage != Self.usage {
                // A server that does not count leaves an estimate, which must be said.
                try expect(!response.notes.isEmpty, "the usage is \(response.usage) and no note says why")
                try expect(response.usage.promptTokens > 0 && response.usage.completionTokens > 0, "nothing is counted")
            }
            try expect(response.timings.prompt >= 0 && response.timings.generation >= 0, "time runs backwards")
        }
    }

    func finishReasons() async throws {
        let body = wire.text(["cut"], usage: Self.usage, finish: .length)
        try await on(reply(body)) { _, model in
            let response = try await answer(model)
            try expect(response.finishReason == .length, "the reason of the end is \(response.finishReason)")
        }
    }

    func wholeAnswer() async throws {
        guard let body = wire.whole(Self.text, usage: Self.usage) else { return }
        let reply = ConformanceReply(headers: [("content-type", "application/json")], pieces: [body])
        try await on(reply) { _, model in try expectText(try await answer(model)) }
    }

    func reasoning() async throws {
        guard let body = wire.reasoned("First, then second.", "Third.", usage: Self.usage) else { return }
        try await on(reply(body)) { _, model in
            let response = try await answer(model)
            try expect(response.reasoning == "First, then second.", "the reasoning is \(response.reasoning ?? "none")")
            try expectText(response, "Third.")
        }
    }

    func toolCalls() async throws {
        let calls = [
            ToolCall(id: "call_a", name: "weather", arguments: #"{"city":"Zürich","days":3}"#),
            ToolCall(id: "call_b", name: "weather", arguments: #"{"city":"東京","days":1}"#),
        ]
        let tool = ToolDefinition(
            name: "weather", description: "The weather of some days.",
            parameters: ["type": "object", "properties": ["city": ["type": "string"], "days": ["type": "integer"]]])
        try await on(reply(wire.toolCalls(calls, usage: Self.usage))) { _, model in
            let response = try await answer(model, request(tools: [tool]))
            try expect(response.toolCalls == calls, "the calls are \(response.toolCalls)")
            try expect(response.finishReason == .toolCalls, "the reason of the end is \(response.finishReason)")
        }
    }

    func structuredOutput() async throws {
        let schema = GenerationSchema(
            name: "person", description: "A person.",
            root: [
                "type": "object", "properties": ["name": ["type": "string"], "age": ["type": "integer"]],
                "required": ["name", "age"], "additionalProperties": false,
            ])
        let value: JSONValue = ["name": "Zoë", "age": 41]
        try await on(reply(wire.structured(value, schema: schema, usage: Self.usage))) { _, model in
            let response = try await answer(model, request(schema: schema))
            try expect(response.structured?.value == value, "the value is \(String(describing: response.structured))")
            try expect((try? JSONValue(parsing: response.text)) == value, "the text is “\(response.text)”")
            try expect(response.finishReason == .stop, "the reason of the end is \(response.finishReason)")
            try expect(response.toolCalls.isEmpty, "the means of the provider shows as a call of a tool")
        }
        let wrong: JSONValue = ["name": "Zoë", "age": "old"]
        try await on(reply(wire.structured(wrong, schema: schema, usage: Self.usage))) { _, model in
            let response = try await answer(model, request(schema: schema))
            try expect(response.structured == nil, "a value that breaks the schema passes for a valid one")
        }
    }

    func refusal() async throws {
        guard let body = wire.refusal("I cannot help with that.") else { return }
        try await expectError("refused-by-model", reply(body))
    }

    func tenMegabytes() async throws {
        let piece = String(repeating: "0123456789abcdeé", count: 3856)
        let pieces = Array(repeating: piece, count: 160)
        let body = wire.text(pieces, usage: Self.usage, finish: .stop)
        try await on(reply(body)) { _, model in
            let response = try await answer(model)
            try expect(response.text.utf8.count == piece.utf8.count * 160, "\(response.text.utf8.count) bytes arrived")
        }
    }
}

extension ConformanceRun {
    /// Dropping the stream closes the connection, although the server goes on holding it.
    func cancellation() async throws {
        try await on(reply(wire.unfinished("First."), ending: .held)) { _, model in
            for try await event in model.respond(to: request()) {
                if case .text = event { break }
            }
        }
        try await on(reply(wire.unfinished("First."), ending: .held)) { _, model in
            let (started, signal) = AsyncStream.makeStream(of: Void.self)
            let task = Task {
                for try await _ in model.respond(to: request()) { signal.finish() }
                try Task.checkCancellation()
            }
            for await _ in started {}
            task.cancel()
            switch await task.result {
            case .success: throw fail("a cancelled request ended well")
            case .failure(let error): try expect(error is CancellationError, "cancelling gave \(error)")
            }
        }
    }

    /// A hundred streams at once, half of them dropped at some point, the others read to their end.
    func concurrentCancellation() async throws {
        let body = wire.text(Self.pieces, usage: Self.usage, finish: .stop)
        try await on(reply(body)) { _, model in
            let finished = await LanguageModelConformance.streams(100, of: model, request(), seed: suite.seed) {
                try await self.answer(model).text == Self.text
            }
            try expect(finished == 100, "only \(finished) of 100 streams went well")
        }
    }

    func badOptions() async throws {
        for options in [
            GenerationOptions(maxTokens: 0), GenerationOptions(maxTokens: -5), GenerationOptions(maxTokens: .max),
            GenerationOptions(temperature: .nan), GenerationOptions(temperature: -1),
            GenerationOptions(temperature: .infinity), GenerationOptions(topP: 0), GenerationOptions(topP: .nan),
            GenerationOptions(stopSequences: Array(repeating: "x", count: 1000)),
        ] {
            try await expectUnsent("bad-option", request(options: options))
        }
    }

    func emptyPrompt() async throws {
        for messages in [[], [Message(.system, "Be brief.")], [Message(.user, " \n")]] {
            var request = request()
            request.messages = messages
            try await expectUnsent("empty-prompt", request)
        }
    }

    func withoutLedger() async throws {
        var request = request()
        request.ledgerRecord = nil
        try await expectUnsent("not-routed", request)
    }

    /// Available with a key, and otherwise either without needing one or unavailable with advice; never by asking.
    func availability() async throws {
        try await on(reply([])) { session, model in
            let state = await model.availability()
            try expect(state == .available, "it is \(state) with a key")
            let keyless = suite.model(session, key: nil)
            if case .unavailable(let reason, let message) = await keyless.availability() {
                try expect(reason == .notConfigured, "the reason is \(reason)")
                let error = try await error(keyless)
                try expect(error.code == "not-configured", "the code is \(error.code)")
                try expect(error.message == message, "it is unavailable for another reason: \(message)")
                try expect(
                    error.help == [.giveKey(service: model.engine.rawValue)],
                    "it does not say what to do: \(error.help)")
            }
            let sent = await session.requestHeaders().count
            try expect(sent == 0, "asking for availability sent \(sent) requests")
            try expect(model.host?.isEmpty == false, "there is no host")
            try expect(!model.capabilities.offline, "it calls itself offline")
        }
    }
}

// MARK: - Failures

extension ConformanceRun {
    private func reply(_ failure: ProviderFailure, words: String, pad: Int = 0) -> ConformanceReply {
        let (status, body) = wire.failure(failure, words: words)
        // A transport that repeats must not wait in a test.
        return ConformanceReply(
            status: status, headers: [("content-type", "application/json"), ("retry-after", "0")],
            pieces: [body + Array(repeating: UInt8(ascii: " "), count: pad)])
    }

    func failures() async throws {
        for failure in ProviderFailure.allCases {
            let words = "It\u{1B}[31m did\u{202E} not work\u{0}. " + String(repeating: "Very long. ", count: 500)
            try await on(reply(failure, words: words)) { _, model in
                let error = try await error(model)
                try expect(
                    error.code == failure.code, "\(failure.rawValue) has the code \(error.code): \(error.message)")
                try expect(
                    error.message.unicodeScalars.allSatisfy { $0.value >= 0x20 && $0 != "\u{202E}" },
                    "control characters of the provider got into the message of \(failure.rawValue)")
            }
        }
    }

    func failureInStream() async throws {
        guard let body = wire.overloaded(after: "Well, ") else { return }
        try await expectError("overloaded", reply(body))
    }

    func quotaIsNotRepeated() async throws {
        try await on(reply(.quota, words: "No more.")) { session, model in
            let error = try await error(model)
            try expect(error.code == "quota-exceeded", "the code is \(error.code)")
            let sent = await session.requestHeaders().count
            try expect(sent == 1, "a spent quota was asked \(sent) times")
        }
    }

    func rateLimitIsRepeated() async throws {
        guard suite.stage.repeatsRequests else { return }
        let good = reply(wire.text(["at last"], usage: Self.usage, finish: .stop))
        try await on(reply(.rateLimit, words: "Slow down."), good) { session, model in
            let response = try await answer(model)
            try expect(response.text == "at last", "the text is “\(response.text)”")
            let sent = await session.requestHeaders().count
            try expect(sent == 2, "it was sent \(sent) times")
        }
    }

    /// Providers repeat the key in their errors, whole, in part, or masked.
    func keyStaysSecret() async throws {
        let key = LanguageModelConformance.key
        let echoes = [
            key, "Bearer \(key)", "key=\(key)&x=1", "“\(key.prefix(14))…”", "\(key.prefix(7))****\(key.suffix(4))",
        ]
        for echo in echoes {
            for failure in [ProviderFailure.invalidKey, .badRequest, .serverError] {
                try await on(reply(failure, words: "Incorrect API key provided: \(echo) . Look.")) { _, model in
                    let error = try await error(model)
                    let shown = "\(error) \(error.message) \(String(reflecting: error))"
                    try expect(!shown.contains(key.prefix(12)), "the key shows in: \(error.message)")
                    try expect(!shown.contains(key.suffix(8)), "the end of the key shows in: \(error.message)")
                    try expect(!shown.contains("****"), "the masked key shows in: \(error.message)")
                }
            }
        }
    }

    func keyIsSent() async throws {
        try await on(reply(wire.text(["ok"], usage: Self.usage, finish: .stop))) { session, model in
            _ = try await answer(model)
            let headers = await session.requestHeaders()
            try expect(headers.count == 1, "\(headers.count) requests were sent")
            let carrying = headers.flatMap { $0 }.filter { $0.value.contains(LanguageModelConformance.key) }
            try expect(carrying.count == 1, "the key is in \(carrying.count) headers")
        }
    }

    func droppedConnection() async throws {
        let body = wire.text(Self.pieces, usage: Self.usage, finish: .stop)
        for part in [0, 1, 2, 3] {
            try await on(reply(Array(body.prefix(body.count * part / 4)), ending: .dropped)) { _, model in
                _ = try await error(model)
            }
        }
    }

    /// A server that ends a body in good order, but before the end of the answer.
    func silentEnd() async throws {
        try await expectError("incomplete-response", reply(wire.unfinished("Half of ")))
        try await expectError("incomplete-response", reply([]))
        let whole = wire.unfinished("Half of ")
        try await expectError("incomplete-response", reply(Array(whole.dropLast(5))))
    }

    func notUTF8() async throws {
        let body = wire.unfinished("@@@@").map { $0 == UInt8(ascii: "@") ? 0xFF : $0 }
        try await expectError("malformed-response", reply(body))
    }

    func notEvents() async throws {
        try await expectError("malformed-response", reply(Array("data: {\"choices\": [\n\n".utf8)))
        try await expectError("malformed-response", reply(Array("data: [[[[1]]]]\n\ndata: 17\n\n".utf8)))
        try await expectError("malformed-response", reply(Array(#"{"unexpected": true}"#.utf8)))
        let deep = String(repeating: "[", count: 100_000)
        try await expectError("malformed-response", reply(Array("data: {\"a\":\(deep)\n\n".utf8)))
    }

    func webPage() async throws {
        let page = Array("<!doctype html><title>Sign in</title>".utf8)
        try await expectError(
            "wrong-address", ConformanceReply(headers: [("content-type", "text/html")], pieces: [page]))
        try await expectError(
            "wrong-address",
            ConformanceReply(status: 404, headers: [("content-type", "text/html")], pieces: [page]))
    }

    /// A proxy's page as the body of an error, far larger than any report.
    func tenMegabyteFailure() async throws {
        try await expectError("provider-failed", reply(.serverError, words: "Down.", pad: 10 << 20))
    }
}
