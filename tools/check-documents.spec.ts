import { describe, expect, it } from 'vitest';
import { checkDocument } from './check-documents.ts';

const KNOWN = {
  paths: new Set(['README.md', 'docs', 'docs/runbook.md', 'apps', 'apps/api', 'apps/api/src/core/jobs.ts']),
  scripts: new Set(['check', 'bench:live']),
  words: new Set(['insertJobs', 'payout_share', 'MAX_VERSIONS']),
  sources: [
    {
      path: 'apps/api/src/core/jobs.ts',
      text: "import { other } from './other.ts';\nexport const insertJobs = other;\n",
    },
  ],
};
const list = (text: string, path = 'docs/runbook.md') =>
  checkDocument({ path, text }, KNOWN).map(({ line, message }) => `${line}: ${message}`);

describe('checkDocument', () => {
  it.each([
    ['a function', 'Call\n`enqueueMail`.', '2: names enqueueMail, which no source file contains; use its present name'],
    ['a table', '`app_user.role`', '1: names app_user, which no source file contains; use its present name'],
    ['a constant', '`MAX_OPEN`', '1: names MAX_OPEN, which no source file contains; use its present name'],
    [
      'a name in a block of code',
      '```sql\nselect * from app_user;\n```',
      '2: names app_user, which no source file contains; use its present name',
    ],
    ['a path', '`apps/api/src/jobs.ts`', '1: names apps/api/src/jobs.ts, which does not exist'],
    ['a folder', '`apps/web`', '1: names apps/web, which does not exist'],
    ['a file name', '`queue.ts`', '1: names queue.ts, which does not exist'],
    ['a relative path', '`../core/jobs.ts`', '1: names ../core/jobs.ts, which does not exist'],
    [
      'a function in a file that only uses it',
      '`other` in `jobs.ts`',
      '1: says that other is in jobs.ts, which does not declare it',
    ],
    ['an npm script', '`npm run seed`', '1: names the npm script seed, which does not exist'],
    ['the target of a link', '[the map](../READ.md#map)', '1: links to ../READ.md, which does not exist'],
  ])('reports %s that does not exist', (_what, text, problem) => {
    expect(list(text)).toEqual([problem]);
  });

  it.each([
    ['names that exist', '`insertJobs(payout_share)`, `MAX_VERSIONS`, `npm run bench:live`, `apps/api`'],
    ['paths from the root, from the document and from a folder', '`docs/runbook.md`, `../README.md`, `core/jobs.ts`'],
    [
      'a function in the file or the folder that declares it',
      '`insertJobs` in `core/jobs.ts`, `insertJobs` in `apps/api`',
    ],
    ['placeholders and patterns', '`<noun>.sql.ts`, `NNNN_what_it_does.sql`, `*.words.ts`, `delivered_file_*`'],
    ['addresses', '[Nx](https://nx.dev/some/page.html), [below](#below), `/api/docs/openapi.json`'],
    ['the output of a build', '`apps/api/dist/main.js`'],
    ['words of English', "Person's app_user outside of code, `brand`, `Brand`, `GET`"],
    ['names of PostgreSQL', '`pg_stat_statements`'],
  ])('accepts %s', (_what, text) => {
    expect(list(text)).toEqual([]);
  });
});
