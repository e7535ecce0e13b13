/**
 * The rules of the build's style sheets that a drawn page shows, in the order of the sheets. Which those are follows
 * from the markup: its class names and data attributes, which only the app changes, and the app has the sheets whole
 * before it starts (start.ts). Everything else in a selector a browser may come to by itself, by a press or a width.
 */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { LRUCache } from 'lru-cache';

/** A style element, and what the content security policy must say of it. */
export interface PageStyles {
  tag: string;
  styleHash: string;
}

/** Pages whose markup asks for the same rules share their text; there are about as many as kinds of pages and cards. */
const REMEMBERED = 200;

/** Of index.html itself, and set by its script: every page may have them. */
const OF_THE_PAGE = /^data-(mantine-color-scheme|respect-reduced-motion)\b/;

/** What makes the style element of a page from its sheets, whose names are as in the manifest, and its markup. */
export function openStyles(folder: string): (files: readonly string[], markup: string) => PageStyles {
  const sheets = new Map<string, Sheet>();
  const known = new Map<string, Set<string>>();
  const made = new LRUCache<string, PageStyles>({ max: REMEMBERED });
  const sheetOf = (file: string): Sheet => {
    const read = sheets.get(file);
    if (read !== undefined) return read;
    const sheet = parseSheet(readFileSync(join(folder, file), 'utf8'));
    sheets.set(file, sheet);
    return sheet;
  };
  return (files, markup) => {
    const asked = files.map(sheetOf);
    const names = files.join(' ');
    const tokens = known.get(names) ?? new Set(asked.flatMap((sheet) => sheet.tokens));
    known.set(names, tokens);
    const has = tokensOf(markup, tokens);
    const key = `${names} ${[...has].toSorted().join(' ')}`;
    const found = made.get(key);
    if (found !== undefined) return found;
    const text = rulesFor(asked, has);
    const those = (isWhole: boolean) =>
      files.flatMap((file, at) => (asked[at]?.isWhole === isWhole ? [`/${file}`] : [])).join(' ');
    const styles = {
      tag: `<style data-of="${those(true)}" data-part-of="${those(false)}">${text}</style>`,
      styleHash: `'sha256-${createHash('sha256').update(text).digest('base64')}'`,
    };
    made.set(key, styles);
    return styles;
  };
}

/** What of `sheets` shows on a page that has these tokens. */
export function rulesFor(sheets: readonly Sheet[], has: ReadonlySet<string>): string {
  const kept = sheets.flatMap(({ parts }) => parts.flatMap((part) => keptOf(part, has)));
  const read = readBy(kept, has);
  return kept.map((part) => textOf(part, read)).join('');
}

export interface Sheet {
  parts: Part[];
  /** What its selectors ask for, and the variables that it declares. */
  tokens: string[];
  /** A page has it as it is: nothing in it depends on the markup. */
  isWhole: boolean;
}

/** A rule, a group of them (`@layer`, `@media`), keyframes by their name, or what stands as it is. */
type Part =
  | { kind: 'rule'; selectors: { text: string; needs: readonly string[] }[]; declarations: readonly Declaration[] }
  | { kind: 'group'; prelude: string; parts: Part[] }
  | { kind: 'keyframes'; name: string; text: string; reads: readonly string[] }
  | { kind: 'text'; text: string };

/** `reads`: the variables in it, and of an animation every word, of which one is its name. */
interface Declaration {
  /** Of a variable. */
  variable: string | undefined;
  text: string;
  reads: readonly string[];
}

/** Reads a sheet as the build writes it: without comments, and with no rule inside another. */
export function parseSheet(text: string): Sheet {
  const { parts } = partsFrom(text, 0);
  const all = flat(parts);
  const tokens = new Set(
    all.flatMap((part) =>
      part.kind === 'rule'
        ? [
            ...part.selectors.flatMap(({ needs }) => needs),
            ...part.declarations.flatMap(({ variable }) => variable ?? []),
          ]
        : [],
    ),
  );
  return { parts, tokens: [...tokens], isWhole: all.every(({ kind }) => kind === 'text') };
}

const flat = (parts: readonly Part[]): Part[] =>
  parts.flatMap((part) => (part.kind === 'group' ? flat(part.parts) : [part]));

/** The parts from here to the end of the group, or of the sheet. */
function partsFrom(text: string, from: number): { parts: Part[]; end: number } {
  const parts: Part[] = [];
  let begun = from;
  let at = from;
  while (at < text.length && text[at] !== '}') {
    if (text[at] === ';') {
      parts.push({ kind: 'text', text: text.slice(begun, at + 1) });
      begun = at + 1;
    } else if (text[at] === '{') {
      const prelude = text.slice(begun, at).trim();
      if (/^@(layer|media|supports|container)\b/.test(prelude)) {
        const inner = partsFrom(text, at + 1);
        parts.push({ kind: 'group', prelude, parts: inner.parts });
        at = inner.end;
      } else {
        const end = closing(text, at);
        parts.push(partOf(prelude, text.slice(at + 1, end)));
        at = end;
      }
      begun = at + 1;
    }
    at = after(text, at);
  }
  return { parts, end: at };
}

function partOf(prelude: string, body: string): Part {
  if (prelude.startsWith('@keyframes '))
    return { kind: 'keyframes', name: prelude.slice(11).trim(), text: `${prelude}{${body}}`, reads: readsOf(body) };
  if (prelude.startsWith('@')) return { kind: 'text', text: `${prelude}{${body}}` };
  return {
    kind: 'rule',
    selectors: split(prelude, ',').map((selector) => ({ text: selector, needs: needsOf(selector) })),
    declarations: split(body, ';').filter(Boolean).map(declarationOf),
  };
}

function declarationOf(text: string): Declaration {
  const [, name = '', value = ''] = /^\s*([\w-]+)\s*:([^]*)$/.exec(text) ?? [];
  const words = /^animation(-name)?$/.test(name) ? value.split(/[\s,]+/) : [];
  return { variable: name.startsWith('--') ? name : undefined, text, reads: [...readsOf(value), ...words] };
}

/**
 * The class names and data attributes without which a selector finds nothing: not those in `:not()`, nor those of
 * which one of several is enough.
 */
export function needsOf(selector: string): string[] {
  // A name with a sign in it that is escaped: it may be anything.
  if (/\\(?![^[]*\])/.test(selector)) return [];
  let rest = selector;
  for (;;) {
    const [opening, name] = /:(not|is|where|has|host|nth-child|nth-last-child)\(/.exec(rest) ?? [];
    if (opening === undefined) break;
    const begun = rest.indexOf(opening);
    const from = begun + opening.length;
    const end = closing(rest, from - 1);
    const inner = rest.slice(from, end);
    const isOne = name !== 'not' && split(inner, ',').length === 1;
    rest = `${rest.slice(0, begun)}${isOne ? ` ${inner} ` : ''}${rest.slice(end + 1)}`;
  }
  const attributes = [...rest.matchAll(/\[(data-[\w-]+)(?:(=)(?:"([^"]*)"|'([^']*)'|([^\]"']*)))?[^\]]*\]/g)]
    .map(([, attribute = '', equals, ...values]) =>
      equals === undefined ? attribute : `${attribute}=${values.find((value) => value !== undefined) ?? ''}`,
    )
    .filter((attribute) => !OF_THE_PAGE.test(attribute) && !attribute.includes('\\'));
  const classes = [...rest.replaceAll(/\[[^\]]*\]/g, '').matchAll(/\.([\w-]+)/g)].map(([, name = '']) => `.${name}`);
  return [...classes, ...attributes];
}

const readsOf = (text: string): string[] => [...text.matchAll(/var\((--[\w-]+)/g)].map(([, name = '']) => name);

function keptOf(part: Part, has: ReadonlySet<string>): Part[] {
  if (part.kind === 'group') return [{ ...part, parts: part.parts.flatMap((each) => keptOf(each, has)) }];
  if (part.kind !== 'rule') return [part];
  const selectors = part.selectors.filter(({ needs }) => needs.every((token) => has.has(token)));
  return selectors.length === 0 ? [] : [{ ...part, selectors }];
}

/** The variables and keyframes that these rules, and the markup, come to. */
function readBy(parts: readonly Part[], has: ReadonlySet<string>): Set<string> {
  const all = flat(parts);
  const read = new Set<string>();
  const behind = new Map<string, string[]>();
  const put = (name: string, reads: readonly string[]) => {
    const known = behind.get(name);
    if (known === undefined) behind.set(name, [...reads]);
    else known.push(...reads);
  };
  const add = (name: string) => {
    if (read.has(name)) return;
    read.add(name);
    for (const other of behind.get(name) ?? []) add(other);
  };
  for (const part of all) {
    if (part.kind === 'keyframes') put(part.name, part.reads);
    if (part.kind !== 'rule') continue;
    for (const { variable, reads } of part.declarations) if (variable !== undefined) put(variable, reads);
  }
  for (const token of has) if (token.startsWith('--')) add(token);
  for (const part of all) {
    if (part.kind !== 'rule') continue;
    for (const { variable, reads } of part.declarations)
      if (variable === undefined) for (const name of reads) add(name);
  }
  return read;
}

function textOf(part: Part, read: ReadonlySet<string>): string {
  if (part.kind === 'text') return part.text;
  if (part.kind === 'keyframes') return read.has(part.name) ? part.text : '';
  if (part.kind === 'group') {
    const inner = part.parts.map((each) => textOf(each, read)).join('');
    if (inner !== '') return `${part.prelude}{${inner}}`;
    // The place of a layer among the others is where it is first named.
    return part.prelude.startsWith('@layer') ? `${part.prelude};` : '';
  }
  const declarations = part.declarations.filter(({ variable }) => variable === undefined || read.has(variable));
  if (declarations.length === 0) return '';
  return `${part.selectors.map(({ text }) => text).join(',')}{${declarations.map(({ text }) => text).join(';')}}`;
}

/** Of the known tokens, those that the markup has: `.class`, `data-name`, `data-name=value` and `--variable`. */
export function tokensOf(markup: string, known: ReadonlySet<string>): Set<string> {
  const has = new Set<string>();
  const add = (token: string) => {
    if (known.has(token)) has.add(token);
  };
  for (const found of new Set(markup.match(/ (?:class|data-[\w-]+)="[^"]*"|var\(--[\w-]+/g))) {
    if (found.startsWith('var(')) add(found.slice(4));
    else if (found.startsWith(' class=')) for (const name of found.slice(8, -1).split(' ')) add(`.${name}`);
    else {
      const [name = ''] = found.split('=', 1);
      add(name.trim());
      add(found.trim().replaceAll('"', ''));
    }
  }
  return has;
}

/** Where what opens at `at` closes. */
function closing(text: string, at: number): number {
  let depth = 0;
  for (let i = at; i < text.length; i = after(text, i)) {
    if ('{(['.includes(text[i] ?? '')) depth += 1;
    if ('})]'.includes(text[i] ?? '') && --depth === 0) return i;
  }
  throw new Error('A style sheet ends too early');
}

/** The place after this one; after a text in quotes, or what an escape stands for, as a whole. */
function after(text: string, at: number): number {
  const sign = text[at];
  if (sign === '\\') return at + 2;
  if (sign !== '"' && sign !== "'") return at + 1;
  let end = at + 1;
  while (end < text.length && text[end] !== sign) end += text[end] === '\\' ? 2 : 1;
  return end + 1;
}

/** At each of these signs that stands in no bracket. */
function split(text: string, sign: string): string[] {
  const pieces: string[] = [];
  let begun = 0;
  for (let at = 0; at < text.length; at = after(text, at)) {
    if ('{(['.includes(text[at] ?? '')) at = closing(text, at);
    else if (text[at] === sign) {
      pieces.push(text.slice(begun, at));
      begun = at + 1;
    }
  }
  return [...pieces, text.slice(begun)];
}
