public import HearthCore
public import HearthModels

/// The settings of an endpoint group: endpoints that serve the same model, and how requests are balanced over them.
public struct NamedGroup: Hashable, Sendable {
    public struct Member: Hashable, Sendable {
        public var name: EndpointName
        /// Its share beside those of the others.
        public var weight: Int

        public init(_ name: EndpointName, weight: Int = 1) {
            self.name = name
            self.weight = weight
        }
    }

    /// None of them twice. One that is no endpoint by now gets nothing, and decisions say so.
    public var members: [Member]
    /// Requests that one member works on at a time, unless the endpoint has a number of its own.
    public var parallel: Int
    /// Requests that may wait for a member.
    public var queue: Int

    public static let sizes = 1...64

    public init(
        members: [Member], parallel: Int = EndpointGroup.usualParallel, queue: Int = EndpointGroup.usualQueue
    ) {
        self.members = members
        self.parallel = parallel
        self.queue = queue
    }

    /// The group as the router knows it.
    ///
    /// - Parameter endpoints: Those that there are; what one says of itself stands above what the group says.
    func routed(_ name: EndpointName, _ endpoints: [EndpointName: NamedEndpoint]) -> EndpointGroup {
        EndpointGroup(
            .endpoint(name),
            members: members.map { member in
                .init(.endpoint(member.name), weight: member.weight, parallel: endpoints[member.name]?.parallel)
            },
            parallel: parallel, queue: queue)
    }
}

extension Settings {
    /// The groups by the engine that is asked for. One that has the name of an endpoint, as only a file that was edited by hand can
    /// say, is none: the endpoint is meant.
    var routedGroups: [Engine: EndpointGroup] {
        groups.reduce(into: [:]) { groups, group in
            if endpoints[group.key] == nil { groups[.endpoint(group.key)] = group.value.routed(group.key, endpoints) }
        }
    }

    /// The group by which an endpoint stands in the order of engines where that does not name it: the first that has it.
    func group(of endpoint: EndpointName) -> EndpointName? {
        groups.filter { endpoints[$0.key] == nil && $0.value.members.contains { $0.name == endpoint } }.map(\.key).min()
    }
}

/// Groups as the text of a setting, `pool=lab1:2+lab2 parallel=16 queue=200`, the next one behind a comma.
enum GroupText {
    static let most = 32
    static let mostBytes = 32 << 10

    /// `nil` where the text is none such: a name twice, a field that is none, a value that is not allowed.
    static func parse(_ text: String) -> [EndpointName: NamedGroup]? {
        guard text.utf8.count <= mostBytes else { return nil }
        var groups: [EndpointName: NamedGroup] = [:]
        for item in text.split(separator: ",", omittingEmptySubsequences: false) {
            var fields: [String: String] = [:]
            var first: (name: String, value: String)?
            for word in item.split(separator: " ") {
                let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
                guard parts.count == 2, !parts[1].isEmpty else { return nil }
                if first == nil {
                    first = (parts[0], parts[1])
                } else if fields.updateValue(parts[1], forKey: parts[0]) != nil {
                    return nil
                }
            }
            guard let first, let name = EndpointName(first.name), let members = members(first.value) else { return nil }
            var group = NamedGroup(members: members)
            if let text = fields.removeValue(forKey: "parallel") {
                guard let count = Int(text), EndpointGroup.parallels.contains(count) else { return nil }
                group.parallel = count
            }
            if let text = fields.removeValue(forKey: "queue") {
                guard let count = Int(text), EndpointGroup.queues.contains(count) else { return nil }
                group.queue = count
            }
            guard fields.isEmpty, groups.updateValue(group, forKey: name) == nil, groups.count <= most else {
                return nil
            }
        }
        return groups
    }

    private static func members(_ text: String) -> [NamedGroup.Member]? {
        var members: [NamedGroup.Member] = []
        var seen: Set<EndpointName> = []
        for part in text.split(separator: "+", omittingEmptySubsequences: false) {
            let parts = part.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
            guard let name = parts.first.flatMap({ EndpointName($0) }), seen.insert(name).inserted else { return nil }
            var weight = 1
            if parts.count == 2 {
                guard let number = Int(parts[1]), EndpointGroup.weights.contains(number) else { return nil }
                weight = number
            }
            members.append(.init(name, weight: weight))
        }
        return NamedGroup.sizes.contains(members.count) ? members : nil
    }

    static func text(_ groups: [EndpointName: NamedGroup]) -> String {
        groups.sorted { $0.key < $1.key }.map { text($0.key, $0.value) }.joined(separator: ",")
    }

    /// What is as it would be anyhow is left out.
    private static func text(_ name: EndpointName, _ group: NamedGroup) -> String {
        let members = group.members.map { $0.weight == 1 ? $0.name.text : "\($0.name.text):\($0.weight)" }
        var words = ["\(name.text)=\(members.joined(separator: "+"))"]
        if group.parallel != EndpointGroup.usualParallel { words.append("parallel=\(group.parallel)") }
        if group.queue != EndpointGroup.usualQueue { words.append("queue=\(group.queue)") }
        return words.joined(separator: " ")
    }
}
