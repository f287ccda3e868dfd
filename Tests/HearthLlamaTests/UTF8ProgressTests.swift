#if Llama
import Testing

@testable import HearthLlama

struct UTF8ProgressTests {
    @Test func exactlyTheTextsThatAreUTF8AreTaken() {
        let bytes: [UInt8] = [0x41, 0x80, 0x9F, 0xA0, 0xBF, 0xC1, 0xC2, 0xDF, 0xE0, 0xE1, 0xED, 0xEF, 0xF0, 0xF4, 0xF5]
        for first in bytes {
            for second in bytes {
                for third in bytes {
                    for fourth in bytes {
                        let text = [first, second, third, fourth]
                        var progress = UTF8Progress()
                        let isTaken = text.allSatisfy { progress.take($0) } && progress.missing == 0
                        #expect(isTaken == (String(validating: text, as: UTF8.self) != nil), "\(text)")
                    }
                }
            }
        }
    }
}
#endif
