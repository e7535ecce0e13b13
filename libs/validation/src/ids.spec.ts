import type { PersonId, WorkspaceId } from '@marquee/contracts';
import { expect, expectTypeOf, it } from 'vitest';
import { personIdField, workspaceIdField } from './fields.ts';

const ID = '3f2504e0-4f89-41d3-9a0c-0305e82c3301';

it('keeps the type of an id through a schema, which turns invalid text into an id that does not exist', () => {
  expectTypeOf(personIdField.parse(ID)).toEqualTypeOf<PersonId>();
  expectTypeOf(workspaceIdField.parse(ID)).toEqualTypeOf<WorkspaceId>();
  expect(personIdField.parse(ID.toUpperCase())).toBe(ID);
  expect(workspaceIdField.parse('nobody')).toBe('00000000-0000-0000-0000-000000000000');
});
