import ArgumentParser
import Hearth

/// `hearth clip URL`: keeps one page of the web.
struct ClipCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "clip",
        abstract: "Fetch a page, and keep what is there to read with its address and the day.",
        discussion: """
            Of a page the article is kept, without menus and advertisements; PDFs and texts are kept as `hearth ingest` reads them. \
            Nothing else is fetched: no pictures and no scripts, so a page that a browser has to put together first has no text. \
            The same address again takes the place of what was kept before.

            EXAMPLES
              hearth clip https://example.org/article
              hearth clip https://example.org/article --host www.example.org --label private
            """)

    @Argument(help: "The page's address.") var url: String
    @Option(help: "How private it is: private, personal or public.") var label: SensitivityLabel?
    @OptionGroup var hosts: FeedsCommand.HostOption
    @Flag(help: "Print JSON Lines.") var json = false

    func run() async throws {
        let hearth = try Hearth()
        var view = FeedView(json: json)
        try await view.show(try await hearth.feeds.clip(url, label: label, hosts: hosts.host))
    }
}
