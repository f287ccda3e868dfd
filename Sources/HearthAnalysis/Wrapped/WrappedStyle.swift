/// How the page looks: paper and ink by day, embers by night, plain on paper.
///
/// Each chart is drawn twice, wide and tall, and the style shows the one that fits: letters of a drawing shrink with it, and
/// on a phone nobody could read those of the wide one.
enum WrappedStyle {
    static let css = """
        :root {
          color-scheme: light dark;
          --page: #f7f2ea; --card: #fffdf9; --ink: #2a241f; --soft: #74685d; --line: #e6dccf;
          --accent: #b94a22; --accent2: #2b7279; --wash: #f3e3d3;
          --h0: #ede5d9; --h1: #f4cbb0; --h2: #ea9a6f; --h3: #d16436; --h4: #94340f;
        }
        @media (prefers-color-scheme: dark) {
          :root {
            --page: #15120f; --card: #1e1a17; --ink: #f0e8df; --soft: #ab9d90; --line: #352e28;
            --accent: #f2905f; --accent2: #6bbcc3; --wash: #2a1d15;
            --h0: #2b2521; --h1: #57301f; --h2: #8f4524; --h3: #cf6a3a; --h4: #ffb890;
          }
        }
        * { box-sizing: border-box; }
        html { -webkit-text-size-adjust: 100%; text-size-adjust: 100%; }
        body { margin: 0; background: var(--page); color: var(--ink);
          font: 17px/1.6 "Iowan Old Style", "Palatino Linotype", Palatino, Georgia, "Noto Serif", serif;
          font-variant-numeric: lining-nums; text-rendering: optimizeLegibility; }
        main { max-width: 1080px; margin: 0 auto; padding: 0 24px 72px;
          display: grid; grid-template-columns: repeat(2, minmax(0, 1fr)); gap: 24px; }
        header, section, footer { grid-column: 1 / -1; min-width: 0; }
        section.half { grid-column: span 1; }
        header { text-align: center; padding: 72px 0 24px; }
        .kicker { margin: 0; color: var(--soft); letter-spacing: .22em; text-transform: uppercase; font-size: 13px; }
        h1 { margin: 12px 0 0; font-size: clamp(104px, 24vw, 232px); line-height: .95; font-weight: 500;
          letter-spacing: -.03em; color: var(--accent); }
        .headline { font-size: 24px; font-style: italic; line-height: 1.4; margin: 20px auto 0; max-width: 28em; }
        .figures { display: flex; flex-wrap: wrap; justify-content: center; margin: 40px 0 0;
          border-top: 1px solid var(--line); border-bottom: 1px solid var(--line); }
        .figures div { display: flex; flex-direction: column; flex: 1 1 130px; padding: 18px 8px 16px; }
        .figures dd { margin: 0; font-size: 36px; line-height: 1.15; font-weight: 500; }
        .figures dt { order: 2; color: var(--soft); font-size: 15px; }
        section { background: var(--card); border: 1px solid var(--line); border-radius: 18px; padding: 28px 32px 30px; }
        section.pull { background: var(--wash); border: 0; text-align: center; padding: 44px 32px 40px; }
        section.pull blockquote { font-size: clamp(23px, 3.4vw, 36px); line-height: 1.35; max-width: 24em; margin: 0 auto;
          text-wrap: balance; }
        section.pull figure { margin: 0; padding: 0; border: 0; }
        section.pull figcaption { margin-top: 14px; }
        h2 { margin: 0; font-size: 24px; line-height: 1.25; font-weight: 600; letter-spacing: -.01em; }
        .note { margin: 2px 0 0; color: var(--soft); font-size: 16px; }
        svg { display: block; width: 100%; height: auto; margin-top: 18px; overflow: visible; }
        svg.tall { display: none; }
        svg text { fill: var(--soft); font: 12.5px/1 system-ui, -apple-system, "Segoe UI", "Noto Sans", sans-serif; }
        svg .name { fill: var(--ink); font-size: 15px; }
        svg .num { fill: var(--ink); }
        svg .grid { stroke: var(--line); stroke-width: 1; }
        .a { fill: var(--accent); } .b { fill: var(--accent2); }
        .area { fill: var(--accent); opacity: .12; }
        .s { fill: none; stroke: var(--accent); stroke-width: 2.5; stroke-linejoin: round; stroke-linecap: round; }
        .h0 { fill: var(--h0); } .h1 { fill: var(--h1); } .h2 { fill: var(--h2); } .h3 { fill: var(--h3); } .h4 { fill: var(--h4); }
        ul { list-style: none; margin: 14px 0 0; padding: 0; }
        li { padding: 9px 0 9px 26px; border-top: 1px solid var(--line); overflow-wrap: anywhere; position: relative; }
        li:first-child { border-top: 0; }
        li::before { content: ""; position: absolute; left: 4px; top: 20px; width: 7px; height: 7px; border-radius: 50%;
          background: var(--accent); }
        ul.todo li::before { background: none; border: 1.5px solid var(--accent2); border-radius: 3px; width: 12px; height: 12px;
          left: 1px; top: 16px; }
        .quotes { columns: 2; column-gap: 40px; margin-top: 8px; }
        .quotes figure { margin: 0; padding: 18px 0 16px; border-top: 1px solid var(--line); break-inside: avoid; }
        blockquote { margin: 0; font-size: 19px; line-height: 1.5; font-style: italic; overflow-wrap: anywhere; }
        figcaption { margin-top: 6px; color: var(--soft); font-size: 15px; }
        .quotes figcaption { color: var(--accent); }
        footer { text-align: center; color: var(--soft); font-size: 14px; padding-top: 16px; }
        @media (min-width: 701px) and (max-width: 900px) { svg.wide text { font-size: 15px; } svg.wide .name { font-size: 17px; } }
        @media (max-width: 700px) {
          svg:not(.tall) text { font-size: 15.5px; } svg:not(.tall) .name { font-size: 18px; }
          main { padding: 0 14px 48px; gap: 14px; }
          header { padding: 48px 0 10px; }
          section { padding: 22px 18px 24px; border-radius: 14px; }
          section.pull { padding: 34px 20px 30px; }
          section.half { grid-column: 1 / -1; }
          .figures { margin-top: 28px; } .figures dd { font-size: 30px; } .figures div { flex-basis: 96px; }
          .quotes { columns: 1; }
          svg.wide { display: none; } svg.tall { display: block; }
        }
        @media print {
          :root { color-scheme: light; --page: #fff; --card: #fff; --ink: #000; --soft: #555; --line: #ccc; --wash: #fff;
            --accent: #94340f; --accent2: #2b7279;
            --h0: #eee; --h1: #f4cbb0; --h2: #ea9a6f; --h3: #d16436; --h4: #94340f; }
          @page { margin: 16mm 14mm; }
          * { print-color-adjust: exact; -webkit-print-color-adjust: exact; }
          body { font-size: 11pt; }
          main { max-width: none; padding: 0; gap: 14px; }
          section { border-radius: 0; border-width: 1px 0 0; padding: 14px 0; }
          section:not(.long) { break-inside: avoid; } h2 { break-after: avoid; }
          section.pull { padding: 18px 0; border-top: 1px solid var(--line); }
          section.pull blockquote { font-size: 17pt; }
          header { padding: 0 0 6px; } h1 { font-size: 110px; } .figures { margin-top: 16px; }
          svg.wide { display: block; } svg.tall { display: none; }
          .quotes figure { padding: 10px 0; } blockquote { font-size: 12pt; } li { padding-top: 5px; padding-bottom: 5px; }
          li::before { top: 13px; } ul.todo li::before { top: 10px; }
        }
        """
}
