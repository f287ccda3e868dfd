/// How the page looks: paper and ink by day, embers by night, plain on paper.
enum WrappedStyle {
    static let css = """
        :root {
          color-scheme: light dark;
          --page: #faf7f2; --card: #ffffff; --ink: #2b2622; --soft: #7a6f66; --line: #e8e0d6;
          --accent: #c2552d; --accent2: #2f7f86;
          --h0: #efe8de; --h1: #f6cdb4; --h2: #ee9e74; --h3: #d96b3c; --h4: #a63d16;
        }
        @media (prefers-color-scheme: dark) {
          :root {
            --page: #171412; --card: #211d1a; --ink: #efe7de; --soft: #a5988c; --line: #38312b;
            --accent: #f08a5d; --accent2: #63b7bd;
            --h0: #2c2622; --h1: #57301f; --h2: #8f4524; --h3: #cf6a3a; --h4: #ffb48d;
          }
        }
        * { box-sizing: border-box; }
        body { margin: 0; background: var(--page); color: var(--ink);
          font: 17px/1.55 Georgia, "Iowan Old Style", "Palatino Linotype", serif; }
        main { max-width: 920px; margin: 0 auto; padding: 48px 20px 64px;
          display: grid; grid-template-columns: repeat(2, minmax(0, 1fr)); gap: 20px; }
        header, section, footer { grid-column: 1 / -1; }
        section.half { grid-column: span 1; }
        header { text-align: center; padding: 24px 0 12px; }
        .kicker { margin: 0; color: var(--soft); letter-spacing: .14em; text-transform: uppercase; font-size: 13px; }
        h1 { margin: 4px 0 8px; font-size: clamp(72px, 18vw, 152px); line-height: 1; font-weight: 600; color: var(--accent); }
        .headline { font-size: 24px; font-style: italic; margin: 8px auto 20px; max-width: 30em; }
        .figures { display: flex; flex-wrap: wrap; justify-content: center; gap: 12px 40px; margin: 20px 0 0; }
        .figures div { display: flex; flex-direction: column; }
        .figures dd { margin: 0; font-size: 34px; font-weight: 600; font-variant-numeric: tabular-nums; }
        .figures dt { color: var(--soft); font-size: 15px; }
        section { background: var(--card); border: 1px solid var(--line); border-radius: 14px; padding: 22px 26px 24px; }
        h2 { margin: 0 0 4px; font-size: 22px; font-weight: 600; }
        .note { margin: 0 0 10px; color: var(--soft); font-size: 15px; }
        svg { display: block; width: 100%; height: auto; margin-top: 10px; overflow: visible; }
        svg text { fill: var(--soft); font: 11px/1 system-ui, sans-serif; }
        svg .name { fill: var(--ink); font-size: 13px; }
        svg .grid { stroke: var(--line); stroke-width: 1; }
        .a { fill: var(--accent); } .b { fill: var(--accent2); }
        .s { fill: none; stroke: var(--accent); stroke-width: 2.5; stroke-linejoin: round; stroke-linecap: round; }
        .h0 { fill: var(--h0); } .h1 { fill: var(--h1); } .h2 { fill: var(--h2); } .h3 { fill: var(--h3); } .h4 { fill: var(--h4); }
        ul { margin: 10px 0 0; padding-left: 1.1em; } li { margin: 8px 0; overflow-wrap: anywhere; }
        figure { margin: 18px 0 0; padding-left: 18px; border-left: 3px solid var(--accent); break-inside: avoid; }
        blockquote { margin: 0; font-size: 19px; font-style: italic; overflow-wrap: anywhere; }
        figcaption { margin-top: 4px; color: var(--soft); font-size: 15px; }
        footer { text-align: center; color: var(--soft); font-size: 14px; padding-top: 12px; }
        @media (max-width: 640px) { section.half { grid-column: 1 / -1; } section { padding: 18px; } }
        @media print {
          :root { --page: #fff; --card: #fff; --ink: #000; --soft: #555; --line: #ccc; --accent: #a63d16; --accent2: #2f7f86;
            --h0: #eee; --h1: #f6cdb4; --h2: #ee9e74; --h3: #d96b3c; --h4: #a63d16; }
          * { print-color-adjust: exact; -webkit-print-color-adjust: exact; }
          main { max-width: none; padding: 0; } section { break-inside: avoid; border-radius: 0; }
          h1 { font-size: 96px; }
        }
        """
}
