#if Llama
import Foundation
import HearthCore
import HearthLlama
import Testing
import TinyModels

@testable import HearthRunner

/// A picture is unpacked and looked at in the process of the model, which was given the projector as it was given the model.
struct VisionTests {
    private func shown(_ picture: Data) -> ModelRequest {
        var asked = request("the thing in the inn", tokens: 12, logprobs: 2)
        asked.messages[0].pictures = [Picture(picture, at: 3)]
        return asked
    }

    private let picture = TinyPicture.png { x, y in (UInt8(x * 6), UInt8(y * 8), 255) }

    @Test func anAnswerToAPictureIsTheSameThereAsHere() async throws {
        let path = try TinyProjector.write(beside: TinyModel())
        let engine = LlamaEngine.Configuration(contextLength: 512, threads: 1, batchSize: 64)
        let here = ModelPool(configuration: .init(engine: engine)).languageModel(path)
        let there = Program.pool().languageModel(path)
        #expect(here.capabilities.vision && there.capabilities.vision)
        let inside = try await events(here, shown(picture))
        let child = try await events(there, shown(picture))
        #expect(inside.pieces == child.pieces && !child.response.text.isEmpty)
        #expect(inside.response.usage == child.response.usage)
        #expect(inside.response.logprobs == child.response.logprobs)
    }

    @Test func whatIsWrongWithAPictureIsToldFromThere() async throws {
        let path = try TinyProjector.write(beside: TinyModel())
        let model = Program.pool().languageModel(path)
        #expect(await code { _ = try await events(model, shown(TinyPicture.damaged())) } == "unreadable-picture")
        #expect(await code { _ = try await events(model, shown(Data("no picture".utf8))) } == "unreadable-picture")
        // The process goes on.
        #expect(!(try await events(model, shown(picture)).response.text.isEmpty))
        let blind = Program.pool().languageModel(try TinyModel().write())
        #expect(await code { _ = try await events(blind, shown(picture)) } == "no-vision")
    }

    @Test func aProjectorThatComesLaterIsTakenUp() async throws {
        let path = try TinyModel().write()
        let model = Program.pool().languageModel(path)
        #expect(!model.capabilities.vision)
        _ = try await events(model, request("hello"))
        try TinyProjector().encoded().write(to: URL(fileURLWithPath: TinyProjector.place(of: path)))
        #expect(model.capabilities.vision)
        #expect(!(try await events(model, shown(picture)).response.text.isEmpty))
    }
}
#endif
