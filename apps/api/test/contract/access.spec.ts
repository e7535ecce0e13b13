/**
 * Tests the access rules (docs/safety.md "Access"): calls every procedure as every kind of caller, on objects in the
 * states that matter, and compares the answers with access-matrix.md. A new procedure does not compile until
 * access-cases.ts has input for it. After an intended change, `vitest -u` writes the new answers to the table, whose
 * diff has to be reviewed.
 */
import type { WorkspaceId } from '@marquee/contracts';
import { beforeAll, expect, it } from 'vitest';
import type { SessionUser } from '../../src/core/ctx.ts';
import { userProcedure } from '../../src/core/trpc.ts';
import { createCaller, type Caller } from '../../src/http/router.ts';
import type { Db } from '../../src/db/schema.ts';
import { PROCEDURES_BY_PATH } from '../../src/demo/procedures.ts';
import { openRolledBack, type RolledBack } from '../support/rolled-back.ts';
import { useStack } from '../support/stack.ts';
import type { ProcedurePath } from '../../src/http/router.ts';
import { callProcedure, createContext, withUnknownIds, type Answer, type ConfirmedBy } from './access-calls.ts';
import { ACCESS_CASES } from './access-cases.ts';
import { createFixtures, type Fixtures } from './access-fixtures.ts';

// @ts-expect-error a procedure for members does not compile without a declared access
export const withoutAccess = () => userProcedure();

/**
 * The columns of the table: the user of the fixtures, and how they confirmed who they are (null: not within the last
 * ten minutes). The creator and the brand are the parties of every booking, offer and conversation.
 */
const CALLERS = {
  visitor: [null, null],
  creator: ['creator', 'passkey'],
  brand: ['brand', 'passkey'],
  'other creator': ['otherCreator', 'passkey'],
  'other brand': ['otherBrand', 'passkey'],
  'creator, not confirmed': ['creator', null],
  'brand, not confirmed': ['brand', null],
  staff: ['staff', 'passkey'],
  'staff, confirmed with an app': ['staff', 'authenticator'],
  'staff without a factor': ['staffWithoutFactor', 'passkey'],
  // Members of the brand’s and the creator’s workspaces who are not owners.
  approver: ['approver', 'passkey'],
  booker: ['booker', 'passkey'],
  finance: ['finance', 'passkey'],
  reviewer: ['reviewer', 'passkey'],
  viewer: ['viewer', 'passkey'],
  manager: ['manager', 'passkey'],
  assistant: ['assistant', 'passkey'],
  // Members of the creator’s agency, who act in the creator’s workspace.
  agent: ['agent', 'passkey'],
  agentAssistant: ['agentAssistant', 'passkey'],
  // Members who become owners of the brand’s and the creator’s workspaces when the waiting time is over.
  'waiting owner, brand': ['waitingBooker', 'passkey'],
  'waiting owner, creator': ['waitingManager', 'passkey'],
  // Owners whose workspace is locked by a report (`REPORTED`).
  'brand, reported': ['brand', 'passkey'],
  'creator, reported': ['creator', 'passkey'],
  // A guest of the brand who may see one version, and a guest of another booking of the same brand.
  guest: [null, null, 'guest'],
  'other guest': [null, null, 'otherGuest'],
} as const satisfies Record<
  string,
  readonly [keyof Fixtures['people'] | null, ConfirmedBy, (keyof Fixtures['guests'])?]
>;
type CallerName = keyof typeof CALLERS;
const CALLER_NAMES = Object.keys(CALLERS) as CallerName[];
const REPORTED: ReadonlySet<CallerName> = new Set(['brand, reported', 'creator, reported']);
const STRANGERS: readonly CallerName[] = ['visitor', 'other creator', 'other brand', 'other guest'];

/**
 * Answers that may reveal to a stranger that something exists, because it is public anyway: the free slot of a creator
 * in the search results.
 */
const PUBLIC_ANSWERS = new Set(['availability.joinWaitingList: CREATOR_AVAILABLE']);

interface Row {
  path: ProcedurePath;
  state: string;
  answers: Record<CallerName, Answer>;
  /** The answers to strangers if the ids in the input belong to nothing. Empty if the input contains no ids. */
  forUnknownIds: Partial<Record<CallerName, Answer>>;
}

const stack = useStack();
let fixtures: Fixtures;
let rows: Row[];
beforeAll(async () => {
  fixtures = await createFixtures(stack);
  await stack.stopWorker();
  const rolledBack = await openRolledBack(stack.deps);
  try {
    rows = [];
    for (const [path, states] of Object.entries(ACCESS_CASES))
      for (const [state, toInput] of Object.entries(states))
        rows.push(await callAsEverybody(rolledBack, path as ProcedurePath, state, toInput));
  } finally {
    await rolledBack.close();
  }
  // Takes 25 s on an idle machine.
});

type ToInput = (f: Fixtures, as: (user: SessionUser) => Caller) => unknown;

async function callAsEverybody(
  rolledBack: RolledBack,
  path: ProcedurePath,
  state: string,
  toInput: ToInput,
): Promise<Row> {
  let hasIds = false;
  const call = (name: CallerName, isUnknown = false) =>
    rolledBack.run(async (deps, countWrites) => {
      const given = toInput(fixtures, (user) => createCaller(createContext(deps, user, 'passkey')));
      const input = await given;
      const unknown = withUnknownIds(input);
      hasIds = JSON.stringify(unknown) !== JSON.stringify(input);
      const [key, confirmedBy, guest] = CALLERS[name];
      const guestIds = guest === undefined ? [] : [fixtures.guests[guest]];
      const isReported = REPORTED.has(name);
      const user = key && { ...fixtures.people[key], isReported };
      if (user !== null && isReported) await setReported(deps.db, user.workspaceId);
      const before = isReported || given instanceof Promise ? await countWrites() : 0;
      const ctx = createContext(deps, user, confirmedBy, guestIds);
      return callProcedure(ctx, path, isUnknown ? unknown : input, async () => (await countWrites()) > before);
    });
  const answers = {} as Row['answers'];
  for (const name of CALLER_NAMES) answers[name] = await call(name);
  const forUnknownIds: Row['forUnknownIds'] = {};
  if (hasIds) for (const name of STRANGERS) forUnknownIds[name] = await call(name, true);
  return { path, state, answers, forUnknownIds };
}

/** Locks a workspace, as the link "This was not me" does. */
const setReported = (db: Db, workspaceId: WorkspaceId) =>
  db.updateTable('workspace').set({ reportedAt: new Date() }).where('id', '=', workspaceId).execute();

/** Formats rows as a Markdown table with aligned columns. */
function formatTable(table: readonly (readonly string[])[]): string {
  const widths = table[0]?.map((_, at) => Math.max(...table.map((cells) => (cells[at] ?? '').length))) ?? [];
  const lines = table.map((cells) => `| ${cells.map((cell, at) => cell.padEnd(widths[at] ?? 0)).join(' | ')} |`);
  lines.splice(1, 0, `| ${widths.map((width) => '-'.repeat(width)).join(' | ')} |`);
  return lines.join('\n');
}

const INTRODUCTION = `# Who may call what

Generated by access.spec.ts, which explains the columns. \`ok\` means that the call returned or changed something,
\`nothing\` that it did neither, and any other word is the name of the failure. The creator and the brand are the two
parties of every object, unless the state says otherwise.`;

it('answers each kind of caller as the table says, in at least 6,000 cells', async () => {
  const table = [
    ['procedure', 'state', ...CALLER_NAMES],
    ...rows.map(({ path, state, answers }) => [path, state, ...CALLER_NAMES.map((name) => answers[name].name)]),
  ];
  const cells = rows.length * CALLER_NAMES.length;
  const size = `${cells} cells: ${PROCEDURES_BY_PATH.size} procedures, ${rows.length} states, ${CALLER_NAMES.length} callers.`;
  await expect(`${INTRODUCTION}\n\n${size}\n\n${formatTable(table)}\n`).toMatchFileSnapshot('./access-matrix.md');
  expect(cells).toBeGreaterThan(6_000);
});

it('has at least one row for each procedure', () => {
  expect([...new Set(rows.map(({ path }) => path))].toSorted()).toEqual([...PROCEDURES_BY_PATH.keys()].toSorted());
});

/** The answers of a locked workspace to its owners. */
const LOCKED = new Set(['WORKSPACE_REPORTED', 'PAYOUTS_FROZEN']);

/** The procedures that owners of a reported workspace cannot use until staff have released it. */
const LOCKED_PROCEDURES: readonly ProcedurePath[] = [
  'agencies.agree',
  'agencies.invite',
  'approvals.saveSettings',
  'followerProofs.withdraw',
  'payments.finishCardSetup',
  'payments.payWithCard',
  'payments.removeCard',
  'payments.setCardSaving',
  'payments.startCardSetup',
  'payouts.openDashboard',
  'payouts.setCountry',
  'payouts.startSetup',
  'personalData.deleteAccount',
  'profiles.captionPicture',
  'profiles.changeUsername',
  'profiles.removePicture',
  'profiles.removePortrait',
  'profiles.reorderPictures',
  'profiles.saveAbout',
  'profiles.saveLinks',
  'profiles.saveName',
  'profiles.savePlatforms',
  'profiles.saveTopics',
  'workspaces.changeLimits',
  'workspaces.changeRole',
  'workspaces.changeTimeZone',
  'workspaces.confirmOwnershipChange',
  'workspaces.invite',
  'workspaces.leave',
  'workspaces.removeMember',
];

it('locks members, rules, cards, payouts, the agency, the name and the deletion of a reported workspace, and nothing else', () => {
  const locked = rows.filter(({ answers }) => [...REPORTED].some((name) => LOCKED.has(answers[name].name)));
  expect([...new Set(locked.map(({ path }) => path))].toSorted()).toEqual(LOCKED_PROCEDURES);
  const different = rows.flatMap(({ path, state, answers }) =>
    (['brand', 'creator'] as const).flatMap((owner) => {
      const { name } = answers[`${owner}, reported`];
      return LOCKED.has(name) || name === answers[owner].name
        ? []
        : [`${path} (${state}) answers the ${owner} ${name}`];
    }),
  );
  expect(different).toEqual([]);
});

it('gives a person who waits to become an owner the rights of a booker in a brand and of a manager of a creator', () => {
  const different = rows.flatMap(({ path, state, answers }) =>
    (
      [
        ['waiting owner, brand', 'booker'],
        ['waiting owner, creator', 'manager'],
      ] as const
    ).flatMap(([waiting, role]) =>
      answers[waiting].name === answers[role].name ? [] : [`${path} (${state}) answers the ${waiting} differently`],
    ),
  );
  expect(different).toEqual([]);
});

it('answers strangers in the same way about objects of others and about objects that do not exist', () => {
  const revealing = rows.flatMap(({ path, state, answers, forUnknownIds }) =>
    Object.entries(forUnknownIds).flatMap(([name, unknown]) => {
      const answer = answers[name as CallerName];
      const isSame = answer.name === unknown.name && answer.message === unknown.message;
      return isSame || answer.name === 'ok' || PUBLIC_ANSWERS.has(`${path}: ${answer.name}`)
        ? []
        : [`${path} (${state}) tells the ${name} ${answer.name} instead of ${unknown.name}`];
    }),
  );
  expect(revealing).toEqual([]);
});

it('fails for a reason that has a name', () => {
  const unnamed = rows.flatMap(({ path, state, answers }) =>
    Object.values(answers).flatMap(({ name, message }) =>
      /^(INTERNAL|INVALID_INPUT|BAD_REQUEST)/.test(name) ? [`${path} (${state}): ${name} ${message}`] : [],
    ),
  );
  expect(unnamed).toEqual([]);
});

it('treats the sessions of a suspended user as signed out, in every procedure that needs an account', async () => {
  const needAccount = rows.filter(({ answers }) => answers.visitor.name === 'SIGNED_OUT').map(({ path }) => path);
  for (const path of new Set(needAccount)) {
    const isQuery = PROCEDURES_BY_PATH.get(path)?.type === 'query';
    const response = await fixtures.suspendedBrowser(
      isQuery ? 'GET' : 'POST',
      `/trpc/${path}`,
      isQuery ? undefined : {},
    );
    expect([path, response.statusCode]).toEqual([path, 401]);
  }
});

it('checks who calls before it reads the input', async () => {
  for (const { path, answers } of rows) {
    if (answers.visitor.name !== 'SIGNED_OUT') continue;
    const ctx = createContext(stack.deps, null, null);
    const answer = await callProcedure(ctx, path, { id: 'no-id' }, () => Promise.resolve(false));
    expect([path, answer.name]).toEqual([path, 'SIGNED_OUT']);
  }
});

it('refuses to call a mutation by GET', async () => {
  const browser = await stack.asBrowser(fixtures.people.creator);
  for (const [path, { type }] of PROCEDURES_BY_PATH) {
    if (type === 'mutation')
      expect([path, (await browser('GET', `/trpc/${path}?input={}`)).statusCode]).toEqual([path, 405]);
  }
});
