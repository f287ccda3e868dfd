import HearthCore
import HearthKnowledge

/// An answer as one JSON object.
struct AnswerOutput: Encodable {
    struct Cited: Encodable {
        var index: Int
        var documentID: String
        var path: String
        var title: String?
        var page: Int?
        var start: Int
        var end: Int
        var quote: String
        var verified: Bool
        var startTime: Double?
        var endTime: Double?

        init(_ citation: Citation) {
            index = citation.index
            documentID = citation.documentID
            path = citation.path
            title = citation.title
            page = citation.page
            start = citation.span.start
            end = citation.span.end
            quote = citation.quote
            verified = citation.verified
            startTime = citation.startTime
            endTime = citation.endTime
        }
    }

    struct Usage: Encodable {
        var promptTokens: Int
        var completionTokens: Int
        var cachedTokens: Int
    }

    struct Context: Encodable {
        var included: Int
        var dropped: Int
    }

    var id: RowID
    var answer: String
    var abstained: Bool
    var abstention: Abstention?
    var citations: [Cited]
    var unsupported: [TextSpan]
    var route: RoutingDecision
    var usage: Usage
    var context: Context
    var notes: [String]?

    init(_ id: RowID, _ answer: Answer) {
        self.id = id
        self.answer = answer.text
        abstained = answer.abstained
        abstention = answer.abstention
        citations = answer.citations.map(Cited.init)
        unsupported = answer.unsupported
        route = answer.route
        usage = Usage(
            promptTokens: answer.usage.promptTokens, completionTokens: answer.usage.completionTokens,
            cachedTokens: answer.usage.cachedTokens)
        context = Context(included: answer.context.included.count, dropped: answer.context.dropped.count)
        notes = answer.notes.isEmpty ? nil : answer.notes
    }
}
