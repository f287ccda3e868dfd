import Hearth
import HearthMCP

/// A passage of a document, as a tool gives it.
struct ToolPassage: ToolValue {
    var document: String
    var title: String?
    var path: String
    var page: Int?
    var startTime: Double?
    var text: String
    /// Bytes of the document's text, end exclusive.
    var start: Int
    var end: Int

    static let fields: [String: WireField] = ["page": .presence(.leftOut), "startTime": .presence(.leftOut)]

    init(_ passage: Passage) {
        (document, title, path, text) = (passage.documentID, passage.title, passage.path, passage.text)
        (page, startTime) = (passage.page, passage.startTime)
        (start, end) = (passage.span.start, passage.span.end)
    }
}

/// A checked answer with its sources, as a tool gives it.
struct ToolAnswer: ToolValue {
    struct Source: ToolValue {
        var index: Int
        var document: String
        var path: String
        var quote: String
        var verified: Bool
        var start: Int
        var end: Int
        var page: Int?
        var startTime: Double?

        static let fields: [String: WireField] = ["page": .presence(.leftOut), "startTime": .presence(.leftOut)]
    }

    var answer: String
    var abstained: Bool
    var abstention: String?
    var engine: String
    var fallbackReason: String?
    var citations: [Source]

    static let fields: [String: WireField] = [
        "abstention": .init(nil, .leftOut, oneOf: ["no-documents", "not-said"]),
        "fallbackReason": .init("Why another engine than the first one that was tried answered.", .leftOut),
    ]
}

extension TypedResult<ToolAnswer> {
    init(_ answer: Answer) {
        var text = answer.text
        if !answer.citations.isEmpty {
            text += "\n"
            for citation in answer.citations {
                let mark = citation.verified ? "" : " (not verified)"
                text +=
                    "\n[\(citation.index)] \(citation.title ?? citation.path)"
                    + "\(place(citation.page, citation.startTime))\(mark): “\(citation.quote)”"
            }
        }
        self.init(
            text,
            ToolAnswer(
                answer: answer.text, abstained: answer.abstained, abstention: answer.abstention?.rawValue,
                engine: answer.route.engine.rawValue,
                fallbackReason: answer.route.wasFallback ? answer.route.fallbackReason : nil,
                citations: answer.citations.map { citation in
                    ToolAnswer.Source(
                        index: citation.index, document: citation.documentID, path: citation.path,
                        quote: citation.quote, verified: citation.verified, start: citation.span.start,
                        end: citation.span.end, page: citation.page, startTime: citation.startTime)
                }))
    }
}

/// What a tool says of the engine that a caller may choose.
let engineField = WireField(
    "Which engine answers; the user's settings decide when left out.", oneOf: Engine.allCases.map(\.rawValue))

/// Where something stands, for a model to read.
func place(_ page: Int?, _ time: Double?) -> String {
    if let time, time.isFinite, (0..<1e9).contains(time) {
        return ", at \(Int(time) / 60):\(Int(time) % 60 < 10 ? "0" : "")\(Int(time) % 60)"
    }
    return page.map { ", page \($0)" } ?? ""
}
