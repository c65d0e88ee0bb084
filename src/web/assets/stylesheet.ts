/**
 * Stylesheet of all pages. It uses system fonts. All colours have a contrast ratio of at least 4.5,
 * in light and in dark mode. Sizes follow the font size that the user has set (WCAG 2.2 AA).
 */
export const STYLESHEET = `
:root {
  color-scheme: light dark;
  --page: #f3f5f4; --card: #ffffff; --ink: #14211f; --quiet: #4a5a57; --line: #c9d3d0;
  --brand: #0b3b36; --on-brand: #ffffff; --action: #0a6458; --on-action: #ffffff;
  --action-down: #074a41; --link: #0a5c8a; --focus: #b34700;
  --alarm: #a1161f; --alarm-soft: #fdf0f0; --care: #7a4b00; --care-soft: #fff6e3;
  --field: #66736f;
}
@media screen and (prefers-color-scheme: dark) {
  :root {
    --page: #0e1514; --card: #18211f; --ink: #eef3f1; --quiet: #b3c0bc; --line: #3a4744;
    --brand: #08231f; --on-brand: #f2f7f5; --action: #6fd3bf; --on-action: #06241f;
    --action-down: #97e4d3; --link: #8cc8f0; --focus: #ffb86b;
    --alarm: #ffb0b0; --alarm-soft: #331a1c; --care: #ffd48a; --care-soft: #2e2512;
    --field: #93a19d;
  }
}
[hidden] { display: none !important; }
*, *::before, *::after { box-sizing: border-box; }
html { font-size: 100%; -webkit-text-size-adjust: 100%; text-size-adjust: 100%; }
body {
  margin: 0; background: var(--page); color: var(--ink);
  font: 1.0625rem/1.55 system-ui, -apple-system, "Segoe UI", Roboto, "Liberation Sans", sans-serif;
  overflow-wrap: break-word;
}
a { color: var(--link); text-underline-offset: .15em; }
:focus-visible { outline: 3px solid var(--focus); outline-offset: 3px; border-radius: 2px; }
main:focus { outline: none; }
.skip { position: absolute; left: -100rem; top: 0; padding: .75rem 1rem; background: var(--card); }
.skip:focus { left: 0; z-index: 1; }
.unseen {
  position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%);
  white-space: nowrap;
}
header { background: var(--brand); color: var(--on-brand); }
.band, main, footer, .progress { max-width: 44rem; margin: 0 auto; padding: 0 1rem; }
.band {
  display: flex; flex-wrap: wrap; align-items: center; justify-content: space-between;
  gap: .25rem 1rem; padding-block: .75rem;
}
.brand { display: flex; align-items: center; gap: .65rem; margin: 0; font-weight: 650; }
.brand span { font-size: 1.2rem; letter-spacing: .005em; }
.brand img { display: block; }
.purpose { margin: 0; font-size: .9375rem; }
.progress ol {
  display: flex; flex-wrap: wrap; gap: .25rem 1.5rem; margin: 0; padding: 1rem 0 0; list-style: none;
  counter-reset: step; color: var(--quiet); font-size: .9375rem;
}
.progress li { counter-increment: step; }
.progress li::before { content: counter(step) ". "; }
.progress li.done::before { content: "\\2713\\a0" / ""; }
.progress [aria-current] {
  color: var(--ink); font-weight: 650; border-bottom: 3px solid var(--action);
}
main {
  margin-block: 1rem 1.5rem; padding: 1.5rem 1rem 2rem; background: var(--card);
  border: 1px solid var(--line); border-radius: 10px;
}
h1 { margin: 0 0 .75rem; font-size: 1.75rem; line-height: 1.2; letter-spacing: -.01em; }
h2 { margin: 1.75rem 0 .5rem; font-size: 1.2rem; line-height: 1.3; }
p { margin: 0 0 1rem; max-width: 38rem; }
.quiet { color: var(--quiet); font-size: .9375rem; }
.headline {
  margin: 1.25rem 0; padding: 1rem 1.125rem; border-left: 5px solid var(--action);
  background: var(--page); font-size: 1.375rem; font-weight: 650; line-height: 1.3; max-width: none;
  font-variant-numeric: tabular-nums;
}
.notice { margin: 0 0 1.25rem; padding: .875rem 1.125rem; border-left: 5px solid; }
.notice h2 { margin-top: 0; }
.notice > :last-child { margin-bottom: 0; }
.problem { border-color: var(--alarm); background: var(--alarm-soft); }
.problem h2, .problem a, .wrong { color: var(--alarm); }
.care { border-color: var(--care); background: var(--care-soft); }
.care h2 { color: var(--care); }
.care li + li { margin-top: .5rem; }
.care ul { margin: 0; padding-left: 1.125rem; }
dl { margin: 1rem 0; border-top: 1px solid var(--line); }
.row { padding: .625rem 0; border-bottom: 1px solid var(--line); }
dt { color: var(--quiet); font-size: .9375rem; }
dd { margin: 0; font-variant-numeric: tabular-nums; }
dd p { margin: 0; }
dd p + p { margin-top: .125rem; }
label, legend { font-weight: 650; padding: 0; }
.field { margin: 0 0 1.25rem; }
.hint, .wrong { display: block; margin: .125rem 0 .375rem; font-size: .9375rem; }
.hint { color: var(--quiet); font-weight: 400; }
.wrong { font-weight: 650; }
.mark { display: block; margin: .125rem 0; color: var(--care); font-size: .9375rem; font-weight: 650; }
input[type="text"], input[type="password"], input[type="search"], input[type="date"], select {
  display: block; width: 100%; max-width: 22rem; min-height: 2.875rem; margin-top: .25rem;
  padding: .375rem .75rem; border: 2px solid var(--field); border-radius: 6px;
  background: var(--card); color: var(--ink); font: inherit;
}
#code { max-width: 11rem; letter-spacing: .2em; font-variant-numeric: tabular-nums; }
[aria-invalid="true"] { border-color: var(--alarm) !important; }
fieldset { margin: 0 0 1.25rem; padding: 0; border: 0; min-width: 0; }
.choice {
  display: grid; grid-template-columns: auto 1fr; align-items: center; gap: .75rem;
  margin-top: .625rem; padding: .75rem 1rem; border: 2px solid var(--line); border-radius: 8px;
  font-weight: 400; cursor: pointer;
}
.choice:has(input:checked) { border-color: var(--action); }
.choice input { width: 1.375rem; height: 1.375rem; margin: 0; accent-color: var(--action); }
.choice > span {
  display: flex; flex-wrap: wrap; justify-content: space-between; align-items: center; gap: 0 1rem;
}
.choice .hint { margin: 0; }
.choice strong, .sum { font-variant-numeric: tabular-nums; }
.actions { display: flex; flex-wrap: wrap; gap: .75rem; margin: 1.5rem 0 0; }
.leave { margin: .75rem 0 0; }
[data-passkey] { margin-bottom: 1.5rem; }
button {
  min-height: 2.875rem; padding: .5rem 1.75rem; border: 2px solid var(--action); border-radius: 6px;
  background: var(--action); color: var(--on-action); font: inherit; font-weight: 650;
  cursor: pointer;
}
a.button {
  display: inline-block; padding: .5rem 1.75rem; border: 2px solid var(--action); border-radius: 6px;
  min-height: 2.875rem; background: var(--action); color: var(--on-action); font-weight: 650;
  text-align: center; text-decoration: none;
}
a.button:hover { background: var(--action-down); border-color: var(--action-down); }
a.button.other { background: transparent; border-color: var(--field); color: var(--ink); }
a.button.other:hover { background: var(--page); }
h3 { margin: 1.25rem 0 .5rem; font-size: 1.0625rem; line-height: 1.3; }
.notice h3 { margin-top: 0; }
button:hover { background: var(--action-down); border-color: var(--action-down); }
button.other { background: transparent; border-color: var(--field); color: var(--ink); }
button.other:hover { background: var(--page); }
button.plain {
  min-height: 2.75rem; padding: .25rem 0; border: 0; background: none; color: var(--link);
  font-weight: 400; text-decoration: underline; text-underline-offset: .15em;
}
table { width: 100%; border-collapse: collapse; font-variant-numeric: tabular-nums; }
table { margin-bottom: 1rem; }
caption { text-align: left; color: var(--quiet); font-size: .9375rem; padding-bottom: .375rem; }
th, td {
  padding: .5rem 0; border-bottom: 1px solid var(--line); text-align: left; vertical-align: top;
  overflow-wrap: anywhere;
}
thead th { color: var(--quiet); font-size: .9375rem; font-weight: 400; }
tbody th { font-weight: 400; }
th:last-child, td:last-child { text-align: right; padding-left: 1rem; white-space: nowrap; }
.wrapped { white-space: normal; max-width: 14rem; margin-left: auto; }
.ways {
  display: flex; flex-wrap: wrap; justify-content: space-between; gap: 0 1.5rem;
  max-width: 44rem; margin: 0 auto; padding: .75rem 1rem 0;
}
.search form { display: flex; flex-wrap: wrap; align-items: end; gap: .5rem .75rem; }
.search label { flex: 1 1 16rem; max-width: 22rem; margin: 0; }
.wide .band, .wide main, .wide footer, .wide .ways { max-width: 72rem; }
.ways ul { display: flex; flex-wrap: wrap; gap: 0 1.5rem; margin: 0; padding: 0; list-style: none; }
.ways a { display: inline-block; padding: .5rem 0; }
.ways [aria-current] { color: var(--ink); font-weight: 650; border-bottom: 3px solid var(--action); text-decoration: none; }
.ways button.plain { padding: .5rem 0; min-height: 0; }
.entry { margin-top: 1.5rem; padding-top: .25rem; border-top: 3px solid var(--line); }
.entries { margin: 0; padding: 0; list-style: none; }
.entries li { padding: .625rem 0; border-bottom: 1px solid var(--line); }
.timeline { margin: 0; padding: 0; border-left: 3px solid var(--line); list-style: none; }
.timeline li { padding: .375rem 0 .375rem 1rem; }
.pages { display: flex; flex-wrap: wrap; gap: .25rem 1.5rem; margin: 1rem 0; padding: 0; list-style: none; }
.pages a, .pages span { display: inline-block; padding: .25rem 0; }
footer { padding-bottom: 2rem; color: var(--quiet); font-size: .875rem; }
@media (min-width: 34rem) {
  main { padding-inline: 2rem; }
  .row { display: grid; grid-template-columns: 12rem 1fr; gap: 0 1rem; }
  dt { font-size: inherit; }
  .wide .row { grid-template-columns: 22rem 1fr; }
}
@media (max-width: 33.99rem) {
  main { border-inline: 0; border-radius: 0; }
  .actions button, .actions .button { width: 100%; }
}
@media (forced-colors: active) {
  .headline, .notice, .choice:has(input:checked) { border-color: Highlight; }
  button { border-color: ButtonText; }
}
@media print {
  :root { color-scheme: light; }
  .skip, .progress, .ways, .screen, form, .pages { display: none; }
  body, main { background: none; color: #000; }
  header { background: none; color: #000; border-bottom: 2px solid #000; }
  main { border: 0; padding: 1rem 0; }
  .band, footer { padding-inline: 0; }
  .row, tr { break-inside: avoid; }
}
`;
