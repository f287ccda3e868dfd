import CPage
import Testing

@testable import HearthServer

/// What a browser runs is tried in `Tests/Page`, where the program serves the joined page; here it is how files are joined.
struct PageBundleTests {
    static let page = [
        "/": """
        <head>
        <link rel="stylesheet" href="/css/base.css">
        <link rel="stylesheet" href="/css/print.css" media="print">
        <link rel="icon" href="/icon.svg">
        </head>
        """,
        "/css/base.css": "p {}",
        "/css/print.css": "p { color: black }",
        "/js/main.js": "import {say} from \"./lib/words.js\";\n\nsay();\nawait import(\"./page.js\");\n",
        "/js/lib/words.js": "export function say() {}\n",
        "/js/lib/both.js": "export const both = {};\n",
        "/js/page.js": """
        import {card} from "./ui/card.js";
        const views = {
            a: () => import("./views/a.js"),
            b: () => import("./views/b.js")
        };
        /** @type {import("./ui/card.js").Card} */
        export const here = card(views);
        """,
        "/js/ui/card.js": """
        import {say as told} from "../lib/words.js";
        import {
            side
        } from "./side.js";
        export async function card() { told(side); }
        export class Card {}
        """,
        "/js/ui/side.js": "export const side = 1;",
        "/js/views/a.js":
            "import {both} from \"../lib/both.js\";\nimport {own} from \"./own.js\";\nexport const show = both[own];\n",
        "/js/views/own.js": "import {card} from \"../ui/card.js\";\nexport const own = card;\n",
        "/js/views/b.js": "import {both} from \"../lib/both.js\";\nexport function show() { return both; }\n",
    ]

    @Test func `A module is a function below what it imports, and its address passes on what it exports`() throws {
        let bundle = try #require(PageBundle(Self.page))
        let joined = try #require(bundle.files["/js/page.js"])
        #expect(
            joined == """
                import * as hearth$single0 from "/js/lib/words.js";
                // /js/ui/side.js
                const hearth$0 = (() => {
                const side = 1;
                return {side};
                })();
                // /js/ui/card.js
                const hearth$1 = (() => {
                const {say: told} = hearth$single0;
                const {side} = hearth$0;
                async function card() { told(side); }
                class Card {}
                return {card, Card};
                })();
                // /js/page.js
                const hearth$2 = (() => {
                const {card} = hearth$1;
                const views = {
                    a: () => import("/js/views/a.js"),
                    b: () => import("/js/views/b.js")
                };
                /** @type {import("./ui/card.js").Card} */
                const here = card(views);
                return {here};
                })();
                // /js/lib/both.js
                const hearth$3 = (() => {
                const both = {};

                return {both};
                })();
                export const hearth$modules = {"/js/ui/side.js": hearth$0, "/js/ui/card.js": hearth$1, "/js/page.js": hearth$2, "/js/lib/both.js": hearth$3};
                export const {here} = hearth$2;

                """)
        #expect(
            bundle.files["/js/ui/card.js"] == """
                import {hearth$modules} from "/js/page.js";
                export const {card, Card} = hearth$modules["/js/ui/card.js"];

                """)
    }

    @Test func `A view has a file with what it alone needs, and what loads first stays as it is`() throws {
        let bundle = try #require(PageBundle(Self.page))
        let view = try #require(bundle.files["/js/views/a.js"])
        #expect(view.hasPrefix("import {hearth$modules as hearth$below} from \"/js/page.js\";\n"))
        #expect(view.contains("const {both} = hearth$below[\"/js/lib/both.js\"];\n"))
        #expect(view.contains("// /js/views/own.js\n") && view.hasSuffix("export const {show} = hearth$1;\n"))
        #expect(bundle.files["/js/views/b.js"]?.contains("own.js") == false)
        #expect(bundle.files["/js/main.js"] == nil && bundle.files["/js/lib/words.js"] == nil)
    }

    @Test func `Style sheets are one, those for one medium inside of its rule`() throws {
        let bundle = try #require(PageBundle(Self.page))
        #expect(bundle.files["/css/page.css"] == "p {}\n@media print {\np { color: black }\n}\n")
        #expect(
            bundle.files["/"] == """
                <head>
                <link rel="stylesheet" href="/css/page.css">
                <link rel="icon" href="/icon.svg">
                </head>
                """)
    }

    @Test(arguments: [
        ("/js/ui/side.js", "export default 1;"), ("/js/ui/side.js", "const side = 1;\nexport {side};"),
        ("/js/ui/side.js", "import * as all from \"./card.js\";"), ("/js/ui/side.js", "export let side = 1;"),
        ("/js/ui/side.js", "export const {side} = {side: 1};"),
        ("/js/ui/side.js", "import {here} from \"../page.js\";"),
        ("/js/ui/side.js", "import {none} from \"./none.js\";"), ("/js/ui/side.js", "import {side} from \"./none.js\""),
        ("/js/ui/side.js", "export * from \"./card.js\";"), ("/js/ui/side.js", "import side from \"../lib/words.js\";"),
    ])
    func `What it cannot read leaves all as it is`(address: String, text: String) {
        var files = Self.page
        files[address] = text
        #expect(PageBundle(files) == nil)
    }

    @Test func `The page that is in the program is joined, each script once`() throws {
        var files: [String: String] = [:]
        for index in 0..<hearth_page_asset_count() {
            let asset = try #require(hearth_page_asset_at(index)?.pointee)
            let path = String(cString: asset.path)
            guard PageBundle.reads(path) else { continue }
            files[path] = String(decoding: UnsafeBufferPointer(start: asset.bytes, count: asset.length), as: UTF8.self)
        }
        let bundle = try #require(PageBundle(files))
        #expect(bundle.files["/"]?.components(of: "rel=\"stylesheet\"") == 2)
        let scripts = files.keys.filter { $0.hasPrefix("/js/") }
        let joined = bundle.files.filter { $0.key.hasPrefix("/js/") && $0.value.contains("const hearth$0 = ") }
        #expect(joined.count > 5)
        for script in scripts where bundle.files[script] != nil {
            #expect(
                joined.values.count { $0.contains("\n// \(script)\n") || $0.hasPrefix("// \(script)\n") } == 1,
                "\(script)")
        }
        // What is loaded before the page, and what no module names.
        #expect(scripts.count { bundle.files[$0] == nil } < 10)
        for (address, text) in joined {
            let statements = text.split(separator: "\n").filter { $0.hasPrefix("import ") || $0.hasPrefix("export ") }
            #expect(statements.allSatisfy { $0.contains("hearth$") }, "\(address)")
        }
    }
}

extension String {
    /// The number of parts between a mark.
    fileprivate func components(of mark: String) -> Int {
        split(separator: mark, omittingEmptySubsequences: false).count
    }
}
