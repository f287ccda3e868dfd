import Foundation
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

    @Test func `What the system says of a file is a failure of a kind, and names no file to those who are elsewhere`()
        throws
    {
        let folder = FileManager.default.temporaryDirectory
        let missing = folder.appending(path: "hearth-\(UUID().uuidString)")
        let reading = [missing, folder].map { url in Result { try Data(contentsOf: url) } }
        for (result, path) in zip(reading, [missing.path, folder.path]) {
            guard case .failure(let error) = result else { throw Foreign() }
            let found = try #require(FileFailure(error))
            #expect(found.reason == .notReadable && found.kind == .unreadable)
            #expect(!error.readableMessage.contains(folder.lastPathComponent) && error.recordedCode == "not-readable")
            // A folder may be told with a slash at its end, or by where a link leads.
            #expect(found.path?.contains(URL(filePath: path).lastPathComponent) == true)
        }
        let full = CocoaError(.fileWriteUnknown, userInfo: [NSUnderlyingErrorKey: POSIXError(.EDQUOT)])
        let reasons = [full, CocoaError(.fileWriteInvalidFileName), CocoaError(.coderInvalidValue)].map {
            FileFailure($0)?.reason
        }
        #expect(reasons == [.diskFull, .notWritable, nil])
        #expect(FileFailure(POSIXError(.EISDIR))?.reason == .notReadable && FileFailure(POSIXError(.EPIPE)) == nil)
        #expect(FileFailure(Foreign()) == nil)
    }
}
