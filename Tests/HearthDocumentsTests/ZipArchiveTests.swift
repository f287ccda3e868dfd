import HearthCore
import Testing

@testable import HearthDocuments

struct ZipArchiveTests {
    @Test func entriesAreReadAndChecked() throws {
        var archive = try ZipArchive(ZipWriter.archive([("a.txt", "alpha"), ("dir/b.txt", "")]))
        #expect(try archive.contents(of: "a.txt")?.bytes == Array("alpha".utf8))
        #expect(try archive.contents(of: "a.txt")?.isDamaged == false)
        #expect(try archive.contents(of: "dir/b.txt")?.bytes == [])
        #expect(try archive.contents(of: "c.txt") == nil)
    }

    @Test func deflatedEntriesAreUnpacked() throws {
        var writer = ZipWriter()
        writer.add("zeros", [UInt8](repeating: 0, count: 2_581), deflated: ZipWriter.deflatedZeros(matches: 10))
        var archive = try ZipArchive(writer.finish())
        let contents = try #require(try archive.contents(of: "zeros"))
        #expect(contents.bytes == [UInt8](repeating: 0, count: 2_581))
        #expect(!contents.isDamaged)
    }

    @Test func dataOfWhichNothingComesOutCountAsWell() throws {
        var writer = ZipWriter()
        // Stored blocks of no bytes, of which the last says that it is.
        let blocks = Array(repeatElement([0, 0, 0, 0xFF, 0xFF] as [UInt8], count: 100).joined())
        writer.add("empty", [], deflated: blocks + [1, 0, 0, 0xFF, 0xFF])
        var archive = try ZipArchive(writer.finish(), budget: 1_000)
        #expect(try archive.contents(of: "empty")?.bytes == [])
        #expect(try archive.contents(of: "empty")?.isDamaged == false)
        #expect(throws: DocumentError.self) { try archive.contents(of: "empty") }
    }

    @Test func bytesBeforeTheArchiveDoNotMatter() throws {
        var archive = try ZipArchive(Array("#!/bin/sh\n".utf8) + ZipWriter.archive([("a", "alpha")]))
        #expect(try archive.contents(of: "a")?.bytes == Array("alpha".utf8))
    }

    @Test func damageIsSeen() throws {
        var bytes = ZipWriter.archive([("a", "alpha")])
        bytes[31] ^= 1  // the first byte of the contents
        var archive = try ZipArchive(bytes)
        #expect(try archive.contents(of: "a")?.isDamaged == true)

        var writer = ZipWriter()
        writer.add("zeros", [1, 2, 3], deflated: Array(ZipWriter.deflatedZeros(matches: 100).prefix(60)))
        archive = try ZipArchive(writer.finish())
        let cut = try #require(try archive.contents(of: "zeros"))
        #expect(cut.isDamaged && !cut.bytes.isEmpty)
    }

    @Test func aTruncatedArchiveIsRefused() async {
        let bytes = ZipWriter.archive([("word/document.xml", "<w:document/>")])
        for count in [4, 30, bytes.count / 2, bytes.count - 1] {
            #expect(await errorCode(Array(bytes.prefix(count)), "a.docx") == "damaged-zip")
        }
    }

    @Test func aBombIsRefusedWhateverItDeclares() async {
        let bomb = ZipWriter.deflatedZeros(matches: 300_000)  // 77 MB in half a MB
        for declared in [77_400_001, 5] {
            var writer = ZipWriter()
            writer.add("word/document.xml", [], deflated: bomb, declaredSize: declared)
            #expect(await errorCode(writer.finish(), "a.docx") == "too-large")
        }
    }

    @Test func entriesThatShareBytesAreRefused() async {
        var writer = ZipWriter()
        writer.add("a", [UInt8](repeating: 0x61, count: 10_000))
        #expect(await errorCode(writer.finish(copiesOfDirectory: 50), "a.docx") == "damaged-zip")
    }

    @Test func tooManyEntriesAreRefused() async {
        var writer = ZipWriter()
        writer.add("", [])
        #expect(await errorCode(writer.finish(copiesOfDirectory: 20_001), "a.docx") == "too-large")
    }

    @Test func encryptedEntriesAreRefused() async {
        var writer = ZipWriter()
        writer.add("word/document.xml", [1, 2, 3], isEncrypted: true)
        #expect(await errorCode(writer.finish(), "a.docx") == "encrypted-document")
    }

    @Test(arguments: [0, 1, 100, 70_000, 1_000_000])
    func packedBytesComeBack(count: Int) throws {
        var random = SystemRandomNumberGenerator()
        for bytes in [
            [UInt8](repeating: 0x20, count: count), (0..<count).map { _ in UInt8.random(in: 0...255, using: &random) },
        ] {
            let packed = try #require(Gzip.packed(bytes))
            let back = try Inflater.unpack(packed[...], .gzip, limit: count + 1)
            #expect(back.bytes == bytes && back.end == .whole)
        }
    }
}
