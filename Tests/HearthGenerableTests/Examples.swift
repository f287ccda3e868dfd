import Foundation
public import HearthGenerable

// Types as programs write them, one for each thing that the macros can do.

@Generable(description: "What a text is about")
public struct Summary: Equatable {
    @Guide(description: "Most important first", .count(3))
    public var topics: [String]
    @Guide(.range(1...5)) var level: Int
    @Guide(.anyOf(["news", "story"])) var kind: String
    @Guide(.pattern(/[a-z]{2}\d+/)) var code: String
    @Guide(.pattern("[A-Z]|[0-9]+")) var mark: String
    @Guide(/[a-z]+/) var slug: String?
    @Guide(.constant("1")) var version: String
    @Guide(.element(.range(0...9)), .minimumCount(1), .maximumCount(4)) var votes: [Int]
    @Guide(.element(.count(2))) var grid: [[Int]]
    @Guide(.minimum(0)) var price: Double
    @Guide(.maximum(0.5)) var share: Float
    @Guide(.range(0...100)) var amount: Decimal
    @Guide(description: "Anything to add") var note: String?
    var isFinal: Bool? = false
    var `default`: Bool
}

@Generable enum Shape: Equatable {
    case circle(radius: Double)
    case text(String, size: Int?)
    indirect case pair(Shape, Shape)
    case none
}

@Generable(description: "A colour") enum Color: String, CaseIterable { case red, green = "grün" }

@Generable struct Tree: Equatable {
    var name: String
    @Guide(.maximumCount(3)) var children: [Tree]
}

enum Outer {
    @Generable struct Color: Equatable { var shade: Int }
}

@Generable struct Scene: Equatable {
    @Guide(description: "The first shape") var shape: Shape
    var colors: [Color]
    var favourite: Color?
    var inner: Outer.Color
    var tree: Tree?
    private(set) var seen: Bool
    let title: String
    var double: Int { 2 }
    var observed: Int { didSet {} }
}

@Generable struct Box<Content: Generable> { var content: Content }

@Generable struct Empty: Equatable {}

/// Written by hand, with a schema that refers within itself.
struct Chain: Generable, Equatable {
    var links: [Chain]

    static var generationSchema: GenerationSchema {
        GenerationSchema(
            name: "Chain", root: ["type": "array", "items": ["$ref": "#"], "maxItems": 2])
    }

    init(links: [Chain]) { self.links = links }
    init(_ content: GeneratedContent) throws { links = try content.value([Chain].self) }
    var generatedContent: GeneratedContent { links.generatedContent }
}

@Generable struct Holder: Equatable { var chain: Chain }
