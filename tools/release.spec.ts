import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { ROOT } from './install.mjs';
import { makeRelease, readPackageVersions, readVersion, type ReleaseOptions } from './release.ts';

let root: string;
const git = (...args: string[]) => execFileSync('git', args, { cwd: root, encoding: 'utf8' }).trim();
const read = (path: string) => readFileSync(join(root, path), 'utf8');
const write = (path: string, text: string) => {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), text);
};
const toJson = (value: unknown) => `${JSON.stringify(value, null, 2)}\n`;

const release = (options: Partial<ReleaseOptions> = {}) =>
  makeRelease({
    root,
    next: 'minor',
    today: '2026-12-01',
    renamedProcedures: { 'messages.typing': { removedIn: '1.2.0' } },
    freeze: (version) => write('released.json', toJson({ [version]: {} })),
    record: async (version) => write(`releases/${version}`, readVersion(root)),
    ...options,
  });

const CHANGELOG = `# Changelog

## [Unreleased]

### Added

- Brands can pay by invoice.

## [1.0.0] - 2026-11-28

- The first release.
`;

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'marquee-release-'));
  git('init', '--quiet', '--initial-branch', 'main');
  git('config', 'user.name', 'A developer');
  git('config', 'user.email', 'developer@marquee.example');
  write('CHANGELOG.md', CHANGELOG);
  write('apps/api/src/config/version.ts', `export const VERSION = '1.0.0';\nexport const WORKS_WITH = '1.0.0';\n`);
  write('package.json', toJson({ name: 'root', version: '1.0.0' }));
  write('apps/api/package.json', toJson({ name: 'api', version: '1.0.0', dependencies: { pg: '8.0.0' } }));
  const packages = {
    '': { name: 'root', version: '1.0.0' },
    'apps/api': { name: 'api', version: '1.0.0' },
    'node_modules/api': { resolved: 'apps/api', link: true },
    'node_modules/pg': { version: '1.0.0' },
  };
  write('package-lock.json', toJson({ name: 'root', version: '1.0.0', packages }));
  git('add', '--all');
  git('commit', '--quiet', '--message', 'Start');
});

afterEach(() => rmSync(root, { recursive: true }));

it('sets the version in all places, dates the notes, and makes the commit and the tag', async () => {
  const { notes } = await release();
  expect(notes).toBe('### Added\n\n- Brands can pay by invoice.');
  expect(read('CHANGELOG.md')).toBe(
    CHANGELOG.replace('## [Unreleased]\n', '## [Unreleased]\n\n## [1.1.0] - 2026-12-01\n'),
  );
  expect(readVersion(root)).toBe('1.1.0');
  expect(read('apps/api/src/config/version.ts')).toContain(`WORKS_WITH = '1.0.0'`);
  expect(new Set(Object.values(readPackageVersions(root)))).toEqual(new Set(['1.1.0']));
  expect(read('apps/api/package.json')).toContain('"pg": "8.0.0"');
  expect(JSON.parse(read('package-lock.json'))).toMatchObject({
    packages: { 'node_modules/api': { link: true }, 'node_modules/pg': { version: '1.0.0' } },
  });
  expect(JSON.parse(read('released.json'))).toEqual({ '1.1.0': {} });
  expect(read('releases/1.1.0')).toBe('1.1.0');
  expect(git('status', '--porcelain')).toBe('');
  expect(git('log', '-1', '--format=%s')).toBe('Release 1.1.0');
  expect(git('rev-list', '-1', 'v1.1.0')).toBe(git('rev-parse', 'HEAD'));
  expect(git('tag', '--list', '--format=%(contents)', 'v1.1.0')).toBe(`1.1.0\n\n${notes}`);
});

it.each([
  ['patch', '1.0.1'],
  ['minor', '1.1.0'],
  ['1.1.7', '1.1.7'],
])('makes the version for the argument %s', async (next, version) => {
  expect((await release({ next })).version).toBe(version);
});

it.each([
  ['a working tree with changes', {}, () => write('new.txt', 'x'), 'The working tree has changes'],
  ['a version that is not newer', { next: '1.0.0' }, () => undefined, 'newer than 1.0.0'],
  ['an argument that is no version', { next: 'next' }, () => undefined, 'Usage: npm run release'],
  ['a missing argument', { next: '' }, () => undefined, 'Usage: npm run release'],
  ['a former name of a procedure that has to be removed', { next: 'major' }, () => undefined, 'messages.typing'],
  ['a tag that exists', {}, () => git('tag', 'v1.1.0'), 'The tag v1.1.0 exists'],
  [
    'a changelog without unreleased notes',
    {},
    () => {
      write('CHANGELOG.md', CHANGELOG.replace(/### Added[^]*invoice\.\n\n/, ''));
      git('commit', '--quiet', '--all', '--message', 'Empty the notes');
    },
    'CHANGELOG.md has no notes',
  ],
])('refuses %s, and changes nothing', async (_name, options, prepare, message) => {
  prepare();
  const before = [git('status', '--porcelain'), git('rev-parse', 'HEAD'), git('tag')];
  await expect(release(options)).rejects.toThrow(message);
  expect([git('status', '--porcelain'), git('rev-parse', 'HEAD'), git('tag')]).toEqual(before);
});

it('finds the same version in every package of this repository', () => {
  expect(new Set(Object.values(readPackageVersions(ROOT)))).toEqual(new Set([readVersion(ROOT)]));
});

it('finds notes of the current version in the changelog of this repository', () => {
  const changelog = readFileSync(join(ROOT, 'CHANGELOG.md'), 'utf8');
  expect(changelog).toContain('## [Unreleased]\n');
  expect(changelog).toMatch(
    new RegExp(`^## \\[${readVersion(ROOT).replaceAll('.', '\\.')}\\] - \\d{4}-\\d{2}-\\d{2}$`, 'm'),
  );
});
