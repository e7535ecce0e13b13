/** Checks that users get exactly one notification per event, even if a job ran several times. */
import type { World } from './world.ts';

/** Column of the booking table that contains the workspace whose members are notified about an event. */
const RECIPIENTS_BY_EVENT = {
  'payment.authorized': 'creator_id',
  'payment.captured': 'brand_id',
  'delivery.changes_asked': 'creator_id',
} as const;

/** Returns the number of problems: duplicate and missing notifications, and notifications without an email. */
export async function countWrongNotifications(world: World): Promise<number> {
  const doubled = await world.query<{ what: string }>(
    `select format('%s got the notification %s about booking %s %s times for %s events', person, kind, booking_id, told, happened) as what
     from (
       select notification.person_id as person, notification.kind, mail.booking_id, count(*) as told,
         (select count(*) from event where event.booking_id = mail.booking_id and event.kind = notification.kind) as happened
       from notification join mail on mail.id = notification.id where mail.booking_id is not null group by 1, 2, 3
     ) as each where told > happened`,
  );
  const strange = await world.query<{ what: string }>(
    `select format('notification %s has no email', id) as what from notification where not exists (select from mail where mail.id = notification.id)`,
  );
  const lost: { what: string }[] = [];
  for (const [kind, reader] of Object.entries(RECIPIENTS_BY_EVENT))
    lost.push(
      ...(await world.query<{ what: string }>(
        `select format('nobody was notified about %s of booking %s', event.kind, booking.id) as what
         from event join booking on booking.id = event.booking_id
         where event.kind = '${kind}' and not exists (
           select from notification join mail on mail.id = notification.id
           where mail.booking_id = booking.id and notification.workspace_id = booking.${reader} and notification.kind = event.kind)`,
      )),
    );
  const problems = [...doubled, ...strange, ...lost];
  for (const { what } of problems.slice(0, 20)) console.log(`FAIL ${what}`);
  const [sum] = await world.query<{ count: number }>('select count(*)::int as count from notification');
  console.log(`${sum?.count} notifications checked, ${problems.length} of them wrong.`);
  return problems.length;
}
