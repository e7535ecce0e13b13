/**
 * Checks that names in the documents exist: paths, file names, npm scripts and code names such as functions, constants,
 * tables and environment variables. A name that a document locates, as in "`computeFee` in `cents.ts`", has to be
 * declared there.
 */
import { readFileSync } from 'node:fs';
import { dirname, join, posix } from 'node:path';
import { ROOT } from './install.mjs';
import { getLineNumber, listFiles, readSources, reportProblems, type Source, type SourceProblem } from './sources.ts';

/** The names that the documents may contain. */
export interface KnownNames {
  /** Paths of all files and folders of the repository. */
  paths: ReadonlySet<string>;
  /** Scripts of the root package.json. */
  scripts: ReadonlySet<string>;
  /** Words in the source files. */
  words: ReadonlySet<string>;
  /** The source files, including specs. */
  sources: readonly Source[];
}

/** Names of other software, which our sources do not contain, and of tables whose removal the documents record. */
const OTHER_NAMES = new Set([
  // OpenID Connect, Prometheus and systemd.
  'auth_time',
  'job_name',
  'scrape_configs',
  'static_configs',
  'LimitNOFILE',
  // Columns of PostgreSQL's views, and a name within a query of the runbook.
  'query_start',
  'restart_lsn',
  'running_for',
  'slot_name',
  // "Not worth a table" in docs/read-model.md.
  'ledger_month',
  'listed_category',
  'listed_language',
  'missed_closed',
  'missed_sum',
  'payout_total',
]);

/** Blocks of code, and code within a line. */
const CODE = /^```[^]*?^```|`[^`\n]+`/gm;
const LINK = /\]\(([^)#:\s]+)(?:#[^)]*)?\)/g;
/** A path or file name with an extension that the repository uses, or the path of a folder. */
const PATH =
  /(?<![\w@./<>*…-])(?:(?:\.\.\/)*\w[\w./-]*\.(?:css|html|js|json|md|mjs|sql|svg|ts|tsx|yml)|(?:apps|docs|libs|tools)(?:\/[\w.-]*\w)+)(?![\w/.<>*…-])/g;
/** The output of a build, and a migration that the reader creates. */
const NOT_IN_REPOSITORY = /\/dist(\/|$)|NNNN_/;
const SCRIPT = /\bnpm run ([\w:]+)/g;
/** A word with an underscore or an inner capital letter, which no English word has. */
const CODE_NAME = /(?<![\w.$/-])(?=\w*(?:_\w|[a-z]\d*[A-Z]))[A-Za-z]\w*[A-Za-z\d]\b(?!\*)/g;

/** A name and the file or folder that a document says it is in. */
const LOCATED_NAME = /`(\w+)` in `([\w./-]+)`/g;
/** What comes before the name of a function, type or table, or of a field, where it is declared. */
const DECLARATION = String.raw`(?:\b(?:function|const|class|interface|type|enum|table|view)\s+|^\s*(?:readonly )?)`;

/** Whether a file at `place`, which may be a folder or the end of a path, declares `name`. */
const isDeclared = (sources: readonly Source[], name: string, place: string): boolean => {
  const declaration = new RegExp(`${DECLARATION}${name}\\b`, 'm');
  return sources.some(
    ({ path, text }) => (`/${path}`.endsWith(`/${place}`) || path.startsWith(`${place}/`)) && declaration.test(text),
  );
};

/** Returns the names in a document that do not exist, or not where it says. */
export function checkDocument({ path, text }: Source, { paths, scripts, words, sources }: KnownNames): SourceProblem[] {
  const problems: SourceProblem[] = [];
  const report = (offset: number, message: string) =>
    problems.push({ path, line: getLineNumber(text, offset), message });
  const resolve = (target: string) => posix.join(dirname(path), target).replace(/\/$/, '');
  const endings = [...paths].map((each) => `/${each}`);
  const exists = (name: string) => paths.has(resolve(name)) || endings.some((each) => each.endsWith(`/${name}`));
  for (const { 1: target = '', index } of text.matchAll(LINK))
    if (!paths.has(resolve(target))) report(index, `links to ${target}, which does not exist`);
  for (const { 1: name = '', 2: place = '', index } of text.matchAll(LOCATED_NAME))
    if (exists(place) && !isDeclared(sources, name, place))
      report(index, `says that ${name} is in ${place}, which does not declare it`);
  for (const { 0: code, index } of text.matchAll(CODE)) {
    for (const { 0: name, index: at } of code.matchAll(PATH))
      if (!exists(name) && !NOT_IN_REPOSITORY.test(name)) report(index + at, `names ${name}, which does not exist`);
    for (const { 1: name = '', index: at } of code.matchAll(SCRIPT))
      if (!scripts.has(name)) report(index + at, `names the npm script ${name}, which does not exist`);
    for (const { 0: name, index: at } of code.matchAll(CODE_NAME))
      if (!words.has(name) && !OTHER_NAMES.has(name) && !/^(pg|NNNN)_/.test(name))
        report(index + at, `names ${name}, which no source file contains; use its present name`);
  }
  return problems;
}

/** Reads the names that the documents may contain from the repository. Specs do not count as sources of names. */
export function readKnownNames(): KnownNames {
  const files = listFiles('');
  const folders = files.flatMap((file) => {
    const parts = file.split('/');
    return parts.slice(1).map((_part, index) => parts.slice(0, index + 1).join('/'));
  });
  const sources = readSources('', /\.(css|html|js|json|mjs|sql|ts|tsx|yml)$|\.env\.example$|Dockerfile$/);
  const { scripts } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as { scripts: object };
  return {
    paths: new Set([...files, ...folders]),
    scripts: new Set(Object.keys(scripts)),
    words: new Set(
      sources
        .filter(
          ({ path }) =>
            path !== 'package-lock.json' && path !== 'tools/check-documents.ts' && !/\.spec\.\w+$/.test(path),
        )
        .flatMap(({ text }) => text.match(/[A-Za-z]\w+/g) ?? []),
    ),
    sources,
  };
}

if (import.meta.main) {
  const known = readKnownNames();
  reportProblems(
    'Documents',
    readSources('', /\.md$/).flatMap((document) => checkDocument(document, known)),
    'every name in them exists.',
  );
}
