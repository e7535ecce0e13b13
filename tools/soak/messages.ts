/**
 * Sends and checks messages between brands and creators. Each acknowledged message must exist exactly once, in the
 * same order for both sides.
 */
import type { WorkspaceId } from '@marquee/contracts';
import { randomUUID } from 'node:crypto';
import type { KnownBooking } from './actions.ts';
import type { CallOutcome, Actor } from './client.ts';
import type { RandomChoices } from './random.ts';
import type { World } from './world.ts';

export interface SentMessage {
  authorWorkspaceId: WorkspaceId;
  clientId: string;
  conversationId: string;
  number: number;
  text: string;
}

type SendOutcome = CallOutcome<{ conversationId: string; message: { number: number; text: string } }>;

/**
 * Sends a message about a booking, in some cases several times at once. Sends it again if there was no response, as
 * the web app does.
 */
export async function writeMessage(
  person: Actor,
  booking: KnownBooking,
  choices: RandomChoices,
  { said, note }: { said: SentMessage[]; note: (name: string, outcome: CallOutcome<unknown>) => Promise<void> },
): Promise<void> {
  const clientId = randomUUID();
  const text = `What about ${clientId}?`;
  const send = (): Promise<SendOutcome> =>
    person.act('messages.send', { to: { bookingId: booking.id }, clientId, text });
  let outcomes = await Promise.all(Array.from({ length: choices.chance(0.1) ? 3 : 1 }, send));
  for (const outcome of outcomes) await note('write', outcome);
  if (outcomes.every(({ is }) => is === 'unknown')) {
    outcomes = [await send()];
    for (const outcome of outcomes) await note('write again', outcome);
  }
  for (const outcome of outcomes) {
    if (outcome.is !== 'done') continue;
    const { conversationId, message } = outcome.data;
    said.push({ authorWorkspaceId: person.workspaceId, clientId, conversationId, number: message.number, text });
    if (choices.chance(0.5))
      await note('read', await person.act('messages.markRead', { id: conversationId, number: message.number }));
  }
}

/**
 * Returns the number of problems: lost and duplicate messages, gaps in the numbering, and conversations that are not
 * the same for both sides.
 */
export async function countWrongConversations(
  world: World,
  people: readonly Actor[],
  said: readonly SentMessage[],
): Promise<number> {
  const problems: string[] = [];
  const rows = await world.query<{
    conversation: string;
    number: number;
    author: string;
    client: string;
    text: string;
  }>(
    `select conversation_id as conversation, number, author_workspace_id as author, client_id as client, text from message
     order by conversation_id, number`,
  );
  const key = (author: string, client: string) => `${author} ${client}`;
  const byClient = new Map<string, typeof rows>();
  const byConversation = new Map<string, number[]>();
  for (const row of rows) {
    byClient.set(key(row.author, row.client), [...(byClient.get(key(row.author, row.client)) ?? []), row]);
    byConversation.set(row.conversation, [...(byConversation.get(row.conversation) ?? []), row.number]);
  }
  for (const each of said) {
    const storedMessages = byClient.get(key(each.authorWorkspaceId, each.clientId)) ?? [];
    const [row] = storedMessages;
    const isRight = row?.number === each.number && row.conversation === each.conversationId && row.text === each.text;
    if (storedMessages.length !== 1 || !isRight)
      problems.push(`message ${each.clientId} is stored ${storedMessages.length} times`);
  }
  for (const [conversation, numbers] of byConversation)
    if (numbers.some((number, at) => number !== at + 1)) problems.push(`${conversation} has gaps in its numbers`);

  const stories = new Map<string, Set<string>>();
  for (const person of people) {
    for (const conversation of await listConversationIds(person)) {
      const shownMessages = await readConversation(person, conversation);
      stories.set(conversation, (stories.get(conversation) ?? new Set()).add(shownMessages));
    }
  }
  for (const [conversation, shownMessages] of stories)
    if (shownMessages.size !== 1) problems.push(`${conversation} differs between its sides`);
  for (const problem of problems.slice(0, 20)) console.log(`FAIL ${problem}`);
  console.log(
    `${said.length} acknowledged messages checked in ${byConversation.size} conversations, as both sides see them.`,
  );
  return problems.length;
}

async function listConversationIds(person: Actor): Promise<string[]> {
  const ids: string[] = [];
  for (let cursor: string | null | undefined; cursor !== null;) {
    const page: CallOutcome<{ items: { id: string }[]; nextCursor: string | null }> = await person.ask(
      'messages.list',
      {
        ...(cursor && { cursor }),
      },
    );
    if (page.is !== 'done') throw new Error(`${person.email} cannot read: ${JSON.stringify(page)}`);
    ids.push(...page.data.items.map(({ id }) => id));
    cursor = page.data.nextCursor;
  }
  return ids;
}

async function readConversation(person: Actor, id: string): Promise<string> {
  const lines: string[] = [];
  for (let after: number | null = 0; after !== null;) {
    const page: CallOutcome<{ items: { number: number; text: string }[]; hasMore: boolean }> = await person.ask(
      'messages.page',
      { id, after },
    );
    if (page.is !== 'done') throw new Error(`${person.email} cannot read: ${JSON.stringify(page)}`);
    lines.push(...page.data.items.map(({ number, text }) => `${number} ${text}`));
    after = page.data.hasMore ? (page.data.items.at(-1)?.number ?? null) : null;
  }
  return lines.join('\n');
}
