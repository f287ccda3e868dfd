import HearthCore
import Testing

@Suite struct TextEncodingsTests {
    @Test func hexadecimalHasTwoDigitsForEachByte() {
        #expect([UInt8]([0, 0x0A, 0xFF]).hexadecimal == "000aff")
        #expect([UInt8]().hexadecimal == "")
    }

    @Test(
        arguments: [([], ""), ([0xFB, 0xFF], "-_8"), ([102], "Zg"), ([102, 111, 111], "Zm9v")] as [([UInt8], String)])
    func base64URLHasNoPaddingAndReadsBack(bytes: [UInt8], text: String) {
        #expect(Base64URL.encoded(bytes) == text)
        #expect(Base64URL.decoded(text) == (bytes.isEmpty ? nil : bytes))
    }

    @Test func percentEncodingKeepsOnlyWhatIsUnreservedAndReadsBack() {
        let text = "a b/ü~+%"
        #expect(PercentCoding.encoded(text) == "a%20b%2F%C3%BC~%2B%25")
        #expect(PercentCoding.decoded(PercentCoding.encoded(text)[...]) == text)
        #expect(PercentCoding.decoded("a+b") == "a+b" && PercentCoding.decoded("a+b", plusIsSpace: true) == "a b")
        for broken in ["%", "%4", "%zz", "%00", "%FF"] {
            #expect(PercentCoding.decoded(broken[...]) == nil, "\(broken)")
        }
    }
}
