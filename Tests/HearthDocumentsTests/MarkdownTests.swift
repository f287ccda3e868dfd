import HearthCore
import Testing

@testable import HearthDocuments

struct MarkdownTests {
    private func blocks(_ text: String) async throws -> [(kind: Block.Kind, text: String)] {
        let document = try await read(text, "a.md")
        #expect(document.text == text)
        return Array(zip(document.blocks.map(\.kind), document.pieces()))
    }

    @Test func structureIsFoundAndTheTextStaysAsItIs() async throws {
        let text = """
            ---
            title: "My *Report*"
            ---
            # Heading one #

            A paragraph
            of two lines.
            Underlined
            ----------
            - item one
              goes on
            - item two

              second paragraph of two
            1. numbered

            > quoted
            > lines
            lazily

            ```swift
            let a = 1

            # no heading
            ```
            | a | b |
            |---|:-:|
            | 1 | 2 |

                indented code

                more code
            ***
            #no heading
            """
        let found = try await blocks(text)
        #expect(
            found.map(\.kind) == [
                .code, .heading(level: 1), .heading(level: 2), .listItem, .listItem, .listItem, .quote, .code, .table,
                .code,
                .paragraph, .paragraph,
            ])
        #expect(found[1].text == "# Heading one #")
        #expect(found[3].text == "- item one\n  goes on")
        #expect(found[4].text == "- item two\n\n  second paragraph of two")
        #expect(found[6].text == "> quoted\n> lines\nlazily")
        #expect(found[7].text == "```swift\nlet a = 1\n\n# no heading\n```")
        #expect(found[8].text == "| a | b |\n|---|:-:|\n| 1 | 2 |")
        #expect(try await read(text, "a.md").title == "My *Report*")
    }

    @Test func codeAndTablesInsideAnItemAreBlocksOfTheirOwn() async throws {
        let found = try await blocks(
            "1. Run\n\n   ```\n   make\n   ```\n\n   and wait.\n   - inner\n2. | a | b |\n   |---|---|\n   | 1 | 2 |\n")
        #expect(found.map(\.kind) == [.listItem, .code, .listItem, .listItem, .table])
        #expect(found.map(\.text)[2] == "and wait.")
        #expect(found[4].text.hasPrefix("2. | a | b |"))
    }

    @Test func aQuoteIsOneBlockWhateverIsInside() async throws {
        let found = try await blocks("> # Title\n> - item\n>\n>     code\n\n- item\n  > quoted\n\nEnd")
        #expect(found.map(\.kind) == [.quote, .listItem, .paragraph])
        #expect(found[1].text == "- item\n  > quoted")
    }

    @Test func theHeadOfATableMayFollowText() async throws {
        let found = try await blocks("Prices:\n| a | b |\n|---|---|\n| 1 | 2 |\n> quote")
        #expect(found.map(\.kind) == [.paragraph, .table, .quote])
        #expect(found[0].text == "Prices:")
        // As many cells above as below, or it is none.
        #expect(try await blocks("| a | b |\n|---|").map(\.kind) == [.paragraph])
    }

    @Test func theFirstHeadingOfTheHighestLevelIsTheTitle() async throws {
        #expect(try await read("## Small\n\n# The **Title** #\n\n# Other", "a.md").title == "The Title")
        #expect(try await read("Above\n=====\n\ntext", "a.md").title == "Above")
        #expect(try await read("no headings", "a.md").title == nil)
    }

    @Test func tomlBeforeTheTextIsReadAsYAMLIs() async throws {
        let text = "+++\ndate = 2026-03-01\ntitle = \"My Report\"\n[extra]\ntitle_colour = 1\n+++\n# Other\n\nWords.\n"
        let document = try await read(text, "a.md")
        #expect(document.title == "My Report" && document.text == text)
        #expect(document.blocks.map(\.kind) == [.code, .heading(level: 1), .paragraph])
        #expect(try await blocks("+++\nnever = closed\n\nx").map(\.kind) == [.paragraph, .paragraph])
    }

    @Test func whatIsLeftOpenRunsToTheEnd() async throws {
        #expect(try await blocks("```\nnever closed\n\nx").map(\.kind) == [.code])
        #expect(try await blocks("---\nnot: front matter\n\nx").map(\.kind) == [.paragraph, .paragraph, .paragraph])
    }

    @Test func aPodcastTranscriptGivesTurns() async throws {
        let text = "# Show\n\n**Ann:** Hi.\n\nMore.\n\n**Bob:** \\[00:10\\] Hello.\n\n**Ann:** So.\n\n**Bob:** Yes.\n"
        let document = try await read(text, "show.md")
        #expect(document.blocks.map(\.speaker) == [nil, "Ann", "Bob", "Ann", "Bob"])
        #expect(document.pieces()[1] == "**Ann:** Hi.\n\nMore.")
        #expect(document.blocks[2].startTime == 10)
    }

    @Test func longAndDeepInputTakesLinearTime() async throws {
        let deep = String(repeating: ">", count: 100_000) + "\n" + String(repeating: "- ", count: 50_000)
        #expect(try await blocks(deep).count == 2)
        let fences = String(repeating: "```\n~~~\n", count: 5_000)
        #expect(try await blocks(fences).isEmpty == false)
        let pipes = String(repeating: "|a\n", count: 20_000)
        #expect(try await blocks(pipes).count == 1)
        for text in [
            "> - ", "- > a\n", "-\n\n", "[a]: b\n", "[\n", "a|b\n-|-\n", "<a b='", "<div>\n\n", "a\n=\n", "===\n",
        ] {
            #expect(try await !blocks("[a]: b\n" + String(repeating: text, count: 10_000)).isEmpty)
        }
    }
}
