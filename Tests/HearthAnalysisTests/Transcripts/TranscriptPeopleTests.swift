import HearthCore
import HearthExtractive
import HearthKnowledge
import HearthModels
import HearthTesting
import Testing

@testable import HearthAnalysis

/// Who is among the people of a transcript, and how often they are named.
@Suite struct TranscriptPeopleTests {
    private func people(_ lines: [(String, String)]) async throws -> [String: Int] {
        let cues = lines.enumerated().map { number, line in
            Cue(start: Double(number) * 9, end: Double(number) * 9 + 8, speaker: line.0, text: line.1)
        }
        let analyzer = TranscriptAnalyzer(router: ModelRouter(models: [BasicEngine()]))
        let found = try #require(try await analyzer.analyze(TranscriptAnalysisRequest(cues: cues)).entities).people
        return Dictionary(found.map { ($0.name, $0.mentions) }) { first, _ in first }
    }

    @Test func aFirstNameAndAShortOneCountForTheirSpeaker() async throws {
        let found = try await people([
            ("Maximilian Okoro", "I have been to the boat yard and looked at the old engine."),
            ("Petra Nowak", "Thank you, Maxi. Did you ask Maximilian's brother about the price of the engine?"),
            ("Maximilian Okoro", "Not yet, Petra. I want to see the other boat first."),
            ("Petra Nowak", "Then we wait for Maxi, and Petra writes to the yard about the engine."),
        ])
        #expect(found["Maxi"] == nil && found["Petra"] == nil)
        #expect(found["Petra Nowak"] == 2)
        #expect(found["Maximilian Okoro"] ?? 0 >= 1)
    }

    @Test func whoeverKeepsTheTranscriptIsNoName() async throws {
        let found = try await people([
            ("Me", "Is the boiler still making that strange noise at night?"),
            ("Ingrid", "It does, and the man from the shop wants to see it again on Tuesday."),
        ])
        #expect(found["Me"] == nil && found["Ingrid"] != nil)
    }
}
