import ArgumentParser
import Foundation
import Hearth
import HearthMCP
import HearthServer

/// `hearth mcp`: tools for hosts of models, on standard input and output; and the servers whose tools Hearth's own models may call.
struct MCPCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "mcp",
        abstract: "Serve the Model Context Protocol on standard input and output, or add servers of it.",
        discussion: """
            Without a subcommand: a host starts this as a child process. It can then search and read your documents, ask them, sum \
            them up, look back on your journal and write notes into it. Which of it the model sees is up to the host.

            With one: servers of others whose tools the models here may call in `hearth chat --no-documents --tools`. A \
            program is started on this machine without the internet; an address gets what you say with --label, and public \
            text without it. Each call is asked about, unless you decide otherwise, and is in the ledger.

            EXAMPLES
              {"mcpServers": {"hearth": {"command": "hearth", "args": ["mcp"]}}}
              hearth mcp add files -- mcp-server-filesystem /home/ada/notes
              hearth mcp add web --url https://tools.example.com/mcp --label personal
              hearth mcp test files
              hearth mcp allow files read_file always
              hearth mcp call files list_directory --arguments '{"path": "/home/ada/notes"}'
            """,
        subcommands: [
            Serve.self, MCPServersCommand.List.self, MCPServersCommand.Add.self, MCPServersCommand.Remove.self,
            MCPServersCommand.Test.self, MCPServersCommand.Allow.self, MCPServersCommand.Call.self,
        ],
        defaultSubcommand: Serve.self)

    struct Serve: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "serve", abstract: "Serve your library to a host of models.")

        func run() async throws {
            let hearth = try Hearth()
            await MCPStandardStreams(.hearth(hearth)).run()
            await hearth.shutdown()
        }
    }
}
