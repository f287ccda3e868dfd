import Testing

@testable import HearthTemplates

@Suite struct TextSearchTests {
    /// The same search, as plain as it can be.
    private func places(_ needle: [UInt8], _ bytes: [UInt8]) -> [Int] {
        guard needle.count <= bytes.count else { return [] }
        return (0...bytes.count - needle.count).filter { bytes[$0..<$0 + needle.count].elementsEqual(needle) }
    }

    @Test func matchesAreFoundFromBothEnds() {
        // Few letters, so that beginnings, periods and overlaps come up in all ways.
        var state: UInt64 = 0x2545_F491_4F6C_DD1D
        func random(_ bound: Int) -> Int {
            state ^= state << 13
            state ^= state >> 7
            state ^= state << 17
            return Int(state % UInt64(bound))
        }
        var found = 0
        for _ in 0..<20_000 {
            let letters = 1 + random(3)
            let bytes = (0..<random(24)).map { _ in UInt8(random(letters)) }
            let needle = (0..<random(9)).map { _ in UInt8(random(letters)) }
            let text = Text(bytes)
            let places = places(needle, bytes)
            let start = random(bytes.count + 1)
            #expect(text.find(needle) == places.first, "\(needle) in \(bytes)")
            #expect(text.find(needle, from: start) == places.first { $0 >= start }, "\(needle) in \(bytes)")
            #expect(
                text.findLast(needle, before: start) == places.last { $0 + needle.count <= start },
                "\(needle) in \(bytes)")
            found += places.isEmpty ? 0 : 1
        }
        #expect(found > 1000)
    }

    @Test(.timeLimit(.minutes(10))) func beginningsThatAlwaysMatchCostNoMore() {
        let text = Text(Array(repeating: 0x61, count: 1_000_000))
        let half = Array(repeating: UInt8(0x61), count: 500_000)
        #expect(text.find(half + [0x62]) == nil)
        #expect(text.findLast([0x62] + half, before: text.count) == nil)
        #expect(text.find(half) == 0)
        #expect(text.findLast(half, before: text.count) == 500_000)
    }

    @Test(.timeLimit(.minutes(10))) func repetitiveMessagesAreSearchedInThePromptInTime() throws {
        let template = try PromptTemplate(
            "{% for m in messages if m['role'] == 'user' %}<u>{{ m['content'] }}</u>{% endfor %}")
        let letters = String(repeating: "a", count: 500_000)
        let prompt = try template.render(
            PromptTemplate.Request(messages: [message("system", letters + "b"), message("user", letters + letters)]))
        #expect(prompt.notes.count == 1)
        #expect(prompt.text.hasPrefix("<u>" + letters + "b\n"))
    }

    @Test func cancellationIsHeardBetweenTheSearches() async throws {
        let template = try PromptTemplate("{% for m in messages %}<u>{{ m['content'] }}</u>{% endfor %}")
        let task = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            return try template.render(PromptTemplate.Request(messages: [message("user", "Good morning")]))
        }
        await #expect(throws: CancellationError.self) { try await task.value }
    }
}
