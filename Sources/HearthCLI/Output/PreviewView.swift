import Hearth

/// Prints what would leave the machine.
struct PreviewView {
    struct Output: Encodable {
        struct Sent: Encodable {
            var role: String
            var content: String
        }
        struct Replaced: Encodable {
            var placeholder: String
            var kind: String
            var original: String
        }
        var route: RoutingDecision
        var leavesProcess: Bool
        var leavesMachine: Bool
        var messages: [Sent]
        var replaced: [Replaced]
        var notes: [String]
        var tokens: Int
        var bytes: Int

        init(_ preview: OutboundPreview) {
            route = preview.decision
            leavesProcess = preview.leavesProcess
            leavesMachine = preview.leavesMachine
            messages = preview.messages.map { Sent(role: $0.role.rawValue, content: $0.content) }
            replaced = preview.replaced.map {
                Replaced(placeholder: $0.placeholder, kind: $0.kind.rawValue, original: $0.original)
            }
            notes = preview.notes
            tokens = preview.estimatedTokens
            bytes = preview.bytes
        }
    }

    var json: Bool
    /// Whether more is asked about the answers, which nobody knows yet.
    var isFirstOfSeveral = false

    func write(_ previews: [OutboundPreview]) throws {
        if json { return try previews.forEach { try JSONLines().write(Output($0)) } }
        // Where nothing leaves, it is said once.
        for preview in previews.contains(where: \.leavesProcess) ? previews : Array(previews.prefix(1)) {
            write(preview)
        }
        if isFirstOfSeveral, previews.contains(where: \.leavesProcess) {
            Terminal.output.write(
                Terminal.output.dim("What is then asked about the answers is made of them, and goes the same way.\n"))
        }
    }

    private func write(_ preview: OutboundPreview) {
        let decision = preview.decision
        let output = Terminal.output
        guard preview.leavesProcess else {
            output.write("Nothing would leave this program: the engine \(decision.engine.rawValue) serves.\n")
            for rejection in decision.rejected {
                output.write(output.dim("  \(rejection.engine.rawValue): \(Terminal.safe(rejection.reason))\n"))
            }
            return
        }
        let verb = preview.leavesMachine ? "leave this machine" : "go to another program on this machine"
        output.write(
            output.bold(
                "\(Format.count(preview.bytes, "byte")), about \(Format.count(preview.estimatedTokens, "token")), would \(verb):\n"
            ))
        output.write("  host: \(Terminal.line(decision.host ?? "unknown"))\n")
        output.write("  engine: \(decision.engine.rawValue), model \(Terminal.line(decision.model))\n")
        output.write("  why: \(Terminal.safe(decision.reason))\n")
        output.write("  label: \(decision.label.rawValue)\n")
        if let consent = decision.consentID { output.write("  consent: \(consent)\n") }
        for item in preview.replaced {
            output.write("  replaced: \(Terminal.safe(item.original)) → \(item.placeholder)\n")
        }
        for note in preview.notes { output.write("  \(output.yellow("left")): \(Terminal.safe(note))\n") }
        for message in preview.messages {
            output.write(output.dim("--- \(message.role.rawValue)\n") + Terminal.safe(message.content) + "\n")
        }
    }
}
