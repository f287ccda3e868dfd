import ArgumentParser
import Foundation
import Hearth

/// `hearth usage`: tokens and costs, from the ledger.
struct UsageCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "usage",
        abstract: "Tokens and costs by engine and model.",
        discussion: """
            Costs are those of the price list at the time of each request; requests to models that it does not hold are \
            counted apart.

            EXAMPLES
              hearth usage --since 2026-11-01
              hearth usage --by-day --json
            """)
    @Option(help: "Only from this day (UTC) or moment on, as 2026-11-01 or 2026-11-01T09:30:00Z.") var since: Moment?
    @Flag(help: "Sum up each day (UTC) by itself.") var byDay = false
    @OptionGroup var options: StoreOptions

    struct Output: Encodable {
        var day: String?
        var engine: String?
        var model: String?
        var requests: Int
        var failed: Int
        var promptTokens: Int
        var completionTokens: Int
        var cachedTokens: Int
        var costMicros: Int
        var unpriced: Int
        var seconds: Double

        init(_ usage: LedgerUsage) {
            day = usage.day
            engine = usage.engine?.rawValue
            model = usage.model
            requests = usage.requests
            failed = usage.failed
            promptTokens = usage.tokens.promptTokens
            completionTokens = usage.tokens.completionTokens
            cachedTokens = usage.tokens.cachedTokens
            costMicros = usage.costMicros
            unpriced = usage.unpriced
            seconds = usage.duration
        }
    }

    func run() async throws {
        let sums = try await Hearth().privacy.ledger.usage(since: since?.date, byDay: byDay)
        let lines = JSONLines()
        for sum in sums {
            if options.json {
                try lines.write(Output(sum))
                continue
            }
            let name = [sum.engine?.rawValue, sum.model].compactMap { $0 }.joined(separator: "/")
            let cost =
                sum.costMicros == 0 && sum.unpriced > 0 ? "price unknown" : Format.dollars(micros: sum.costMicros)
            let rest = sum.costMicros > 0 && sum.unpriced > 0 ? " and \(sum.unpriced) at an unknown price" : ""
            Terminal.output.write(
                (sum.day.map { $0 + "  " } ?? "") + Terminal.output.bold(Terminal.safe(name.isEmpty ? "unknown" : name))
                    + "  \(Format.count(sum.requests, "request"))" + (sum.failed > 0 ? " (\(sum.failed) failed)" : "")
                    + "  \(Format.count(sum.tokens.promptTokens, "token")) in, \(sum.tokens.completionTokens) out  \(cost)\(rest)\n"
            )
        }
        if sums.isEmpty, !options.json {
            Terminal.output.write("No model was asked yet. The basic engine uses no tokens and costs nothing.\n")
        }
    }
}
