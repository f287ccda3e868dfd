import Hummingbird
import Logging

/// A route that does nothing.
@main
struct Hello {
    static func main() async throws {
        let router = Router()
        router.get("v1/models") { _, _ in "hello" }
        let application = Application(
            router: router, configuration: .init(address: .hostname("127.0.0.1", port: 8429)), logger: silent())
        try await application.runService()
    }

    private static func silent() -> Logger {
        var logger = Logger(label: "hello")
        logger.logLevel = .critical
        return logger
    }
}
