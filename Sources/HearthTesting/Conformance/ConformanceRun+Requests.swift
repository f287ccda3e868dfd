import HearthCore

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
            let finished = await withTaskGroup(of: Bool.self) { group in
                var generator = SeededGenerator(seed: suite.seed)
                for number in 0..<100 {
                    let limit = number.isMultiple(of: 2) ? Int.max : Int.random(in: 0...4, using: &generator)
                    group.addTask {
                        guard limit < .max else { return (try? await self.answer(model))?.text == Self.text }
                        var count = 0
                        do {
                            for try await _ in model.respond(to: self.request()) {
                                if count == limit { break }
                                count += 1
                            }
                            return true
                        } catch {
                            return false
                        }
                    }
                }
                return await group.reduce(0) { $0 + ($1 ? 1 : 0) }
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
