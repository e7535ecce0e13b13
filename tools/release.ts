/**
 * Makes a release: `npm run release -- minor`. Sets the version in all places, moves the unreleased notes of the
 * changelog to the version, freezes its migrations, records the built product, and makes the commit and the tag. Pushes
 * nothing.
 */
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { compareVersions } from '../apps/api/src/config/version.ts';
import { RENAMED_PROCEDURES } from '../apps/api/src/http/renamed-procedures.ts';
import { freezeMigrations, readDatabaseFiles } from './check-migrations.ts';
import { exitWithMessage, ROOT } from './install.mjs';
import { recordRelease } from './upgrade/releases.ts';

const USAGE = 'Usage: npm run release -- major|minor|patch|VERSION, for example minor or 1.4.0.';
const VERSION_FILE = 'apps/api/src/config/version.ts';
const CHANGELOG = 'CHANGELOG.md';
const VERSION_LINE = /^export const VERSION = '(.*)';$/m;
const UNRELEASED = '## [Unreleased]\n';

/** Why a release cannot be made, with what to do. */
export class ReleaseRefusal extends Error {}

export interface ReleaseOptions {
  /** The folder of the repository. */
  root: string;
  /** A version such as `1.4.0`, or the part of the current version to increase. */
  next: string;
  /** The day of the release, such as `2026-11-28`. */
  today: string;
  renamedProcedures: Readonly<Record<string, { removedIn: string }>>;
  /** Adds the new migrations to those that must not change. */
  freeze: (version: string) => void;
  /** Records the built product and its data, from which later versions are tested to upgrade. */
  record: (version: string) => Promise<void>;
}

/**
 * Makes the commit and the tag of a release, and returns its version and notes. Throws a ReleaseRefusal, before it
 * changes anything, if the working tree has changes, the version is not newer, the changelog has no unreleased notes,
 * or a former name of a procedure has to be removed first.
 */
export async function makeRelease({ root, next, today, renamedProcedures, freeze, record }: ReleaseOptions) {
  const git = (...args: string[]) => execFileSync('git', args, { cwd: root, encoding: 'utf8', stdio: 'pipe' }).trim();
  if (git('status', '--porcelain') !== '')
    throw new ReleaseRefusal('The working tree has changes. Commit or discard them first.');
  const current = readVersion(root);
  const version = increaseVersion(current, next);
  const tag = `v${version}`;
  if (git('tag', '--list', tag) !== '') throw new ReleaseRefusal(`The tag ${tag} exists already.`);
  const expired = Object.entries(renamedProcedures).filter(
    ([, { removedIn }]) => compareVersions(removedIn, version) <= 0,
  );
  if (expired.length > 0)
    throw new ReleaseRefusal(
      `Delete these former names from RENAMED_PROCEDURES first: ${expired.map(([path]) => path).join(', ')}.`,
    );
  const { changelog, notes } = closeUnreleased(readFileSync(join(root, CHANGELOG), 'utf8'), version, today);

  writeFileSync(join(root, CHANGELOG), changelog);
  setVersion(root, version);
  freeze(version);
  await record(version);
  git('add', '--all');
  git('commit', '--quiet', '--message', `Release ${version}`);
  git('tag', '--annotate', tag, '--cleanup', 'verbatim', '--message', `${version}\n\n${notes}\n`);
  return { version, tag, notes };
}

export const readVersion = (root: string): string =>
  VERSION_LINE.exec(readFileSync(join(root, VERSION_FILE), 'utf8'))?.[1] ?? '';

/** Returns the version of each package of the repository by the path of its file, as its package.json has it. */
export function readPackageVersions(root: string): Record<string, string> {
  const lock = readManifest(root, 'package-lock.json');
  return Object.fromEntries([
    ['package-lock.json', lock.version],
    ...listPackages(root).flatMap((folder) => [
      [join(folder, 'package.json'), readManifest(root, join(folder, 'package.json')).version] as const,
      [`package-lock.json: ${folder}`, lock.packages?.[folder]?.version ?? ''] as const,
    ]),
  ]);
}

/** Returns the folders of the packages of the repository. The first one is the root, ''. */
const listPackages = (root: string): string[] =>
  Object.keys(readManifest(root, 'package-lock.json').packages ?? {}).filter((path) => !path.includes('node_modules/'));

/** What a package.json and the lockfile have in common. Only the lockfile has packages. */
interface Manifest {
  version: string;
  packages?: Record<string, { version?: string }>;
}

const readManifest = (root: string, path: string): Manifest =>
  JSON.parse(readFileSync(join(root, path), 'utf8')) as Manifest;

function increaseVersion(current: string, next: string): string {
  const [major = 0, minor = 0, patch = 0] = current.split('.').map(Number);
  const increased = { major: [major + 1, 0, 0], minor: [major, minor + 1, 0], patch: [major, minor, patch + 1] };
  const version = Object.hasOwn(increased, next) ? increased[next as keyof typeof increased].join('.') : next;
  if (!/^\d+\.\d+\.\d+$/.test(version)) throw new ReleaseRefusal(USAGE);
  if (compareVersions(version, current) <= 0)
    throw new ReleaseRefusal(`The version has to be newer than ${current}, and ${version} is not.`);
  return version;
}

/** Moves the unreleased notes to the version, and returns the new changelog and these notes. */
function closeUnreleased(changelog: string, version: string, today: string): { changelog: string; notes: string } {
  const [before, after] = changelog.split(UNRELEASED);
  const notes = (after ?? '').split(/^## \[/m)[0]?.trim() ?? '';
  if (before === undefined || after === undefined || notes === '')
    throw new ReleaseRefusal(`${CHANGELOG} has no notes below “${UNRELEASED.trim()}”. Write what users notice.`);
  return { changelog: `${before}${UNRELEASED}\n## [${version}] - ${today}\n${after}`, notes };
}

/** Sets the version in all files that contain it, without changing anything else in them. */
function setVersion(root: string, version: string): void {
  const edit = (path: string, change: (text: string) => string) =>
    writeFileSync(join(root, path), change(readFileSync(join(root, path), 'utf8')));
  edit(VERSION_FILE, (text) => text.replace(VERSION_LINE, `export const VERSION = '${version}';`));
  for (const folder of listPackages(root))
    edit(join(folder, 'package.json'), (text) => text.replace(/^ {2}"version": ".*"/m, `  "version": "${version}"`));
  edit('package-lock.json', (text) => {
    const lock = JSON.parse(text) as Manifest;
    lock.version = version;
    for (const [path, entry] of Object.entries(lock.packages ?? {}))
      if (!path.includes('node_modules/')) entry.version = version;
    return `${JSON.stringify(lock, null, 2)}\n`;
  });
}

export async function main(): Promise<void> {
  try {
    const { version, tag, notes } = await makeRelease({
      root: ROOT,
      next: process.argv[2] ?? '',
      today: new Date().toISOString().slice(0, 10),
      renamedProcedures: RENAMED_PROCEDURES,
      record: (released) => recordRelease(released, (line) => console.log(line)),
      freeze: (released) => freezeMigrations(released, readDatabaseFiles()),
    });
    console.log(`${notes}\n\nMarquee ${version} is committed and tagged. Publish it and its image:`);
    console.log(`  git push --follow-tags`);
    console.log(`  docker build --build-arg VERSION=${version} --tag marquee:${version} .`);
    console.log(`To undo the release before that: git tag --delete ${tag} && git reset --hard HEAD~1`);
  } catch (error) {
    if (error instanceof ReleaseRefusal) exitWithMessage(error.message);
    throw error;
  }
}
