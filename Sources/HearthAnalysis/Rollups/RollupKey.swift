import Foundation
import HearthCore
import HearthPrompts
import HearthStore

/// The keys of what is made of a journal: hashes of everything that goes in.
///
/// An entry's key is the hash of the entry, of the prompt's version, its schema and the model; a period's that of the keys
/// below it, and of the same. So a change of one entry changes the keys of its day, week, month and year, and no other.
enum RollupKey {
    static func session(_ hash: ContentHash, model: String) -> ContentHash {
        key([recipe(.session), model, hash.hex])
    }

    /// - Parameter children: The keys of the level below, in order of time.
    static func period(_ period: JournalPeriod, model: String, children: [ContentHash]) -> ContentHash {
        key([recipe(period.level), period.name, model] + children.map(\.hex))
    }

    /// The key under which the basic engine's result is kept where a model failed whose result would have this key. It stands
    /// until the model gives one: then the key changes, and with it those of the periods above.
    static func standIn(_ key: ContentHash) -> ContentHash { self.key(["stands in", key.hex]) }

    /// The versions of prompt, schema and code.
    static func recipe(_ level: RollupLevel) -> String { recipes[level] ?? level.rawValue }

    private static let recipes: [RollupLevel: String] = Dictionary(
        uniqueKeysWithValues: RollupLevel.allCases.map { level in
            let (version, schema): (String, GenerationSchema) =
                if let prompt = LevelPrompt.of(level) {
                    ("\(prompt.version)", prompt.schema)
                } else {
                    (
                        "\(JournalSessionPrompt.version).\(JournalChunkPrompt.version)",
                        JournalSessionAnswer.generationSchema
                    )
                }
            let code = level == .session ? BasicSessionAnalyst.version : BasicPeriodWriter.version
            return (level, "\(level.rawValue) \(version) \(code) \(key([schema.root.description]).hex)")
        })

    private static func key(_ parts: [String]) -> ContentHash {
        var data = Data()
        for part in parts {
            withUnsafeBytes(of: UInt64(part.utf8.count).littleEndian) { data.append(contentsOf: $0) }
            data.append(contentsOf: part.utf8)
        }
        return ContentHash(of: data)
    }
}
