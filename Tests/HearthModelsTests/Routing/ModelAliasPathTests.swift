import HearthModels
import Testing

@Suite("Names that lead to models")
struct ModelAliasPathTests {
    private let aliases = [
        "gpt-4o": "mine", "mine": "local/one", "read": "documents/mine", "all": "documents", "self": "self",
        "a": "b", "b": "documents/a", "into": "self",
    ]

    @Test(arguments: [
        ("gpt-4o", "local/one"), ("local/one", "local/one"), ("read", "documents/local/one"),
        ("documents/gpt-4o", "documents/local/one"), ("documents/all", "documents"),
        ("documents/read", "documents/local/one"), ("", ""), ("documents/", "documents/"),
    ])
    func `A name leads along others to one that is none of them`(_ name: String, _ target: String) {
        #expect(ModelAliasPath(from: name, in: aliases).target == target)
    }

    @Test(arguments: ["self", "a", "b", "into", "documents/a", "documents/self"])
    func `A name that leads into a circle leads nowhere, and is told with its way`(_ name: String) {
        let path = ModelAliasPath(from: name, in: aliases)
        #expect(path.isCircle && path.target == nil)
        #expect(path.names.count <= aliases.count * 2 + 2 && path.description.hasPrefix(name))
    }
}
