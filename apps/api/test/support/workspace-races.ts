/** Lets a thief, who is signed in to an owner's account, change the workspace while the owner secures the account. */
import type { PersonId, WorkspaceId } from '@marquee/contracts';
import { CARD_CONSENT_VERSION } from '@marquee/validation';
import type { SessionUser } from '../../src/core/ctx.ts';
import { confirmCard, newBrand, newCreator, newMember } from '../../src/demo/builders.ts';
import { createPublicLink } from '../../src/modules/messaging/mail/links.service.ts';
import type { UnsentMail } from '../../src/modules/messaging/mail/mail.sql.ts';
import { callProcedure, type ProcedureAnswer } from './accounts.ts';
import { secureDuring, waitRandomly } from './account-races.ts';
import type { Stack, TestBrowser } from './stack.ts';

type Change = () => Promise<ProcedureAnswer>;

/** The number of times that each change was made and refused in the rounds of a test. */
export type Tally = Record<string, { made: number; refused: number }>;

interface Scenario<T> {
  owner: SessionUser;
  /** Changes that the thief makes once, at a random time. */
  once: Record<string, Change>;
  /** Changes that the thief repeats until the account is secured. */
  repeated: Record<string, Change>;
  /** Reads what may not change after the account was secured, for example the payout account. */
  readFixed: () => Promise<unknown>;
  /** Reads what must be as it was before the changes. */
  read: () => Promise<T>;
}

/**
 * Runs a scenario while its owner secures the account, and counts the changes in `tally`. Returns the status of the
 * answer to the owner, whether something changed after it, and what the scenario reads at the end.
 */
async function secureDuringScenario<T>(
  stack: Stack,
  tally: Tally,
  { owner, once, repeated, readFixed, read }: Scenario<T>,
) {
  const make = async (name: string, change: Change) => {
    const { status } = await change();
    const count = (tally[name] ??= { made: 0, refused: 0 });
    if (status === 200) count.made += 1;
    else count.refused += 1;
  };
  const start = (signal: AbortSignal) => [
    ...Object.entries(once).map(async ([name, change]) => {
      await waitRandomly();
      await make(name, change);
    }),
    ...Object.entries(repeated).map(async ([name, change]) => {
      while (!signal.aborted) await make(name, change);
      await make(name, change);
    }),
  ];
  const { status, atOnce } = await secureDuring(stack, owner, start, readFixed);
  await stack.settle();
  return { status, isFixed: JSON.stringify(await readFixed()) === JSON.stringify(atOnce), left: await read() };
}

/** The result of a scenario after which no change of the thief is left. */
export const secured = <T>(left: T) => ({ status: 200, isFixed: true, left });

const listRoles = async ({ deps }: Stack, { workspaceId }: SessionUser, names: Record<string, PersonId>) => {
  const members = await deps.db
    .selectFrom('member')
    .select(['personId', 'role', 'orderLimitCents'])
    .where('workspaceId', '=', workspaceId)
    .execute();
  return Object.fromEntries(
    members.map(({ personId, role, orderLimitCents }) => [
      Object.entries(names).find(([, id]) => id === personId)?.[0] ?? 'stranger',
      orderLimitCents === null ? role : `${role} up to ${orderLimitCents}`,
    ]),
  );
};

const countSessions = async ({ deps }: Stack, { id }: SessionUser) =>
  (await deps.db.selectFrom('session').select('personId').where('personId', '=', id).execute()).length;

async function isReported({ deps }: Stack, workspaceId: WorkspaceId): Promise<boolean> {
  const { reportedAt } = await deps.db
    .selectFrom('workspace')
    .select('reportedAt')
    .where('id', '=', workspaceId)
    .executeTakeFirstOrThrow();
  return reportedAt !== null;
}

/** Sends an invitation to the workspace of a signed-in owner. Returns the token of its link. */
async function invite(stack: Stack, browser: TestBrowser, email: string): Promise<string> {
  await callProcedure(browser, 'workspaces.invite', { email, role: 'owner' });
  const { id: subjectId } = await stack.deps.db
    .selectFrom('invitation')
    .select('id')
    .where('email', '=', email)
    .executeTakeFirstOrThrow();
  const link = await createPublicLink(stack.deps, { kind: 'workspace_invitation', data: { subjectId } } as UnsentMail);
  return new URLSearchParams(new URL(link ?? '').hash.slice(1)).get('token') ?? '';
}

/**
 * Lets a thief change the members, rules, ownership and cards of a brand with two owners while one of them secures the
 * account. An accomplice accepts an invitation that the thief sent.
 */
export async function secureBrandDuringChanges(stack: Stack, tally: Tally) {
  const owner = await newBrand(stack.deps);
  const other = await newMember(stack.deps, owner, 'owner');
  const member = async (role: 'booker' | 'viewer') => (await newMember(stack.deps, owner, role)).id;
  const people = { owner: owner.id, other: other.id, booker: await member('booker'), limited: await member('booker') };
  const [removed, promoted] = [await member('viewer'), await member('viewer')];
  const rules = { rule: 'above' as const, above: '100', approvers: 1 as const, allowsOwn: false };
  await stack.as(other).approvals.saveSettings(rules);
  await stack.as(other).workspaces.changeLimits({ personId: people.limited, orderLimit: '50', monthLimit: '' });
  await stack.as(other).workspaces.changeRole({ personId: promoted, role: 'owner' });
  const [ownership] = await stack.as(other).workspaces.ownershipChanges();
  const { clientSecret } = await stack.as(owner).payments.startCardSetup({ consentVersion: CARD_CONSENT_VERSION });
  const thief = await stack.asBrowser(owner);
  const accomplice = await newBrand(stack.deps);
  const accompliceBrowser = await stack.asBrowser(accomplice);
  const token = await invite(stack, thief, accomplice.email);
  const call = (path: string, input?: unknown) => callProcedure(thief, path, input);
  const pick = <T>(list: readonly T[]) => list[Math.floor(Math.random() * list.length)];
  return secureDuringScenario(stack, tally, {
    owner,
    once: {
      removal: () => call('workspaces.removeMember', { personId: removed, heirId: owner.id }),
      'ownership request': () => call('workspaces.changeRole', { personId: other.id, role: 'viewer' }),
      'ownership confirmation': () => call('workspaces.confirmOwnershipChange', { id: ownership?.id }),
      invitation: () => callProcedure(accompliceBrowser, 'workspaces.accept', { token }),
      card: async () => {
        const { id } = await confirmCard(stack.deps, clientSecret);
        return call('payments.finishCardSetup', { setupId: id });
      },
    },
    repeated: {
      role: () => call('workspaces.changeRole', { personId: people.booker, role: pick(['approver', 'finance']) }),
      limits: () =>
        call('workspaces.changeLimits', { personId: people.limited, orderLimit: pick(['', '9000']), monthLimit: '' }),
      rules: () => call('approvals.saveSettings', { ...rules, rule: pick(['never', 'always']) }),
    },
    readFixed: () =>
      stack.deps.db.selectFrom('savedCard').select('id').where('brandId', '=', owner.workspaceId).execute(),
    read: async () => ({
      roles: await listRoles(stack, owner, { ...people, removed, promoted }),
      rules: await stack.as(other).approvals.settings(),
      ownershipChanges: (await stack.as(other).workspaces.ownershipChanges()).length,
      invitations: (await stack.as(other).workspaces.members()).invitations.length,
      isReported: await isReported(stack, owner.workspaceId),
      sessions: await countSessions(stack, owner),
    }),
  });
}

export const BRAND_SECURED = secured({
  roles: {
    owner: 'owner',
    other: 'owner',
    booker: 'booker',
    limited: 'booker up to 5000',
    removed: 'viewer',
    promoted: 'viewer',
  },
  rules: { rule: 'above', aboveCents: 10_000, approvers: 1, allowsOwn: false },
  ownershipChanges: 0,
  invitations: 0,
  isReported: true,
  sessions: 0,
});

/** Lets a thief agree to an agency and change the payout country and account while a creator secures the account. */
export async function secureCreatorDuringChanges(stack: Stack, tally: Tally) {
  const owner = await newCreator(stack.deps);
  const agency = await newCreator(stack.deps, { fullName: 'Field Agency' });
  const consent = await stack.as(agency).agencies.invite({ creator: owner.username, shareBps: 1_500 });
  const thief = await stack.asBrowser(owner);
  const call = (path: string, input?: unknown) => callProcedure(thief, path, input);
  let countries = 0;
  return secureDuringScenario(stack, tally, {
    owner,
    once: { 'agency consent': () => call('agencies.agree', { id: consent.id }) },
    repeated: {
      'payout country': () => call('payouts.setCountry', { country: (countries += 1) % 2 === 0 ? 'GB' : 'CA' }),
      'payout account': () => call('payouts.startSetup'),
    },
    readFixed: () =>
      stack.deps.db
        .selectFrom('workspace')
        .select(['payoutCountry', 'stripeAccountId'])
        .where('id', '=', owner.workspaceId)
        .execute(),
    read: async () => ({
      agency: (await stack.as(owner).agencies.overview()).current,
      isReported: await isReported(stack, owner.workspaceId),
      sessions: await countSessions(stack, owner),
    }),
  });
}

export const CREATOR_SECURED = secured({ agency: null, isReported: true, sessions: 0 });

/** Lets a thief delete the account of an owner, with or without a second owner, while the owner secures it. */
export async function secureDeletedAccount(stack: Stack, tally: Tally, hasOther: boolean) {
  const owner = await newBrand(stack.deps);
  if (hasOther) await newMember(stack.deps, owner, 'owner');
  const thief = await stack.asBrowser(owner);
  return secureDuringScenario(stack, tally, {
    owner,
    once: { deletion: () => callProcedure(thief, 'personalData.deleteAccount', { confirmation: 'DELETE' }) },
    repeated: {},
    readFixed: () => Promise.resolve(),
    read: async () => {
      const person = await stack.deps.db
        .selectFrom('person')
        .innerJoin('member', 'member.personId', 'person.id')
        .innerJoin('workspace', 'workspace.id', 'member.workspaceId')
        .select(['member.role', 'person.deletedAt', 'workspace.deletedAt as closedAt'])
        .where('person.id', '=', owner.id)
        .execute();
      return {
        person,
        isReported: await isReported(stack, owner.workspaceId),
        sessions: await countSessions(stack, owner),
      };
    },
  });
}

export const DELETION_SECURED = secured({
  person: [{ role: 'owner', deletedAt: null, closedAt: null }],
  isReported: true,
  sessions: 0,
});
