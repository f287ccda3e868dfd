import Foundation
import HearthCore

/// Looks for models on Hugging Face (https://huggingface.co/docs/hub/api): which repositories have GGUF files, and which files one has.
///
/// Only what is looked for goes out, to `huggingface.co`, with a record in the ledger first, and only when a person asks. What comes back is
/// a stranger's word: it is read within limits, and a file is looked at (``ModelInspector``) before it is fetched.
public struct HubSearch: Sendable {
    private let connection: ModelConnection
    private let machine: MachineFacts

    /// Bytes of an answer that are read, and repositories and files that are taken from it.
    static let mostBytes = 4 << 20
    public static let mostModels = 50
    static let mostFiles = 400
    private static let timeLimit = Duration.seconds(30)

    /// - Parameter machine: For which a file's fit is told.
    public init(connection: ModelConnection, machine: MachineFacts) {
        self.connection = connection
        self.machine = machine
    }

    /// Repositories with GGUF files whose names hold the words, the most fetched ones first.
    ///
    /// - Parameter limit: 1 to ``mostModels``.
    /// - Throws: ``RegistryError`` `bad-response` where the answer is none; what the transport throws.
    public func models(matching words: String, limit: Int = 20) async throws -> [HubModel] {
        let query = [
            ("search", words), ("filter", "gguf"), ("sort", "downloads"), ("direction", "-1"),
            ("limit", String(min(max(1, limit), Self.mostModels))),
        ]
        let found: [Repository] = try await answer(to: "/api/models", query)
        return found.prefix(Self.mostModels).compactMap(HubModel.init)
    }

    /// The GGUF files of a repository that are whole models, the smallest first, each with whether it fits this machine.
    ///
    /// A model in several files ("…-00001-of-00003.gguf"), which nothing here fetches, and the picture reader of one that sees
    /// ("mmproj-…") are left out, and counted.
    ///
    /// - Throws: As ``models(matching:limit:)``; `bad-address` for what is no name of a repository.
    public func files(of repository: String) async throws -> (files: [HubFile], leftOut: Int) {
        guard HubModel.isName(repository) else {
            throw RegistryError(.badAddress, "\(repository) is no name of a repository; it has the form OWNER/NAME.")
        }
        let found: [File] = try await answer(to: "/api/models/\(repository)/tree/main", [("recursive", "true")])
        let models = found.prefix(Self.mostFiles).filter {
            $0.type == "file" && $0.path.lowercased().hasSuffix(".gguf")
        }
        let whole = models.compactMap { HubFile($0, repository: repository, machine: machine) }
        return (whole.sorted { ($0.bytes, $0.path) < ($1.bytes, $1.path) }, models.count - whole.count)
    }

    // MARK: - Asking

    private func answer<Answer: Decodable>(to path: String, _ query: [(String, String)]) async throws -> Answer {
        var parts = URLComponents()
        (parts.scheme, parts.host, parts.path) = ("https", HuggingFace.host, path)
        parts.queryItems = query.map { URLQueryItem(name: $0.0, value: $0.1) }
        guard let url = parts.url else { throw RegistryError(.badAddress, "This cannot be looked for.") }
        let errand = try await connection.begin("probe", url)
        do {
            let bytes = try await body(of: url, record: errand.record)
            await errand.end()
            do {
                return try JSONDecoder().decode(Answer.self, from: bytes)
            } catch {
                throw RegistryError(
                    .badResponse, "\(HuggingFace.host) answered with something that is no list. Try again later.")
            }
        } catch {
            await errand.end(error)
            throw error
        }
    }

    private func body(of url: URL, record: Int) async throws -> Data {
        let response = try await connection.send(
            url, headers: [("accept", "application/json")], record: record, purpose: "probe",
            maximumBytes: Self.mostBytes,
            followsRedirects: false, timeLimit: Self.timeLimit)
        var bytes = Data()
        for try await piece in response.body { bytes.append(contentsOf: piece) }
        switch response.status {
        case 200: return bytes
        case 401, 403, 404:
            throw RegistryError(
                .notFound, "\(HuggingFace.host) shows no such repository (status \(response.status)). Check its name.")
        default:
            throw RegistryError(
                .badResponse,
                "\(HuggingFace.host) answered with status \(response.status) instead of a list. Try again later.")
        }
    }

    // MARK: - What is answered

    /// Of https://huggingface.co/api/models.
    struct Repository: Decodable {
        var id: String
        var downloads: Int?
        var likes: Int?
        var tags: [String]?
        var lastModified: String?
        var gated: Gated?

        /// `false`, or in which way: "auto", "manual".
        enum Gated: Decodable {
            case no, yes

            init(from decoder: any Decoder) throws {
                let container = try decoder.singleValueContainer()
                self = (try? container.decode(Bool.self)) == false ? .no : .yes
            }
        }
    }

    /// Of https://huggingface.co/api/models/OWNER/NAME/tree/main.
    struct File: Decodable {
        var type: String
        var path: String
        var size: Int?
        var lfs: Stored?

        struct Stored: Decodable {
            /// SHA-256 of the file.
            var oid: String?
            var size: Int?
        }
    }
}

/// A repository of models.
public struct HubModel: Hashable, Sendable, Codable {
    /// `OWNER/NAME`.
    public var name: String
    /// In the last month.
    public var downloads: Int
    public var likes: Int
    /// As its owner tags it: an SPDX identifier mostly; `nil` where nothing is said.
    public var licence: String?
    /// Whether its terms have to be accepted on its page first.
    public var isGated: Bool
    /// The day of its last change, `2026-03-01`; `nil` where that is not said.
    public var changed: String?

    /// `nil` for what no repository is called.
    init?(_ found: HubSearch.Repository) {
        guard Self.isName(found.id) else { return nil }
        name = found.id
        (downloads, likes) = (max(0, found.downloads ?? 0), max(0, found.likes ?? 0))
        licence =
            found.tags?.lazy.compactMap { tag in
                tag.hasPrefix("license:") && tag.utf8.count <= 80 ? String(tag.dropFirst("license:".count)) : nil
            }.first
        isGated = if case .yes? = found.gated { true } else { false }
        changed = found.lastModified.flatMap { day in
            let day = day.prefix(10)
            return day.utf8.count == 10 && day.utf8.allSatisfy { (0x30...0x39).contains($0) || $0 == 0x2D }
                ? String(day) : nil
        }
    }

    /// `OWNER/NAME` of the letters that Hugging Face allows (https://huggingface.co/docs/hub/repositories), so that it is one part of a path
    /// each and nothing else.
    static func isName(_ text: String) -> Bool {
        let parts = text.split(separator: "/", omittingEmptySubsequences: false)
        return parts.count == 2
            && parts.allSatisfy { part in
                (1...96).contains(part.utf8.count) && part.first != "." && part.first != "-"
                    && part.utf8.allSatisfy { byte in
                        (0x30...0x39).contains(byte) || (byte | 0x20) &- 0x61 < 26 || byte == 0x2D || byte == 0x2E
                            || byte == 0x5F
                    }
            }
    }
}

/// A model's file in a repository.
public struct HubFile: Hashable, Sendable, Codable {
    public var path: String
    /// Where it can be fetched: what ``ModelLibrary`` takes.
    public var url: String
    public var bytes: Int
    public var sha256: String?
    /// Such as `Q4_K_M`, by the file's name; `nil` where that tells none.
    public var quantization: String?
    public var fit: ModelFit

    /// `nil` for what is no whole model, or has no size.
    init?(_ file: HubSearch.File, repository: String, machine: MachineFacts) {
        guard let size = file.lfs?.size ?? file.size, size > 0, file.path.utf8.count <= 400, !file.path.contains("..")
        else {
            return nil
        }
        let name = file.path.split(separator: "/").last.map { $0.lowercased() } ?? ""
        guard !name.hasPrefix("mmproj"), name.firstMatch(of: /-\d{5}-of-\d{5}\.gguf$/) == nil else { return nil }
        var parts = URLComponents()
        (parts.scheme, parts.host) = ("https", HuggingFace.host)
        parts.path = "/\(repository)/resolve/main/\(file.path)"
        guard let url = parts.url else { return nil }
        (path, self.url, bytes) = (file.path, url.absoluteString, size)
        sha256 = file.lfs?.oid.map { $0.lowercased() }.flatMap { FileHash.isSHA256($0) ? $0 : nil }
        quantization = name.uppercased().firstMatch(
            of: /(?:^|[-._])(I?Q\d(?:_[A-Z0-9]+)*|BF16|F16|F32|TQ\d_\d)(?=[-._])/
        ).map { String($0.1) }
        fit = ModelFit(bytes: size, shape: nil, context: ModelInspector.usualContext, machine: machine)
    }
}
