import HearthCore
import HearthSchema
import Testing

@testable import HearthHTTP

@Suite("Pages of lists")
struct ListPageTests {
    private let all = ["e", "d", "c", "b", "a"]

    private func page(_ query: String, isAscending: Bool = false) throws -> ListPage<String> {
        try ListQuery(QueryString(query[...]), isAscending: isAscending).page(all) { $0 }
    }

    private func ofAnthropic(_ query: String) throws -> ListPage<String> {
        try ListQuery(ofAnthropic: QueryString(query[...])).page(all) { $0 }
    }

    @Test func `A page says where it begins and ends, and whether there is more`() throws {
        let first = try page("limit=2")
        #expect(
            try first.json().description
                == #"{"object":"list","data":["e","d"],"first_id":"e","last_id":"d","has_more":true}"#)
        #expect(try page("limit=2&after=c").data == ["b", "a"])
        #expect(try page("limit=2&after=c").hasMore == false)
        #expect(try page("after=a").json().description.contains(#""first_id":null,"last_id":null"#))
    }

    @Test func `The order is that of the list where a client says none`() throws {
        #expect(try page("", isAscending: true).data == all.reversed())
        #expect(try page("order=desc", isAscending: true).data == all)
        #expect(try page("order=asc&after=b").data == ["c", "d", "e"])
        #expect(try page("before=c").data == ["e", "d"])
    }

    @Test func `Anthropic's pages have no object, and before something is what stands next to it`() throws {
        let page = try ofAnthropic("limit=2&before_id=b")
        #expect(page.data == ["d", "c"] && page.hasMore)
        #expect(try page.json()["object"] == nil)
        #expect(try ofAnthropic("limit=2&after_id=b").data == ["a"])
        #expect(try ofAnthropic("limit=1000").data == all)
    }

    @Test func `What cannot be a part of the list is refused by name`() {
        for (query, name) in [
            ("limit=0", "limit"), ("limit=101", "limit"), ("order=up", "order"), ("after=z", "after"),
        ] {
            let error = #expect(throws: ServerError.self) { try page(query) }
            #expect(error?.parameter == name, "\(query)")
        }
        for (query, name) in [("limit=1001", "limit"), ("after_id=z", "after_id"), ("before_id=z", "before_id")] {
            let error = #expect(throws: ServerError.self) { try ofAnthropic(query) }
            #expect(error?.parameter == name, "\(query)")
        }
    }
}
