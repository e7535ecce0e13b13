/**
 * Writes THIRD_PARTY_NOTICES (`npm run notices`): the licenses of all packages that the product ships. A test fails
 * if it is out of date.
 */
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from './install.mjs';

const NOTICES = 'THIRD_PARTY_NOTICES';

interface LockedPackage {
  version?: string;
  license?: string;
  dev?: boolean;
  devOptional?: boolean;
  link?: boolean;
  optional?: boolean;
}

interface Notice {
  name: string;
  version: string;
  license: string;
  /** The text of the package's license, or null if the package has none or is for another system. */
  text: string | null;
}

/** Returns the notices of all packages in the lockfile that are not only for development, in the order of their names. */
function listNotices(root: string): Notice[] {
  const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as {
    packages: Record<string, LockedPackage>;
  };
  const notices = Object.entries(packages)
    .filter(([path, { dev, devOptional, link }]) => path.includes('node_modules/') && !dev && !devOptional && !link)
    .map(([path, { version = '', license = 'see the package', optional }]) => ({
      name: path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length),
      version,
      license,
      // Which optional packages are installed depends on the system, and the notices do not.
      text: optional === true ? null : readLicense(join(root, path)),
    }));
  const unique = new Map(notices.map((notice) => [`${notice.name} ${notice.version}`, notice]));
  return [...unique.values()].toSorted((a, b) => compareText(a.name, b.name) || compareText(a.version, b.version));
}

const compareText = (one: string, other: string): number => (one < other ? -1 : one > other ? 1 : 0);

/** Returns the text of the license file in a folder, with lines that end in a line feed. */
function readLicense(folder: string): string | null {
  const names = existsSync(folder) ? readdirSync(folder).toSorted() : [];
  const name = names.find((each) => /^(licen[cs]e|copying)(\.(md|txt|markdown))?$/i.test(each));
  if (name === undefined) return null;
  const lines = readFileSync(join(folder, name), 'utf8').split(/\r?\n/);
  return lines
    .map((line) => line.trimEnd())
    .join('\n')
    .trim();
}

/** Returns the content of THIRD_PARTY_NOTICES. Packages with the same text share one section. */
export function createNotices(root: string = ROOT): string {
  const notices = listNotices(root);
  const byText = Map.groupBy(
    notices.filter(({ text }) => text !== null),
    ({ text }) => text ?? '',
  );
  const toTitle = ({ name, version }: Notice) => `${name} ${version}`;
  return [
    'Marquee contains the packages below, with these licenses. "npm run notices" writes this file.',
    notices.map((notice) => `${toTitle(notice)}: ${notice.license}`).join('\n'),
    ...[...byText].map(([text, packages]) => `${RULE}\n${packages.map(toTitle).join(', ')}\n\n${text}`),
  ]
    .join('\n\n')
    .concat('\n');
}

/** Separates the license texts. */
const RULE = '='.repeat(80);

export const readNotices = (root: string = ROOT): string => readFileSync(join(root, NOTICES), 'utf8');

export function main(): void {
  writeFileSync(join(ROOT, NOTICES), createNotices());
  console.log(`${NOTICES} is up to date.`);
}
