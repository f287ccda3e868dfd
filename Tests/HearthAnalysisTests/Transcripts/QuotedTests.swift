import Foundation
import HearthCore
import Testing

@testable import HearthAnalysis

@Suite struct QuotedTests {
    private static let place = TimedQuote(quote: "I'll write", startTime: 1.5, endTime: 3, speaker: "Ann", cues: 2..<3)

    private static func fields(_ value: some Encodable) throws -> [String: JSONValue] {
        let json = try JSONValue(parsing: Array(try JSONEncoder().encode(value)))
        let object = try #require(json.objectValue)
        return Dictionary(uniqueKeysWithValues: zip(object.keys, object.values))
    }

    /// What reads the output of `hearth transcript` and of the server counts on it.
    @Test func aQuoteStandsBesideWhatWasFoundAndNotInAnObjectOfItsOwn() throws {
        let quote = try Self.fields(Self.place)
        #expect(Set(quote.keys) == ["quote", "startTime", "endTime", "speaker", "cues"])
        let moment = Quoted(TranscriptMoment(title: "Letters"), place: Self.place)
        #expect(try Self.fields(moment) == quote.merging(["title": "Letters"]) { $1 })
        let decision = Quoted(TranscriptDecision(decision: "To write"), place: Self.place)
        #expect(try Self.fields(decision) == quote.merging(["decision": "To write"]) { $1 })
        let entity = Quoted(TranscriptEntity(name: "Ann", mentions: 2), place: Self.place)
        #expect(try Self.fields(entity) == quote.merging(["name": "Ann", "mentions": 2]) { $1 })
        let task = Quoted(TranscriptTask(task: "Write", owner: "Ann", context: Self.place), place: Self.place)
        let own: [String: JSONValue] = ["task": "Write", "owner": "Ann"]
        var found = try Self.fields(task)
        #expect(found.removeValue(forKey: "context")?.objectValue?["quote"] == "I'll write")
        #expect(found == quote.merging(own) { $1 }, "what there is not is left out")
    }

    /// Analyses of earlier versions are in the library.
    @Test func whatWasKeptIsReadAgain() throws {
        let text = """
            {"task":"Write","due":"tomorrow","quote":"I'll write","startTime":1.5,"endTime":3,"speaker":"Ann","cues":[2,3]}
            """
        let task = try JSONDecoder().decode(Quoted<TranscriptTask>.self, from: Data(text.utf8))
        #expect(task == Quoted(TranscriptTask(task: "Write", due: "tomorrow"), place: Self.place))
        #expect(try JSONDecoder().decode(Quoted<TranscriptTask>.self, from: try JSONEncoder().encode(task)) == task)
        #expect(throws: DecodingError.self) {
            _ = try JSONDecoder().decode(Quoted<TranscriptTask>.self, from: Data(#"{"task":"Write"}"#.utf8))
        }
    }

    @Test func whatWasFoundIsReachedThroughIt() {
        var moment = Quoted(TranscriptMoment(title: "Letters"), place: Self.place)
        moment.title += "!"
        #expect(moment.title == "Letters!" && moment.finding.title == "Letters!" && moment.place.quote == "I'll write")
    }
}
