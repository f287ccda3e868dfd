import HearthCore
import Testing

@testable import HearthStore

@Suite struct PortableKeyTests {
    private let key = Secret.random(count: 32)
    private let wrapping = Secret.random(count: 32)
    private let binding = Array("7 documents".utf8)

    @Test func `A key comes out as it went in, and differently sealed each time`() throws {
        let sealed = try PortableKey.seal(key, under: wrapping, binding: binding)
        #expect(PortableKey.open(sealed, under: wrapping, binding: binding) == key)
        #expect(try PortableKey.seal(key, under: wrapping, binding: binding) != sealed)
    }

    @Test func `Another key, another text beside it and any changed byte open nothing`() throws {
        let sealed = try PortableKey.seal(key, under: wrapping, binding: binding)
        #expect(PortableKey.open(sealed, under: .random(count: 32), binding: binding) == nil)
        #expect(PortableKey.open(sealed, under: wrapping, binding: Array("8 documents".utf8)) == nil)
        for index in sealed.indices {
            var changed = sealed
            changed[index] ^= 1
            #expect(PortableKey.open(changed, under: wrapping, binding: binding) == nil)
        }
        for count in 0..<sealed.count {
            #expect(PortableKey.open(Array(sealed.prefix(count)), under: wrapping, binding: binding) == nil)
        }
    }

    @Test func `What is no key of a database is none`() throws {
        let sealed = try PortableKey.seal(.random(count: 16), under: wrapping, binding: binding)
        #expect(PortableKey.open(sealed, under: wrapping, binding: binding) == nil)
    }
}
