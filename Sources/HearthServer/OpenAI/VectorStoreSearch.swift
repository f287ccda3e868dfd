import Foundation
import Hearth
import HearthHTTP

/// `POST /v1/vector_stores/ID/search`: passages of its documents, in the order of Hearth's own search, by words and by meaning.
struct VectorStoreSearch: Sendable {
    let stores: VectorStores

    private static let mostQueries = 8
    private static let mostQueryBytes = 16 << 10

    func search(_ request: ServerRequest) async throws -> ServerResponse {
        let fields = try RequestFields(try await request.json())
        let queries = try Self.queries(fields)
        let limit = try fields.integer("max_num_results", in: 1...50) ?? 10
        let store = try await stores.store(request.parameter("id"))
        let ranking = try fields.fields("ranking_options")
        if let ranker = try ranking?.string("ranker"), !["auto", "none", "default-2024-11-15"].contains(ranker) {
            throw ServerError(
                .unsupportedValue,
                "`ranking_options.ranker`: there is one way in which passages are ranked here; it has to be auto.",
                parameter: "ranking_options.ranker")
        }
        let threshold = try ranking?.number("score_threshold", in: 0...1) ?? 0
        if case .set(let deposit, let set) = store {
            try set.requireLive(deposit.id)
            if set.isUseDue { try await stores.update(deposit.id) { _ in } }
        }
        let attributes = store.attributes
        var filter = store.filter
        if let wanted = try fields.fields("filters") {
            let condition = try AttributeFilter(wanted)
            guard case .set = store else {
                throw ServerError(
                    .unsupportedValue,
                    "`filters`: they are about attributes, which files have in vector stores that programs make; in `vs_library` there are none.",
                    parameter: "filters")
            }
            let ids = Set(attributes.filter { condition.holds($0.value) }.keys)
            filter = ids.isEmpty ? nil : SearchFilter(documentIDs: ids)
        }
        var (passages, notes) = ([Passage](), [String]())
        if let filter { (passages, notes) = try await found(queries, limit, filter) }
        passages.removeAll { Self.score($0) < threshold }
        try await stores.hearth.privacy.willGive(passages)
        if try fields.bool("rewrite_query") == true {
            notes.append("rewrite_query: queries are searched for as they are.")
        }
        let known: Set = ["query", "max_num_results", "filters", "ranking_options", "rewrite_query"]
        if let note = fields.note(beyond: known) { notes.append(note) }
        if let note = ranking?.note(beyond: ["ranker", "score_threshold"]) { notes.append(note) }
        let page = LibraryWire.FoundPage(
            searchQuery: queries,
            data: passages.map { passage in
                LibraryWire.Found(
                    fileID: passage.documentID,
                    filename: DocumentName.file(path: passage.path, title: passage.title, id: passage.documentID),
                    score: Self.score(passage), attributes: attributes[passage.documentID] ?? JSONObject(),
                    content: [.init(text: passage.text)])
            })
        return .json(try page.json(), notes: notes)
    }

    /// What several queries find, each passage once, with its best score.
    private func found(
        _ queries: [String], _ limit: Int, _ filter: SearchFilter
    ) async throws -> (passages: [Passage], notes: [String]) {
        var best: [Int64: Passage] = [:]
        var notes: [String] = []
        for query in queries {
            let response = try await stores.hearth.documents.search(
                SearchRequest(text: query, limit: limit, filter: filter))
            for passage in response.passages where passage.score > best[passage.chunkID]?.score ?? -.infinity {
                best[passage.chunkID] = passage
            }
            for note in response.notes where !notes.contains(note) { notes.append(note) }
        }
        let ranked = best.values.sorted { ($1.score, $0.chunkID) < ($0.score, $1.chunkID) }
        return (Array(ranked.prefix(limit)), notes)
    }

    /// As this interface has it, from 0 to 1.
    private static func score(_ passage: Passage) -> Double { min(1, max(0, passage.score)) }

    private static func queries(_ fields: RequestFields) throws -> [String] {
        guard let queries = try fields.strings("query", most: mostQueries), !queries.isEmpty else {
            throw fields.missing("query")
        }
        guard queries.allSatisfy({ $0.utf8.count <= mostQueryBytes }) else {
            throw fields.wrong("query", "at most \(mostQueryBytes) bytes long")
        }
        for query in queries { try EmptyTextError.check(query, "query", called: "query") }
        return queries
    }
}

extension VectorStores {
    /// What an answer from the files of some stores may look at.
    ///
    /// - Parameter filter: Within what it has to be.
    /// - Throws: ``HearthHTTP/ServerError`` for stores that are not there or have expired, for a condition that cannot be met, and where nothing
    ///   is left to search.
    func filter(of scope: DocumentScope.StoreScope, within filter: SearchFilter) async throws -> SearchFilter {
        let condition = try scope.filters.map { try AttributeFilter(RequestFields($0, path: "filters.")) }
        var filter = filter
        var ids: Set<String> = []
        var isWhole = false
        for id in scope.ids {
            switch try await store(id) {
            case .library:
                guard condition == nil else {
                    throw ServerError(
                        .unsupportedValue,
                        "`filters`: they are about attributes, which files have in vector stores that programs make; in `vs_library` there are none.",
                        parameter: "filters")
                }
                isWhole = true
            case .set(let deposit, let set):
                try set.requireLive(deposit.id)
                if set.isUseDue { try await update(deposit.id) { _ in } }
                ids.formUnion(set.members.filter { condition?.holds($0.attributes) ?? true }.map(\.id))
            }
        }
        guard !isWhole else {
            filter.withoutJournal = true
            return filter
        }
        if let wanted = filter.documentIDs { ids.formIntersection(wanted) }
        guard !ids.isEmpty else {
            throw ServerError.invalid(
                "vector_store_ids", "There is no file in these vector stores that could be searched.")
        }
        filter.documentIDs = ids
        return filter
    }
}

/// A condition on what a program says of its files.
indirect enum AttributeFilter: Sendable {
    enum Comparison: String, CaseIterable, Sendable { case eq, ne, gt, gte, lt, lte, `in`, nin }

    case all([AttributeFilter])
    case any([AttributeFilter])
    case compare(String, Comparison, JSONValue)

    private static let mostConditions = 100
    private static let deepest = 8

    /// - Throws: ``HearthHTTP/ServerError`` for what cannot be said in this way.
    init(_ fields: RequestFields) throws {
        var left = Self.mostConditions
        self = try Self.read(fields, depth: 0, &left)
    }

    private static func read(_ fields: RequestFields, depth: Int, _ left: inout Int) throws -> AttributeFilter {
        left -= 1
        guard left >= 0, depth < deepest else {
            throw ServerError.invalid("filters", "`filters` may have \(mostConditions) conditions, \(deepest) deep.")
        }
        let type = try fields.required("type")
        if type == "and" || type == "or" {
            guard let inner = try fields.list("filters", most: mostConditions), !inner.isEmpty else {
                throw fields.missing("filters")
            }
            var conditions: [AttributeFilter] = []
            for one in inner { conditions.append(try read(one, depth: depth + 1, &left)) }
            return type == "and" ? .all(conditions) : .any(conditions)
        }
        guard let comparison = Comparison(rawValue: type) else {
            throw fields.unsupported(
                "type", "conditions are and, or, \(Comparison.allCases.map(\.rawValue).joined(separator: ", ")).")
        }
        let key = try fields.required("key")
        guard let value = fields["value"] else { throw fields.missing("value") }
        switch (comparison, value) {
        case (.in, .array(let items)), (.nin, .array(let items)):
            guard items.count <= mostConditions, items.allSatisfy(isSingle) else {
                throw fields.wrong("value", "a list of at most \(mostConditions) strings and numbers")
            }
        case (.in, _), (.nin, _): throw fields.wrong("value", "a list")
        case (.gt, .number), (.gte, .number), (.lt, .number), (.lte, .number): break
        case (.gt, _), (.gte, _), (.lt, _), (.lte, _): throw fields.wrong("value", "a number")
        default:
            guard isSingle(value) else { throw fields.wrong("value", "a string, a number, true or false") }
        }
        return .compare(key, comparison, value)
    }

    private static func isSingle(_ value: JSONValue) -> Bool {
        switch value {
        case .string, .number, .bool: true
        default: false
        }
    }

    /// What a file does not have is equal to nothing, and neither more nor less than anything.
    func holds(_ attributes: JSONObject) -> Bool {
        switch self {
        case .all(let conditions): return conditions.allSatisfy { $0.holds(attributes) }
        case .any(let conditions): return conditions.contains { $0.holds(attributes) }
        case .compare(let key, let comparison, let value):
            let own = attributes[key]
            switch comparison {
            case .eq: return own == value
            case .ne: return own != value
            case .in: return own.map { value.arrayValue?.contains($0) ?? false } ?? false
            case .nin: return own.map { !(value.arrayValue?.contains($0) ?? false) } ?? true
            case .gt, .gte, .lt, .lte:
                guard let own = own.flatMap(Self.number), let value = Self.number(value) else { return false }
                switch comparison {
                case .gt: return own > value
                case .gte: return own >= value
                case .lt: return own < value
                default: return own <= value
                }
            }
        }
    }

    private static func number(_ value: JSONValue) -> Double? {
        value.numberValue.flatMap { Double($0.description) }
    }
}
