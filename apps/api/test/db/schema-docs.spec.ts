/** Tests that docs/schema.md and the schema types match the database. */
import { readFileSync } from 'node:fs';
import { COLUMN_LIST, renderColumnList, renderDocument, SCHEMA_DOCUMENT } from '@marquee/tools/schema';
import { expect, it } from 'vitest';
import { COLUMNS } from '../support/schema.columns.ts';
import { useStack } from '../support/stack.ts';

const stack = useStack();

it('generates docs/schema.md without a difference (if it fails, run `npm run schema`)', async () => {
  expect(await renderDocument(stack.deps.pool)).toBe(readFileSync(SCHEMA_DOCUMENT, 'utf8'));
});

it('generates the column list, which the compiler compares with the schema types, without a difference', async () => {
  expect(await renderColumnList(stack.deps.pool)).toBe(readFileSync(COLUMN_LIST, 'utf8'));
  expect(Object.keys(COLUMNS).length).toBeGreaterThan(80);
});
