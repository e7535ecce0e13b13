/**
 * The class names of the build: two signs each, for pages repeat them. The browser's build and the server's find the
 * same ones, whatever is built first: by their order in the sources.
 */
import { globSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';

const LETTERS = Array.from('abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ');
const SIGNS = [...LETTERS, ...Array.from('0123456789')];

/** Those of Mantine's components, and the two that it gives to elements of many. */
const OF_MANTINE = /\bm_[0-9a-f]{5,8}\b|\bmantine-(?:focus-auto|active)\b/g;

export interface ShortNames {
  /** Of the product's own sheets: a name in a file. */
  own: (name: string, file: string) => string;
  /** Some text with Mantine's names in it. */
  ofMantine: (text: string) => string;
}

/** Names for the sheets below `root` and those in Mantine's `styles`. Throws when there are more than two signs can tell. */
export function shortNames(root: string, styles: string): ShortNames {
  const next = twoSigns();
  const take = (names: Iterable<string>) => new Map([...new Set(names)].toSorted().map((name) => [name, next()]));
  const read = (folder: string, pattern: string) =>
    globSync(pattern, { cwd: folder }).map((file) => ({ file, text: readFileSync(join(folder, file), 'utf8') }));
  const mantine = take(read(styles, '*.layer.css').flatMap(({ text }) => text.match(OF_MANTINE) ?? []));
  const own = take(
    read(root, 'src/**/*.module.css').flatMap(({ file, text }) =>
      [...text.matchAll(/(?:\.|@keyframes\s+)([a-zA-Z_][\w-]*)/g)].map(([, name = '']) => `${file} ${name}`),
    ),
  );
  const known = (names: Map<string, string>, name: string): string => {
    const short = names.get(name);
    if (short === undefined) throw new Error(`${name} was not found among the class names`);
    return short;
  };
  return {
    own: (name, file) => known(own, `${relative(root, file.replace(/\?.*$/, ''))} ${name}`),
    ofMantine: (text) => text.replaceAll(OF_MANTINE, (name) => known(mantine, name)),
  };
}

function twoSigns(): () => string {
  // Blockers of advertisements hide what is called so.
  const all = LETTERS.flatMap((first) => SIGNS.map((second) => first + second)).filter((name) => !/^ad/i.test(name));
  let taken = 0;
  return () => {
    const name = all[taken++];
    if (name === undefined) throw new Error('There are more class names than two signs can tell');
    return name;
  };
}
