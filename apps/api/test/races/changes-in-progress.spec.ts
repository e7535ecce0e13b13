/**
 * Tests changes that are still in progress when the session, the membership or the role ends with which they began.
 * Nothing of them is stored.
 */
import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import type { SessionUser } from '../../src/core/ctx.ts';
import { createUserCaller, newBrand, newMember, newPayableCreator } from '../../src/demo/builders.ts';
import { waitForLock } from '../support/locks.ts';
import { useStack, type TestBrowser } from '../support/stack.ts';

const stack = useStack();

const ENDINGS: [string, number, (owner: SessionUser, member: SessionUser) => Promise<unknown>, string][] = [
  [
    'the member was removed',
    404,
    (owner, { id }) => stack.as(owner).workspaces.removeMember({ personId: id, heirId: owner.id }),
    'WORKSPACE_NOT_FOUND',
  ],
  [
    'the member got another role',
    403,
    (owner, { id }) => stack.as(owner).workspaces.changeRole({ personId: id, role: 'viewer' }),
    'PERMISSION_MISSING',
  ],
  [
    'the session was ended on another device',
    401,
    async (_owner, { id }) => stack.deps.db.deleteFrom('session').where('personId', '=', id).execute(),
    'SIGNED_OUT',
  ],
];

describe('an upload in progress', () => {
  it.each(ENDINGS)('is refused at its end if %s', async (_, status, end, code) => {
    const owner = await newBrand(stack.deps);
    const member = await newMember(stack.deps, owner, 'booker');
    const browser = await stack.asBrowser(member);
    const { id } = await createUserCaller(stack.deps, member).messages.beginFile({
      name: 'brief.txt',
      bytes: 4,
      uploadKey: randomUUID(),
    });
    const path = `/w/${owner.username}/api/files/${id}/parts/0`;
    const uploading = await stack.deps.db.transaction().execute(async (db) => {
      await db.selectFrom('file').select('id').where('id', '=', id).forUpdate().execute();
      const answer = browser('PUT', path, Buffer.from('Hey!'), { 'content-type': 'application/octet-stream' });
      await waitForLock(stack);
      await end(owner, member);
      return { answer };
    });
    const answer = await uploading.answer;
    expect([answer.statusCode, answer.json<{ code: string }>().code]).toEqual([status, code]);
    const { parts } = await stack.deps.db
      .selectFrom('file')
      .select('parts')
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    expect(parts).toBe(0);
  });
});

describe('a change in progress', () => {
  it.each(ENDINGS)('is not stored if %s', async (_, status, end, code) => {
    const owner = await newBrand(stack.deps);
    const member = await newMember(stack.deps, owner, 'booker');
    const browser = await stack.asBrowser(member);
    const { id } = await createUserCaller(stack.deps, owner).savedItems.createList({ name: 'Before' });
    const changing = await stack.deps.db.transaction().execute(async (db) => {
      await db.selectFrom('savedList').select('id').where('id', '=', id).forUpdate().execute();
      const answer = browser('POST', `/w/${owner.username}/trpc/savedItems.renameList`, { id, name: 'After' });
      await waitForLock(stack);
      await end(owner, member);
      return { answer };
    });
    const answer = await changing.answer;
    expect([answer.statusCode, answer.json<{ error: { data: { failure: string } } }>().error.data.failure]).toEqual([
      status,
      code,
    ]);
    const lists = await createUserCaller(stack.deps, owner).savedItems.lists();
    expect(lists.find((list) => list.id === id)).toMatchObject({ name: 'Before' });
  });
});

describe('a change of the payout country in progress', () => {
  it('is refused because the user is signed out, and not because of Stripe', async () => {
    const creator = await newPayableCreator(stack.deps);
    const browser = await stack.asBrowser(creator);
    const changing = await stack.deps.db.transaction().execute(async (db) => {
      await db.selectFrom('workspace').select('id').where('id', '=', creator.workspaceId).forUpdate().execute();
      const answer = browser('POST', '/trpc/payouts.setCountry', { country: 'GB' });
      await waitForLock(stack);
      await stack.deps.db.deleteFrom('session').where('personId', '=', creator.id).execute();
      return { answer };
    });
    const { statusCode, body } = await changing.answer;
    expect([statusCode, body]).toEqual([401, expect.stringContaining('SIGNED_OUT')]);
  });
});

describe('a change that ends the caller’s own membership', () => {
  const post = async (browser: TestBrowser, owner: SessionUser, path: string, input: object) =>
    (await browser('POST', `/w/${owner.username}/trpc/${path}`, input)).statusCode;

  it('is stored when a member leaves', async () => {
    const owner = await newBrand(stack.deps);
    const member = await newMember(stack.deps, owner, 'booker');
    expect(await post(await stack.asBrowser(member), owner, 'workspaces.leave', { heirId: owner.id })).toBe(200);
    expect((await stack.as(owner).workspaces.members()).members).toHaveLength(1);
  });

  it('is stored when an owner confirms their own removal', async () => {
    const owner = await newBrand(stack.deps);
    const other = await newMember(stack.deps, owner, 'owner');
    await stack.as(owner).workspaces.removeMember({ personId: other.id, heirId: owner.id });
    const [change] = await stack.as(owner).workspaces.ownershipChanges();
    const input = { id: change?.id ?? '' };
    // Only with a factor that the account has had for long.
    await stack.deps.db
      .updateTable('person')
      .set({ factorSince: new Date(0) })
      .where('id', '=', other.id)
      .execute();
    expect(await post(await stack.asBrowser(other), owner, 'workspaces.confirmOwnershipChange', input)).toBe(200);
    expect((await stack.as(owner).workspaces.members()).members).toHaveLength(1);
  });

  it('is stored when a user deletes their account', async () => {
    const user = await newBrand(stack.deps);
    const browser = await stack.asBrowser(user);
    expect(await post(browser, user, 'personalData.deleteAccount', { confirmation: 'DELETE' })).toBe(200);
  });
});
