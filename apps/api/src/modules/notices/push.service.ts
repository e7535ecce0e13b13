/**
 * Browsers that are told also while no page of ours is open in them. Each was subscribed in a session and ends with it.
 * What they are told stands in the product as well; here it is only said, once, and never what somebody wrote in a
 * message.
 */
import { HOUR_MS, PRODUCT_NAME } from '@marquee/booking';
import { LIMITS, type NoticeGroup, type PushDevice } from '@marquee/validation';
import type { UserCtx } from '../../core/ctx.ts';
import type { Deps } from '../../core/deps.ts';
import { Failure } from '../../core/failures.ts';
import { checkRate } from '../../core/rates.ts';
import { inTransaction } from '../../db/transaction.ts';
import { pushTime, wishesOf } from './notices.service.ts';
import {
  deleteDevice,
  deleteDevicesBeyond,
  deleteOwnDevice,
  findNotice,
  listDevices,
  upsertDevice,
} from './notices.sql.ts';

/** What is older was told in other ways by now. */
const STALE_MS = 24 * HOUR_MS;

/**
 * The browser of the caller's session is told from now on; the oldest of too many is not any more. Fails with
 * PUSH_UNAVAILABLE (no keys, or the address is of nobody that we know) or TOO_MANY_REQUESTS.
 */
export async function addDevice(ctx: UserCtx, device: PushDevice): Promise<void> {
  await checkRate(ctx, 'account change', ctx.user.id);
  const { session, push } = ctx;
  if (session === null || push.publicKey === null || !push.isKnown(device.endpoint))
    throw new Failure('PUSH_UNAVAILABLE');
  await inTransaction(ctx.db, async (tx) => {
    await upsertDevice(tx, { ...device, userId: ctx.user.id, sessionHash: session.key, createdAt: ctx.now() });
    await deleteDevicesBeyond(tx, ctx.user.id, LIMITS.pushDevices);
  });
}

/** A browser of the caller's is told nothing more; one that is not there is no failure. */
export const removeDevice = async (ctx: UserCtx, { endpoint }: { endpoint: string }): Promise<void> => {
  await deleteOwnDevice(ctx.db, ctx.user.id, endpoint);
};

/** What a browser shows. `tag`: a newer one with it stands in its place. `path`: the screen that it opens. */
interface Told {
  text: string;
  path: string;
  tag: string;
}

/**
 * Tells all browsers of somebody, unless they have switched a group off meanwhile. Throws when one of them may take it
 * later; those that have it then show it no second time.
 */
export async function tellDevices(deps: Deps, userId: string, group: NoticeGroup, told: Told): Promise<void> {
  if (pushTime(await wishesOf(deps.db, userId), group, deps.now()) === null) return;
  const { text, path, tag } = told;
  const failures: unknown[] = [];
  for (const device of await listDevices(deps.db, userId, deps.now())) {
    try {
      const outcome = await deps.push.send(device, { title: PRODUCT_NAME, text, path, tag }, topicOf(tag));
      if (outcome === 'gone') await deleteDevice(deps.db, device.id);
      if (outcome === 'refused') deps.log.warn({ device: device.id }, 'a push service refused a message');
    } catch (error) {
      failures.push(error);
    }
  }
  if (failures.length > 0) throw new Error('Not every browser could be told', { cause: failures[0] });
}

/** At most 32 letters of base64 for addresses (RFC 8030, section 5.4); a tag is an id. */
const topicOf = (tag: string): string => tag.replaceAll('-', '').slice(0, 32);

/** The job: tells the browsers of somebody what a notice says, unless it was read by now. */
export async function pushNotice(deps: Deps, noticeId: string, groupOf: (kind: string) => NoticeGroup): Promise<void> {
  const notice = await findNotice(deps.db, noticeId);
  if (!notice || notice.readAt !== null || notice.at.getTime() + STALE_MS < deps.now().getTime()) return;
  await tellDevices(deps, notice.userId, groupOf(notice.kind), {
    text: notice.text,
    path: notice.path ?? '/notifications',
    tag: noticeId,
  });
}
