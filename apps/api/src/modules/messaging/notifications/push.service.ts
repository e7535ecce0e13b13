/**
 * Sends push notifications to subscribed browsers. A subscription belongs to a session and ends with it. A push
 * notification repeats a notification in the app and never contains the text of a user's message.
 */
import type { Actor } from '../../../core/actor.ts';
import { HOUR_MS } from '@marquee/time';
import { PRODUCT_NAME } from '@marquee/brand';
import { LIMITS, type NotificationGroup, type PushDevice } from '@marquee/validation';
import { getWorkspacePath, type PersonId } from '@marquee/contracts';
import type { UserCtx } from '../../../core/ctx.ts';
import type { Deps } from '../../../core/deps.ts';
import { Failure } from '../../../core/failures.ts';
import { assertEmailConfirmed } from '../../../core/permissions.ts';
import { enforceRateLimit } from '../../../core/rate-limits.ts';
import { inTransaction } from '../../../core/unit-of-work.ts';
import { areKeysUsable } from '../../../gateways/push.ts';
import { computePushTime, getNotificationPreferences } from './notifications.service.ts';
import {
  deletePushDevice,
  deleteExcessPushDevices,
  deleteOwnPushDevice,
  findNotification,
  listPushDevices,
  upsertPushDevice,
} from './notifications.sql.ts';

/** A push that could not be sent within this time is dropped as outdated. */
const MAX_PUSH_AGE_MS = 24 * HOUR_MS;

/**
 * Subscribes the browser of the caller's session. If the user has too many subscribed browsers, the oldest is
 * removed. Throws PUSH_UNAVAILABLE (the server has no keys, or the endpoint belongs to no known push service),
 * PUSH_KEYS_INVALID, EMAIL_UNCONFIRMED or TOO_MANY_REQUESTS.
 */
export async function addPushDevice(ctx: UserCtx, device: PushDevice): Promise<void> {
  assertEmailConfirmed(ctx.user);
  await enforceRateLimit(ctx.deps, 'account change', ctx.user.id);
  const { push } = ctx.deps;
  const { session } = ctx;
  if (session === null || push.publicKey === null || !push.isKnown(device.endpoint))
    throw new Failure('PUSH_UNAVAILABLE');
  if (!areKeysUsable(device)) throw new Failure('PUSH_KEYS_INVALID');
  await inTransaction(ctx.deps, async (tx) => {
    await upsertPushDevice(tx.db, {
      ...device,
      personId: ctx.user.id,
      sessionHash: session.key,
      createdAt: ctx.deps.now(),
    });
    await deleteExcessPushDevices(tx.db, ctx.user.id, LIMITS.pushDevices);
  });
}

/** Unsubscribes a browser of the caller. Does nothing if it is not subscribed. */
export const removePushDevice = async (deps: Deps, actor: Actor, { endpoint }: { endpoint: string }): Promise<void> => {
  await deleteOwnPushDevice(deps.db, actor.id, endpoint);
};

/** The content of a push notification. It replaces an earlier one with the same `tag`. Clicking it opens `path`. */
interface PushContent {
  text: string;
  path: string;
  tag: string;
}

/** Returns whether an event at `at` is too old for a push notification. */
export const isPushStale = ({ now }: Pick<Deps, 'now'>, at: Date): boolean =>
  at.getTime() + MAX_PUSH_AGE_MS < now().getTime();

/** Lists the user's browsers that may get a push notification of this group now. */
export async function listPushableDeviceIds(
  deps: Deps,
  personId: PersonId,
  group: NotificationGroup,
): Promise<string[]> {
  if (computePushTime(await getNotificationPreferences(deps.db, personId), group, deps.now()) === null) return [];
  return (await listPushDevices(deps.db, personId, deps.now())).map(({ id }) => id);
}

/**
 * Sends a push notification to one browser. Does nothing if, since the job was enqueued, the browser was
 * unsubscribed or the user turned the group off. Removes the browser if its push service no longer knows it or if
 * its keys cannot be used. Throws if a retry may succeed.
 */
export async function pushToDevice(
  deps: Deps,
  { personId, deviceId, group }: { personId: PersonId; deviceId: string; group: NotificationGroup },
  { text, path, tag }: PushContent,
): Promise<void> {
  if (computePushTime(await getNotificationPreferences(deps.db, personId), group, deps.now()) === null) return;
  const device = (await listPushDevices(deps.db, personId, deps.now())).find(({ id }) => id === deviceId);
  if (!device) return;
  const outcome = await deps.push.send(device, { title: PRODUCT_NAME, text, path, tag }, toPushTopic(tag));
  if (outcome === 'gone' || outcome === 'unusable') await deletePushDevice(deps.db, device.id);
  if (outcome === 'refused') deps.log.warn({ device: device.id }, 'a push service refused a message');
}

/**
 * Derives the topic from a tag, which is a UUID. A topic has at most 32 characters of base64url (RFC 8030, section
 * 5.4).
 */
const toPushTopic = (tag: string): string => tag.replaceAll('-', '').slice(0, 32);

/** Returns the group of a kind of notification. */
type GetNotificationGroup = (kind: string) => NotificationGroup;

/** Returns the notification if it is unread and recent enough for a push. */
async function findPushableNotification(deps: Deps, notificationId: string) {
  const notification = await findNotification(deps.db, notificationId);
  return notification && notification.readAt === null && !isPushStale(deps, notification.at) ? notification : undefined;
}

/** Job: enqueues a push of a notification to each browser of its user. */
export async function enqueueNotificationPushes(
  deps: Deps,
  notificationId: string,
  groupOf: GetNotificationGroup,
): Promise<void> {
  const notification = await findPushableNotification(deps, notificationId);
  if (!notification) return;
  const devices = await listPushableDeviceIds(deps, notification.personId, groupOf(notification.kind));
  await inTransaction(deps, (tx) => {
    for (const deviceId of devices) tx.enqueue('notifications.push_device', { notificationId, deviceId });
  });
}

export async function pushNotification(
  deps: Deps,
  { notificationId, deviceId }: { notificationId: string; deviceId: string },
  groupOf: GetNotificationGroup,
): Promise<void> {
  const notification = await findPushableNotification(deps, notificationId);
  if (!notification) return;
  await pushToDevice(
    deps,
    { personId: notification.personId, deviceId, group: groupOf(notification.kind) },
    {
      text: notification.text,
      path: getWorkspacePath(notification.workspaceUsername) + (notification.path ?? '/notifications'),
      tag: notificationId,
    },
  );
}
