import HearthSystem

extension ChildProcess {
    /// Runs the program; what the system or the program's silence prevents, is told as this module does.
    ///
    /// - Throws: `CancellationError`, what `receive` throws, or ``VoiceError``.
    func listen(_ receive: ([UInt8]) async throws -> Bool) async throws -> Outcome {
        do {
            return try told(await run(receive))
        } catch let error as SystemError {
            throw VoiceError(.toolMissing, error.message)
        }
    }

    /// Runs the program and collects what it writes, up to a limit.
    func gather(limit: Int) async throws -> (outcome: Outcome, output: [UInt8]) {
        do {
            let (outcome, output) = try await collect(limit: limit)
            return (try told(outcome), output)
        } catch let error as SystemError {
            throw VoiceError(.toolMissing, error.message)
        }
    }

    private func told(_ outcome: Outcome) throws -> Outcome {
        guard !outcome.fellSilent else {
            throw VoiceError(
                .timeout, "\(ToolLocator.name(of: path)) gave no sign of life for too long and was stopped. Try again.")
        }
        return outcome
    }
}
