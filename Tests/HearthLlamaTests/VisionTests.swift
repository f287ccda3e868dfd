#if Llama
import Foundation
import HearthCore
import Testing
import TinyModels

@testable import HearthLlama

/// Pictures in messages to a model with a projector.
struct VisionTests {
    private static let bright = TinyPicture.png { x, y in (UInt8(x * 6), UInt8(y * 8), 255) }
    private static let dark = TinyPicture.png { x, y in (UInt8((x * y) % 90), 10, UInt8(y)) }

    /// - Parameter shown: Stands between the two parts of the text.
    private func request(
        _ shown: [Data], _ text: String = "the thing in the inn", after: String = "", logprobs: Int? = 3
    ) -> ModelRequest {
        var options = GenerationOptions(temperature: 0, maxTokens: 12)
        options.logprobs = logprobs
        let pictures = shown.map { Picture($0, at: text.utf8.count) }
        return ModelRequest(
            task: .chat, messages: [Message(.user, text + after, pictures: pictures)], options: options)
    }

    private func code(_ work: () async throws -> Void) async -> String? {
        do {
            try await work()
            return nil
        } catch {
            return (error as? any ReadableError)?.code ?? String(describing: error)
        }
    }

    @Test func anAnswerFollowsFromThePictureAndIsTheSameEachTime() async throws {
        let path = try TinyProjector.write(beside: TinyModel())
        let engine = LlamaEngine.tiny(path)
        #expect(engine.capabilities.vision)
        let first = try await engine.answer(request([Self.bright]))
        let other = try await engine.answer(request([Self.dark]))
        let none = try await engine.answer(request([]))
        let again = try await LlamaEngine.tiny(path).answer(request([Self.bright]))
        let sure = try [first, other, none].map { try #require($0.response?.logprobs?.first).logprob }
        #expect(first.text == again.text && !first.text.isEmpty)
        #expect(again.response?.logprobs?.first?.logprob == sure[0])
        #expect(Set(sure).count == 3, "\(sure)")
        // Its rows are counted as the tokens of the prompt that they are.
        let counts = [first, other, none].compactMap { $0.response?.usage.promptTokens }
        #expect(counts == [counts[2] + TinyProjector.rows, counts[2] + TinyProjector.rows, counts[2]])
    }

    @Test func whereThePictureStandsInTheTextCounts() async throws {
        let engine = LlamaEngine.tiny(try TinyProjector.write(beside: TinyModel()))
        let behind = try await engine.answer(request([Self.bright], "the thing in the inn"))
        let within = try await engine.answer(request([Self.bright], "the thing", after: " in the inn"))
        #expect(behind.response?.logprobs?.first?.logprob != within.response?.logprobs?.first?.logprob)
        let both = try await engine.answer(request([Self.bright, Self.dark], "the thing", after: " in the inn"))
        let turned = try await engine.answer(request([Self.dark, Self.bright], "the thing", after: " in the inn"))
        #expect(both.response?.logprobs?.first?.logprob != turned.response?.logprobs?.first?.logprob)
        let counts = [both, within].compactMap { $0.response?.usage.promptTokens }
        #expect(counts.count == 2 && counts[0] == counts[1] + TinyProjector.rows)
    }

    @Test func whatWasEvaluatedIsTakenUpForTheSamePictureAlone() async throws {
        let path = try TinyProjector.write(beside: TinyModel())
        let engine = LlamaEngine.tiny(path)
        let first = try await engine.answer(request([Self.bright]))
        let again = try await engine.answer(request([Self.bright]))
        let prompt = try #require(first.response?.usage.promptTokens)
        #expect(again.response?.usage.cachedTokens == prompt - 1)
        #expect(again.text == first.text)
        let other = try await engine.answer(request([Self.dark]))
        let cached = try #require(other.response?.usage.cachedTokens)
        #expect(cached > 0 && cached < prompt - TinyProjector.rows)
        let fresh = try await LlamaEngine.tiny(path).answer(request([Self.dark]))
        #expect(other.text == fresh.text)
    }

    @Test func smallBatchesGiveTheSameAnswer() async throws {
        let path = try TinyProjector.write(beside: TinyModel())
        let whole = try await LlamaEngine.tiny(path).answer(request([Self.bright], after: " and so on"))
        let small = try await LlamaEngine.tiny(path, batch: 5).answer(request([Self.bright], after: " and so on"))
        #expect(small.text == whole.text)
    }

    @Test func requestsWithAndWithoutPicturesAreAnsweredSideBySide() async throws {
        let path = try TinyProjector.write(beside: TinyModel())
        let requests = [
            request([Self.bright], logprobs: nil), request([], "no picture here", logprobs: nil),
            request([Self.dark], logprobs: nil),
        ]
        var alone: [String] = []
        for one in requests { alone.append(try await LlamaEngine.tiny(path).answer(one).text) }
        let engine = LlamaEngine.tiny(path)
        let together = try await withThrowingTaskGroup(of: (Int, String).self) { group in
            for (index, one) in requests.enumerated() {
                group.addTask { (index, try await engine.answer(one).text) }
            }
            return try await group.reduce(into: [Int: String]()) { $0[$1.0] = $1.1 }
        }
        #expect(requests.indices.map { together[$0] } == alone)
    }

    @Test func whatIsNoPictureIsRefusedAndSaysSo() async throws {
        let engine = LlamaEngine.tiny(try TinyProjector.write(beside: TinyModel()))
        for bad in [Data("GIF89a, no picture".utf8), TinyPicture.damaged(), Data(Self.bright.prefix(60))] {
            #expect(await code { _ = try await engine.answer(request([bad])) } == "unreadable-picture")
        }
        // Nothing of it is left behind.
        let after = try await engine.answer(request([Self.bright]))
        #expect(!after.text.isEmpty)
        #expect(
            await code { _ = try await engine.answer(request([Data](repeating: Self.bright, count: 17))) }
                == "unreadable-picture")
    }

    @Test func aFewPointsThatUnpackToMuchAreNotUnpacked() async throws {
        // A little more than that small is a picture with bytes behind its points, which is shown.
        let engine = LlamaEngine.tiny(try TinyProjector.write(beside: TinyModel()))
        #expect(!(try await engine.answer(request([TinyPicture.bomb(unpacked: 4096)])).text.isEmpty))
        let bomb = TinyPicture.bomb(unpacked: 64 << 20)
        #expect(bomb.count < 512 << 10)
        #expect(await code { _ = try await engine.answer(request([bomb])) } == "unreadable-picture")
    }

    @Test func aModelWithoutAProjectorSeesNothing() async throws {
        let engine = LlamaEngine.tiny(try TinyModel().write())
        #expect(!engine.capabilities.vision)
        #expect(await code { _ = try await engine.answer(request([Self.bright])) } == "no-vision")
        let seeing = LlamaEngine.tiny(try TinyProjector.write(beside: TinyModel()))
        var text = request([Self.bright])
        text.task = .textCompletion
        #expect(await code { _ = try await seeing.answer(text) } == "no-vision")
    }

    @Test func aProjectorOfAnotherModelIsRefused() async throws {
        let engine = LlamaEngine.tiny(try TinyProjector.write(beside: TinyModel(), output: 48))
        #expect(await code { _ = try await engine.answer(request([Self.bright])) } == "projector-failed")
        // Without a picture the model works as before.
        #expect(!(try await engine.answer(request([])).text.isEmpty))
    }

    @Test func aPictureThatACameraTurnedIsPutUpright() {
        // Two rows of three points, named by their red.
        let points = PicturePoints(
            width: 3, height: 2, bytes: (1...6).flatMap { (red: UInt8) -> [UInt8] in [red, 0, 0] })
        /// The width, and the reds in order.
        func turned(_ orientation: Int) -> [Int] {
            var copy = points
            copy.turn(orientation)
            return [copy.width] + stride(from: 0, to: copy.bytes.count, by: 3).map { Int(copy.bytes[$0]) }
        }
        #expect(turned(1) == [3, 1, 2, 3, 4, 5, 6])
        #expect(turned(2) == [3, 3, 2, 1, 6, 5, 4])
        #expect(turned(3) == [3, 6, 5, 4, 3, 2, 1])
        #expect(turned(4) == [3, 4, 5, 6, 1, 2, 3])
        #expect(turned(5) == [2, 1, 4, 2, 5, 3, 6])
        #expect(turned(6) == [2, 4, 1, 5, 2, 6, 3])
        #expect(turned(7) == [2, 6, 3, 5, 2, 4, 1])
        #expect(turned(8) == [2, 3, 6, 2, 5, 1, 4])
    }
}
#endif
