/**
 * Workspaces with several members in a soak. Bookers request orders, approvers decide about them, finance members
 * change budgets, and owners remove members.
 */
import { APPROVAL_RULES } from '@marquee/contracts';
import { toDollarsText } from './actions.ts';
import { registerActor, type Actor, type CallOutcome } from './client.ts';
import type { RandomChoices } from './random.ts';
import { recordOutcome, type RunRecord } from './record.ts';
import type { World } from './world.ts';

const TEAM_ROLES = ['booker', 'booker', 'approver', 'approver', 'finance'] as const;
type TeamRole = (typeof TEAM_ROLES)[number];

export interface TeamMember {
  role: TeamRole;
  /** The member, who acts in the workspace of the team. */
  actor: Actor;
}

export interface Team {
  owner: Actor;
  members: TeamMember[];
}

/** Registers the members of a brand's workspace, and creates its budgets, a client and an approval rule. */
export async function registerTeam(world: World, owner: Actor): Promise<Team> {
  const members: TeamMember[] = [];
  for (const [n, role] of TEAM_ROLES.entries()) {
    const person = await registerActor(world.url, 'brand', `Member ${n}`, `member-${n}-${owner.email}`);
    const member = { role, actor: person.inWorkspace(owner.id) };
    await joinTeam(world, member);
    members.push(member);
  }
  const client = { name: 'Northwind', legalName: '', address: '', country: '', taxId: '' };
  await owner.act('clients.save', client);
  for (const period of ['month', 'total'])
    await owner.act('budgets.create', { name: `Budget by ${period}`, clientId: null, period, limit: '20000' });
  await owner.confirm();
  await owner.act('approvals.saveSettings', { rule: 'above', above: '150', approvers: 2, allowsOwn: false });
  return { owner, members };
}

/** Adds a member to the workspace of the team. Does nothing if the person is a member. */
async function joinTeam(world: World, { role, actor }: TeamMember): Promise<void> {
  await world.query(
    `insert into member (workspace_id, person_id, role, joined_at) values ($1, $2, $3, $4) on conflict do nothing`,
    [actor.workspaceId, actor.id, role, world.now()],
  );
}

interface OrderBudget {
  clientId?: string;
  budgetId?: string;
}

/** Chooses the client and the budget of an order, in some cases none. */
export async function pickOrderBudget(member: Actor, choices: RandomChoices): Promise<OrderBudget> {
  const budgets = await member.ask<{ id: string }[]>('budgets.list', null);
  const clients = await member.ask<{ id: string }[]>('clients.list', null);
  const pickId = (list: CallOutcome<{ id: string }[]>, chance: number): string | undefined =>
    list.is === 'done' && list.data.length > 0 && choices.chance(chance) ? choices.pick(list.data).id : undefined;
  const budgetId = pickId(budgets, 0.8);
  const clientId = pickId(clients, 0.3);
  return { ...(budgetId !== undefined && { budgetId }), ...(clientId !== undefined && { clientId }) };
}

/** Requests the approval of an order, in some cases in several tabs or with a saved card. */
export async function requestOrder(
  member: Actor,
  order: object,
  choices: RandomChoices,
  memory: RunRecord,
): Promise<void> {
  const saved = await member.ask<{ cards: { id: string }[] }>('payments.cards', null);
  const cards = saved.is === 'done' ? saved.data.cards : [];
  const cardId = cards.length > 0 && choices.chance(0.8) ? choices.pick(cards).id : null;
  const request = () => member.act('orderRequests.create', { order, cardId });
  const tabs = await Promise.all(Array.from({ length: choices.chance(0.1) ? 2 : 1 }, request));
  for (const tab of tabs) await recordOutcome(memory, 'request an order', tab);
}

interface OpenRequest {
  id: string;
  canApprove: boolean;
  canWithdraw: boolean;
}

/** Does one thing that the member's role is for. */
export async function actForTeam(
  world: World,
  { owner, members }: Team,
  { role, actor }: TeamMember,
  choices: RandomChoices,
  memory: RunRecord,
): Promise<void> {
  if (role === 'finance') return manageBudgets(actor, choices, memory);
  if (choices.chance(0.03)) return replaceMember(world, owner, choices.pick(members), choices.pick(members), memory);
  const open = await actor.ask<OpenRequest[]>('orderRequests.open', null);
  if (open.is !== 'done') return recordOutcome(memory, 'look at the requests', open);
  const among = open.data.filter(({ canApprove, canWithdraw }) => (role === 'approver' ? canApprove : canWithdraw));
  if (among.length === 0) return;
  const { id } = choices.pick(among);
  if (role === 'booker') {
    // Most requests wait for an approver.
    if (choices.chance(0.1))
      await recordOutcome(memory, 'withdraw a request', await actor.act('orderRequests.withdraw', { id }));
    return;
  }
  if (choices.chance(0.15)) {
    const decline = { id, reason: 'Not this month.' };
    return recordOutcome(memory, 'decline a request', await actor.act('orderRequests.decline', decline));
  }
  const approve = () => actor.act<{ bookingId: string | null }>('orderRequests.approve', { id });
  for (const outcome of await Promise.all(Array.from({ length: choices.chance(0.2) ? 2 : 1 }, approve))) {
    await recordOutcome(memory, 'approve a request', outcome);
    if (outcome.is === 'done' && outcome.data.bookingId !== null)
      memory.acknowledged.push({ bookingId: outcome.data.bookingId, event: 'booking.ordered' });
  }
}

/** Changes the limit of a budget, or archives or restores it. */
async function manageBudgets(finance: Actor, choices: RandomChoices, memory: RunRecord): Promise<void> {
  const budgets = await finance.ask<{ id: string; name: string; archivedAt: string | null }[]>('budgets.list', null);
  if (budgets.is !== 'done' || budgets.data.length === 0) return;
  const { id, name, archivedAt } = choices.pick(budgets.data);
  if (archivedAt !== null || choices.chance(0.1)) {
    const archiving = { id, isArchived: archivedAt === null };
    return recordOutcome(memory, 'archive or restore a budget', await finance.act('budgets.archive', archiving));
  }
  const limit = toDollarsText(choices.whole(100_000, 4_000_000));
  await recordOutcome(memory, 'change a budget', await finance.act('budgets.change', { id, name, limit }));
}

/** The owner removes a member, who hands over to `heir` and then joins again. */
async function replaceMember(
  world: World,
  owner: Actor,
  leaving: TeamMember,
  heir: TeamMember,
  memory: RunRecord,
): Promise<void> {
  await owner.confirm();
  const heirId = heir === leaving ? owner.id : heir.actor.id;
  const removed = await owner.act('workspaces.removeMember', { personId: leaving.actor.id, heirId });
  await recordOutcome(memory, 'remove a member', removed);
  // Repeats until the database is back, so that the team does not shrink.
  for (let isBack = false; !isBack;) {
    isBack = await joinTeam(world, leaving).then(
      () => true,
      () => false,
    );
  }
}

/** Sets another approval rule. */
export async function changeApprovalRule(owner: Actor, choices: RandomChoices, memory: RunRecord): Promise<void> {
  await owner.confirm();
  const outcome = await owner.act('approvals.saveSettings', {
    rule: choices.pick(APPROVAL_RULES),
    above: '150',
    approvers: choices.pick([1, 2]),
    allowsOwn: choices.chance(0.2),
  });
  await recordOutcome(memory, 'change the approval rule', outcome);
}
