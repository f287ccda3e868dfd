import Foundation
import HearthCore
import HearthSystem
import HearthTesting
import Testing

@testable import HearthDocuments

/// Pictures in the forms of telephones and of the web: the heads of files that other programs wrote.
struct NewPictureHeaderTests {
    private typealias Frame = PictureHeader.Frame

    static func fixture(_ name: String) throws -> [UInt8] {
        let folder = try #require(Bundle.module.resourceURL).appendingPathComponent("Fixtures/Pictures")
        return Array(try Data(contentsOf: folder.appendingPathComponent(name)))
    }

    @Test(arguments: [("words.heic", "heif"), ("words.avif", "avif"), ("words.webp", "webp")])
    func sizesAndKindsStandInTheHead(name: String, kind: String) throws {
        let header = try PictureHeader.read(try Self.fixture(name))
        #expect(header.kind.rawValue == kind && header.orientation == 1)
        let frame = try #require(header.frames.first)
        #expect(header.frames.count == 1 && abs(frame.width - 875) <= 1 && frame.height == 250, "\(frame)")
    }

    private static func riff(_ chunk: String, _ contents: [UInt8]) -> [UInt8] {
        let padded = contents + Array(repeating: 0, count: max(0, 12 - contents.count))
        return Array("RIFF".utf8) + [0, 0, 0, 0] + Array("WEBP\(chunk)".utf8) + [0, 0, 0, 0] + padded
    }

    @Test func theFormsOfWebPSayTheirSizes() throws {
        let extended = Self.riff("VP8X", [0, 0, 0, 0, 0x8F, 0x01, 0, 0x2B, 0x01, 0])
        #expect(try PictureHeader.read(extended).frames == [Frame(width: 400, height: 300)])
        // 14 bits of each, less one: 400 and 300.
        let bits = 399 | 299 << 14
        let lossless = Self.riff("VP8L", [0x2F] + (0..<4).map { UInt8(truncatingIfNeeded: bits >> (8 * $0)) })
        #expect(try PictureHeader.read(lossless).frames == [Frame(width: 400, height: 300)])
        let lossy = Self.riff("VP8 ", [0, 0, 0, 0x9D, 0x01, 0x2A, 0x90, 0x01, 0x2C, 0x41])
        #expect(try PictureHeader.read(lossy).frames == [Frame(width: 400, height: 300)])
        #expect(throws: DocumentError.self) { try PictureHeader.read(Self.riff("ALPH", [])) }
    }

    @Test func aBrandThatLeavesItOpenIsToldByThoseBehindIt() {
        func file(_ brands: [String]) -> [UInt8] {
            let bytes = [0, 0, 0, UInt8(8 + 4 * (brands.count + 1))] + Array("ftyp\(brands[0])".utf8) + [0, 0, 0, 0]
            return bytes + brands.dropFirst().flatMap { Array($0.utf8) }
        }
        #expect(PictureHeader.kind(of: file(["mif1", "heic"])) == .heif)
        #expect(PictureHeader.kind(of: file(["mif1", "avif"])) == .avif)
        #expect(PictureHeader.kind(of: file(["mp42", "isom"])) == nil)
        #expect(PictureHeader.kind(of: Array(file(["mif1", "avif"]).prefix(12))) == .heif)
    }

    @Test func damagedHeadsEndInAnError() throws {
        var random = SeededGenerator(seed: 22)
        for seed in [try Self.fixture("words.heic"), try Self.fixture("words.avif"), Self.riff("VP8X", [])] {
            for _ in 0..<1_000 {
                var bytes = Array(seed.prefix(600))
                for _ in 0..<Int.random(in: 1...4, using: &random) {
                    bytes[Int.random(in: 0..<bytes.count, using: &random)] = .random(in: .min ... .max, using: &random)
                }
                if Bool.random(using: &random) { bytes.removeLast(Int.random(in: 0..<bytes.count, using: &random)) }
                guard let header = try? PictureHeader.read(bytes) else { continue }
                #expect(header.frames.allSatisfy { $0.width > 0 && $0.height > 0 })
            }
        }
    }
}

#if !canImport(Vision)
private func isInstalled(_ program: String) -> Bool { ToolLocator.path(of: program) != nil }

/// The same pictures, unpacked by the programs that are here, behind the wall.
struct PictureDecoderTests {
    private func read(_ name: String) async throws -> ExtractedDocument {
        try await DocumentReader().read(try NewPictureHeaderTests.fixture(name), name: name)
    }

    @Test(arguments: ["words.heic", "words.avif", "words.webp"])
    func whatIsThereReadsThemAndWhatIsNotIsNamed(name: String) async throws {
        let bytes = try NewPictureHeaderTests.fixture(name)
        let header = try PictureHeader.read(bytes)
        let document = try await read(name)
        #expect(document.format == .image && document.pages.count == 1)
        if let missing = PictureDecoder.missing(for: header.kind) {
            #expect(document.blocks.isEmpty && document.warnings.contains(missing), "\(document.warnings)")
            #expect(missing.kind == .recognizerMissing && missing.missingPackage?.isEmpty == false)
        }
    }

    /// Those that a program here unpacks.
    private static let readable = ["words.heic", "words.avif", "words.webp"].filter { name in
        guard let bytes = try? NewPictureHeaderTests.fixture(name), let header = try? PictureHeader.read(bytes) else {
            return true
        }
        return PictureDecoder.missing(for: header.kind) == nil
    }

    @Test(
        .enabled("needs Tesseract", { try await DocumentReader.recognizesPictures() }),
        .enabled(if: !readable.isEmpty, "needs a program that unpacks pictures"), arguments: readable)
    func theirWordsAreRead(name: String) async throws {
        let document = try await read(name)
        #expect(document.text.contains("Boiler service report"), "\(document.text) \(document.warnings)")
        #expect(document.text.contains("costs 38 pounds"))
        #expect(document.warnings.first?.kind == .recognized)
        document.checkSpans()
    }

    @Test(arguments: ["words.heic", "words.avif", "words.webp"])
    func aDamagedOneIsADocumentWithoutText(name: String) async throws {
        var bytes = try NewPictureHeaderTests.fixture(name)
        for index in stride(from: 1_200, to: bytes.count, by: 3) { bytes[index] ^= 0xA5 }
        let document = try await DocumentReader().read(bytes, name: name)
        #expect(!document.text.contains("Boiler service report"))
        #expect(!document.warnings.isEmpty)
    }

    @Test func whatNeedsNoProgramIsHandedOnAsItIs() async throws {
        let bytes = PictureHeaderTests.png(400, 300)
        let header = try PictureHeader.read(bytes)
        #expect(PictureDecoder.missing(for: .png) == nil)
        guard case .picture(let same) = try await PictureDecoder.decoded(bytes, header, seconds: 5) else {
            Issue.record("it was not handed on")
            return
        }
        #expect(same == bytes)
    }

    /// Tiles of a HEIC are one picture, and only a program that puts them together is asked.
    @Test(.enabled(if: isInstalled("ffmpeg") && !isInstalled("vips"), "needs ffmpeg without vips"))
    func aProgramThatGivesATileForAllIsNotAsked() {
        #expect(PictureDecoder.missing(for: .heif) != nil && PictureDecoder.missing(for: .avif) == nil)
    }
}
#endif
