import Foundation
import HearthCore
import Testing

@Suite struct SecretTests {
    @Test func theBytesThatASecretTakesOverAreOverwritten() {
        var bytes: [UInt8] = [1, 2, 3, 4]
        let place = bytes.withUnsafeMutableBytes { $0.baseAddress }
        let secret = Secret(wiping: &bytes, count: 3)
        #expect(secret.exposedBytes() == [1, 2, 3] && bytes.isEmpty)
        #expect(place != nil)
        #expect(Secret(bytes: [1, 2, 3]) == secret && Secret(bytes: [1, 2, 4]) != secret && Secret("") != secret)
        #expect(Secret("").count == 0 && Secret("é").exposedText() == "é" && Secret(bytes: [0xFF]).exposedText() == nil)
        #expect(Secret.random(count: 32) != Secret.random(count: 32) && Secret.random(count: 5).count == 5)
        #expect("\(secret)" == "<redacted>")
    }

    #if os(Linux)
    @Test func aSecretLiesInPagesThatAreNotSwappedNotDumpedAndNotInherited() throws {
        let secret = Secret.random(count: 32)
        let address = secret.withExposedBytes { UInt(bitPattern: $0.baseAddress) }
        // Read to the end: its size is told as 0, and it comes in pieces.
        let file = try #require(FileHandle(forReadingAtPath: "/proc/self/smaps"))
        let maps = String(decoding: try file.readToEnd() ?? Data(), as: UTF8.self)
        try #require(maps.contains("VmFlags:"), "this kernel does not tell of pages")
        var isMine = false
        var flags: Set<Substring> = []
        for line in maps.split(separator: "\n") {
            let head = line.prefix { $0 != " " }.split(separator: "-")
            if head.count == 2, let start = UInt(head[0], radix: 16), let end = UInt(head[1], radix: 16) {
                isMine = (start..<end).contains(address)
            } else if isMine, line.hasPrefix("VmFlags:") {
                flags = Set(line.split(separator: " ").dropFirst())
            }
        }
        #expect(flags.isSuperset(of: ["dd", "wf"]), "\(flags)")
        #expect(flags.contains("lo"), "locked, unless this machine's limit for that is spent")
    }
    #endif
}
