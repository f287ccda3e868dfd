import HearthCore
import Testing

@Suite struct ReadableErrorTests {
    private struct Written: ReadableError {
        var code: String { "written" }
        var kind: Failure.Kind { .badRequest }
        var message: String { "It was written by hand." }
    }

    private struct Foreign: Error, CustomStringConvertible {
        var description: String { "from elsewhere: hunter2" }
    }

    @Test func aPersonReadsTheMessageOrWhatAnErrorOfOthersSaysOfItself() {
        let errors: [any Error] = [Written(), Foreign()]
        #expect(errors.map { $0.readableMessage } == ["It was written by hand.", "from elsewhere: hunter2"])
    }

    @Test func aRecordHoldsACodeAndNothingOfTheText() {
        let errors: [any Error] = [Written(), CancellationError(), Foreign()]
        #expect(errors.map { $0.recordedCode } == ["written", "cancelled", "failed"])
    }
}
