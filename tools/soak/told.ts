/** What people were told in the product: once for each thing that happened, however often a job ran. */
import type { World } from './world.ts';

/** Who is told of these, whatever else happens. */
const READERS = {
  'payment.authorized': 'creator_id',
  'payment.captured': 'brand_id',
  'delivery.changes_asked': 'creator_id',
} as const;

/** How much of what was told is wrong: told twice, never told, or a notice of nothing that was mailed. */
export async function wrongNotices(world: World): Promise<number> {
  const doubled = await world.query<{ what: string }>(
    `select format('%s is told of %s of booking %s %s times, which happened %s times', person, kind, booking_id, told, happened) as what
     from (
       select notice.user_id as person, notice.kind, mail.booking_id, count(*) as told,
         (select count(*) from event where event.booking_id = mail.booking_id and event.kind = notice.kind) as happened
       from notice join mail on mail.id = notice.id where mail.booking_id is not null group by 1, 2, 3
     ) as each where told > happened`,
  );
  const strange = await world.query<{ what: string }>(
    `select format('notice %s is of no mail', id) as what from notice where not exists (select from mail where mail.id = notice.id)`,
  );
  const lost: { what: string }[] = [];
  for (const [kind, reader] of Object.entries(READERS))
    lost.push(
      ...(await world.query<{ what: string }>(
        `select format('%s of booking %s was told to nobody', event.kind, booking.id) as what
         from event join booking on booking.id = event.booking_id
         where event.kind = '${kind}' and not exists (
           select from notice join mail on mail.id = notice.id
           where mail.booking_id = booking.id and notice.user_id = booking.${reader} and notice.kind = event.kind)`,
      )),
    );
  const problems = [...doubled, ...strange, ...lost];
  for (const { what } of problems.slice(0, 20)) console.log(`FAIL ${what}`);
  const [sum] = await world.query<{ count: number }>('select count(*)::int as count from notice');
  console.log(`${sum?.count} notices looked at, ${problems.length} of them wrong.`);
  return problems.length;
}
