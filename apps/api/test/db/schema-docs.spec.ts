/** Tests that docs/schema.md and the schema types match the database. */
import { readFileSync } from 'node:fs';
import { renderDocument, renderTypes, SCHEMA_DOCUMENT, SCHEMA_TYPES } from '@marquee/tools/schema';
import { expect, it } from 'vitest';
import { useStack } from '../support/stack.ts';

const stack = useStack();

it('generates docs/schema.md without a difference (if it fails, run `npm run schema`)', async () => {
  expect(await renderDocument(stack.deps.pool)).toBe(readFileSync(SCHEMA_DOCUMENT, 'utf8'));
});

it('generates the types of the tables without a difference (if it fails, run `npm run schema`)', async () => {
  expect(await renderTypes(stack.deps.pool)).toBe(readFileSync(SCHEMA_TYPES, 'utf8'));
});
