/** Brings a database to the newest schema: ours (forward-only) and the job queue's. */
import { runMigrations } from 'graphile-worker';
import { Migrator } from 'kysely/migration';
import type pg from 'pg';
import * as marketplace from './migrations/0001_marketplace.ts';
import * as money from './migrations/0002_money.ts';
import * as moneyFollowsWork from './migrations/0003_money_follows_work.ts';
import * as identity from './migrations/0004_identity.ts';
import * as creatorProfiles from './migrations/0005_creator_profiles.ts';
import * as customerInfoAndContact from './migrations/0006_customer_info_and_contact.ts';
import * as packageOrder from './migrations/0007_package_order.ts';
import * as picturesAndFormerUsernames from './migrations/0008_pictures_and_former_usernames.ts';
import * as discovery from './migrations/0009_discovery.ts';
import * as moneyLifecycle from './migrations/0010_money_lifecycle.ts';
import * as admin from './migrations/0011_admin.ts';
import * as reconciliation from './migrations/0013_reconciliation.ts';
import * as documents from './migrations/0014_documents.ts';
import * as listingFollowsModeration from './migrations/0015_listing_follows_moderation.ts';
import * as returnedRefunds from './migrations/0016_returned_refunds.ts';
import * as jobNames from './migrations/0017_job_names.ts';
import * as spacedMails from './migrations/0018_spaced_mails.ts';
import * as housekeeping from './migrations/0019_housekeeping.ts';
import * as packageLimits from './migrations/0020_package_limits.ts';
import * as keptHistory from './migrations/0021_kept_history.ts';
import * as narrowListing from './migrations/0022_narrow_listing.ts';
import * as keptFigures from './migrations/0023_kept_figures.ts';
import * as staffLists from './migrations/0024_staff_lists.ts';
import * as bookingTerms from './migrations/0025_booking_terms.ts';
import * as endsOfBookings from './migrations/0026_ends_of_bookings.ts';
import * as papers from './migrations/0027_papers.ts';
import * as paidAnywhere from './migrations/0029_paid_anywhere.ts';
import * as contactThreads from './migrations/0030_contact_threads.ts';
import * as reports from './migrations/0031_reports.ts';
import * as booksChecks from './migrations/0032_books_checks.ts';
import * as waiting from './migrations/0033_waiting.ts';
import * as delivery from './migrations/0034_delivery.ts';
import * as timeZone from './migrations/0035_time_zone.ts';
import * as search from './migrations/0036_search.ts';
import * as availability from './migrations/0037_availability.ts';
import * as matching from './migrations/0038_matching.ts';
import * as saved from './migrations/0039_saved.ts';
import * as packagePrices from './migrations/0040_package_prices.ts';
import * as offers from './migrations/0041_offers.ts';
import * as availableBy from './migrations/0042_available_by.ts';
import * as packageOptions from './migrations/0043_package_options.ts';
import * as messages from './migrations/0044_messages.ts';
import * as searchNews from './migrations/0046_search_news.ts';
import * as reviews from './migrations/0047_reviews.ts';
import * as notices from './migrations/0048_notices.ts';
import * as reportedLists from './migrations/0051_reported_lists.ts';
import * as followerProofs from './migrations/0052_follower_proofs.ts';
import * as deliverables from './migrations/0053_deliverables.ts';
import * as packagePictures from './migrations/0054_package_pictures.ts';
import * as calendarFeeds from './migrations/0055_calendar_feeds.ts';
import * as channels from './migrations/0056_channels.ts';
import * as messageFiles from './migrations/0057_message_files.ts';
import * as readTimes from './migrations/0058_read_times.ts';
import * as posts from './migrations/0060_posts.ts';
import * as chargebackResponses from './migrations/0061_chargeback_responses.ts';
import * as products from './migrations/0062_products.ts';
import * as startsBy from './migrations/0063_starts_by.ts';
import * as ratedOrders from './migrations/0064_rated_orders.ts';
import * as waitingVersions from './migrations/0065_waiting_versions.ts';
import * as ordersOverTime from './migrations/0066_orders_over_time.ts';
import * as marketDays from './migrations/0067_market_days.ts';
import * as workRecords from './migrations/0068_work_records.ts';
import * as postProofs from './migrations/0069_post_proofs.ts';
import * as cardAvailability from './migrations/0070_card_availability.ts';
import * as lookups from './migrations/0071_lookups.ts';
import * as covering from './migrations/0072_covering.ts';
import * as narrowOffers from './migrations/0073_narrow_offers.ts';
import * as coveredLedger from './migrations/0074_covered_ledger.ts';
import * as namesLookedUp from './migrations/0075_names_looked_up.ts';
import * as listedCategories from './migrations/0076_listed_categories.ts';
import * as reportDays from './migrations/0077_report_days.ts';
import * as paperLines from './migrations/0078_paper_lines.ts';
import * as missedSums from './migrations/0079_missed_sums.ts';
import * as listedLanguages from './migrations/0080_listed_languages.ts';
import * as ledgerMonths from './migrations/0081_ledger_months.ts';
import * as paperLinesKept from './migrations/0082_paper_lines_kept.ts';
import * as bookingSearch from './migrations/0083_booking_search.ts';
import { openDb, SESSION_BOUNDS, SESSION_PLANNING } from './client.ts';

const migrations = {
  '0001_marketplace': marketplace,
  '0002_money': money,
  '0003_money_follows_work': moneyFollowsWork,
  '0004_identity': identity,
  '0005_creator_profiles': creatorProfiles,
  '0006_customer_info_and_contact': customerInfoAndContact,
  '0007_package_order': packageOrder,
  '0008_pictures_and_former_usernames': picturesAndFormerUsernames,
  '0009_discovery': discovery,
  '0010_money_lifecycle': moneyLifecycle,
  '0011_admin': admin,
  '0013_reconciliation': reconciliation,
  '0014_documents': documents,
  '0015_listing_follows_moderation': listingFollowsModeration,
  '0016_returned_refunds': returnedRefunds,
  '0017_job_names': jobNames,
  '0018_spaced_mails': spacedMails,
  '0019_housekeeping': housekeeping,
  '0020_package_limits': packageLimits,
  '0021_kept_history': keptHistory,
  '0022_narrow_listing': narrowListing,
  '0023_kept_figures': keptFigures,
  '0024_staff_lists': staffLists,
  '0025_booking_terms': bookingTerms,
  '0026_ends_of_bookings': endsOfBookings,
  '0027_papers': papers,
  '0029_paid_anywhere': paidAnywhere,
  '0030_contact_threads': contactThreads,
  '0031_reports': reports,
  '0032_books_checks': booksChecks,
  '0033_waiting': waiting,
  '0034_delivery': delivery,
  '0035_time_zone': timeZone,
  '0036_search': search,
  '0037_availability': availability,
  '0038_matching': matching,
  '0039_saved': saved,
  '0040_package_prices': packagePrices,
  '0041_offers': offers,
  '0042_available_by': availableBy,
  '0043_package_options': packageOptions,
  '0044_messages': messages,
  '0046_search_news': searchNews,
  '0047_reviews': reviews,
  '0048_notices': notices,
  '0051_reported_lists': reportedLists,
  '0052_follower_proofs': followerProofs,
  '0053_deliverables': deliverables,
  '0054_package_pictures': packagePictures,
  '0055_calendar_feeds': calendarFeeds,
  '0056_channels': channels,
  '0057_message_files': messageFiles,
  '0058_read_times': readTimes,
  '0060_posts': posts,
  '0061_chargeback_responses': chargebackResponses,
  '0062_products': products,
  '0063_starts_by': startsBy,
  '0064_rated_orders': ratedOrders,
  '0065_waiting_versions': waitingVersions,
  '0066_orders_over_time': ordersOverTime,
  '0067_market_days': marketDays,
  '0068_work_records': workRecords,
  '0069_post_proofs': postProofs,
  '0070_card_availability': cardAvailability,
  '0071_lookups': lookups,
  '0072_covering': covering,
  '0073_narrow_offers': narrowOffers,
  '0074_covered_ledger': coveredLedger,
  '0075_names_looked_up': namesLookedUp,
  '0076_listed_categories': listedCategories,
  '0077_report_days': reportDays,
  '0078_paper_lines': paperLines,
  '0079_missed_sums': missedSums,
  '0080_listed_languages': listedLanguages,
  '0081_ledger_months': ledgerMonths,
  '0082_paper_lines_kept': paperLinesKept,
  '0083_booking_search': bookingSearch,
};

/**
 * Runs what has not run yet; safe when several processes start at once (both libraries lock). `pool` leads to
 * PostgreSQL itself, not to a pooler. Throws the first error.
 */
export async function migrate(pool: pg.Pool): Promise<void> {
  const migrator = new Migrator({
    db: openDb(pool).withoutPlugins(),
    provider: { getMigrations: () => Promise.resolve(migrations) },
  });
  const { error } = await migrator.migrateToLatest();
  if (error !== undefined) throw error instanceof Error ? error : new Error('A migration failed', { cause: error });
  await runMigrations({ pgPool: pool });
}

/**
 * Gives the role of `direct` the bounds of a session (`SESSION_BOUNDS`) in its database, for sessions that a pooler
 * opens from now on. Returns whether those behind `pooled` have them: a pooler may use another role, or connections
 * from before.
 */
export async function keepBounds(direct: pg.Pool, pooled: pg.Pool): Promise<boolean> {
  const bounds = Object.entries({ ...SESSION_BOUNDS, ...SESSION_PLANNING });
  const alter = bounds.map(
    ([name, ms]) => `execute format('alter role current_user in database %I set ${name} = ${ms}', current_database());`,
  );
  // One process at a time: two that change a role at once are refused.
  await direct.query(`do $$ begin
    perform pg_advisory_xact_lock(hashtextextended('session bounds', 0));
    if not exists (
      select from pg_db_role_setting join pg_database on pg_database.oid = setdatabase
      where datname = current_database() and setrole = current_user::regrole
        and setconfig @> array[${bounds.map(([name, ms]) => `'${name}=${ms}'`).join(', ')}]
    ) then ${alter.join(' ')} end if;
  end $$`);
  const { rows } = await pooled.query<{ name: string; setting: string }>(
    'select name, setting from pg_settings where name = any($1)',
    [bounds.map(([name]) => name)],
  );
  return bounds.every(([name, ms]) => rows.some((row) => row.name === name && row.setting === String(ms)));
}
