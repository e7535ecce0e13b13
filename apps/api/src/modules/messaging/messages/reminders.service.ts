/** Tells participants of a conversation about unread messages, by email and on their devices. */
import { getWorkspacePath, type PersonId, type WorkspaceId } from '@marquee/contracts';
import { HOUR_MS } from '@marquee/time';
import type { Transaction } from 'kysely';
import type { Deps } from '../../../core/deps.ts';
import { inTransaction } from '../../../core/unit-of-work.ts';
import type { Database } from '../../../db/schema.ts';
import { listRecipients, sendMail, type MailWorkspace } from '../mail/mail.service.ts';
import { computePushTime, getNotificationPreferencesByPerson } from '../notifications/notifications.service.ts';
import { isPushStale, listPushableDeviceIds, pushToDevice } from '../notifications/push.service.ts';
import { findReminderRecipient } from './unread.sql.ts';
import { lockConversationParticipant, updateConversationParticipant } from './conversations.sql.ts';

/** Delay before an unread message causes a push notification. */
const PUSH_DELAY_MS = 10_000;

/** Delay before an unread message causes an email. */
export const REMINDER_DELAY_MS = HOUR_MS / 6;

/** Returns the first time at which a member may get a push notification of a message, or null if no member gets one. */
export async function computeFirstPushTime(
  db: Transaction<Database>,
  to: MailWorkspace,
  at: Date,
): Promise<Date | null> {
  const recipients = (await listRecipients(db, to)).map(({ personId }) => personId);
  const preferences = await getNotificationPreferencesByPerson(db, recipients);
  const times = [...preferences.values()].flatMap(
    (each) => computePushTime(each, 'messages', new Date(at.getTime() + PUSH_DELAY_MS)) ?? [],
  );
  return times.length === 0 ? null : new Date(Math.min(...times.map((time) => time.getTime())));
}

/**
 * Job: emails a user about unread messages `REMINDER_DELAY_MS` after the first one. Sends no second email until the
 * user has read the conversation.
 */
export async function remindOfUnreadMessages(
  deps: Deps,
  conversationId: string,
  workspaceId: WorkspaceId,
): Promise<void> {
  await inTransaction(deps, async (tx) => {
    const participant = await lockConversationParticipant(tx.db, conversationId, workspaceId);
    if (!participant || participant.unreadSince === null || participant.mailedAt !== null) return;
    const now = deps.now();
    const dueAt = new Date(participant.unreadSince.getTime() + REMINDER_DELAY_MS);
    // The user has read the conversation since the job was enqueued, and a newer message has arrived, so wait for
    // that one's delay.
    if (dueAt > now) return tx.enqueue('messages.remind', { conversationId, workspaceId }, { runAt: dueAt });
    const recipient = await findReminderRecipient(tx.db, conversationId, workspaceId);
    if (!recipient) return;
    await updateConversationParticipant(tx.db, conversationId, workspaceId, { mailedAt: now });
    await sendMail(tx, {
      kind: 'messages_unread',
      subject: `${conversationId} ${participant.unreadSince.toISOString()}`,
      to: { workspaceId, bookingId: recipient.bookingId },
      data: {
        fullName: recipient.fullName,
        otherName: recipient.senderName,
        packageName: recipient.packageName,
        conversationId,
        count: participant.unread,
      },
      at: now,
    });
  });
}

/**
 * Job: enqueues a push notification to each browser of the members who are responsible for a conversation with unread
 * messages.
 */
export async function enqueueUnreadMessagePushes(
  deps: Deps,
  conversationId: string,
  workspaceId: WorkspaceId,
): Promise<void> {
  const recipient = await findReminderRecipient(deps.db, conversationId, workspaceId);
  if (!recipient || recipient.unread === 0) return;
  for (const { personId } of await listRecipients(deps.db, {
    workspaceId,
    bookingId: recipient.bookingId,
  })) {
    const devices = await listPushableDeviceIds(deps, personId, 'messages');
    await inTransaction(deps, (tx) => {
      for (const deviceId of devices)
        tx.enqueue('messages.push_device', { conversationId, workspaceId, personId, deviceId });
    });
  }
}

/**
 * Job: sends a push notification with the number of unread messages to one browser, unless the user has read all of
 * them, the last one is too old, or the person is no longer responsible for the conversation.
 */
export async function pushUnreadMessages(
  deps: Deps,
  {
    conversationId,
    workspaceId,
    personId,
    deviceId,
  }: { conversationId: string; workspaceId: WorkspaceId; personId: PersonId; deviceId: string },
): Promise<void> {
  const reminder = await findReminderRecipient(deps.db, conversationId, workspaceId);
  if (!reminder || reminder.unread === 0 || isPushStale(deps, reminder.lastAt)) return;
  const recipients = await listRecipients(deps.db, { workspaceId, bookingId: reminder.bookingId });
  const recipient = recipients.find((each) => each.personId === personId);
  if (!recipient) return;
  await pushToDevice(
    deps,
    { personId, deviceId, group: 'messages' },
    {
      text:
        reminder.unread === 1
          ? `New message from ${reminder.senderName}`
          : `${reminder.unread} new messages from ${reminder.senderName}`,
      path: `${getWorkspacePath(recipient.workspaceUsername)}/messages/${conversationId}`,
      tag: conversationId,
    },
  );
}
