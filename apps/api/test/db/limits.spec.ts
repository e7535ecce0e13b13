/** Tests that the upper bounds in the database match the limits that forms and procedures check. */
import {
  AVAILABILITY_LIMITS,
  MAX_DELIVERABLES,
  MAX_METRIC_REPORTS,
  MAX_SPLIT_PROPOSALS,
  MAX_VERSIONS,
  OFFER_LIMITS,
  REVIEW_LIMITS,
} from '@marquee/booking';
import { MAX_FEE_BPS, MAX_AGENCY_CAP_BPS, MAX_PRICE_CENTS, TIER_NAMES } from '@marquee/money';
import { LIMITS, MAX_BUDGET_DOLLARS, MAX_PLATFORM_FOLLOWERS } from '@marquee/validation';
import { PLATFORM_NAMES } from '@marquee/contracts';
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { useStack } from '../support/stack.ts';

const stack = useStack();

/** Limit that the check constraint of each column must have, in characters for text and in elements for arrays. */
const COLUMNS: Record<string, number | number[]> = {
  'admin_action.reason': LIMITS.staffNote,
  'workspace.bio': LIMITS.bio,
  'workspace.categories': LIMITS.categories,
  'workspace.full_name': LIMITS.personName,
  'workspace.languages': LIMITS.languages,
  'workspace.location': LIMITS.location,
  'invitation.email': LIMITS.email,
  'person.email': LIMITS.email,
  'person.former_email': LIMITS.email,
  'person.full_name': LIMITS.personName,
  'person.pending_email': LIMITS.email,
  'workspace.suspended_reason': LIMITS.staffNote,
  'billing_details.address': LIMITS.address,
  'billing_details.legal_name': LIMITS.legalName,
  'billing_details.tax_id': LIMITS.taxId,
  'budget.limit_cents': LIMITS.budgetCents,
  'budget.name': LIMITS.budgetName,
  'client.address': LIMITS.address,
  'client.legal_name': LIMITS.legalName,
  'client.name': LIMITS.clientName,
  'client.tax_id': LIMITS.taxId,
  'approval_settings.above_cents': LIMITS.budgetCents,
  'order_request.reason': LIMITS.moveNote,
  'booking.delivery_links': LIMITS.deliveryLinks,
  'booking.delivery_note': LIMITS.deliveryNote,
  'booking.move_note': LIMITS.moveNote,
  'agency_consent.share_bps': MAX_AGENCY_CAP_BPS,
  'booking.agency_bps': MAX_AGENCY_CAP_BPS,
  'booking.price_cents': MAX_PRICE_CENTS,
  'operator_terms.fee_bps': MAX_FEE_BPS,
  'operator_terms.reason': LIMITS.staffNote,
  'cancellation_request.reason': LIMITS.cancellationReason,
  'chargeback.response_note': LIMITS.staffNote,
  'contact_message.answer_note': LIMITS.staffNote,
  'contact_message.company': LIMITS.company,
  'contact_message.email': LIMITS.email,
  'contact_message.message': LIMITS.contactMessage,
  'contact_message.name': LIMITS.personName,
  'contact_message.subject': LIMITS.contactSubject,
  'contact_reply.text': LIMITS.contactMessage,
  'conversation.last_number': LIMITS.conversation,
  'creator_availability.lead_days': AVAILABILITY_LIMITS.leadDays,
  'creator_availability.max_bookings': AVAILABILITY_LIMITS.bookings,
  'creator_platform.followers': MAX_PLATFORM_FOLLOWERS,
  'creator_platform.handle': LIMITS.handle,
  'creator_platform.starting_price_cents': MAX_PRICE_CENTS,
  'customer_info.audience': LIMITS.audience,
  'customer_info.description': LIMITS.projectDescription,
  'customer_info.email': LIMITS.email,
  'customer_info.name': LIMITS.personName,
  'customer_info.notes': LIMITS.additionalRequirements,
  'staff_request.reason': LIMITS.staffNote,
  'passkey.name': LIMITS.passkeyName,
  'deliverable.position': MAX_DELIVERABLES,
  'deliverable.title': LIMITS.deliverableTitle,
  'delivery.links': LIMITS.deliveryLinks,
  'delivery.note': LIMITS.deliveryNote,
  'delivery.number': MAX_VERSIONS,
  'delivery.change_request': LIMITS.changeRequest,
  'dispute.decision_reason': LIMITS.staffNote,
  'dispute.offers': MAX_SPLIT_PROPOSALS,
  'dispute_statement.text': LIMITS.statement,
  'file.bytes': [LIMITS.messageFileBytes, LIMITS.fileBytes],
  'file.name': LIMITS.fileName,
  'follower_proof.handle': LIMITS.handle,
  'follower_proof.reason': LIMITS.staffNote,
  'message.files': LIMITS.messageFiles,
  'message.text': LIMITS.message,
  'moderation_decision.appeal': LIMITS.statement,
  'moderation_decision.appeal_reason': LIMITS.staffNote,
  'moderation_decision.reason': LIMITS.staffNote,
  'notification.path': LIMITS.notificationPath,
  'offer.brief': LIMITS.projectDescription,
  'offer.budget_cents': MAX_BUDGET_DOLLARS * 100,
  'offer.platforms': PLATFORM_NAMES.length,
  'offer.end_message': LIMITS.moveNote,
  'offer_version.delivery_days': LIMITS.deliveryDays,
  'offer_version.features': LIMITS.features,
  'offer_version.name': LIMITS.packageName,
  'offer_version.number': OFFER_LIMITS.versions,
  'offer_version.price_cents': MAX_PRICE_CENTS,
  'offer_version.scope': LIMITS.packageDescription,
  'package.delivery_days': LIMITS.deliveryDays,
  'package.description': LIMITS.packageDescription,
  'package.features': LIMITS.features,
  'package.hidden_reason': LIMITS.staffNote,
  'package.name': LIMITS.packageName,
  'package.price_cents': MAX_PRICE_CENTS,
  'package_price.price_cents': MAX_PRICE_CENTS,
  'portfolio_picture.caption': LIMITS.caption,
  'publication.link': LIMITS.linkAddress,
  'publication_metrics.clicks': LIMITS.publicationMetric,
  'publication_metrics.comments': LIMITS.publicationMetric,
  'publication_metrics.likes': LIMITS.publicationMetric,
  'publication_metrics.number': MAX_METRIC_REPORTS,
  'publication_metrics.saves': LIMITS.publicationMetric,
  'publication_metrics.shares': LIMITS.publicationMetric,
  'publication_metrics.views': LIMITS.publicationMetric,
  'push_subscription.endpoint': LIMITS.pushEndpoint,
  'report.sentence': LIMITS.reportSentence,
  'review.answer': REVIEW_LIMITS.answer,
  'review.hidden_reason': LIMITS.staffNote,
  'review.staff_note': REVIEW_LIMITS.staffNote,
  'review.text': REVIEW_LIMITS.text,
  'review_guest.email': LIMITS.email,
  'review_guest.name': LIMITS.personName,
  'review_guest_version.comment': LIMITS.guestComment,
  'saved_brief.name': LIMITS.briefName,
  'saved_brief.place': LIMITS.briefs,
  'saved_item.note': LIMITS.savedNote,
  'saved_list.hidden_reason': LIMITS.staffNote,
  'saved_list.name': LIMITS.listName,
  'saved_search.name': LIMITS.listName,
  'shipment.address': LIMITS.address,
  'shipment.carrier': LIMITS.carrier,
  'shipment.tracking': LIMITS.tracking,
  'time_off.position': AVAILABILITY_LIMITS.timeOff,
};

/** Columns that no form fills in, so that their bounds exist only in the database. */
const OWN = new Set([
  'workspace.payout_banks',
  'workspace_action.data',
  'workspace_action.kind',
  'person.time_zone',
  'workspace.time_zone',
  'authenticator.secret_encrypted',
  'booking.lead_days',
  'chargeback.response_refused',
  'creator_platform.platform',
  'customer_info.tone',
  'external_identity.email',
  'external_identity.issuer',
  'external_identity.subject',
  'file.media_type',
  'file.upload_key',
  'follower_proof.picture_url',
  'job.traceparent',
  'follower_proof.platform',
  'unmatched_search.query',
  'notification.kind',
  'notification.text',
  'notification_settings.daily',
  'notification_settings.off',
  'notification_settings.push_off',
  'notification_settings.quiet_from',
  'notification_settings.quiet_to',
  'passkey.id',
  'passkey.public_key',
  'passkey.transports',
  'payout_change.detail',
  'portfolio_picture.height',
  'portfolio_picture.width',
  'publication.picture_name',
  'report.reason',
  'review.stars',
  'saved_brief.brief',
  'saved_card.brand',
  'saved_card.consent_version',
  'saved_card.exp_month',
  'saved_card.exp_year',
  'saved_card.fingerprint',
  'search_synonym.1',
  'search_synonym.meaning',
  'search_synonym.term',
  'shared_results.token',
  'sign_in.place',
  'sign_in.user_agent',
  'wrong_code.source',
  // The name of a backup, or a fixed text if another program restored the database.
  'database_restore.source',
]);

/** Row counts that the triggers allow, by function name, in the order of the checks. */
const COUNTS: Record<string, number[]> = {
  limit_offers: [OFFER_LIMITS.open],
  limit_packages: [LIMITS.packages, LIMITS.activePackages],
  limit_saved_cards: [LIMITS.savedCards],
  limit_saved_entries: [LIMITS.savedEntries],
  limit_saved_lists: [LIMITS.savedLists],
  limit_saved_searches: [LIMITS.savedSearches],
  limit_waiting_list_entries: [AVAILABILITY_LIMITS.waitingBrandsPerCreator, AVAILABILITY_LIMITS.waitingListsPerBrand],
};

/**
 * Matches `length(x) <= 9`, `cardinality(x) <= 9` and `x <= 9`, including the casts and quotes that PostgreSQL adds.
 */
const BOUND = /(?:(?:char_)?length|cardinality)?\(*"?(\w+)"?\)?(?:::\w+)?\)* <= '?(\d+)'?/g;

it('has the same upper bounds in the check constraints of the database as in the limits that forms and procedures check', async () => {
  const { rows } = await sql<{ table: string; definition: string }>`
    select conrelid::regclass::text as "table", pg_get_constraintdef(oid) as definition from pg_constraint
    where contype = 'c' and connamespace = 'public'::regnamespace and conrelid <> 0`.execute(stack.deps.db);
  const limitsByName = new Map<string, number[]>();
  for (const { table, definition } of rows)
    for (const [, column, bound] of definition.matchAll(BOUND)) {
      const name = `${table}.${column}`;
      limitsByName.set(
        name,
        [...new Set([...(limitsByName.get(name) ?? []), Number(bound)])].toSorted((a, b) => a - b),
      );
    }
  const bounds = [...limitsByName].filter(([column]) => !OWN.has(column));
  expect(Object.fromEntries(bounds)).toEqual(
    Object.fromEntries(Object.entries(COLUMNS).map(([name, limit]) => [name, [limit].flat()])),
  );
  expect([...OWN].filter((column) => !limitsByName.has(column))).toEqual([]);
});

it('allows the same numbers of rows in the triggers of the database as in the limits that procedures check', async () => {
  const { rows } = await sql<{ name: string; body: string }>`
    select proname as name, prosrc as body from pg_proc
    where pronamespace = 'public'::regnamespace and proname like 'limit\\_%'`.execute(stack.deps.db);
  const triggerLimits = rows.map(({ name, body }) => [
    name,
    [...body.matchAll(/>= (\d+) then/g)].map(([, most]) => Number(most)),
  ]);
  expect(Object.fromEntries(triggerLimits)).toEqual(COUNTS);
});

it('allows the same numbers of package options in the database as in the package form', async () => {
  const { rows } = await sql<{ body: string }>`
    select prosrc as body from pg_proc where proname = 'is_package_options'`.execute(stack.deps.db);
  const body = rows[0]?.body ?? '';
  const counts = [...body.matchAll(/options -> '(\w+)'\) <= (\d+)/g)].map(([, name, most]) => [name, Number(most)]);
  expect(Object.fromEntries(counts)).toEqual({
    tiers: TIER_NAMES.length - 1,
    addOns: LIMITS.addOns,
    rights: LIMITS.rights,
    answerPrices: LIMITS.answerPrices,
  });
  expect(Number(/@ > (\d+)/.exec(body)?.[1])).toBe(MAX_PRICE_CENTS);
});

it('counts a small file toward quotas as LIMITS.countedFileBytes, and a large file with its actual size', async () => {
  const { rows } = await sql<{ small: number; large: number }>`
    select counted_bytes(1) as small, counted_bytes(${LIMITS.fileBytes}) as large`.execute(stack.deps.db);
  expect(rows).toEqual([{ small: LIMITS.countedFileBytes, large: LIMITS.fileBytes }]);
});
