import HearthCore

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
