import HearthCore
import Testing

@testable import HearthDocuments

/// Writes tar archives, sound or with the given faults.
struct TarWriter {
    private(set) var bytes: [UInt8] = []

    static func archive(_ entries: [(String, String)]) -> [UInt8] {
        var writer = TarWriter()
        for (name, contents) in entries { writer.add(name, Array(contents.utf8)) }
        return writer.finish()
    }

    /// - Parameters:
    ///   - type: "0" is a file, "5" a folder, "2" a link, "L" the long name of the next, "x" its attributes.
    ///   - magic: What stands behind the name of a link, "ustar" with its version.
    ///   - size: The field of the size, where it is not what the contents have.
    mutating func add(
        _ name: String, _ contents: [UInt8] = [], type: Character = "0", prefix: String = "",
        magic: String = "ustar\u{0}00", size: [UInt8]? = nil
    ) {
        var block = [UInt8](repeating: 0, count: 512)
        func put(_ text: some Collection<UInt8>, _ place: Int) {
            block.replaceSubrange(place..<place + text.count, with: text)
        }
        func octal(_ value: Int, _ digits: Int) -> [UInt8] {
            let text = String(value, radix: 8)
            return Array((String(repeating: "0", count: max(0, digits - text.count)) + text).utf8)
        }
        put(Array(name.utf8.prefix(100)), 0)
        put(octal(0o644, 7), 100)
        put(size ?? octal(contents.count, 11), 124)
        put(octal(1_709_630_100, 11), 136)
        put(Array(repeating: 0x20, count: 8), 148)
        put([type.asciiValue ?? 0], 156)
        put(Array(magic.utf8), 257)
        put(Array(prefix.utf8), 345)
        put(octal(block.reduce(0) { $0 + Int($1) }, 6) + [0], 148)
        bytes += block + contents
        bytes += [UInt8](repeating: 0, count: (512 - contents.count % 512) % 512)
    }

    static func record(_ key: String, _ value: String) -> String {
        let rest = " \(key)=\(value)\n"
        var length = rest.utf8.count + 1
        while "\(length)".utf8.count + rest.utf8.count != length { length += 1 }
        return "\(length)\(rest)"
    }

    func finish() -> [UInt8] { bytes + [UInt8](repeating: 0, count: 1_024) }

    /// In gzip's form, in blocks that are stored as they are.
    static func gzipped(_ bytes: [UInt8]) -> [UInt8] {
        func little(_ value: UInt32, _ count: Int) -> [UInt8] {
            (0..<count).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
        }
        var output: [UInt8] = [0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 3]
        var start = 0
        repeat {
            let end = min(bytes.count, start + 65_535)
            let count = UInt32(end - start)
            output += [end == bytes.count ? 1 : 0] + little(count, 2) + little(~count, 2) + bytes[start..<end]
            start = end
        } while start < bytes.count
        return output + little(ZipWriter.checksum(bytes), 4) + little(UInt32(bytes.count), 4)
    }
}

struct TarArchiveTests {
    static let papers = [
        ("Papers/b.txt", "Second."), ("Papers/sub/a.md", "# Title\n\nFirst."), ("Papers/photo.jpg", "x"),
        ("Papers/.hidden", "x"),
    ]

    @Test(arguments: ["Papers.tar", "Papers.tar.gz", "Papers.tgz", "Papers"])
    func eachFileIsAPageWithItsNameAsHeading(_ name: String) async throws {
        let tar = TarWriter.archive(Self.papers)
        let document = try await read(name.contains("gz") ? TarWriter.gzipped(tar) : tar, name)
        #expect(document.format == .zip)
        #expect(document.pieces() == ["b.txt", "Second.", "sub / a.md", "# Title", "First."])
        #expect(
            document.warnings.map(\.message) == [
                "1 picture, recording or program in the archive was left out.",
                "1 hidden file in the archive was left out.",
            ])
    }

    @Test func namesMayBeLongInEachWay() async throws {
        let long = String(repeating: "folder/", count: 20) + "größe.txt"
        var writer = TarWriter()
        writer.add("././@LongLink", Array((long + "\u{0}").utf8), type: "L", magic: "ustar  \u{0}")
        writer.add(String(long.prefix(100)), Array("GNU.".utf8), magic: "ustar  \u{0}")
        writer.add("x", Array(TarWriter.record("path", "pax/" + long).utf8), type: "x")
        writer.add("short.txt", Array("pax.".utf8))
        writer.add("c.txt", Array("ustar.".utf8), prefix: "one/two")
        writer.add("old.txt", Array("older.".utf8), type: "\u{0}", magic: "")
        // The size in base 256.
        writer.add("d.txt", Array("large.".utf8), size: [0x80] + [UInt8](repeating: 0, count: 10) + [6])
        let archive = try TarArchive(writer.finish())
        #expect(Set(archive.entries.keys) == [long, "pax/" + long, "one/two/c.txt", "old.txt", "d.txt"])
        let document = try await read(writer.finish(), "a.tar")
        #expect(
            document.pieces().filter { $0.hasSuffix(".") }.sorted() == ["GNU.", "large.", "older.", "pax.", "ustar."])
    }

    @Test func whatIsNoFileIsCounted() async throws {
        var writer = TarWriter()
        writer.add("g", Array(TarWriter.record("comment", "made here").utf8), type: "g")
        writer.add("folder/", type: "5")
        writer.add("a.txt", Array("Once.".utf8))
        writer.add("a.txt", Array("Once more.".utf8))
        writer.add("link", type: "2")
        writer.add("hard", type: "1")
        writer.add("x", Array(TarWriter.record("GNU.sparse.major", "1").utf8), type: "x")
        writer.add("holes.txt", Array("holes".utf8))
        let document = try await read(writer.finish(), "a.tar")
        // What was added last is what unpacking leaves.
        #expect(document.pieces() == ["Once more."])
        #expect(
            document.warnings.map(\.message) == [
                "1 file of the archive was left out that is called as another.",
                "3 links and devices in the archive were left out.",
            ])
    }

    @Test func whatIsThereOfADamagedOneIsRead() async throws {
        let told = "The archive ends in the middle or is damaged; what follows is not there."
        let whole = TarWriter.archive([("a.txt", "First."), ("b.txt", String(repeating: "Second. ", count: 100))])
        let cut = try await read(Array(whole.prefix(1_600)), "a.tar")
        #expect(cut.pieces().prefix(3) == ["a.txt", "First.", "b.txt"])
        #expect(cut.warnings.map(\.message).contains(told))
        #expect(cut.warnings.map(\.message).contains { $0.contains("It is damaged in the archive") })
        var broken = whole
        broken[1_024] ^= 1
        let read = try await read(broken, "a.tar")
        #expect(read.pieces() == ["First."])
        #expect(read.warnings.map(\.message) == [told])
        let packed = TarWriter.gzipped(whole)
        let half = try await HearthDocumentsTests.read(Array(packed.dropLast(12)), "a.tgz")
        #expect(half.warnings.map(\.message).contains(told))
    }

    @Test func limitsHoldAgainstArchivesMadeToHarm() async throws {
        let one = TarWriter.archive([("a.txt", "deep")])
        var nested = one
        for _ in 0..<4 {
            var writer = TarWriter()
            writer.add("inner.tar", nested)
            nested = writer.finish()
        }
        #expect(await errorCode(nested, "a.tar") == "unsupported-format")
        #expect(throws: DocumentError.self) { try TarArchive(TarWriter.archive(Self.papers), maximumEntries: 3) }
        var small = try TarArchive(TarWriter.archive(Self.papers), budget: 10)
        #expect(try small.contents(of: "Papers/b.txt")?.bytes.count == 7)
        #expect(throws: DocumentError.self) { try small.contents(of: "Papers/sub/a.md") }
        // Sizes that no file has.
        var writer = TarWriter()
        writer.add("x", Array(TarWriter.record("size", "9223372036854775807").utf8), type: "x")
        writer.add("a.txt", Array("Words.".utf8))
        #expect(try TarArchive(writer.finish()).isDamaged)
        let escape = try await read(
            TarWriter.archive([("../../etc/passwd.txt", "one"), ("/abs/two.txt", "two")]), "a.tar")
        #expect(escape.pieces() == ["etc / passwd.txt", "one", "abs / two.txt", "two"])
        let noughts = TarWriter.gzipped([UInt8](repeating: 0, count: 5_000))
        #expect(try Inflater.unpack(noughts[...], .gzip, limit: 100).end == .cut)
        #expect(try Inflater.unpack(noughts[...], .gzip, limit: 5_000).end == .whole)
        #expect(try Inflater.unpack(noughts.dropLast(12), .gzip, limit: 5_000).end == .damaged)
    }

    @Test func gzipOfSomethingElseIsNoArchive() async {
        let error = await #expect(throws: DocumentError.self) {
            _ = try await read(TarWriter.gzipped(Array("Only words.".utf8)), "notes.txt.gz")
        }
        #expect(error?.message.contains("(gzip archive). Unpack it") == true)
    }

    @Test func membersOfGzipFollowEachOther() throws {
        let two = TarWriter.gzipped(Array("One. ".utf8)) + TarWriter.gzipped(Array("Two.".utf8))
        let contents = try Inflater.unpack(two[...], .gzip, limit: 1_000)
        #expect(String(decoding: contents.bytes, as: UTF8.self) == "One. Two.")
        #expect(contents.end == .whole)
    }
}
