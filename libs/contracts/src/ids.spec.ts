import { describe, expect, expectTypeOf, it } from 'vitest';
import type { PersonId, WorkspaceId } from './ids.ts';

const ID = '3f2504e0-4f89-41d3-9a0c-0305e82c3301';
const person: { id: PersonId } = { id: ID };
const creator: { id: WorkspaceId } = { id: ID };
const findBookings = (workspaceId: WorkspaceId) => workspaceId;

// `npm run check` compiles this file. An expected error that does not occur is an error itself.
describe('the ids of people and workspaces', () => {
  it('refuse to compile if one is passed for the other', () => {
    expect(findBookings(creator.id)).toBe(ID);
    // @ts-expect-error: the id of a person is not the id of a workspace
    findBookings(person.id);
  });

  it('refuse to compile if they are compared', () => {
    // @ts-expect-error: a person is never a creator, which is a workspace
    expect(person.id === creator.id).toBe(true);
    // @ts-expect-error: a list of workspaces does not contain a person
    expect([creator.id].includes(person.id)).toBe(true);
  });

  it('are text for everything else', () => {
    expectTypeOf<PersonId>().toExtend<string>();
    expectTypeOf<PersonId>().not.toExtend<WorkspaceId>();
  });
});
