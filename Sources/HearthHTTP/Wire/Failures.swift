package import HearthCore
package import HearthSchema

// How a failure is told.

extension Wire {
    package struct Rejection: WireType {
        package var engine: Engine
        package var reason: String
        package var byPolicy: Bool

        package static let fields: [String: WireField] = [
            "byPolicy": .presence(.unpromised)
        ]
    }

    package struct FailureHelp: WireType {
        package var action: String
        package var things: Failure.Help.Things?
        package var service: String?
        package var option: String?
        package var setting: String?
        package var environment: String?
        package var engine: String?
        package var task: String?
        package var model: String?
        package var package: String?

        package static let about: String? = "One thing that would help after a failure."
        package static let fields: [String: WireField] = [
            "action": .init(oneOf: [
                "see", "add-documents", "start-conversation", "give-key", "sign-in", "give", "set", "unset",
                "give-consent",
                "fetch-model", "remove-model", "add-model-file", "find-model", "make-room", "reset-model-settings",
                "add-environment", "choose-environment", "set-label", "accept-doubt", "diagnose", "verify-ledger",
                "rebuild", "install",
            ]),
            "things": .init("With `see`.", .leftOut),
            "service": .init("With `give-key`; with `sign-in` the name of a server of tools.", .leftOut),
            "option": .init("With `give`: the field of a request that takes it.", .leftOut),
            "setting": .init("With `set` and `unset`.", .leftOut),
            "environment": .init("With `set` and `unset`, where it is one environment's.", .leftOut),
            "engine": .init("With `give-consent`.", .leftOut),
            "task": .init("With `give-consent`.", .leftOut),
            "model": .init("With `fetch-model`, `remove-model` and `reset-model-settings`: its id.", .leftOut),
            "package": .init(
                "With `install`: what has the program on Debian; elsewhere it may be called otherwise.", .leftOut),
        ]
    }

    /// What went wrong, alone or as a part of another answer: of a job, of a file among several.
    package struct Problem: WireType {
        package var code: String
        package var kind: Failure.Kind
        package var message: String
        package var help: [FailureHelp]?
        package var rejected: [Rejection]?
        package var field: String?

        package static let name: String? = nil
        package static let fields: [String: WireField] = [
            "code": "Stable, for programs: `unauthorized`, `refused-by-policy`, `unknown-item` …",
            "message": "What happened, for a person. Never holds a secret or prompt text.",
            "help": .init("What would help, the best first, where something is known to.", .leftOut),
            "rejected": .init(
                "With `refused-by-policy` and `no-engine`: every engine that was considered.", .leftOut),
            "field": .init("The field that is wrong, where it is one.", .leftOut),
        ]

        package init(
            code: String, kind: Failure.Kind, message: String, help: [FailureHelp]? = nil,
            rejected: [Rejection]? = nil, field: String? = nil
        ) {
            (self.code, self.kind, self.message) = (code, kind, message)
            (self.help, self.rejected, self.field) = (help, rejected, field)
        }
    }

    package struct Failed: WireType {
        package var error: Problem

        package static let name: String? = "Error"
        package static let about: String? = "Every answer with a status of 400 or more has this shape."
    }
}

extension Wire.Problem {
    package init(_ error: ServerError) {
        self.init(
            code: error.code, kind: error.kind, message: error.message,
            help: error.help.isEmpty ? nil : error.help.map(Wire.FailureHelp.init),
            rejected: error.rejected.isEmpty ? nil : error.rejected.map(Wire.Rejection.init), field: error.parameter)
    }
}

extension Wire.Rejection {
    package init(_ rejection: RoutingDecision.Rejection) {
        self.init(engine: rejection.engine, reason: rejection.reason, byPolicy: rejection.byPolicy)
    }
}

extension Wire.FailureHelp {
    package init(_ help: Failure.Help) {
        let details = Dictionary(help.details.map { ($0.name, $0.value) }) { first, _ in first }
        self.init(
            action: help.action, things: details["things"].flatMap(Failure.Help.Things.init),
            service: details["service"],
            option: details["option"], setting: details["setting"], environment: details["environment"],
            engine: details["engine"], task: details["task"], model: details["model"],
            package: details["package"])
    }
}
