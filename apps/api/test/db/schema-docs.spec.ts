/** docs/schema.md and the schema types describe the database as it is. */
import { readFileSync } from 'node:fs';
import { COLUMN_LIST, renderColumnList, renderDocument, SCHEMA_DOCUMENT } from '@marquee/tools/schema';
import { expect, it } from 'vitest';
import { COLUMNS } from '../support/schema.columns.ts';
import { useStack } from '../support/stack.ts';

const stack = useStack();

it('finds docs/schema.md up to date (run `npm run schema` if it is not)', async () => {
  expect(await renderDocument(stack.deps.pool)).toBe(readFileSync(SCHEMA_DOCUMENT, 'utf8'));
});

it('finds the list of columns up to date, which the schema types are compared with when they are compiled', async () => {
  expect(await renderColumnList(stack.deps.pool)).toBe(readFileSync(COLUMN_LIST, 'utf8'));
  expect(Object.keys(COLUMNS).length).toBeGreaterThan(80);
});
