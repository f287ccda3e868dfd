/// The drafts of JSON Schema that are understood.
public enum SchemaDraft: String, Sendable, CaseIterable, Comparable {
    case draft4 = "4"
    case draft6 = "6"
    case draft7 = "7"
    case draft2019 = "2019-09"
    case draft2020 = "2020-12"

    private var order: Int { Self.allCases.firstIndex(of: self) ?? 0 }
    public static func < (left: Self, right: Self) -> Bool { left.order < right.order }

    /// The draft that a `$schema` address stands for.
    init?(address: String) {
        let bare = address.hasSuffix("#") ? String(address.dropLast()) : address
        switch bare.replacingPrefix("https://", with: "http://") {
        case "http://json-schema.org/draft-04/schema": self = .draft4
        case "http://json-schema.org/draft-06/schema": self = .draft6
        case "http://json-schema.org/draft-07/schema": self = .draft7
        case "http://json-schema.org/draft/2019-09/schema": self = .draft2019
        case "http://json-schema.org/draft/2020-12/schema": self = .draft2020
        default: return nil
        }
    }
}

extension String {
    func replacingPrefix(_ prefix: String, with other: String) -> String {
        hasPrefix(prefix) ? other + dropFirst(prefix.count) : self
    }
}
