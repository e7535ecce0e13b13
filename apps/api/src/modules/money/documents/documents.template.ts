/**
 * The layout of documents in Typst (typst.app/docs). It reads the content from a data file, so user input never
 * becomes part of this source.
 */
import { BRAND_COLORS } from '@marquee/brand';

/** A copy of apps/web/public/favicon.svg. */
export const DOCUMENT_LOGO_SVG = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="9" fill="#4733dc"/><path d="M8.5 23.5V11l7.5 7.5L23.5 11v12.5" fill="none" stroke="#fff" stroke-width="3.4" stroke-linecap="round" stroke-linejoin="round"/><g fill="#ffb52e"><circle cx="8.5" cy="7.2" r="2"/><circle cx="16" cy="7.2" r="2"/><circle cx="23.5" cy="7.2" r="2"/></g></svg>`;

export const DOCUMENT_TEMPLATE = String.raw`
#let d = json("/document.json")
#let ink = rgb("${BRAND_COLORS.gray[9]}")
#let dim = rgb("${BRAND_COLORS.gray[7]}")
#let hair = 0.7pt + rgb("${BRAND_COLORS.gray[3]}")
#let iris = rgb("${BRAND_COLORS.iris[6]}")

// The first letter of each user-written paragraph decides its direction.
#let from-right = regex("^[^\\p{L}]*[\\p{Hebrew}\\p{Arabic}\\p{Syriac}\\p{Thaana}]")
// The box keeps the at sign of a username such as "(@maya)" at its left.
#let line(s) = if s.match(from-right) != none {
  show regex("\\(@[a-z0-9_]+\\)"): it => box(text(dir: ltr, it))
  text(dir: rtl, s)
} else { s }
#let said(s) = s.split("\n").map(line).join(linebreak())
#let lines(all) = all.map(said).join(linebreak())

#set document(title: d.title, author: d.issuer.name, date: datetime(..d.day))
#set page(
  paper: "a4",
  margin: (x: 56pt, top: 52pt, bottom: 76pt),
  footer: context {
    set text(8pt, fill: dim)
    line(d.check)
    linebreak()
    [#line(d.zone) · Page #counter(page).display() of #counter(page).final().first()]
  },
)
#set text(font: d.fonts, size: 10pt, fill: ink, lang: "en", fallback: false, hyphenate: false)
#set par(leading: 0.62em, spacing: 0.9em, justify: false)
#show heading.where(level: 1): set text(22pt, weight: "bold")
#show heading.where(level: 2): set text(11.5pt, weight: "bold")
#show heading.where(level: 2): set block(above: 1.8em, below: 0.8em, sticky: true)

#let facts(all) = grid(
  columns: (112pt, 1fr),
  row-gutter: 1em,
  ..all.map(((label, value)) => (text(fill: dim, label), lines(value))).flatten()
)
#let rows(all) = table(
  columns: (1fr, auto),
  stroke: (x, y) => (top: hair),
  inset: (x: 0pt, y: 7pt),
  align: (left, right),
  ..all.map(row => {
    let weight = if row.strong { "bold" } else { "regular" }
    (
      {
        text(11pt, weight: weight, said(row.label))
        for each in row.detail { linebreak(); text(9pt, fill: dim, said(each)) }
      },
      text(11pt, weight: weight, row.amount),
    )
  }).flatten()
)

#grid(
  columns: (auto, 1fr),
  column-gutter: 10pt,
  align: (top, horizon),
  image(bytes(d.logo), format: "svg", width: 30pt, alt: "Logo"),
  {
    text(12pt, weight: "bold", said(d.issuer.name))
    for each in d.issuer.lines { linebreak(); text(9pt, fill: dim, said(each)) }
  },
)
#v(18pt)
#grid(
  columns: (1fr, auto),
  align: (left, right + horizon),
  heading(level: 1, said(d.title)),
  if d.status != none {
    box(inset: (x: 9pt, y: 5pt), radius: 5pt, stroke: 1pt + iris, text(10pt, weight: "bold", fill: iris, d.status))
  },
)
#v(8pt)
#facts(d.facts)
#v(10pt)
#if d.rows.len() > 0 { rows(d.rows) }
#for section in d.sections {
  heading(level: 2, said(section.title))
  if section.facts.len() > 0 { facts(section.facts) }
  for each in section.text { par(said(each)) }
  if section.list.len() > 0 { list(spacing: 0.85em, ..section.list.map(said)) }
}
#v(6pt)
#for each in d.notes { par(text(9pt, fill: dim, said(each))) }
`;
