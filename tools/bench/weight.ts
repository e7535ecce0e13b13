/** Computes the download size of a page from Vite's manifest, without a browser. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';

interface Chunk {
  file: string;
  imports?: string[];
  css?: string[];
}

/** Download sizes in bytes after gzip. */
export interface PageWeight {
  /** Scripts that run on page load, before the first interaction. */
  first: number;
  /** All scripts of the page once its app has started, including `first`. */
  scripts: number;
  styles: number;
}

/**
 * Returns the download size of a screen in the build at `folder`. `screen` is the name of the screen's component, for
 * example HomePage. Throws if the build has no such screen.
 */
export function weighPage(folder: string, screen: string): PageWeight {
  const manifest = JSON.parse(readFileSync(join(folder, '.vite/manifest.json'), 'utf8')) as Record<string, Chunk>;
  const source = Object.keys(manifest).find((path) => path.startsWith('src/pages/') && path.endsWith(`/${screen}.tsx`));
  if (source === undefined) throw new Error(`The build has no ${screen}`);
  const filesOf = (names: readonly string[], seen = new Set<string>()): Set<string> => {
    for (const name of names) {
      const chunk = manifest[name];
      if (chunk === undefined || seen.has(name)) continue;
      seen.add(name);
      filesOf(chunk.imports ?? [], seen);
    }
    return new Set([...seen].flatMap((name) => [manifest[name]?.file ?? '', ...(manifest[name]?.css ?? [])]));
  };
  const sum = (files: Iterable<string>, type: string) =>
    [...files]
      .filter((file) => file.endsWith(type))
      .reduce((total, file) => total + gzipSync(readFileSync(join(folder, file)), { level: 9 }).length, 0);
  const all = filesOf(['index.html', 'src/main.tsx', source]);
  return { first: sum(filesOf(['index.html']), '.js'), scripts: sum(all, '.js'), styles: sum(all, '.css') };
}
