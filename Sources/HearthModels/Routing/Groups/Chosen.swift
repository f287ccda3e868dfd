import HearthCore

/// Who serves, of those that may.
struct Chosen {
    let choice: RoutingOutcome.Choice
    let reason: String
    /// The place that is kept at a member of a group.
    var place: PoolPlace?
    /// Further members of its group that may serve.
    var siblings = 0
    /// A group before it that had no room.
    var passedOver: RoutingDecision.Rejection?

    init(_ choice: RoutingOutcome.Choice, reason: String? = nil) {
        self.choice = choice
        self.reason = reason ?? choice.reason
    }

    /// Why the others do not serve.
    func rejections(_ outcome: RoutingOutcome, _ candidates: [RoutingCandidate]) -> [RoutingDecision.Rejection] {
        var rejected = outcome.rejected.filter {
            $0.engine != candidates[choice.index].engine || $0.reason != RoutingOutcome.later
        }
        if let passedOver { rejected.append(passedOver) }
        for other in outcome.choices where other.group != nil && other.group == choice.group && other != choice {
            rejected.append(.init(engine: candidates[other.index].engine, reason: Self.beside))
        }
        return rejected
    }

    /// Of a member of a group that another one serves for.
    static let beside = "serves too; requests are spread over its group"
}

extension ModelRouter {
    /// Takes the first that may serve; of a group, the member whose turn it is, waited for where none has room.
    ///
    /// A group without room is passed over for what comes after it, as an engine that is overloaded is; where nothing does, it is the
    /// error.
    func choose(
        from outcome: RoutingOutcome, _ request: RoutingRequest, _ groups: [Engine: EndpointGroup],
        _ candidates: [RoutingCandidate], wasAdmitted: Bool, isExplained: Bool
    ) async throws -> Chosen {
        var rest = outcome.choices[...]
        var passedOver: RoutingDecision.Rejection?
        while let first = rest.first {
            guard let name = first.group, let group = groups[name] else {
                var chosen = Chosen(first)
                chosen.passedOver = passedOver
                return chosen
            }
            let members = rest.prefix { $0.group == name }
            let engines = members.map { candidates[$0.index].engine }
            if isExplained {
                let engine = configuration.pools.preview(group, among: engines, conversation: request.conversation)
                let choice = members.first { candidates[$0.index].engine == engine } ?? first
                var chosen = Chosen(choice, reason: Self.reason(first, name, nil))
                chosen.passedOver = passedOver
                return chosen
            }
            do {
                let place = try await configuration.pools.place(
                    in: group, among: engines, conversation: request.conversation, wasAdmitted: wasAdmitted)
                let choice = members.first { candidates[$0.index].engine == place.member } ?? first
                var chosen = Chosen(choice, reason: Self.reason(first, name, place.why))
                (chosen.place, chosen.siblings, chosen.passedOver) = (place, members.count - 1, passedOver)
                return chosen
            } catch let error as RoutingError {
                rest = rest.dropFirst(members.count)
                guard !rest.isEmpty else { throw error }
                passedOver = .init(engine: name, reason: error.message)
            }
        }
        throw outcome.error ?? .noEngine(task: request.task, rejected: outcome.rejected)
    }

    /// Why a member serves: how its group came to be asked, and how it came to be the one.
    private static func reason(_ choice: RoutingOutcome.Choice, _ group: Engine, _ why: EndpointPool.Why?) -> String {
        let how =
            switch why {
            case nil: "one of its endpoints"
            case .leastBusy: "the one with least to do"
            case .conversation: "the one that has the conversation"
            case .trial: "the one that failed before, to see whether it is back"
            }
        return "\(group.rawValue), \(choice.reason): \(how)"
    }
}
