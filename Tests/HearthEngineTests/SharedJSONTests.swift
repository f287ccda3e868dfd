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

    @Test func `What of a quote is a mark is told beside it, and the quote stays`() throws {
        let quote = "Pay **£46** to [[Dana]] – A&amp;B"
        let citation = Citation(
            index: 1, documentID: "d", path: "/a", span: TextSpan(start: 10, end: 10 + quote.utf8.count), quote: quote,
            verified: true)
        let told = CitationJSON(citation)
        #expect(told.quote == quote)
        let marks = try #require(told.marks)
        var shown = ""
        var place = quote.utf8.startIndex
        for mark in marks {
            shown += String(quote[place..<quote.utf8.index(quote.startIndex, offsetBy: mark.start - 10)]) + mark.shown
            place = quote.utf8.index(quote.startIndex, offsetBy: mark.end - 10)
        }
        #expect(shown + quote[place...] == "Pay £46 to Dana – A&B")
        var plain = citation
        (plain.quote, plain.span) = ("Nothing", TextSpan(start: 0, end: 7))
        #expect(CitationJSON(plain).marks == nil)
        #expect(try json(CitationJSON(plain))["marks"] == nil)
    }

    private func receipt(remnants: Int = 0, _ conversations: [String] = [], log: Int = 0) -> ReceiptJSON {
        ReceiptJSON(
            DeletionReceipt(
                documentIDs: ["d"], removed: DeletionCounts(), samplesSearched: 8, remnants: remnants,
                conversations: conversations, logBytes: log))
    }

    @Test func `A receipt that proves nothing says why, and what would help`() throws {
        let proven = try json(receipt())
        #expect(proven["proven"] == true && proven["reason"] == nil && proven["message"] == nil)
        #expect(proven["conversations"] == [])
        let quoted = try json(receipt(remnants: 1, ["c"]))
        #expect(quoted["proven"] == false && quoted["reason"] == "quoted" && quoted["conversations"] == ["c"])
        #expect(
            quoted["message"]?.stringValue?.hasPrefix("1 piece of the text is left, quoted in a conversation") == true)
        #expect(
            receipt(remnants: 3, ["c", "e"]).message?.contains("3 pieces of the text are left, quoted in 2") == true)
        #expect(receipt(remnants: 3).reason == .found)
        #expect(receipt(log: 4096).reason == .olderPages && receipt(log: 4096).message?.contains("Close") == true)
        let both = receipt(remnants: 1, ["c"], log: 4096)
        #expect(both.reason == .quoted && both.message?.contains("Another program") == true)
    }
}
