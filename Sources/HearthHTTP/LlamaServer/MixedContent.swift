import HearthCore
import HearthSchema

/// A text; or, as llama-server takes it, a list of texts and of tokens by their numbers, so that a client puts marks between texts
/// that it did not write itself.
struct MixedContent: Sendable {
    /// Texts of one list: each is a call of the model's process.
    static let mostTexts = 10_000
    /// Tokens that are told with what they stand for; likewise.
    static let mostNamed = 4096

    private enum Part: Sendable {
        case text(String)
        case token(Int32)
    }

    private let parts: [Part]
    /// Bytes of all texts.
    let textBytes: Int

    /// The tokens that it names by their numbers.
    var tokens: [Int32] {
        parts.compactMap { if case .token(let id) = $0 { id } else { nil } }
    }

    /// - Parameter withPieces: Whether it is to be told what each token stands for.
    /// - Throws: ``ServerError`` `invalid-input`.
    init(_ fields: RequestFields, _ name: String, withPieces: Bool) throws {
        var parts: [Part] = []
        var (bytes, texts) = (0, 0)
        if let list = fields[name]?.arrayValue {
            guard list.count <= LlamaServerRoutes.mostTokens else {
                throw fields.wrong(name, "a list of at most \(LlamaServerRoutes.mostTokens) items")
            }
            for (index, value) in list.enumerated() {
                if let text = value.stringValue {
                    texts += 1
                    bytes += text.utf8.count
                    parts.append(.text(text))
                } else if let id = Self.token(value) {
                    parts.append(.token(id))
                } else {
                    throw ServerError.invalid(
                        name,
                        "`\(name)[\(index)]` has to be a string or a token, which is a whole number from 0 on, and is "
                            + "\(value.found).")
                }
            }
        } else {
            guard let value = fields[name] else { throw fields.missing(name) }
            guard let text = value.stringValue else {
                throw fields.wrong(name, "a string, or a list of strings and tokens")
            }
            bytes = text.utf8.count
            parts = [.text(text)]
        }
        guard bytes <= LlamaServerRoutes.mostBytes, texts <= Self.mostTexts else {
            throw fields.wrong(
                name,
                "at most \(LlamaServerRoutes.mostBytes) bytes of text in at most \(Self.mostTexts) parts; send more in several "
                    + "requests")
        }
        self.parts = parts
        textBytes = bytes
        guard !withPieces || Set(tokens).count <= Self.mostNamed else {
            throw fields.wrong(name, "a list of at most \(Self.mostNamed) different tokens where `with_pieces` is true")
        }
    }

    /// The number of a token.
    static func token(_ value: JSONValue) -> Int32? {
        value.numberValue?.intValue.flatMap { Int32(exactly: $0) }.flatMap { $0 >= 0 ? $0 : nil }
    }

    /// All tokens, in order. What the model wants around a prompt is put around a text that comes first, and nowhere else, as there.
    ///
    /// - Throws: An error of the kind `bad-request` for a number that is no token of the model.
    func tokens(of model: any InspectableModel, _ listing: TokenListing) async throws -> [ModelToken] {
        let named = try await pieces(of: model, listing)
        var found: [ModelToken] = []
        for (index, part) in parts.enumerated() {
            switch part {
            case .token(let id): found.append(ModelToken(id: id, bytes: named[id] ?? []))
            case .text(let text):
                var own = listing
                own.addsSpecials = listing.addsSpecials && index == 0
                found += try await model.tokens(of: text, own)
            }
        }
        return found
    }

    /// What the tokens stand for that have their numbers here. Those that the model does not have are refused, also where nobody asks
    /// what they stand for.
    private func pieces(of model: any InspectableModel, _ listing: TokenListing) async throws -> [Int32: [UInt8]] {
        let different = Set(tokens).sorted()
        guard let last = different.last else { return [:] }
        // The numbers of a vocabulary have no gaps.
        guard listing.withBytes else {
            _ = try await model.bytes(ofTokens: [last])
            return [:]
        }
        var found: [Int32: [UInt8]] = [:]
        for id in different { found[id] = try await model.bytes(ofTokens: [id]) }
        return found
    }
}
