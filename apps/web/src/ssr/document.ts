/** Builds the HTML document of a rendered page from index.html, adding the files that the page needs. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { RouteObject } from 'react-router-dom';
import type { ScreenHandle } from '../routes.tsx';

export type RouteMatches = readonly { route: RouteObject }[];

export const getScreenHandle = (match: RouteMatches[number] | undefined) =>
  match?.route.handle as ScreenHandle | undefined;

/** The files that the page needs, except for the entry script. */
interface PageFiles {
  styles: string[];
  scripts: string[];
}

export interface DocumentParts {
  /** Head tags rendered by the page. Undefined to keep the default tags of index.html. */
  head?: string;
  tags: string;
  body?: string;
  handover: string;
}

type Manifest = Record<string, { file: string; imports?: string[]; css?: string[] }>;

const readManifest = (folder: string) =>
  JSON.parse(readFileSync(join(folder, '.vite/manifest.json'), 'utf8')) as Manifest;

export const renderStyleLinks = (styles: readonly string[]) =>
  styles.map((file) => `<link rel="stylesheet" href="/${file}">`).join('');

export const renderPreloads = (scripts: readonly string[]) =>
  scripts.map((href) => `<link rel="modulepreload" href="${href}">`).join('');

/**
 * Reads index.html. Returns a function that inserts a page into it. If `head` is given, it replaces the default
 * title and description.
 */
export function createTemplate(folder: string): (parts: DocumentParts) => Buffer {
  const [before = '', after] = readFileSync(join(folder, 'index.html'), 'utf8').split('<div id="root"></div>');
  if (after === undefined) throw new Error('index.html has no empty #root');
  const [whole = '', rest] = before.split('</head>');
  if (rest === undefined) throw new Error('index.html has no head');
  const start = whole.replaceAll(/\s*<link rel="stylesheet"[^>]*>/g, '') + renderFontPreloads(folder);
  const bare = start.replaceAll(/\s*<title data-default>[^<]*<\/title>|\s*<meta data-default[^>]*>/g, '');
  return ({ head, tags, body = '', handover }) =>
    Buffer.from(
      `${head === undefined ? start : bare + head}${tags}</head>${rest}<div id="root">${body}</div>${handover}${after}`,
    );
}

/** Renders preload tags for the fonts of every page, so that they load in parallel with the style sheets. */
const renderFontPreloads = (folder: string): string =>
  Object.entries(readManifest(folder))
    .filter(([source]) => /-latin-(wght|700)-normal\.woff2$/.test(source))
    .map(([, { file }]) => `<link rel="preload" as="font" type="font/woff2" crossorigin href="/${file}">`)
    .join('');

/** Reads Vite's manifest. Returns a function that finds the files needed for the matched routes. */
export function createFileFinder(folder: string): (matches: RouteMatches) => PageFiles {
  const manifest = readManifest(folder);
  const filesOf = (name: string, seen: Set<string>): string[] => {
    const chunk = manifest[name];
    if (chunk === undefined || seen.has(name)) return [];
    seen.add(name);
    return [...(chunk.imports ?? []).flatMap((other) => filesOf(other, seen)), ...(chunk.css ?? []), chunk.file];
  };
  const first = filesOf('index.html', new Set());

  return (matches) => {
    const sources = ['src/main.tsx', ...matches.map((match) => getScreenHandle(match)?.source ?? '')];
    const seenFiles = new Set<string>();
    const files = [...new Set([...first, ...sources.flatMap((source) => filesOf(source, seenFiles))])];
    return {
      styles: files.filter((file) => file.endsWith('.css')),
      scripts: files.filter((file) => file.endsWith('.js') && !first.includes(file)).map((file) => `/${file}`),
    };
  };
}
