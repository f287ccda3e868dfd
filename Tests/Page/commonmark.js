// Runs in the page, for test_markdown.py: each example of CommonMark's specification through the page's reader, compared with
// the HTML that the specification gives for it.
//
// What differs in every example is put aside first, and only that: headings lie two levels lower; a link tells its address and
// its title under the pointer, also where the address may not be followed; a picture is a link to it, called "picture" where
// it has no words; a block of code is named by its language, and its last line has no end; `dir`, `rel` and their kin are not compared.

async (examples) => {
    const {markdown} = await import("/js/markdown/render.js");
    const escape = (text) => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll("\"", "&quot;");
    const allowed = "p br hr h3 h4 h5 h6 blockquote ul ol li pre code em strong del a span table thead tbody tr th td div".split(" ");

    /** What the page shows, in the words of the specification; `asMarkup` takes the HTML that is shown as text for HTML. */
    function written(node, asMarkup) {
        if (node.nodeType === Node.TEXT_NODE) return escape(node.data);
        const name = node.localName;
        if (!allowed.includes(name)) throw new Error(`the page made an element ${name}`);
        const inner = [...node.childNodes].map((child) => written(child, asMarkup)).join("");
        if (node.classList.contains("markup"))
            return asMarkup ? node.textContent + (name === "p" ? "\n" : "") : `<x-markup>${inner}</x-markup>`;
        if (name === "a" || name === "span") {
            const cut = node.title.lastIndexOf("\n");
            const attributes = `url="${escape(node.title.slice(cut + 1))}" title="${escape(cut < 0 ? "" : node.title.slice(0, cut))}"`;
            if (name === "a" && node.getAttribute("href") !== node.title.slice(cut + 1)) throw new Error("a link leads elsewhere than it says");
            return node.classList.contains("picture") ? `<x-picture ${attributes} alt="${inner}"></x-picture>` : `<x-link ${attributes}>${inner}</x-link>`;
        }
        if (name === "pre") {
            const language = (node.getAttribute("aria-label") ?? "").replace(/^Code(?:, )?/, "");
            const code = node.textContent ? inner.replace(/<\/code>$/, "\n</code>") : inner;
            return `<pre${language ? ` class="language-${escape(language)}"` : ""}>${code}</pre>`;
        }
        const start = name === "ol" && node.hasAttribute("start") ? ` start="${node.getAttribute("start")}"` : "";
        return `<${name}${start}>${["br", "hr"].includes(name) ? "" : `${inner}</${name}>`}`;
    }

    const blocks = "p hr h1 h2 h3 h4 h5 h6 blockquote ul ol li pre table thead tbody tr th td div".split(" ");

    /** One way of writing down what was parsed, whoever wrote it. */
    function canonical(html, isExpected) {
        const words = [];
        const visit = (node, isCode) => {
            if (node.nodeType === Node.COMMENT_NODE) words.push(`<!--${node.data}-->`);
            if (node.nodeType === Node.TEXT_NODE) words.push(isCode ? node.data : node.data.replace(/[ \t\n]+/g, " "));
            if (node.nodeType !== Node.ELEMENT_NODE) return;
            let name = node.localName;
            const attributes = new Map([...node.attributes].map((attribute) => [attribute.name, attribute.value]));
            if (isExpected && /^h[1-6]$/.test(name)) name = `h${Math.min(6, Number(name[1]) + 2)}`;
            if ((name === "a" || name === "img") && attributes.has(name === "a" ? "href" : "src")) {
                attributes.set("url", attributes.get(name === "a" ? "href" : "src"));
                attributes.delete("href");
                attributes.delete("src");
                if (!attributes.has("title")) attributes.set("title", "");
                if (attributes.get("alt") === "") attributes.set("alt", "picture");
                name = name === "a" ? "x-link" : "x-picture";
            }
            if (isExpected && name === "code" && node.parentElement.localName === "pre") attributes.delete("class");
            if (isExpected && name === "pre" && node.firstElementChild?.className) attributes.set("class", node.firstElementChild.className);
            const listed = [...attributes].sort().map(([key, value]) => ` ${key}="${value}"`).join("");
            words.push(`<${name}${listed}>`);
            const before = words.length;
            for (const child of node.childNodes) visit(child, isCode || name === "pre");
            // A last empty line of code is not to be seen.
            if (name === "pre") words.push(words.splice(before).join("").replace(/\n(?=<\/code>$)/, ""));
            words.push(`</${name}>`);
        };
        // The page's policy complains of styles even where nothing is shown.
        const quiet = html.trim().replaceAll(/(<\/?)style/g, "$1x-style");
        for (const child of new DOMParser().parseFromString(quiet, "text/html").body.childNodes) visit(child, false);
        const edge = new RegExp(` *(</?(?:${blocks.join("|")})(?: [^>]*)?>) *`, "g");
        // Where code is, spaces count; elsewhere not at the edges of blocks.
        return words.join("").split(/(<pre[^]*?<\/pre>)/)
            .map((part) => part.startsWith("<pre") ? part : part.replace(edge, "$1").replace(/<br><\/br> /g, "<br></br>").trim()).join("");
    }

    return examples.map(({example, markdown: text, html}) => {
        const shown = markdown(text);
        const body = (asMarkup) => [...shown.childNodes].map((node) => written(node, asMarkup)).join("");
        const expected = canonical(html, true);
        const found = canonical(body(false), false);
        return {example, expected, found, isSame: found === expected, isSameAsMarkup: canonical(body(true), false) === expected};
    });
}
