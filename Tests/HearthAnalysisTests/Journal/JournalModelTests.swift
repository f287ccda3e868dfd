import Foundation
import HearthAnalysis
import HearthCore
import HearthKnowledge
import HearthModels
import HearthTesting
import Synchronization
import Testing

@Suite struct JournalModelTests {
    /// Answers each prompt with a value that fits its schema, which stands in the prompt.
    private static func answer(_ request: ModelRequest) -> ScriptedModel.Reply {
        let prompt = request.messages.map(\.content).joined(separator: "\n")
        if prompt.contains("\"notes\"") { return .text(#"{"notes": ["A part was read."]}"#) }
        if prompt.contains("\"topics\"") {
            return .text(
                #"{"title": "A title", "keyInsights": ["An insight of a model."], "mainThemes": ["model theme"], "#
                    + #""thoughtProcess": "Straight on.", "actionItems": [], "topics": ["model topic"]}"#)
        }
        let headline = prompt.contains("\"headline\"") ? #""headline": "A line over the year", "# : ""
        return .text(
            "{" + headline + #""keyInsights": ["What the model says."], "mainThemes": ["model theme"], "#
                + #""thoughtProcess": "From here to there."}"#)
    }

    private static func model(
        _ engine: Engine = .local, context: Int = 8_192,
        otherwise: (@Sendable (ModelRequest) -> ScriptedModel.Reply)? = nil
    ) -> ScriptedModel {
        ScriptedModel(
            engine: engine,
            capabilities: ModelCapabilities(
                offline: !engine.isRemote, contextLength: context, tasks: Set(TaskKind.allCases)),
            otherwise: otherwise ?? answer)
    }

    @Test func aModelWritesAndCodeCountsAndQuotes() async throws {
        let model = Self.model()
        let fixture = JournalFixture(models: [model, BasicEngine()])
        let entries = JournalFixture.entries(from: "2026-01-01", days: 3, share: 1)
        try await fixture.journal.add(entries)
        let year = try #require(try await fixture.periods(.yearWrap).first).intelligence
        #expect(year.engine == "local" && year.model == model.modelID)
        #expect(year.headline == "A line over the year")
        #expect(year.keyInsights == ["What the model says."])
        #expect(year.numbers.entries == entries.count)
        let texts = Dictionary(uniqueKeysWithValues: entries.map { ($0.id, $0.text) })
        #expect(year.quotes.allSatisfy { texts[$0.entryID]?.contains($0.text) == true })
        // Entries, then days, the month, the year, the look back; each once.
        let days = Set(entries.map(\.date)).count
        #expect(model.requests.count == entries.count + days + 3)
        #expect(model.requests.allSatisfy { $0.label == .private })
        let count = model.requests.count
        #expect(try await fixture.periods(.yearWrap).first?.recomputed == false)
        #expect(model.requests.count == count)
    }

    @Test func privateEntriesNeverGoToARemoteEngineAndPublicOnesMay() async throws {
        let remote = Self.model(.openai)
        let fixture = JournalFixture(
            models: [remote, BasicEngine()], policy: RoutingPolicy(order: [.openai, .basic]))
        var entries = JournalFixture.entries(from: "2026-01-01", days: 1, share: 1)
        entries.append(
            JournalSession(
                id: "open", date: CivilDate("2026-02-01"), text: "A speech for everybody to read.", languages: ["en"],
                label: .public))
        try await fixture.journal.add(entries)
        let sessions = try await fixture.journal.rollup.sessions(.init(level: .session))
        #expect(Set(sessions.map(\.intelligence.engine)) == ["basic", "openai"])
        let months = try await fixture.periods(.month).map(\.intelligence)
        #expect(months.map(\.engine) == ["basic", "openai"])
        // A year that holds both is private.
        let year = try #require(try await fixture.periods(.year).first).intelligence
        #expect(year.engine == "basic" && year.label == .private)
        let sent = remote.requests.flatMap(\.messages).map(\.content).joined()
        #expect(!sent.isEmpty)
        #expect(!sent.contains("afternoon"))
        #expect(remote.requests.allSatisfy { $0.label == .public })
    }

    @Test func aLongEntryIsReadInPartsThatFitTheWindow() async throws {
        let model = Self.model(context: 4_096)
        let fixture = JournalFixture(models: [model, BasicEngine()])
        let sentence = "In the afternoon I walked to the harbour and spoke with Anna about the garden wall. "
        let text = String(repeating: sentence, count: 700)
        try await fixture.journal.add([JournalSession(id: "long", date: CivilDate("2026-01-01"), text: text)])
        let session = try #require(try await fixture.journal.rollup.sessions(.init(level: .session)).first)
        #expect(session.intelligence.title == "A title")
        #expect(model.requests.count > 3)
        for request in model.requests {
            let tokens = request.messages.map { model.tokenizer.countTokens($0.content) }.reduce(0, +)
            #expect(tokens + request.options.maxTokens <= 4_096)
        }
        let read = model.requests.dropLast().flatMap(\.messages).map(\.content).joined()
        #expect(read.components(separatedBy: "spoke with Anna").count - 1 == 700)
    }

    @Test func aMonthOfLongDaysFitsAWindowOfFourThousand() async throws {
        let long = String(repeating: "a rather long insight about the garden wall ", count: 12)
        let model = Self.model(context: 4_096) { request in
            let prompt = request.messages.map(\.content).joined()
            guard prompt.contains("\"topics\"") || prompt.contains("one day") else { return Self.answer(request) }
            let rest = prompt.contains("\"topics\"") ? #", "actionItems": [], "topics": ["t"], "title": "T""# : ""
            return .text(
                "{\"keyInsights\": [\"\(long)\", \"\(long)\", \"\(long)\"], \"mainThemes\": [\"m\"], "
                    + "\"thoughtProcess\": \"p\"\(rest)}")
        }
        let fixture = JournalFixture(models: [model, BasicEngine()])
        try await fixture.journal.add(JournalFixture.entries(from: "2026-01-01", days: 31, share: 1))
        let month = try #require(try await fixture.periods(.month).first).intelligence
        #expect(month.engine == "local")
        #expect(month.coverage.read == 31)
        #expect(month.coverage.shortened > 0)
        for request in model.requests {
            let tokens = request.messages.map { model.tokenizer.countTokens($0.content) }.reduce(0, +)
            #expect(tokens + request.options.maxTokens <= 4_096)
        }
    }

    @Test func anAnswerThatCannotBeUsedIsReplacedAndSaysSo() async throws {
        let model = Self.model(otherwise: { _ in .text("I would rather not.") })
        let fixture = JournalFixture(models: [model, BasicEngine()])
        try await fixture.journal.add(JournalFixture.entries(from: "2026-01-01", days: 1, share: 1))
        let day = try #require(try await fixture.periods(.day).first).intelligence
        #expect(!day.keyInsights.isEmpty)
        #expect(!day.notes.isEmpty)
        // What was made without the model does not bear its name.
        #expect(day.engine == "basic" && day.model == "extractive")
        let session = try #require(try await fixture.journal.rollup.sessions(.init(level: .session)).first)
        #expect(session.intelligence.engine == "basic" && !session.intelligence.notes.isEmpty)
    }

    @Test func whatStandsInForAModelGoesWhenTheModelWorks() async throws {
        let works = Mutex(false)
        let model = Self.model { request in
            works.withLock { $0 } ? Self.answer(request) : .text("I would rather not.")
        }
        let fixture = JournalFixture(models: [model, BasicEngine()])
        try await fixture.journal.add(
            (1...9).map { day in
                JournalSession(
                    id: "\(day)", date: CivilDate("2026-01-0\(day)"), text: "A calm day at the harbour.",
                    languages: ["en"])
            })
        let month = try #require(try await fixture.periods(.month).first).intelligence
        #expect(month.engine == "basic" && !month.notes.isEmpty)
        // Each failure is two requests, of which a model that fails with everything gets few, however much there is.
        let asked = model.requests.count
        #expect(try await fixture.periods(.month).first?.intelligence == month)
        let failed = model.requests.count
        #expect(failed > asked && failed - asked <= 2 * 3 * 3)

        works.withLock { $0 = true }
        let now = try #require(try await fixture.periods(.month).first)
        #expect(now.recomputed && now.intelligence.engine == "local" && now.intelligence.notes.isEmpty)
        let sessions = try await fixture.journal.rollup.sessions(.init(level: .session))
        #expect(sessions.allSatisfy { $0.intelligence.engine == "local" && !$0.recomputed })
        let done = model.requests.count
        #expect(try await fixture.periods(.month).first?.recomputed == false)
        #expect(model.requests.count == done)
    }

    @Test func anEntryThatIsRefusedIsReadWithoutTheModelAndTheOthersWithIt() async throws {
        struct Refusal: ReadableError {
            let code = "refused-by-model"
            let kind = Failure.Kind.refusedByModel
            let message = "The model declined to answer."
        }
        let model = Self.model { request in
            request.messages.contains { $0.content.contains("forbidden") } ? .failure(Refusal()) : Self.answer(request)
        }
        let fixture = JournalFixture(models: [model, BasicEngine()])
        try await fixture.journal.add(
            ["A calm day at the harbour.", "A forbidden thought came to me.", "A calm day again."].enumerated().map {
                JournalSession(id: "\($0)", date: CivilDate("2026-01-0\($0 + 1)"), text: $1, languages: ["en"])
            })
        let sessions = try await fixture.journal.rollup.sessions(.init(level: .session)).map(\.intelligence)
        #expect(sessions.map(\.engine) == ["local", "basic", "local"])
        #expect(sessions[1].notes.contains { $0.contains("declined") })
    }

    @Test func askedAgainEverythingUpToTheLevelIsMadeAnew() async throws {
        let model = Self.model()
        let fixture = JournalFixture(models: [model, BasicEngine()])
        try await fixture.journal.add(JournalFixture.entries(from: "2026-01-01", days: 3, share: 1))
        _ = try await fixture.periods(.month)
        let asked = model.requests.count
        #expect(try await fixture.periods(.month).first?.recomputed == false)
        #expect(model.requests.count == asked)
        let again = try await fixture.journal.rollup.periods(.init(level: .month, again: true))
        #expect(again.allSatisfy { $0.recomputed })
        #expect(model.requests.count == 2 * asked)
        #expect(try await fixture.periods(.month).first?.recomputed == false)
    }

    @Test func aChosenLengthOfAnswersHoldsAsFarAsTheWindowHasRoom() async throws {
        var options = TaskDefaults.options(for: .summarize)
        options.choose(maxTokens: 3_000)
        for (window, tokens) in [(4_096, 1_798), (32_768, 3_000)] {
            let model = Self.model(context: window)
            let fixture = JournalFixture(models: [model, BasicEngine()])
            try await fixture.journal.add(JournalFixture.entries(from: "2026-01-01", days: 2, share: 1))
            _ = try await fixture.periods(.month)
            #expect(model.requests.allSatisfy { $0.options.maxTokens == 600 })
            let asked = model.requests.count
            _ = try await fixture.journal.rollup.periods(.init(level: .month, options: options, again: true))
            #expect(model.requests.count == 2 * asked)
            #expect(model.requests.dropFirst(asked).allSatisfy { $0.options.maxTokens == tokens })
        }
    }

    @Test func whatWasCutOffIsNotToldToBeAllowedMoreWhereThereIsNoRoom() async throws {
        let model = Self.model(context: 4_096) { _ in .text("{", finishReason: .length) }
        let fixture = JournalFixture(models: [model, BasicEngine()])
        try await fixture.journal.add(JournalFixture.entries(from: "2026-01-01", days: 1, share: 1))
        let usual = try #require(try await fixture.periods(.day).first).intelligence.notes
        #expect(usual.contains { $0.contains("Allow more tokens") })
        var options = TaskDefaults.options(for: .summarize)
        options.choose(maxTokens: 3_000)
        let day = try await fixture.journal.rollup.periods(.init(level: .day, options: options, again: true)).first
        let notes = try #require(day).intelligence.notes
        #expect(notes.contains { $0.contains("1798 tokens") && $0.contains("3000 were allowed") })
        #expect(!notes.contains { $0.contains("Allow more") })
    }

    @Test func whatWasDoneBeforeAnInterruptionIsKept() async throws {
        struct Stop: Error {}
        let model = ScriptedModel(engine: .local)
        let fixture = JournalFixture(models: [model])
        let entries = (1...4).map {
            JournalSession(
                id: "\($0)", date: CivilDate("2026-01-0\($0)"), text: "Something happened on this day.",
                languages: ["en"])
        }
        try await fixture.journal.add(entries)
        let good = try #require(
            GoodAnswer.session)
        model.queue(.text(good), .text(good), .failure(Stop()))
        await #expect(throws: Stop.self) { try await fixture.journal.rollup.sessions(.init(level: .session)) }
        model.queue(.text(good), .text(good))
        let sessions = try await fixture.journal.rollup.sessions(.init(level: .session))
        #expect(sessions.map(\.recomputed) == [false, false, true, true])
        #expect(model.requests.count == 5)
    }

    private enum GoodAnswer {
        static let session: String? =
            #"{"title": "T", "keyInsights": ["I"], "mainThemes": ["m"], "thoughtProcess": "p", "actionItems": [], "topics": ["t"]}"#
    }
}
