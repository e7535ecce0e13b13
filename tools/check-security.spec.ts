import { describe, expect, it } from 'vitest';
import { checkSecurity, REQUIREMENTS_BY_CHAPTER } from './check-security.ts';

const FILES: Record<string, string> = { 'a.spec.ts': "it('refuses a stranger')", 'docs/a.md': '# Keys' };
const read = (path: string) => FILES[path];

/** Returns a page with a row for each requirement, in which the rows in `changed` are different. */
function createPage(changed: Record<string, string> = {}): string {
  const rows = Object.entries(REQUIREMENTS_BY_CHAPTER).flatMap(([chapter, count]) =>
    Array.from({ length: count }, (_, at) => {
      const number = `${chapter}.1.${at + 1}`;
      return changed[number] ?? `| ${number} | 1 | Strangers are refused | \`a.spec.ts\` “refuses a stranger” |`;
    }),
  );
  return rows.join('\n');
}
const listProblems = (changed: Record<string, string>) => checkSecurity(createPage(changed), read).problems;

describe('checkSecurity', () => {
  it('accepts tests, documents and dated reasons', () => {
    const page = createPage({
      '1.1.1': '| 1.1.1 | 2 | Keys are documented | `docs/a.md` |',
      '1.1.2': '| 1.1.2 | 2 | There is no LDAP | Does not apply (2026-11-27): nothing speaks LDAP |',
      '1.1.3': '| 1.1.3 | 2 | A scanner looks at files | Not met (2026-11-27): there is none |',
    });
    expect(checkSecurity(page, read)).toEqual({
      problems: [],
      counts: {
        met: Object.values(REQUIREMENTS_BY_CHAPTER).reduce((sum, count) => sum + count) - 2,
        'Does not apply': 1,
        'Not met': 1,
      },
    });
  });

  it.each([
    ['a file that is gone', '| 1.1.1 | 1 | x | `b.spec.ts` “refuses a stranger” |', 'no file b.spec.ts'],
    ['a test that was renamed', '| 1.1.1 | 1 | x | `a.spec.ts` “admits a stranger” |', 'does not contain'],
    ['a reason without a date', '| 1.1.1 | 1 | x | Not met: later |', 'neither a file nor a dated reason'],
    ['a reason without words', '| 1.1.1 | 1 | x | Not met (2026-11-27):  |', 'neither a file nor a dated reason'],
    ['a requirement of level 3', '| 1.1.1 | 3 | x | `a.spec.ts` |', 'not a row'],
    ['a requirement that is listed twice', '| 1.1.2 | 1 | x | `a.spec.ts` |', 'listed twice'],
    ['a missing requirement', '', 'chapter 1 has 27 requirements, but 26 are listed'],
  ])('reports %s', (_, row, message) => {
    expect(listProblems({ '1.1.1': row })).toContainEqual(expect.stringContaining(message));
  });
});
