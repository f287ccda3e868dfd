import Foundation
import HearthAnalysis
import HearthApple
import HearthCore
import HearthDocuments
import HearthEmbedding
import HearthEngine
import HearthGGUF
import HearthKnowledge
import HearthLlama
import HearthMCP
import HearthRedaction
import HearthRegistry
import HearthSchema
import HearthStore
import HearthSystem
import HearthTemplates
import HearthTransport
import HearthVoice
import Testing

@testable import HearthHTTP
@testable import HearthModels

/// Every failure, as it is told over HTTP.
@Suite("Failures") struct FailureTests {
    /// All that can go wrong, in the server and in the modules below it.
    private static let modules: [[any FailureReason]] = [
        AccountError.Reason.allCases, AnalysisError.Reason.allCases, AnswerError.Reason.allCases,
        AppleModelError.Reason.allCases,
        AppleSpeechError.Reason.allCases, CollectionError.Reason.allCases, ContextError.Reason.allCases,
        DepositError.Reason.allCases,
        DocumentError.Reason.allCases, FeedError.Reason.allCases, FolderError.Reason.allCases,
        EmbeddingError.Reason.allCases, EmptyTextError.Reason.allCases, EngineError.Reason.allCases,
        GGUFError.Reason.allCases,
        GeneratedContentError.Reason.allCases, LlamaError.Reason.allCases, MCPError.Reason.allCases,
        ProviderError.Reason.allCases, RegistryError.Reason.allCases, RoutingError.Reason.allCases,
        JobError.Reason.allCases, SchemaError.Reason.allCases, StoreError.Reason.allCases, SystemError.Reason.allCases,
        TemplateError.Reason.allCases, TransportError.Reason.allCases, VoiceError.Reason.allCases,
        ServerError.Reason.allCases, FileFailure.Reason.allCases, IncompleteResponse.Reason.allCases,
        JSONSyntaxError.Reason.allCases, RedactionError.Reason.allCases, StructuredOutputError.Reason.allCases,
        ToolServerError.Reason.allCases, TranscriptWriterError.Reason.allCases,
    ]
    private static var reasons: [any FailureReason] { modules.flatMap { $0 } }

    @Test func `No list of reasons is left out of these tests`() throws {
        let sources = Self.checkout.appending(path: "Sources")
        let paths = try FileManager.default.subpathsOfDirectory(atPath: sources.path)
        let found = try paths.filter { $0.hasSuffix(".swift") && !$0.hasPrefix("HearthCLI/") }.filter { path in
            try String(contentsOf: sources.appending(path: path), encoding: .utf8).contains(", FailureReason {")
        }
        #expect(found.count == Self.modules.count, "\(found)")
    }

    /// What follows from an error follows from its kind, so programs that read codes must not meet one of two kinds.
    @Test func `A code is of one kind, whatever module it comes from`() throws {
        var kinds: [String: Set<Failure.Kind>] = [:]
        for reason in Self.reasons { kinds[reason.code, default: []].insert(reason.kind) }
        for (code, kinds) in kinds { #expect(kinds.count == 1, "\(code): \(kinds)") }
    }

    /// The contract with clients, which learn of a reason by its status first.
    private static let ownStatuses: [(status: Int, reasons: [ServerError.Reason])] = [
        (
            400,
            [
                .badTarget, .badHost, .ambiguousLength, .badQuery, .badBody, .badRequest, .malformedForm, .badRow,
                .unknownField, .invalidInput, .unsupportedValue, .contextTooLong,
            ]
        ),
        (401, [.unauthorized]), (403, [.foreignOrigin, .ownerOnly, .notAllowed]),
        (404, [.notFound, .unknownItem, .unknownModel, .noAudio]), (405, [.methodNotAllowed]), (406, [.notAcceptable]),
        (408, [.tooSlow]),
        (409, [.sourceMissing, .conflict, .inUse, .setElsewhere, .noHost, .stale, .notRunning, .beingAnswered]),
        (412, [.changedMeanwhile]), (413, [.tooLarge, .tooManyParts]), (415, [.unsupportedMedia]),
        (421, [.unknownHost]),
        (422, [.noEngine, .modelNotFound, .modelDamaged, .badIdentity, .badToken]), (429, [.tooMany]),
        (500, [.internalError]), (501, [.noRecognizer]), (502, [.malformedResponse]),
        (503, [.stopping, .cancelled, .cannotListen]), (507, [.diskFull]),
    ]

    @Test func `What the server itself refuses has the status that clients were promised`() {
        #expect(Set(Self.ownStatuses.flatMap { $0.reasons }) == Set(ServerError.Reason.allCases))
        for (status, reasons) in Self.ownStatuses {
            for reason in reasons {
                let error = ServerError(reason, "It did not work.", parameter: "field")
                #expect(error.status.code == status && error.code == reason.code, "\(reason)")
                #expect(error.kind == reason.kind && error.parameter == "field", "\(reason)")
            }
        }
    }

    /// HTTP has words of its own for what is wrong with a request; everything else is told as its kind is.
    @Test func `A status other than that of the kind is HTTP's own`() {
        let words: Set = [405, 406, 408, 412, 415, 421]
        for reason in ServerError.Reason.allCases {
            #expect((reason.status != reason.kind.status) == words.contains(reason.status.code), "\(reason)")
        }
        #expect(!Failure.Kind.allCases.contains { words.contains($0.status.code) })
    }

    @Test func `An error of another module keeps all but its status where a route promises one`() {
        let told = ServerError.telling(
            EngineError(.noKey, "There is no key.", help: [.giveKey(service: "openai")]), as: .conflict)
        #expect(told.status == .conflict && told.code == "no-key" && told.kind == .notConfigured)
        #expect(told.message == "There is no key." && told.help == [.giveKey(service: "openai")])
    }

    private struct Failed: ReadableError {
        let code = "some-code"
        let kind: Failure.Kind
        let message = "It did not work."
        var help: [Failure.Help] = []
    }

    @Test func `500 is for our defects, and for nothing that a model, a file or a person did`() {
        let ours: Set = ["store-failure", "incomplete-vectors", "not-routed", "mcp-32603", "internal-error"]
        for reason in Self.reasons {
            #expect((reason.kind.status == .internalServerError) == ours.contains(reason.code), "\(reason.code)")
        }
        #expect(Failure.Kind.allCases.filter { $0.status == .internalServerError } == [.internal])
    }

    /// The contract with clients: whoever moves a kind has to move it here too.
    private static let statuses: [(status: Int, kinds: [Failure.Kind])] = [
        (
            400,
            [
                .usage, .badRequest, .invalidInput, .contextTooLong, .messageTooLong, .notExpressible,
                .unsupportedOption, .noLogprobs,
            ]
        ),
        (401, [.unauthorized]), (403, [.notAllowed, .refusedByPolicy]), (404, [.unknownItem, .unknownModel]),
        (409, [.conflict, .occupied, .unfitModel]), (413, [.tooLarge]),
        (
            422,
            [
                .nothingToRead, .unreadable, .noEngine, .unavailable, .notConfigured, .keyOfAnotherHost, .unsendable,
                .unusableModel, .unusableTemplate, .badSettings, .invalidOutput, .refusedByModel, .windowTooSmall,
            ]
        ),
        (429, [.rateLimited, .overloaded, .quotaExceeded, .busy]), (500, [.internal]),
        (501, [.unsupportedTask, .noSpeechEngine, .toolMissing]),
        (
            502,
            [
                .badKey, .providerFailed, .badResponse, .connectionFailed, .incompleteResponse, .wrongAddress,
                .refusedBySystem, .uncertain,
            ]
        ),
        (
            503,
            [
                .modelNotReady, .notEnoughMemory, .modelFailed, .modelEnded, .locked, .damagedData, .systemFailed,
                .notRecorded, .stopped, .storeUnreachable,
            ]
        ),
        (504, [.timedOut]), (507, [.diskFull]),
    ]

    @Test func `Each kind has the status that clients were promised`() {
        #expect(Set(Self.statuses.flatMap { $0.kinds }) == Set(Failure.Kind.allCases))
        for (status, kinds) in Self.statuses {
            for kind in kinds { #expect(kind.status.code == status, "\(kind)") }
        }
    }

    @Test func `A kind that waiting cures has a status that clients repeat`() {
        for kind in Failure.Kind.allCases {
            guard case .after = kind.retry else { continue }
            #expect([429, 503].contains(kind.status.code), "\(kind)")
        }
    }

    @Test func `The description lists every kind and every step that would help`() throws {
        let file = Self.checkout.appending(path: "Sources/CPage/page/openapi.json")
        let schemas = try JSONValue(parsing: Array(Data(contentsOf: file)))["components"]?["schemas"]
        func names(_ value: JSONValue?) -> [String] { value?["enum"]?.arrayValue?.compactMap(\.stringValue) ?? [] }
        #expect(names(schemas?["FailureKind"]) == Failure.Kind.allCases.map(\.rawValue))
        let help = schemas?["FailureHelp"]?["properties"]
        #expect(Set(names(help?["action"])) == Set(Self.help.map(\.action)))
        #expect(names(help?["things"]) == Failure.Help.Things.allCases.map(\.rawValue))
        for detail in Self.help.flatMap(\.details) { #expect(help?[detail.name] != nil, "\(detail.name)") }
    }

    private static let checkout = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent()

    @Test func `The documentation says of each kind what is done about it`() throws {
        let page = try String(contentsOf: Self.checkout.appending(path: "docs/failures.md"), encoding: .utf8)
        let rows = page.split(separator: "\n").filter { $0.hasPrefix("| `") }.map { row in
            row.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
        }
        try #require(rows.count == Failure.Kind.allCases.count)
        for (row, kind) in zip(rows, Failure.Kind.allCases) {
            let again =
                switch kind.retry {
                case .never: "no"
                case .anytime: "yes"
                case .after(let seconds): "after \(seconds) s"
                }
            #expect(row.count == 6 && row[0] == "`\(kind.rawValue)`")
            #expect(row[2] == String(kind.status.code) && row[5] == again, "\(kind)")
            #expect(row[4] == (kind.isCurableElsewhere ? "yes" : "no"), "\(kind)")
        }
    }

    @Test func `What would help names no command`() {
        for step in Self.help {
            let sentence = step.sentence ?? ""
            for command in ["hearth ", "--", "scripts/", "apt"] { #expect(!sentence.contains(command)) }
        }
    }

    /// One of each.
    private static let help: [Failure.Help] = [
        .see(.documents), .addDocuments, .startConversation, .giveKey(service: "openai"), .give(option: "name"),
        .signIn(server: "web"), .set(setting: "mode"), .set(setting: "threads", environment: "work"),
        .unset(setting: "threads"),
        .giveConsent(engine: .openai, task: .answer), .fetchModel(id: "tiny"), .removeModel(id: "tiny"), .addModelFile,
        .findModel, .makeRoom, .resetModelSettings(id: "tiny"), .addEnvironment, .chooseEnvironment, .setLabel,
        .acceptDoubt, .diagnose, .verifyLedger, .rebuild, .install(package: "ffmpeg"),
    ]

    @Test func `What the system says of a file is no defect either`() {
        let errors: [any Error] = [
            CocoaError(.fileWriteOutOfSpace), CocoaError(.fileReadNoSuchFile), POSIXError(.EACCES),
            CocoaError(.fileReadTooLarge), CocoaError(.fileWriteUnknown), POSIXError(.EISDIR),
        ]
        let told = errors.map(ServerError.telling)
        #expect(told.map(\.status.code) == [507, 422, 503, 422, 503, 422])
        #expect(ServerError.telling(CocoaError(.coderInvalidValue)).status == .internalServerError)
    }

    @Test func `A code is stable: of small letters, digits and dashes`() {
        for reason in Self.reasons {
            #expect(
                !reason.code.isEmpty
                    && reason.code.utf8.allSatisfy {
                        (0x61...0x7A).contains($0) || (0x30...0x39).contains($0) || $0 == 0x2D
                    })
        }
    }

    @Test(arguments: Failure.Kind.allCases)
    func `A kind is told in each interface, and whether it is of use to repeat it`(kind: Failure.Kind) throws {
        let told = ServerError.telling(Failed(kind: kind))
        #expect(told.kind == kind && told.status == kind.status && told.code == "some-code")
        #expect((400..<600).contains(told.status.code))
        for style in [ErrorStyle.plain, .openAI, .anthropic, .jsonRPC, .ollama] {
            let response = style.response(told)
            #expect(try text(response).contains("It did not work."))
            let isTold = response.headers.contains { $0.name == "x-should-retry" && $0.value == "false" }
            let isRepeated = response.status.code >= 500 || [409, 429].contains(response.status.code)
            #expect(isTold == (isRepeated && kind.retry == .never))
        }
        let plain = told.value
        #expect(plain["code"] == "some-code" && plain["kind"]?.stringValue == kind.rawValue && plain["help"] == nil)
        guard case .after(let seconds) = kind.retry else { return #expect(told.retryAfter == nil) }
        #expect(told.retryAfter == seconds)
    }

    @Test func `What would help is a value, and words without commands`() throws {
        let told = ServerError.telling(Failed(kind: .notConfigured, help: [.giveKey(service: "openai")]))
        #expect(told.value["message"] == "It did not work.")
        #expect(told.value["help"] == [["action": "give-key", "service": "openai"]])
        #expect(try text(ErrorStyle.openAI.response(told)).contains("Set a key for openai."))
    }

    @Test func `Each interface has the codes that its clients know`() throws {
        func code(_ kind: Failure.Kind) -> String? {
            ErrorStyle.openAI.value(of: .telling(Failed(kind: kind)))["error"]?["code"]?.stringValue
        }
        #expect(code(.unknownModel) == "model_not_found")
        #expect(
            code(.contextTooLong) == "context_length_exceeded" && code(.messageTooLong) == "context_length_exceeded")
        #expect(code(.unauthorized) == "invalid_api_key")
        #expect(code(.noEngine) == "some_code")
    }

    @Test func `A value that cannot be taken is 422 in Hearth's own interface and 400 in the others`() {
        let told = ServerError.telling(Failed(kind: .invalidInput))
        #expect(ErrorStyle.plain.response(told).status == .unprocessableContent)
        #expect(ErrorStyle.openAI.response(told).status == .badRequest)
    }

    private func text(_ response: ServerResponse) throws -> String {
        guard case .bytes(let bytes) = response.content else { throw Failed(kind: .internal) }
        return String(decoding: bytes, as: UTF8.self)
    }
}
