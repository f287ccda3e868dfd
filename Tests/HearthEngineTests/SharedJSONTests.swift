import Foundation
import HearthCore
import Testing

@testable import HearthEngine

/// Values of which the command and the interface give the same JSON.
@Suite("Values of the command and of the interface")
struct SharedJSONTests {
    private func json(_ value: some Encodable) throws -> JSONValue {
        try JSONValue(parsing: Array(JSONEncoder().encode(value)))
    }

    @Test func `A citation says who shares its document, wherever it is told`() throws {
        var citation = Citation(
            index: 1, documentID: "d", path: "/a", span: TextSpan(start: 0, end: 4), quote: "text", verified: true)
        #expect(try json(CitationJSON(citation))["sharedBy"] == nil)
        citation.sharedBy = "Mira"
        #expect(try json(CitationJSON(citation))["sharedBy"] == "Mira")
    }
}
