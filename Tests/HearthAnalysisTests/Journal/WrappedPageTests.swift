import Foundation
import HearthAnalysis
import HearthCore
import HearthModels
import Testing

#if canImport(FoundationXML)
import FoundationXML
#endif

@Suite struct WrappedPageTests {
    private func page(_ entries: [JournalSession], _ year: String) async throws -> WrappedPage? {
        let fixture = JournalFixture()
        try await fixture.journal.add(entries)
        let period = try #require(JournalPeriod(.yearWrap, named: year))
        return try await WrappedPage(of: period, in: fixture.journal, routing: RoutingChoice(label: .public))
    }

    @Test func thePageLoadsNothingAndForbidsItself() async throws {
        let html = try #require(try await page(JournalFixture.entries(from: "2024-01-01", days: 366), "2024")).html()
        #expect(html.contains("default-src 'none'"))
        for mark in ["http:", "https:", "src=", "url(", "@import", "<script", "<link", "<iframe", "href"] {
            #expect(!html.contains(mark))
        }
        #expect(html.contains("prefers-color-scheme: dark") && html.contains("@media print"))
    }

    @Test func everyDayOfTheYearIsInTheCalendar() async throws {
        for (year, days) in [("2024", 366), ("2025", 365)] {
            let html = try #require(try await page(JournalFixture.entries(from: "\(year)-01-01", days: 40), year))
                .html()
            // Once in the wide drawing, once in the tall one.
            for size in [16, 12] {
                let cells = html.components(separatedBy: "width=\"\(size)\" height=\"\(size)\"").count - 1
                #expect(cells == days)
            }
        }
    }

    @Test func wordsOfTheJournalAreNeverMarkup() async throws {
        let evil = "<script>alert(1)</script> & \"<img src=x onerror=alert(1)>\" 'quoted' </style></svg>"
        let entries = (1...28).map { day in
            JournalSession(
                id: "<b>\(day)", date: CivilDate(year: 2026, month: 2, day: day), title: evil,
                text: "I told <b>Anna Keller</b> in <i>London</i> about \(evil) because I was glad of it, I think.",
                languages: ["en"])
        }
        let html = try #require(try await page(entries, "2026")).html()
        for mark in ["<script", "<img", "<b>", "<i>", "alert(1)</script>"] { #expect(!html.contains(mark)) }
        #expect(html.components(separatedBy: "</style>").count == 2)
    }

    @Test func thePageIsWellFormed() async throws {
        let html = try #require(try await page(JournalFixture.entries(from: "2024-01-01", days: 200), "2024")).html()
        // Void elements are the only thing that keeps it from being XML.
        let body = try #require(html.components(separatedBy: "<body>").last?.components(separatedBy: "</body>").first)
        let parser = XMLParser(data: Data("<body>\(body)</body>".utf8))
        #expect(parser.parse())
    }

    @Test func aYearWithoutEntriesHasNoPage() async throws {
        #expect(try await page(JournalFixture.entries(from: "2024-01-01", days: 20), "2025") == nil)
    }

    @Test func oneEntryIsEnoughForAPage() async throws {
        let one = [JournalSession(id: "e", date: CivilDate("1660-02-29"), text: "Home, and so to bed.")]
        let html = try #require(try await page(one, "1660")).html()
        #expect(html.contains("Home, and so to bed."))
        #expect(html.contains("<h1>1660</h1>"))
    }
}
