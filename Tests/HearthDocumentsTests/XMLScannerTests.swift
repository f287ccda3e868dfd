import HearthCore
import Testing

@testable import HearthDocuments

struct XMLScannerTests {
    /// Writes events down.
    private struct Recorder: XMLHandler {
        var log = ""
        var depth = 0

        mutating func start(_ name: XMLName, _ attributes: XMLAttributes) {
            depth += 1
            log +=
                "<\(name.namespace == .other || name.namespace == .bare ? "" : "\(name.namespace):")\(name.local)\(attributes["a"].map { "=" + $0 } ?? "")>"
        }

        mutating func end(_ name: XMLName) {
            depth -= 1
            log += "</\(name.local)>"
        }

        mutating func text(_ bytes: ArraySlice<UInt8>) { log += String(decoding: bytes, as: UTF8.self) }
    }

    private func scan(_ xml: String) throws -> (log: String, outcome: XMLScanner.Outcome) {
        var recorder = Recorder()
        let outcome = try XMLScanner.scan(Array(xml.utf8), &recorder)
        #expect(recorder.depth == 0)
        return (recorder.log, outcome)
    }

    @Test func elementsAttributesAndReferencesAreRead() throws {
        let xml =
            "<?xml version='1.0'?><!DOCTYPE r><r b='>' a=\"1 &lt; &#50;\">x &amp; <!-- <no/> -->y<e/><![CDATA[<&]]>&#x20AC;</r>"
        let (log, outcome) = try scan(xml)
        #expect(log == "<r=1 < 2>x & y<e></e><&€</r>")
        #expect(outcome == .complete)
    }

    @Test func namespacesAreResolvedInTheirScope() throws {
        let word = "http://schemas.openxmlformats.org/wordprocessingml/2006/main"
        let xml = "<x:p xmlns:x='\(word)'><p/><q xmlns='\(word)'><p/></q><x:p xmlns:x='other'/><x:r/></x:p>"
        #expect(try scan(xml).log == "<word:p><p></p><word:q><word:p></p></q><p></p><word:r></r></p>")
    }

    @Test func entitiesThatTheDocumentDefinesAreDropped() throws {
        var xml = "<!DOCTYPE r [<!ENTITY a \"lol\"><!-- don't --><!ENTITY f SYSTEM \"file:///etc/passwd\">"
        for level in 1...9 { xml += "<!ENTITY a\(level) \"" + String(repeating: "&a\(level - 1);", count: 10) + "\">" }
        let (log, outcome) = try scan(xml + "]><r>A&a9;&f;B</r>")
        #expect(log == "<r>AB</r>")
        #expect(outcome == .complete)
    }

    @Test(arguments: ["<r><p>text", "<r>text</p", "<r a='", "<r><!-- ", "<", "<r><![CDATA[x", "<!DOCTYPE [", "<r></r"])
    func damagedFilesGiveWhatIsThere(_ xml: String) throws {
        #expect(try scan(xml).outcome == .damaged)
    }

    @Test func wrongEndsAreMended() throws {
        #expect(try scan("<r><p>a</x>b</r>").log == "<r><p>ab</p></r>")
    }

    @Test func depthIsLimited() throws {
        #expect(try scan(String(repeating: "<d>", count: 100_000)).outcome == .damaged)
        #expect(try scan(String(repeating: "</d>", count: 100_000)).log == "")
    }

    @Test func otherEncodingsAreRead() throws {
        var recorder = Recorder()
        let units = Array("<?xml version=\"1.0\"?><r>Größe</r>".utf16)
        let bytes: [UInt8] = [0xFF, 0xFE] + units.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }
        _ = try XMLScanner.scan(bytes, &recorder)
        #expect(recorder.log == "<r>Größe</r>")
    }
}
