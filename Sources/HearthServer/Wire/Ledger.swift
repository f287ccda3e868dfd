import Foundation
package import Hearth
import HearthHTTP

// What was decided, and what was sent where.

extension Wire {
    static let listLedger = Operation<LedgerQuery, Nothing, LedgerPage>(
        .get, "/api/ledger", "listLedger", in: .privacy, "Records, newest first",
        work: .long)

    static let getLedgerTotals = Operation<LedgerTotalsQuery, Nothing, LedgerTotals>(
        .get, "/api/ledger/totals", "getLedgerTotals", in: .privacy, "Totals by host and by model",
        work: .long)

    static let verifyLedger = Operation<Nothing, LedgerCheck, Encoded<LedgerVerification>>(
        .post, "/api/ledger/verify", "verifyLedger", in: .privacy, "Walk along the whole chain",
        work: .long,
        bodyLimit: 64 << 10)

    static let exportLedger = Operation<Nothing, Nothing, Raw>(
        .get, "/api/ledger/export", "exportLedger", in: .privacy, "All records as JSON Lines",
        work: .long,
        gives: [.init(.ok, "Done.", [("application/x-ndjson", Raw.self)])])
}

extension Wire {
    struct LedgerRecord: WireType {
        var number: Int
        var kind: String
        var time: String
        var task: TaskKind?
        var engine: Engine?
        var model: String?
        var host: String?
        var purpose: String?
        var label: SensitivityLabel?
        var consentID: String?
        var decision: Int?
        var bytesOut: Int?
        var bytesIn: Int?
        var bodyHash: String?
        var duration: Double?
        var promptTokens: Int?
        var completionTokens: Int?
        var cachedTokens: Int?
        var costMicros: Int?
        var success: Bool?
        var errorCode: String?
        var wasFallback: Bool?
        var text: String?
        var hash: String
        var previousHash: String

        static let about: String? = "As `hearth ledger list --json` prints it; more fields may be there."
        static let fields: [String: WireField] = [
            "kind": .init(oneOf: ["decision", "refusal", "connection", "outcome", "read", "label", "write"]),
            "time": "UTC, with six decimals.",
            "task": .presence(.leftOutOrNull),
            "engine": .presence(.leftOutOrNull),
            "model": .presence(.leftOutOrNull),
            "host": .presence(.leftOutOrNull),
            "purpose": .presence(.leftOutOrNull),
            "label": .presence(.leftOutOrNull),
            "consentID": .presence(.leftOutOrNull),
            "decision": .presence(.leftOutOrNull),
            "bytesOut": .presence(.leftOutOrNull),
            "bytesIn": .presence(.leftOutOrNull),
            "bodyHash": .presence(.leftOutOrNull),
            "duration": .init("Seconds.", .leftOutOrNull),
            "promptTokens": .presence(.leftOutOrNull),
            "completionTokens": .presence(.leftOutOrNull),
            "cachedTokens": .presence(.leftOutOrNull),
            "costMicros": .init("Millionths of a US dollar.", .leftOutOrNull),
            "success": .presence(.leftOutOrNull),
            "errorCode": .presence(.leftOutOrNull),
            "wasFallback": .presence(.leftOutOrNull),
            "text": .presence(.leftOutOrNull),
            "hash": .presence(.unpromised),
            "previousHash": .presence(.unpromised),
        ]
    }

    struct LedgerPage: WireType {
        var records: [Encoded<LedgerRecord>]
        var hasEarlier: Bool
        var total: Int

        static let fields: [String: WireField] = [
            "records": "Newest first.",
            "total": "Records in the ledger.",
        ]
    }

    struct HostTotal: WireType {
        var host: String
        var engines: [Engine]
        var connections: Int
        var failed: Int
        var bytesOut: Int
        var bytesIn: Int
        var first: Date?
        var last: Date?

        static let fields: [String: WireField] = [
            "engines": .presence(.unpromised),
            "failed": .presence(.unpromised),
            "first": .presence(.leftOut),
            "last": .presence(.leftOut),
        ]
    }

    struct LedgerTotals: WireType {
        var hosts: [HostTotal]
        var programs: [Program]
        var usage: [UsageJSON]

        static let fields: [String: WireField] = [
            "hosts": "By bytes sent, most first. Empty when nothing ever left this process.",
            "programs": .init(
                "What programs were given of the library over MCP and this interface, by how often, most "
                    + "first. It is sent to no host, and is out of Hearth's hands all the same."),
        ]

        struct Program: WireType {
            var program: String
            var times: Int
            var last: Date

            static let name: String? = nil
            static let fields: [String: WireField] = [
                "program": "What it calls itself; empty where it gave no name.",
                "times": .init(range: 1...Double.infinity),
            ]
        }
    }

    struct LedgerVerification: WireType {
        var valid: Bool
        var records: Int
        var firstBroken: Int?
        var reason: String?
        var message: String?
        var anchor: String?

        static let fields: [String: WireField] = [
            "firstBroken": .presence(.leftOutOrNull),
            "reason": .presence(.leftOutOrNull),
            "message": .presence(.leftOutOrNull),
            "anchor": .init("`COUNT:HASH`, to be noted outside.", .leftOutOrNull),
        ]
    }

    struct LedgerQuery: WireRequest {
        var since: Date?
        var until: Date?
        var engine: Engine?
        var kind: String?
        var host: String?
        var before: Int?
        var limit: Int

        static let fields: [String: WireField] = [
            "kind": .init(oneOf: ["decision", "refusal", "connection", "outcome", "read", "label", "write"]),
            "host": .init(length: 0...300),
            "before": "Only records with a smaller number.",
            "limit": .init(range: 1...500, otherwise: 100),
        ]
    }

    struct LedgerTotalsQuery: WireRequest {
        var since: Date?
    }

    struct LedgerCheck: WireRequest {
        var anchor: String?

        static let name: String? = nil
        static let fields: [String: WireField] = [
            "anchor": .init("`COUNT:HASH`", .leftOutOrNull, length: 0...100)
        ]
    }
}

extension UsageJSON: WireType {
    package static let name: String? = "UsageRow"
    package static let fields: [String: WireField] = [
        "cachedTokens": .presence(.unpromised),
        "unpriced": "Requests at a price that is not known.",
    ]
}
