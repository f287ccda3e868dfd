import Testing

struct GenerableExpansionTests {
    @Test func aStructGetsItsSchemaItsConversionsAndItsSnapshots() {
        expectExpansion(
            """
            @Generable(description: "A book")
            public struct Book {
                @Guide(description: "Short", .pattern(/[a-z]+/))
                public var title: String
                @Guide(.count(3))
                var `case`: [Int]?
                var shown: String { title }
                static var shared = 1
            }
            """,
            """
            public struct Book {
                public var title: String
                var `case`: [Int]?
                var shown: String { title }
                static var shared = 1
            }

            extension Book: HearthCore.Generable {
                nonisolated public static var generationSchema: HearthCore.GenerationSchema {
                    HearthCore.GenerationSchema(type: Self.self, description: "A book", properties: [HearthCore.GenerationSchema.Property(name: "title", description: "Short", type: String.self, guides: [.pattern(/[a-z]+/)]), HearthCore.GenerationSchema.Property(name: "case", type: [Int]?.self, guides: [.count(3)])])
                }

                nonisolated public init(_ content: HearthCore.GeneratedContent) throws {
                    self.title = try content.value(String.self, forProperty: "title")
                    self.`case` = try content.value([Int]?.self, forProperty: "case")
                }

                nonisolated public var generatedContent: HearthCore.GeneratedContent {
                    var properties = HearthCore.JSONObject()
                    properties["title"] = self.title.generatedContent.value
                    properties["case"] = self.`case`?.generatedContent.value
                    return HearthCore.GeneratedContent(.object(properties))
                }

                nonisolated public struct PartiallyGenerated: HearthCore.ConvertibleFromGeneratedContent, Sendable {
                    public var title: String.PartiallyGenerated?
                    var `case`: [Int].PartiallyGenerated?
                    public init(_ content: HearthCore.GeneratedContent) throws {
                        self.title = try content.partialValue(forProperty: "title")
                        self.`case` = try content.partialValue(forProperty: "case")
                    }
                }
            }
            """)
    }

    @Test func anEnumerationBecomesAChoiceOfTexts() {
        expectExpansion(
            """
            @Generable
            enum Level: String {
                case low = "lo", high
            }
            """,
            """
            enum Level: String {
                case low = "lo", high
            }

            extension Level: HearthCore.Generable {
                nonisolated static var generationSchema: HearthCore.GenerationSchema {
                    HearthCore.GenerationSchema(type: Self.self, description: nil, anyOf: ["lo", "high"])
                }

                nonisolated init(_ content: HearthCore.GeneratedContent) throws {
                    switch try content.choice() {
                    case "lo":
                        self = .low
                    case "high":
                        self = .high
                    default:
                        throw HearthCore.GeneratedContentError.notAllowed("another one of the 2 cases is needed")
                    }
                }

                nonisolated var generatedContent: HearthCore.GeneratedContent {
                    switch self {
                    case .low:
                        HearthCore.GeneratedContent(.string("lo"))
                    case .high:
                        HearthCore.GeneratedContent(.string("high"))
                    }
                }
            }
            """)
    }
}
