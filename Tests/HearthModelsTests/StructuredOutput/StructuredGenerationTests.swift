import HearthCore
import HearthSchema
import Testing

@testable import HearthModels

struct StructuredGenerationTests {
    /// Written by hand: this target does not have the macros.
    struct Card: Generable, Equatable {
        var title: String
        var points: [Int]

        static var generationSchema: GenerationSchema {
            GenerationSchema(
                type: Self.self,
                properties: [
                    .init(name: "title", type: String.self),
                    .init(name: "points", type: [Int].self, guides: [.maximumCount(3)]),
                ])
        }

        init(title: String, points: [Int]) {
            self.title = title
            self.points = points
        }

        init(_ content: GeneratedContent) throws {
            title = try content.value(forProperty: "title")
            points = try content.value(forProperty: "points")
        }

        var generatedContent: GeneratedContent { GeneratedContent(properties: ["title": title, "points": points]) }

        struct PartiallyGenerated: ConvertibleFromGeneratedContent, Sendable, Equatable {
            var title: String?
            var points: [Int]?

            init(_ content: GeneratedContent) throws {
                title = try content.partialValue(forProperty: "title")
                points = try content.partialValue(forProperty: "points")
            }
        }
    }

    private let request = ModelRequest(task: .chat, messages: [Message(.user, "A card, please.")])
    private let card = Card(title: "Go", points: [1, 2])
    private let text = #"{"title": "Go", "points": [1, 2]}"#

    @Test func aValidAnswerComesAsSnapshotsAndThenAsAValue() async throws {
        var partials: [Card.PartiallyGenerated] = []
        var final: StructuredResponse<Card>?
        for try await event in StructuredGeneration(model: RepliesModel(text)).respond(
            to: request, generating: Card.self)
        {
            switch event {
            case .partial(let partial):
                #expect(final == nil)
                partials.append(partial)
            case .final(let response): final = response
            case .reasoning: Issue.record("there is none")
            }
        }
        #expect(final?.value == card)
        #expect(final?.repairs == [])
        #expect(final?.response.structured?.value == card.generatedContent.value)
        #expect(partials.contains { $0.title == "G" || $0.title == "Go" && $0.points == nil })
        #expect(partials.contains { $0.points == [1] })
        #expect(partials.last == (try card.asPartiallyGenerated()))
    }

    @Test func aModelThatCannotBeKeptToASchemaIsToldIt() async throws {
        let model = RepliesModel(text)
        _ = try await StructuredGeneration(model: model).response(to: request, generating: Card.self)
        let asked = try #require(model.requests.first)
        #expect(asked.schema == nil)
        #expect(asked.messages.first?.content.contains(Card.generationSchema.root.description) == true)
        #expect(asked.messages.last == request.messages.last)
    }

    @Test func aModelThatCanIsGivenIt() async throws {
        let model = RepliesModel(text, engine: .openai, output: .constrained)
        _ = try await StructuredGeneration(model: model).response(to: request, generating: Card.self)
        #expect(model.requests.first?.schema == Card.generationSchema)
        #expect(model.requests.first?.messages == request.messages)
    }

    /// A server that keeps a model to a schema seldom shows it the schema, and one that knows no schemas ignores the field.
    @Test(arguments: [Engine.local, .custom])
    func aServersModelIsGivenItAndToldIt(_ engine: Engine) async throws {
        let model = RepliesModel(text, engine: engine, output: .constrained)
        _ = try await StructuredGeneration(model: model).response(to: request, generating: Card.self)
        let asked = try #require(model.requests.first)
        #expect(asked.schema == Card.generationSchema)
        #expect(asked.messages.first?.content.contains(Card.generationSchema.root.description) == true)
    }

    @Test(arguments: [
        ("Sure!\n```json\n{\"title\": \"Go\", \"points\": [1, 2]}\n```\nAnything else?", [StructuredRepair.extracted]),
        ("The [card] is {\"title\": \"Go\", \"points\": [1, 2]} as {asked}.", [.extracted]),
        ("{\"title\": \"Go\", \"points\": [1, 2,],\n}", [.tidied]),
        ("Here: {\"title\": \"Go\", \"points\": [1, 2, ], }", [.extracted, .tidied]),
    ])
    func whatNeedsNoGuessingIsRepairedAndSaid(_ text: String, _ repairs: [StructuredRepair]) async throws {
        let model = RepliesModel(text)
        let result = try await StructuredGeneration(model: model).response(to: request, generating: Card.self)
        #expect(result.value == card)
        #expect(result.repairs == repairs)
        #expect(result.response.notes == repairs.map(\.note))
        #expect(model.requests.count == 1)
    }

    @Test func lineBreaksWithinTextsAreRepaired() async throws {
        let model = RepliesModel("{\"title\": \"Go\non\", \"points\": []}")
        let result = try await StructuredGeneration(model: model).response(to: request, generating: Card.self)
        #expect(result.value == Card(title: "Go\non", points: []))
        #expect(result.repairs == [.tidied])
    }

    @Test func ofAnAnswerThatWasCutOffOnlyWholePartsAreKept() async throws {
        let cut = RepliesModel.Reply(text: #"{"title": "Go", "points": [1, 2, 34"#, finishReason: .length)
        let result = try await StructuredGeneration(model: RepliesModel([cut])).response(
            to: request, generating: Card.self)
        #expect(result.value == card)
        #expect(result.repairs == [.closed])
        let unfinished = RepliesModel.Reply(text: #"{"points": [1], "title": "Unfini"#, finishReason: .length)
        let model = RepliesModel([unfinished])
        let error = await #expect(throws: StructuredOutputError.self) {
            _ = try await StructuredGeneration(model: model).response(to: request, generating: Card.self)
        }
        #expect(error?.finishReason == .length)
        #expect(error?.message.contains("more tokens") == true)
        #expect(model.requests.count == 1, "asking again would end the same way")
    }

    @Test func theModelIsAskedOnceMoreWithWhatWasWrong() async throws {
        let model = RepliesModel(#"{"title": "Go", "points": [1, 2, 3, 4]}"#, text)
        let result = try await StructuredGeneration(model: model).response(to: request, generating: Card.self)
        #expect(result.value == card)
        #expect(result.repairs == [.askedAgain])
        #expect(result.response.usage == TokenUsage(promptTokens: 20, completionTokens: 10))
        let again = try #require(model.requests.last?.messages.last?.content)
        #expect(again.contains("/points") && again.contains("at most 3"))
    }

    @Test func twoWrongAnswersAreAnErrorThatSaysWhatIsWrong() async throws {
        let model = RepliesModel("no", #"{"title": 7, "points": []}"#, text)
        let error = await #expect(throws: StructuredOutputError.self) {
            _ = try await StructuredGeneration(model: model).response(to: request, generating: Card.self)
        }
        #expect(error?.code == "invalid-structured-output")
        #expect(error?.failures.map(\.path) == ["/title"])
        #expect(error?.usage.completionTokens == 10)
        #expect(model.requests.count == 2)
    }

    @Test func aModelsPromiseIsNotBelieved() async throws {
        let wrong = RepliesModel.Reply(text: "", structured: GeneratedContent(["title": "Go"]))
        let model = RepliesModel([wrong, wrong], output: .constrained)
        let error = await #expect(throws: StructuredOutputError.self) {
            _ = try await StructuredGeneration(model: model).response(to: request, generating: Card.self)
        }
        #expect(error?.failures.first?.message.contains("points") == true)
    }

    @Test func aValueThatFitsTheSchemaAndNotTheTypeIsAnError() async throws {
        let model = RepliesModel(#"{"title": "Go", "points": [99999999999999999999]}"#, text)
        let result = try await StructuredGeneration(model: model).response(to: request, generating: Card.self)
        #expect(result.repairs == [.askedAgain])
        #expect(model.requests.last?.messages.last?.content.contains("64 bits") == true)
    }

    @Test func rawSchemasWorkTooAndBadOnesAreRefusedBeforeTheModelIsAsked() async throws {
        let schema = GenerationSchema(name: "list", root: ["type": "array", "items": ["type": "integer"]])
        let result = try await StructuredGeneration(model: RepliesModel("[1, 2]")).response(
            to: request, schema: schema)
        #expect(result.value.value == [1, 2])
        let model = RepliesModel("[1]")
        await #expect(throws: SchemaError.self) {
            let bad = GenerationSchema(name: "bad", root: ["type": 3])
            _ = try await StructuredGeneration(model: model).response(to: request, schema: bad)
        }
        #expect(model.requests.isEmpty)
    }

    private struct Refusal: ReadableError {
        let code = "not-expressible"
        let kind = Failure.Kind.notExpressible
        let message = "`contains` is not expressed as a grammar."
    }

    @Test func aSchemaThatTheModelRefusesIsToldToItWhereTheCallerAllows() async throws {
        let replies = [RepliesModel.Reply(text: "", error: Refusal()), .init(text: text)]
        await #expect(throws: Refusal.self) {
            let model = RepliesModel(replies, output: .constrained)
            _ = try await StructuredGeneration(model: model).response(to: request, generating: Card.self)
        }
        let model = RepliesModel(replies, output: .constrained)
        var generation = StructuredGeneration(model: model)
        generation.configuration.tellsWhatCannotBeEnforced = true
        let result = try await generation.response(to: request, generating: Card.self)
        #expect(result.value == card)
        #expect(result.response.notes.count == 1)
        #expect(model.requests.last?.schema == nil)
    }

    @Test func hostileAnswersCostNoMoreThanTheirLength() async throws {
        for text in [
            String(repeating: "[", count: 300_000), String(repeating: "{\"a\":", count: 100_000),
            String(repeating: "[,", count: 100_000) + "]", String(repeating: "```", count: 100_000),
            "[" + String(repeating: "1, ", count: 100_000) + "]",
        ] {
            var generation = StructuredGeneration(model: RepliesModel([.init(text: text)]))
            generation.configuration.asksAgain = false
            await #expect(throws: StructuredOutputError.self) {
                _ = try await generation.response(to: request, generating: Card.self)
            }
        }
    }
}
