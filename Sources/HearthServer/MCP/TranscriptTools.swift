import HearthAnalysis
import HearthCore
import HearthEngine
import HearthMCP
import HearthModels
import HearthStore

/// Tools for recordings that were written down.
struct TranscriptTools: Sendable {
    let hearth: Hearth

    var tools: [MCPTool] {
        [
            MCPTool(
                name: "transcript_ask", title: "Ask a transcript",
                description: "Answers a question about one recorded conversation, with quotes and their times.",
                inputSchema: ToolSchema.object(
                    [
                        ("transcript", ToolSchema.string("The id, path or title of a stored transcript.", most: 4096)),
                        ("question", ToolSchema.string("The question.", most: 20_000)),
                        (
                            "engine",
                            ToolSchema.choice(
                                "Which engine answers; the user's settings decide when left out.",
                                Engine.allCases.map(\.rawValue))
                        ),
                    ], required: ["transcript", "question"]),
                outputSchema: ToolSchema.answer
            ) { arguments, context in
                // By its document: a tool of a model does not open files that the user never gave to Hearth.
                let document = try await hearth.document(arguments.text("transcript"))
                let source = try await hearth.transcript(of: document)
                await context.progress(0.1, "the transcript was read")
                try await hearth.willGive([.document(document.id)])
                let routing = source.applied(
                    to: RoutingChoice(engine: arguments.engine, label: source.label ?? .personal))
                let found = try await hearth.answerer(for: source).answer(
                    TranscriptQuestion(arguments.text("question"), routing: routing))
                return ToolResult(found.answer)
            }
        ]
    }
}
