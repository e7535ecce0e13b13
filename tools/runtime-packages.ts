/**
 * `node tools/runtime-packages.ts TARGET` copies the packages that the built API loads at runtime to TARGET, in the
 * layout of this repository. All other packages are part of the bundle, or only needed to build and test. The image
 * contains this copy (Dockerfile).
 */
import { cpSync, existsSync, readFileSync } from 'node:fs';
import { basename, dirname, join, relative } from 'node:path';
import { APART } from '../apps/api/vite.config.ts';
import { exitWithMessage, ROOT } from './install.mjs';

const API = join(ROOT, 'apps/api');
/** Packages whose files are read by their path, and which the bundler therefore does not see. */
const READ_BY_PATH = /^@(expo-google-fonts|fontsource)\//;
/** Files that nothing reads at runtime: types, source maps, tests, and weights of fonts that no document uses. */
const UNUSED =
  /\.(d\.[cm]?ts|map|md|markdown)$|\/(source_data|tests?)$|\/@expo-google-fonts\/[^/]+\/(?!400Regular|700Bold)[^/]+\/[^/]+\.ttf$/;

interface Manifest {
  dependencies?: Record<string, string>;
  optionalDependencies?: Record<string, string>;
}

const readManifest = (folder: string) => JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as Manifest;

/** Returns the folder of a package as Node finds it from `from`, or undefined if it is not installed. */
function findPackage(name: string, from: string): string | undefined {
  for (let folder = from; folder.startsWith(ROOT); folder = dirname(folder)) {
    const candidate = join(folder, 'node_modules', name);
    if (existsSync(join(candidate, 'package.json'))) return candidate;
  }
  return undefined;
}

/** Adds the folder of a package and of everything that it depends on. Optional packages may be missing. */
function collect(name: string, from: string, found: Set<string>): void {
  const folder = findPackage(name, from);
  if (folder === undefined || found.has(folder)) return;
  found.add(folder);
  const { dependencies, optionalDependencies } = readManifest(folder);
  for (const each of Object.keys({ ...dependencies, ...optionalDependencies })) collect(each, folder, found);
}

const [target] = process.argv.slice(2);
if (target === undefined) exitWithMessage('Usage: node tools/runtime-packages.ts TARGET');
const names = Object.keys(readManifest(API).dependencies ?? {}).filter(
  (name) => APART.includes(name) || READ_BY_PATH.test(name),
);
const folders = new Set<string>();
for (const name of names) collect(name, API, folders);
for (const folder of folders)
  cpSync(folder, join(target, relative(ROOT, folder)), {
    recursive: true,
    filter: (source) => !UNUSED.test(source) && (source === folder || basename(source) !== 'node_modules'),
  });
console.log(`${folders.size} packages`);
