import Foundation
import HearthAnalysis
import HearthCore
import Testing

@Suite struct JournalRowTests {
    private func session(_ line: String, label: SensitivityLabel = .private) throws -> JournalSession {
        try JournalRow(parsing: Data(line.utf8)).session(label: label)
    }

    @Test func `An id is a text or a number, and without one an entry is known by what it holds`() throws {
        #expect(try session(#"{"id": "a", "text": "Rain."}"#).id == "a")
        #expect(try session(#"{"id": 12, "text": "Rain."}"#).id == "12")
        #expect(try session(#"{"id": 1.5, "text": "Rain."}"#).id == "1.5")
        let first = try session(#"{"text": "Rain."}"#)
        #expect(try session(#"{"id": null, "text": "Rain."}"#) == first && first.id.hasPrefix("entry-"))
        #expect(try session(#"{"text": "Sun."}"#).id != first.id)
    }

    @Test func `A day is that of the writer's clock, and a label is the row's own where it has one`() throws {
        let row =
            #"{"date": "2026-03-29T22:30:00Z", "timeZone": "Europe/Berlin", "text": "Late.", "languages": ["en"]}"#
        let late = try session(row, label: .personal)
        #expect(late.date == CivilDate("2026-03-30") && late.time == 1_800 && late.label == .personal)
        #expect(try session(#"{"text": "Rain.", "label": "public"}"#).label == .public)
        #expect(throws: AnalysisError.self) { try session(#"{"date": "2026-13-01", "text": "Rain."}"#) }
    }

    @Test(arguments: [
        "", "[]", "{}", #"{"text": 1}"#, #"{"id": true, "text": "Rain."}"#, #"{"text": "Rain.", "label": "x"}"#,
    ])
    func `What is no entry is refused`(line: String) {
        #expect(throws: DecodingError.self) { try JournalRow(parsing: Data(line.utf8)) }
    }

    @Test func `What the store cannot do for one entry it may do for the others, and a full disk is full for all`() {
        #expect(JournalRow.isOfOneEntry(StoreError(.invalidInput, "The entry is too long.")))
        #expect(JournalRow.isOfOneEntry(EmptyTextError("text")))
        for reason in [StoreError.Reason.diskFull, .busy, .damaged] {
            #expect(!JournalRow.isOfOneEntry(StoreError(reason, "It did not work.")))
        }
        #expect(!JournalRow.isOfOneEntry(CancellationError()))
    }
}
