/** Tests that docs/schema.md and the schema types match the database. */
import { readFileSync } from 'node:fs';
import { COLUMN_LIST, renderColumnList, renderDocument, SCHEMA_DOCUMENT } from '@marquee/tools/schema';
import { expect, it } from 'vitest';
import { COLUMNS } from '../support/schema.columns.ts';
import { useStack } from '../support/stack.ts';

const stack = useStack();

it('has an up-to-date docs/schema.md (run `npm run schema` if it is not)', async () => {
  expect(await renderDocument(stack.deps.pool)).toBe(readFileSync(SCHEMA_DOCUMENT, 'utf8'));
});

it('has an up-to-date column list, which the compiler compares with the schema types', async () => {
  expect(await renderColumnList(stack.deps.pool)).toBe(readFileSync(COLUMN_LIST, 'utf8'));
  expect(Object.keys(COLUMNS).length).toBeGreaterThan(80);
});
