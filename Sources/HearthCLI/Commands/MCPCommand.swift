import ArgumentParser
import Hearth
import HearthMCP
import HearthServer

/// `hearth mcp`: tools for hosts of models, on standard input and output.
struct MCPCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "mcp",
        abstract: "Serve the Model Context Protocol on standard input and output.",
        discussion: """
            A host starts this as a child process. It can then search and read your documents, ask them, sum them up, look \
            back on your journal and write notes into it. Which of it the model sees is up to the host.

            EXAMPLE
              {"mcpServers": {"hearth": {"command": "hearth", "args": ["mcp"]}}}
            """)

    func run() async throws {
        let hearth = try Hearth()
        await MCPStandardStreams(.hearth(hearth)).run()
        await hearth.shutdown()
    }
}
