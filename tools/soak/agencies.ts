/** Agencies in a soak. They invite creators for a share of their price, and both sides can end the consent. */
import { DEFAULT_AGENCY_CAP_BPS } from '@marquee/money';
import type { Actor } from './client.ts';
import type { RandomChoices } from './random.ts';
import { recordOutcome, type RunRecord } from './record.ts';
import type { World } from './world.ts';

/** Invites a creator to be represented for a random share. */
export async function inviteCreator(
  world: World,
  agency: Actor,
  creator: Actor,
  choices: RandomChoices,
  memory: RunRecord,
): Promise<void> {
  const [row] = await world
    .query<{ username: string }>('select username from workspace where id = $1', [creator.id])
    .catch(() => []);
  if (row === undefined) return;
  const invitation = { creator: row.username, shareBps: choices.whole(0, DEFAULT_AGENCY_CAP_BPS) };
  await recordOutcome(memory, 'invite a creator', await agency.act('agencies.invite', invitation));
}

interface AgencyOverview {
  current: { id: string } | null;
  invitations: { id: string }[];
}

/** The creator agrees to an invitation, or ends the consent. */
export async function decideAboutAgency(creator: Actor, choices: RandomChoices, memory: RunRecord): Promise<void> {
  const overview = await creator.ask<AgencyOverview>('agencies.overview', null);
  if (overview.is !== 'done') return recordOutcome(memory, 'look at the agency', overview);
  const { current, invitations } = overview.data;
  if (current !== null) {
    if (choices.chance(0.3))
      await recordOutcome(memory, 'end an agency', await creator.act('agencies.end', { id: current.id }));
  } else if (invitations.length > 0) {
    await creator.confirm();
    const { id } = choices.pick(invitations);
    await recordOutcome(memory, 'agree to an agency', await creator.act('agencies.agree', { id }));
  }
}
