public import Foundation
public import HearthCore
import HearthModels

/// The settings of a named endpoint: a server that speaks OpenAI's protocol.
public struct NamedEndpoint: Hashable, Sendable {
    /// HTTPS, unless the host is this machine.
    public var baseURL: URL
    /// The model that is asked for where a request names none; `nil` when none is chosen.
    public var model: String?
    /// Tokens of its window; `nil` takes what the server says of itself.
    public var contextLength: Int?
    /// The strictest label that it may see, with a consent where one is needed: public or personal. Private text goes to none.
    public var ceiling: SensitivityLabel
    /// The priority among the endpoints, at the place of `custom` in the order of engines; a higher weight comes first.
    public var weight: Int
    /// Requests that it works on at a time; further ones wait. `nil` is ``HearthModels/EndpointGroup/usualParallel``, or what a group
    /// that has it says.
    public var parallel: Int?

    public static let weights = 0...100
    public static let contextLengths = 256...1_048_576

    public init(
        baseURL: URL, model: String? = nil, contextLength: Int? = nil, ceiling: SensitivityLabel = .personal,
        weight: Int = 1, parallel: Int? = nil
    ) {
        self.baseURL = baseURL
        self.model = model
        self.contextLength = contextLength
        self.ceiling = ceiling
        self.weight = weight
        self.parallel = parallel
    }
}

extension Settings {
    /// The order of engines with the endpoints in it: those that it does not name itself stand where `custom` does, after it,
    /// the one with the most weight first. Where `custom` is left out, they serve only when they are asked for by name. A member of a
    /// group stands there as the group, once, in the place of the member with the most weight.
    public var orderOfEngines: [Engine] {
        guard let place = order.firstIndex(of: .custom) else { return order }
        let others =
            endpoints
            .map { (engine: Engine.endpoint($0.key), name: $0.key, weight: $0.value.weight) }
            .filter { !order.contains($0.engine) }
            .sorted { ($1.weight, $0.name.text) < ($0.weight, $1.name.text) }
        var all = order
        var next = place + 1
        for other in others {
            let engine = group(of: other.name).map { Engine.endpoint($0) } ?? other.engine
            guard !all.contains(engine) else { continue }
            all.insert(engine, at: next)
            next += 1
        }
        return all
    }
}

/// Endpoints as the text of a setting, `lab=https://gpu.example.com/v1 model=qwen3 context=32768 label=public weight=2
/// parallel=16`, the next one behind a comma. In `settings.json` they may also stand as a list of such texts.
enum EndpointText {
    /// What is read at each start and considered for each request stays small.
    static let most = 64
    static let mostBytes = 32 << 10

    /// `nil` where the text is none such: a name twice, a field that is none, a value that is not allowed.
    static func parse(_ text: String) -> [EndpointName: NamedEndpoint]? {
        var endpoints: [EndpointName: NamedEndpoint] = [:]
        for item in text.split(separator: ",", omittingEmptySubsequences: false) {
            var words = item.split(separator: " ").map { word in
                word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
            }
            guard words.allSatisfy({ $0.count == 2 && !$0[1].isEmpty }), let first = words.first else { return nil }
            words.removeFirst()
            var fields: [String: String] = [:]
            for word in words {
                guard fields.updateValue(word[1], forKey: word[0]) == nil else { return nil }
            }
            guard let name = EndpointName(first[0]), let endpoint = endpoint(at: first[1], &fields), fields.isEmpty,
                endpoints.updateValue(endpoint, forKey: name) == nil, endpoints.count <= most
            else { return nil }
        }
        return endpoints
    }

    /// What the address and the other fields say; takes out the fields that it knows.
    private static func endpoint(at address: String, _ fields: inout [String: String]) -> NamedEndpoint? {
        guard case .url(let url)? = SettingKind.endpoint.value(address) else { return nil }
        var endpoint = NamedEndpoint(baseURL: url)
        if let model = fields.removeValue(forKey: "model") {
            // A key in the wrong place would stand in lists and records.
            guard case .text(let model)? = SettingKind.model.value(model), !KeyText.looksLikeKey(model) else {
                return nil
            }
            endpoint.model = model
        }
        if let context = fields.removeValue(forKey: "context") {
            guard let tokens = Int(context), NamedEndpoint.contextLengths.contains(tokens) else { return nil }
            endpoint.contextLength = tokens
        }
        if let label = fields.removeValue(forKey: "label") {
            guard let label = SensitivityLabel(rawValue: label), label < .private else { return nil }
            endpoint.ceiling = label
        }
        if let weight = fields.removeValue(forKey: "weight") {
            guard let weight = Int(weight), NamedEndpoint.weights.contains(weight) else { return nil }
            endpoint.weight = weight
        }
        if let parallel = fields.removeValue(forKey: "parallel") {
            guard let count = Int(parallel), EndpointGroup.parallels.contains(count) else { return nil }
            endpoint.parallel = count
        }
        return endpoint
    }

    static func text(_ endpoints: [EndpointName: NamedEndpoint]) -> String {
        endpoints.sorted { $0.key < $1.key }.map { text($0.key, $0.value) }.joined(separator: ",")
    }

    /// What is as it would be anyhow is left out.
    private static func text(_ name: EndpointName, _ endpoint: NamedEndpoint) -> String {
        var words = ["\(name.text)=\(endpoint.baseURL.absoluteString)"]
        if let model = endpoint.model { words.append("model=\(model)") }
        if let tokens = endpoint.contextLength { words.append("context=\(tokens)") }
        if endpoint.ceiling != .personal { words.append("label=\(endpoint.ceiling.rawValue)") }
        if endpoint.weight != 1 { words.append("weight=\(endpoint.weight)") }
        if let parallel = endpoint.parallel { words.append("parallel=\(parallel)") }
        return words.joined(separator: " ")
    }
}
