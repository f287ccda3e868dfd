import CEncoderKernels
import Foundation
import Testing

@testable import HearthEmbedding
@testable import HearthGGUF

/// The real model, where it has been downloaded: in `HEARTH_TEST_MODELS`, or in `.deps/models` of the checkout.
private let modelPath: String? = {
    let name = "all-MiniLM-L6-v2.gguf"
    var folders: [URL] = []
    if let folder = ProcessInfo.processInfo.environment["HEARTH_TEST_MODELS"] {
        folders.append(URL(fileURLWithPath: folder))
    }
    var folder = URL(fileURLWithPath: #filePath)
    while folder.path.count > 1 {
        folder.deleteLastPathComponent()
        folders.append(folder.appendingPathComponent(".deps/models"))
    }
    return folders.map { $0.appendingPathComponent(name).path }.first { FileManager.default.fileExists(atPath: $0) }
}()

@Suite(
    .enabled(if: modelPath != nil, "all-MiniLM-L6-v2.gguf is not there: run scripts/setup or set HEARTH_TEST_MODELS"))
struct MiniLMTests {
    private func file() throws -> GGUFFile { try GGUFFile(mapping: #require(modelPath)) }

    private func vector(_ reference: ReferenceVector) throws -> [Double] {
        let data = [UInt8](try #require(Data(base64Encoded: reference.components)))
        return stride(from: 0, to: data.count, by: 2).map {
            Double(Int16(bitPattern: UInt16(data[$0]) | UInt16(data[$0 + 1]) << 8)) / 32767
        }
    }

    @Test func describesTheModel() throws {
        let file = try file()
        #expect(file.architecture == "bert")
        #expect(file.contextLength == 512)
        #expect(file.embeddingLength == 384)
        #expect(file.blockCount == 6)
        #expect(file.tokenizerModel == "bert")
        #expect(file.parameterCount > 22_000_000 && file.parameterCount < 23_000_000)
    }

    @Test func tokensAreThoseOfTheReference() throws {
        let tokenizer = try WordPieceTokenizer(file())
        for reference in ReferenceVector.all {
            #expect([101] + tokenizer.tokens(of: reference.text, limit: 254) + [102] == reference.tokens)
        }
    }

    @Test(arguments: KernelTests.supported)
    func vectorsAreThoseOfTheReference(_ kernel: hearth_kernel) async throws {
        let encoder = try SentenceEncoder(file: file(), threads: 2, maxTokens: 254, kernel: kernel)
        let vectors = try await encoder.embed(ReferenceVector.all.map(\.text))
        for (reference, found) in zip(ReferenceVector.all, vectors) {
            let expected = try vector(reference)
            let length = expected.reduce(0) { $0 + $1 * $1 }.squareRoot()
            let likeness = cosine(found, expected) / length
            #expect(
                likeness > (kernel == HEARTH_KERNEL_AVX512_BF16 ? 0.9998 : 0.999_999), "\(reference.text.prefix(40))")
        }
    }

    @Test func closenessFollowsMeaning() async throws {
        let encoder = try SentenceEncoder(modelAt: #require(modelPath))
        let vectors = try await encoder.embed([
            "That is a happy person", "That is a very happy person", "Today is a sunny day",
        ])
        #expect(encoder.dimension == 384)
        // The values of the model's own description.
        #expect(abs(cosine(vectors[0], vectors[1].map(Double.init)) - 0.943) < 0.005)
        #expect(abs(cosine(vectors[0], vectors[2].map(Double.init)) - 0.257) < 0.01)
    }
}
