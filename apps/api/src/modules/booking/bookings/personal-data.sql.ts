import type { WorkspaceId } from '@marquee/contracts';
import type { PublicationMetric } from '@marquee/booking';
import { sql } from 'kysely';
import type { UnitOfWork } from '../../../core/unit-of-work.ts';
import type { Db } from '../../../db/schema.ts';

/**
 * Returns the user's bookings and actions, with their cancellation requests, disputes, deliveries, publications,
 * shipments and shared results.
 */
export async function exportPersonalData(db: Db, workspaceId: WorkspaceId) {
  const [bookings, activity, cancellations, disputes, deliveries, posts, shipments, sharedResults] = await Promise.all([
    db
      .selectFrom('booking')
      .select([
        'id',
        'status',
        'paymentState',
        'cancelReason',
        'declineReason',
        'moveNote',
        'deliveryNote',
        'deliveryLinks',
        'packageName',
        'packageDescription',
        'deliveryDays',
        'features',
        'chosen',
        'priceCents',
        'feeCents',
        'totalCents',
        'customer',
        'questions',
        'answers',
        'createdAt',
        'authorizedAt',
        'acceptedAt',
        'startedAt',
        'dueAt',
        'completedAt',
        'approvedAt',
        'releasedAt',
        'cancelledAt',
        'refundedAt',
        'refundCents',
      ])
      .where((eb) =>
        eb.or([
          eb('brandId', '=', workspaceId),
          eb.and([eb('creatorId', '=', workspaceId), eb('authorizedAt', 'is not', null)]),
        ]),
      )
      .orderBy('createdAt')
      .execute(),
    db
      .selectFrom('event')
      .select(['kind', 'bookingId', 'at'])
      // Brands do not see the part of the creator's agency.
      .select(sql<object>`case when brand_id = ${workspaceId} then data - 'agency' else data end`.as('data'))
      .where('actorWorkspaceId', '=', workspaceId)
      .orderBy(sql`seq`)
      .execute(),
    db
      .selectFrom('cancellationRequest')
      .select(['bookingId', 'reason', 'requestedAt', 'answerBy', 'closedAt', 'outcome'])
      .where('requestedByWorkspaceId', '=', workspaceId)
      .orderBy('requestedAt')
      .execute(),
    // Only the user's own statements, because those of the other side and of staff are not the user's data.
    db
      .selectFrom('dispute')
      .select(['bookingId', 'kind', 'desiredOutcome', 'offerCreatorCents', 'openedAt', 'closedAt', 'outcome'])
      .select(
        sql<{ text: string; at: string }[]>`coalesce((
          select jsonb_agg(jsonb_build_object('text', text, 'at', at) order by at)
          from dispute_statement where dispute_id = dispute.id and author_workspace_id = ${workspaceId}), '[]')`.as(
          'statements',
        ),
      )
      .where((eb) => eb.or([eb('brandId', '=', workspaceId), eb('creatorId', '=', workspaceId)]))
      .orderBy('openedAt')
      .execute(),
    db
      .selectFrom('deliverable')
      .innerJoin('booking', 'booking.id', 'deliverable.bookingId')
      .innerJoin('delivery', 'delivery.deliverableId', 'deliverable.id')
      .select([
        'deliverable.bookingId',
        'deliverable.title',
        'delivery.number',
        'delivery.note',
        'delivery.links',
        'delivery.sentAt',
        'delivery.verdict',
        'delivery.changeRequest',
        'delivery.remarks',
        'delivery.decidedAt',
      ])
      .select(
        sql<string[]>`array(select name from file where file.deliverable_id = delivery.deliverable_id
          and file.number = delivery.number order by started_at, id)`.as('files'),
      )
      .where((where) =>
        where.or([where('booking.creatorId', '=', workspaceId), where('booking.brandId', '=', workspaceId)]),
      )
      .orderBy('delivery.sentAt')
      .execute(),
    db
      .selectFrom('publication')
      .innerJoin('booking', 'booking.id', 'publication.bookingId')
      .select([
        'publication.bookingId',
        'publication.link',
        'publication.publishedOn',
        'publication.pictureAt',
        'publication.answeredAt',
        'publication.unansweredSince',
      ])
      .select(
        sql<({ reportedAt: string } & Record<PublicationMetric, number | null>)[]>`coalesce((
          select jsonb_agg(to_jsonb(figures) - 'publication_id' - 'number' order by number)
          from publication_metrics figures where publication_id = publication.id), '[]')`.as('reports'),
      )
      .where((where) =>
        where.or([where('booking.creatorId', '=', workspaceId), where('booking.brandId', '=', workspaceId)]),
      )
      .orderBy('publication.publishedOn')
      .execute(),
    db
      .selectFrom('shipment')
      .innerJoin('booking', 'booking.id', 'shipment.bookingId')
      .select([
        'shipment.bookingId',
        'shipment.address',
        'shipment.addressAt',
        'shipment.carrier',
        'shipment.tracking',
        'shipment.sentAt',
        'shipment.arrivedAt',
      ])
      .where('booking.creatorId', '=', workspaceId)
      .where('shipment.addressAt', 'is not', null)
      .execute(),
    db
      .selectFrom('sharedResults')
      .select(['bookingId', 'token', 'sharedAt'])
      .where('workspaceId', '=', workspaceId)
      .execute(),
  ]);
  return { bookings, activity, cancellations, disputes, deliveries, posts, shipments, sharedResults };
}

/**
 * Removes the user's name, address and shared results from bookings, and the network hashes of their uploads. The
 * bookings stay for the other side and the ledger. Delivered files and screenshots of publications stay visible only
 * to the other side.
 */
export async function erasePersonalData(tx: UnitOfWork, workspaceId: WorkspaceId): Promise<void> {
  await tx.db.deleteFrom('sharedResults').where('workspaceId', '=', workspaceId).execute();
  await tx.db
    .updateTable('publication')
    .set({ pictureShared: false })
    .where('bookingId', 'in', (from) => from.selectFrom('booking').select('id').where('creatorId', '=', workspaceId))
    .where('pictureShared', '=', true)
    .execute();
  await tx.db
    .updateTable('shipment')
    .set({ address: null })
    .where('bookingId', 'in', (from) => from.selectFrom('booking').select('id').where('creatorId', '=', workspaceId))
    .where('address', 'is not', null)
    .execute();
  await tx.db
    .updateTable('booking')
    .set({ customer: sql`customer || '{"name": "Deleted user", "email": ""}'::jsonb` })
    .where('brandId', '=', workspaceId)
    .execute();
}
