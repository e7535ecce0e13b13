/**
 * Fills a migrated, empty database with a marketplace of a given size. The data is skewed like real data: common and
 * rare words, round prices, one creator with a quarter of all bookings, one brand with very many bookings, and
 * bookings in every state with their ledger entries, events and documents. The rows are generated in SQL from number
 * series, which is faster than COPY.
 */
import { MAX_WORK_RECORD_BOOKINGS, MAX_WORK_RECORDS, type WorkRecordData } from '@marquee/booking';
import { LIMITS, ORDER_REQUEST_HOURS } from '@marquee/validation';
import { CREATOR_CATEGORIES, LANGUAGES, PLATFORM_NAMES } from '@marquee/contracts';
import pg from 'pg';

/** Emails of the users whose screens are measured. `passwordHash` of `fillDatabase` is the hash of their password. */
export const BIG_CREATOR_EMAIL = 'big-creator@bench.test';
export const BIG_BRAND_EMAIL = 'big-brand@bench.test';
export const STAFF_EMAIL = 'staff@bench.test';

interface FillOptions {
  /** Number of packages. There is one creator per 4 packages, one brand per 20 and one booking per 5. */
  packages: number;
  passwordHash: string;
  /** Called after each step with the step's name and duration. */
  say?: (line: string) => void;
}

const FIRST_NAMES =
  'Maya Noah Lena Theo Ines Omar Ruth Kai Aino Luca Zoe Emre Nora Hugo Sara Ivan Mina Paul Vera Jonas Alma Rafael Priya Diego Yuki Freya Amir Elin Tomas Chloe'.split(
    ' ',
  );
const LAST_NAMES =
  'Berg Okafor Lindqvist Tanaka Moreau Silva Novak Haddad Kowalski Fischer Rossi Patel Jensen Dubois Costa Yilmaz Schmidt Petrov Nguyen Larsen Mensah Vargas Keller Ionescu Walsh Laurent Demir Hoffmann Sato Brandt'.split(
    ' ',
  );
const LOCATIONS = 'Lisbon Berlin Oslo Madrid Toronto Austin Lagos Mumbai Seoul Paris Warsaw Dublin'.split(' ');
/** Words for generated texts, ordered from frequent to rare. */
const WORDS =
  'video content brand story product post authentic audience quality reel photo review edit script unboxing tutorial lifestyle travel recipe skincare fitness workout camera lighting voiceover caption hashtag livestream giveaway collab podcast newsletter gaming fashion outfit makeup gadget hiking vegan parenting interior garden coffee vintage ceramics falconry'.split(
    ' ',
  );
const NOUNS =
  'Reel,Story,UGC video,Unboxing,Product review,Photo set,Tutorial,Shorts pack,Live stream,Travel vlog'.split(',');

/**
 * Fills and analyzes the database at `url`, which must contain a superuser's credentials. Throws if the database
 * already has users.
 */
export async function fillDatabase(
  url: string,
  { packages, passwordHash, say = () => {} }: FillOptions,
): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const creators = Math.ceil(packages / 4);
  const brands = Math.max(20, Math.ceil(packages / 20));
  const bookings = Math.ceil(packages / 5);
  const run = async (what: string, sql: string) => {
    const began = performance.now();
    await client.query(sql);
    say(`${what}: ${((performance.now() - began) / 1000).toFixed(1)} s`);
  };
  try {
    const { rows } = await client.query<{ used: boolean }>('select exists (select from workspace) as used');
    if (rows[0]?.used !== false) throw new Error('The database for the bench is not empty');
    await client.query(`set synchronous_commit = off; set maintenance_work_mem = '512MB'; set work_mem = '256MB'`);
    // Skip triggers. The read models that they maintain are built once at the end, and the generated rows satisfy
    // their checks.
    await client.query(`set session_replication_role = replica; select setseed(0.42)`);
    await run('people', createPeopleSql(creators, brands, passwordHash));
    await run('packages', createPackagesSql(packages, creators));
    await run('bookings', createBookingsSql(bookings, brands, packages));
    await run('money and events', createHistorySql());
    await run('clients', CLIENTS_SQL);
    await run('what bookings keep', BOOKING_READ_MODELS_SQL);
    await run('availability', AVAILABILITY_SQL);
    await run('saved', SAVED_ITEMS_SQL);
    await run('cards', CARDS_SQL);
    await run('teams', TEAMS_SQL);
    await run('offers', OFFERS_SQL);
    await run('messages', createMessagesSql(packages));
    await run('notices', NOTIFICATIONS_SQL);
    await run('reviews', REVIEWS_SQL);
    await run('listings', 'select rebuild_creator_listings()');
    // Commit synchronously from here on. Vacuum marks a page as all-visible only after the commits on it are on
    // disk. Otherwise, index-only scans would also read the table.
    await client.query('set synchronous_commit = on');
    await run(
      'kept figures',
      `select rebuild_booking_figures(); delete from ledger_day; update ledger_close set until = '2000-01-01';
        select close_ledger_days(current_date)`,
    );
    await run('market days', MARKET_DAYS_SQL);
    await client.query('set session_replication_role = origin');
    // Rewrite the tables that were filled by updates, because half of their space is free, unlike in a database in
    // use.
    for (const table of ['booking', 'brand_cohort']) await client.query(`vacuum full ${table}`);
    await run('statistics', 'vacuum analyze');
  } finally {
    await client.end();
  }
}

/**
 * Availability settings for a third of the creators. The big creator has the maximum booking limit, and the big
 * brand is on 20 waiting lists.
 */
const AVAILABILITY_SQL = `
  insert into creator_availability (creator_id, max_bookings, lead_days, updated_at)
  select id, case when username = 'creator_1' then 100 else 1 + floor(random() * 6)::int end, floor(random() * 8)::int, now()
  from workspace where user_type = 'influencer' and (random() < 0.33 or username = 'creator_1');
  insert into time_off (creator_id, position, first_day, last_day)
  select creator_id, n, current_date + n * 20, current_date + n * 20 + 6
  from creator_availability join workspace on id = creator_id
    cross join lateral generate_series(1, case when username = 'creator_1' then 20 else 1 end) n;
  insert into waiting_list_entry (creator_id, brand_id, package_name, price_cents, joined_at)
  select creator.id, brand.id, 'Reel', 19900, now()
  from workspace creator, (select id from workspace where user_type = 'brand' and username <> 'brand_1' order by id limit 50) brand
  where creator.username = 'creator_1';
  insert into waiting_list_entry (creator_id, brand_id, package_name, price_cents, joined_at)
  select creator_id, brand.id, 'Reel', 19900, now()
  from (select creator_id from creator_availability
    where creator_id <> (select id from workspace where username = 'creator_1') order by creator_id limit 20) creator,
    workspace brand where brand.username = 'brand_1';`;

/** Saved creators and packages. The big brand has saved the maximum. A fifth of the other brands have one list. */
const SAVED_ITEMS_SQL = `
  insert into saved_list (workspace_id, name, is_first, token, created_at)
  select id, 'List ' || n, n = 1, case when n = 1 and username = 'brand_1' then 'AAAAAAAAAAAAAAAAAAAAAA'
    end, now() + n * interval '1 second'
  from workspace cross join lateral generate_series(1, case when username = 'brand_1' then 20 else 1 end) n
  where user_type = 'brand' and (random() < 0.2 or username = 'brand_1');
  insert into package_arrival (package_id, creator_id) select id, creator_id from package order by created_at, id on conflict do nothing;
  insert into saved_search (workspace_id, name, search, created_at, is_mailed, looked_at, saved_seq, seen_seq)
  select id, 'Search ' || n, json_build_object('query', 'travel ' || n)::jsonb, now(), n = 1, now(), 0, 0
  from workspace cross join generate_series(1, 10) n where user_type = 'brand' and (random() < 0.2 or username = 'brand_1');
  insert into saved_item (list_id, workspace_id, kind, creator_id, price_cents, saved_at)
  select list.id, workspace_id, 'creator', creator.id, 10000, now() - row_number() over () * interval '1 second'
  from saved_list list join workspace owner on owner.id = workspace_id
    cross join (select id, row_number() over () as place from (select id from workspace where user_type = 'influencer'
      order by id limit 100) c) creator
  where creator.place <= case when username = 'brand_1' then 100 else 5 end;
  insert into saved_item (list_id, workspace_id, kind, creator_id, package_id, package_name, price_cents, saved_at)
  select list.id, workspace_id, 'package', pack.creator_id, pack.id, pack.name, pack.price_cents,
    now() - row_number() over () * interval '1 second'
  from saved_list list join workspace owner on owner.id = workspace_id
    cross join (select *, row_number() over () as place
      from (select id, creator_id, name, price_cents from package order by id limit 100) p) pack
  where pack.place <= case when username = 'brand_1' then 100 else 5 end;`;

/** Saved cards, of which the big brand has the maximum. Each brand has also removed some. */
const CARDS_SQL = `
  insert into saved_card (brand_id, stripe_payment_method_id, brand, last4, exp_month, exp_year, fingerprint, added_by_person_id,
    added_at, consent_version, removed_at)
  select workspace.id, 'pm_' || workspace.username || '_' || n, 'visa', '4242', 12, 2034, 'f' || n, person_id,
    now() - n * interval '1 day', '2026-11', case when n > 10 then now() end
  from workspace join member on workspace_id = workspace.id
    cross join lateral generate_series(1, case when username = 'brand_1' then 30 else 2 end) n
  where user_type = 'brand' and (random() < 0.5 or username = 'brand_1');`;

/** Clients of the big brand, as many as possible, each with a monthly budget. Its bookings use them. */
const CLIENTS_SQL = `
  create temp table team as select id as workspace_id from workspace where username = 'brand_1';
  insert into client (brand_id, name, legal_name, address, country, tax_id, logo_url, created_at)
  select workspace_id, 'Client ' || n, '', '', '', '', '/pictures/client-' || n || '.webp', now() from team, generate_series(1, ${LIMITS.clients}) as n;
  insert into budget (brand_id, client_id, name, period, limit_cents, created_at)
  select brand_id, id, 'Budget of ' || name, 'month', 100000000000, created_at from client;
  insert into budget_period (budget_id, starts_on, limit_cents)
  select budget.id, (date_trunc('month', now() at time zone 'UTC') - month * interval '1 month')::date, limit_cents
  from budget, generate_series(0, 24) as month;
  create temp table clients as select client.id, budget.id as budget_id, row_number() over (order by client.id)::int as n
    from client join budget on client_id = client.id;
  create index on clients (n);`;

/**
 * Members and requested orders. The big brand has the maximum of members and open requests, an approved request for
 * each of its bookings, and a log of up to 100,000 actions. Each of its members waits to become an owner, as many
 * people owned it before, and staff were often asked to give it back. Its owner is in as many workspaces as possible.
 * One in ten of the other brands has three more members.
 */
const TEAMS_SQL = `
  insert into member (workspace_id, person_id, role, joined_at)
  select team.workspace_id, person.id, (array['booker', 'approver', 'finance', 'reviewer', 'viewer'])[1 + person.n % 5], now()
  from team, (select id, row_number() over (order by id)::int as n from workspace where user_type = 'brand'
    and username not in ('brand_1', 'brand_2') order by id limit ${LIMITS.members - 1}) as person
  union all
  select workspace.id, team.workspace_id, 'viewer', now()
  from team, (select id from workspace where user_type = 'brand' and username not in ('brand_1', 'brand_2')
    order by id desc limit ${LIMITS.memberships - 1}) as workspace
  on conflict do nothing;
  insert into member (workspace_id, person_id, role, joined_at)
  select workspace.id, other.id, (array['booker', 'approver', 'finance'])[place], now()
  from brand as workspace join generate_series(1, 3) as place on workspace.n % 10 = 3 join brand as other on other.n = workspace.n + place
  on conflict do nothing;
  insert into ownership_change (workspace_id, person_id, kind, requested_by_person_id, requested_at, effective_at)
  select workspace_id, person_id, 'grant', workspace_id, now(), now() + interval '72 hours'
  from team join member using (workspace_id) where role <> 'owner';
  insert into ownership_change (workspace_id, person_id, kind, heir_person_id, requested_by_person_id, requested_at,
    effective_at, done_at)
  select workspace_id, former.id, 'remove', workspace_id, workspace_id, now() - n * interval '1 day', now() - n * interval '1 day',
    now() - n * interval '1 day'
  from team, (select id, row_number() over (order by id) as n from creator limit ${LIMITS.members}) as former;
  insert into staff_request (kind, person_id, workspace_id, reason, requested_by_person_id, requested_at, cancelled_at)
  select 'workspace_return', workspace_id, workspace_id, 'The owner called.', staff.id, now() - age * interval '1 day',
    case when age > 0 then now() end
  from team, brand as staff, generate_series(0, 50) as age where staff.n = 2;
  insert into workspace_action (workspace_id, person_id, kind, data, at)
  select team.workspace_id, coalesce(other.person_id, team.workspace_id),
    case when n % 2 = 0 then 'order.placed' else 'budget.created' end, '{}', now() - n * interval '1 minute'
  from team cross join generate_series(1, 100000) as n
    left join (select workspace_id, person_id, row_number() over (partition by workspace_id) as place from member) as other
      on other.workspace_id = team.workspace_id and other.place = n % 1000;
  insert into budget_entry (booking_id, period_id, state, cents) select booking_id, period_id, state, cents from budget_use;
  update budget_period set committed_cents = used.committed, spent_cents = used.spent from (
    select period_id, coalesce(sum(cents) filter (where state = 'committed'), 0) as committed,
      coalesce(sum(cents) filter (where state = 'spent'), 0) as spent from budget_entry group by period_id) as used
  where used.period_id = budget_period.id;
  insert into approval_settings (brand_id, rule, above_cents, approvers, allows_own)
  select workspace_id, 'always', 0, 2, false from team;
  insert into order_request (brand_id, requested_by_person_id, creator_id, input, sale, package_name, price_cents, total_cents,
    created_at, expires_at, state, closed_at, booking_id)
  select brand_id, brand_id, creator_id, '{}', '{}', package_name, price_cents, total_cents,
    booking.created_at - interval '1 hour', booking.created_at + interval '47 hours', 'approved', booking.created_at, booking.id
  from booking join team on workspace_id = brand_id;
  insert into order_request (brand_id, requested_by_person_id, creator_id, input, sale, package_name, price_cents, total_cents,
    created_at, expires_at, state)
  select workspace_id, person_id, creator.id, '{}', '{}', 'Reel', 10000, 11500, now(), now() + interval '${ORDER_REQUEST_HOURS} hours', 'open'
  from team join lateral (select person_id, row_number() over (order by person_id)::int as n from member
      where workspace_id = team.workspace_id limit ${LIMITS.openOrderRequests}) as requester on true
    join creator on creator.n = requester.n + 1;
  insert into order_approval (request_id, approved_by_person_id, approved_at)
  select order_request.id, approver.person_id, order_request.created_at
  from order_request join team on workspace_id = brand_id
    cross join lateral (select person_id from member where workspace_id = team.workspace_id and role = 'approver'
      order by person_id limit 2) as approver
  where state = 'approved';`;

/**
 * Offers with three versions per side. The big creator has one open and one ended offer with each of up to 2,000
 * brands. The big brand has 10 open offers and 2,000 ended ones.
 */
const OFFERS_SQL = `
  create temp table asked as
    select brand.id as brand_id, creator.id as creator_id, n, is_open
    from workspace creator, (select id, row_number() over (order by id) as n from workspace where user_type = 'brand'
      and username <> 'brand_1' limit 2000) brand,
      (values (true), (false)) as kind (is_open)
    where creator.username = 'creator_1'
    union all
    select brand.id, creator.id, n, n <= 10
    from workspace brand, (select id, row_number() over (order by id) as n from workspace where user_type = 'influencer' limit 2010) creator
    where brand.username = 'brand_1';
  insert into public.offer (brand_id, creator_id, brief, budget_cents, platforms, waits_for, requested_at, last_at, ends_at, ended_at, outcome)
  select brand_id, creator_id, repeat('We would like a film about our tents. ', 20), 100000, '{instagram}',
    case when n % 2 = 0 then 'brand' else 'creator' end, now() - n * interval '1 hour', now() - n * interval '1 minute',
      now() + interval '14 days',
    case when not is_open then now() end, case when not is_open then 'expired' end
  from asked;
  insert into offer_version (offer_id, brand_id, creator_id, side, number, name, scope, features, price_cents,
    delivery_days, created_at, expires_at, superseded_at)
  select id, brand_id, creator_id, side, number, 'A film', repeat('One film of a minute. ', 20), '{One film}', 100000, 7,
    requested_at + number * interval '1 minute', requested_at + interval '7 days', case when number < 3 then requested_at + interval '5 minutes' end
  from public.offer cross join (values ('brand'), ('creator')) as sides (side) cross join generate_series(1, 3) number;`;

/**
 * The big creator and the big brand have one conversation per paid booking and one more with up to 100,000 messages
 * that is not about a booking. A tenth of the other paid bookings have a short conversation.
 */
const createMessagesSql = (packages: number) => `
  create temp table talk as
    select gen_random_uuid() as id, creator_id, brand_id, booking_id, lines, place from (
      select booking.creator_id, booking.brand_id, booking.id as booking_id, 2 + floor(random() * 8)::int as lines,
        row_number() over (order by booking.created_at) as place
      from booking join workspace creator on creator.id = creator_id join workspace brand on brand.id = brand_id
      where authorized_at is not null
        and (creator.username = 'creator_1' or brand.username = 'brand_1' or random() < 0.1)
      union all
      select creator.id, brand.id, null, least(100000, ${packages}), 0 from workspace creator, workspace brand
      where creator.username = 'creator_1' and brand.username = 'brand_1') as talks;
  insert into conversation (id, creator_id, brand_id, booking_id, last_number, created_at)
  select id, creator_id, brand_id, booking_id, lines, now() - interval '1 year' from talk;
  insert into conversation_participant (conversation_id, workspace_id, last_number, last_at, read_number, unread, unread_since)
  select id, person, lines, now() - place * interval '1 second', case when place % 3 = 0 then lines - 1 else lines end,
    case when place % 3 = 0 then 1 else 0 end, case when place % 3 = 0 then now() end
  from talk cross join lateral (values (creator_id), (brand_id)) as side (person);
  insert into message (conversation_id, number, author_workspace_id, client_id, text, is_delivered, at)
  select talk.id, number, case when number % 2 = 0 then creator_id else brand_id end, gen_random_uuid(),
    case when number = 17 then 'Onlyonce ' else '' end || sentence.text, true, now() - interval '1 year' + number * interval '1 second'
  from talk cross join lateral generate_series(1, lines) number
    join sentence on sentence.no = 1 + (number * 7919 + talk.place) % 20000;`;
/** Each side of a paid booking has four notifications. Notifications of the last seven days are unread. */
const NOTIFICATIONS_SQL = `
  insert into notification (id, person_id, kind, text, path, at, read_at)
  select gen_random_uuid(), person, 'booking.moved', 'Something happened to your booking', '/booking-details?bookingId=' || id, at,
    case when at < now() - interval '7 days' then at + interval '1 hour' end
  from booking cross join lateral (values (creator_id), (brand_id)) as side (person)
    cross join lateral (select created_at + step * interval '1 day' as at from generate_series(0, 3) step) as told
  where authorized_at is not null and at > now() - interval '180 days';`;
/** Fills the columns and read models that triggers would write for bookings, settlements, deliveries and views. */
const BOOKING_READ_MODELS_SQL = `
  update booking set category = categories[1], (versions_waiting, review_by) = (select versions, review_by from find_versions_waiting(booking.id)),
    refund_cents = coalesce((select refund_cents from settlement where booking_id = booking.id), 0),
    client_id = case when brand_id = (select workspace_id from team)
      then (select clients.id from clients where n = 1 + abs(hashtext(booking.id::text)) % ${LIMITS.clients}) end,
    budget_period_id = case when brand_id = (select workspace_id from team) then (
      select budget_period.id from clients join budget_period on budget_period.budget_id = clients.budget_id
      where n = 1 + abs(hashtext(booking.id::text)) % ${LIMITS.clients}
        and starts_on = date_trunc('month', booking.created_at at time zone 'UTC')::date) end
  from workspace where workspace.id = creator_id;
  insert into creator_view_day select creator_id, day, count(*) from profile_view group by creator_id, day;`;

/**
 * Closes all past days in the marketplace statistics, and adds 30 days with the maximum number of different
 * unmatched searches.
 */
const MARKET_DAYS_SQL = `
  select brin_summarize_new_values('event_by_time');
  select close_market_days(current_date, 10000);
  insert into unmatched_search (day, query, count)
  select current_date - day, 'words ' || n, 1 + floor(30 / n)::int from generate_series(0, 29) day cross join generate_series(1, 2000) n;`;
/**
 * Reviews from both sides for two thirds of the completed bookings. Reviews of the last three days are not visible
 * yet.
 */
const REVIEWS_SQL = `
  insert into review (booking_id, brand_id, creator_id, side, stars, parts, text, staff_note, written_at, closes_at, shown_at)
  select id, brand_id, creator_id, side, (array[5, 5, 5, 4, 5, 4, 3, 5, 1, 4])[1 + floor(random() * 10)::int], array[5, 4, 4],
    repeat('Friendly, quick, and the film is what we asked for. ', 3), '', completed_at + interval '2 days',
      completed_at + interval '14 days',
    case when completed_at < now() - interval '3 days' then completed_at + interval '2 days' end
  from booking cross join (values ('brand'), ('creator')) as sides (side)
  where status = 'completed' and payment_state not in ('refunding', 'refunded') and abs(hashtext(id::text)) % 3 > 0;
  insert into review_total (workspace_id, stars, parts) select workspace_id, stars, parts from review_total_now;`;

const toSqlArray = (values: readonly string[]) => `array[${values.map((value) => `'${value}'`).join(', ')}]::text[]`;
const pickSql = (values: readonly string[], skew = 1) =>
  `(${toSqlArray(values)})[1 + floor(power(random(), ${skew}) * ${values.length})::int]`;

const createPeopleSql = (creators: number, brands: number, passwordHash: string) => `
  create temp table sentence as
    select n as no, string_agg(word, ' ') as text from (
      select n, (${toSqlArray(WORDS)})[1 + floor(power(random(), 2.2) * ${WORDS.length})::int] as word
      from generate_series(1, 20000) n, generate_series(1, 14)) as words group by n;
  create unique index on sentence (no);
  insert into workspace (username, full_name, user_type, bio, location, profile_image_url,
    categories, languages, followers, created_at, payouts_enabled)
  select 'creator_' || n, ${pickSql(FIRST_NAMES)} || ' ' || ${pickSql(LAST_NAMES)}, 'influencer', sentence.text, ${pickSql(LOCATIONS)}, case
      when random() < 0.8 then '/pictures/' || n || '.webp' end,
    case when random() < 0.6 then array[${pickSql(CREATOR_CATEGORIES, 1.5)}]
      else (select array_agg(distinct c) from unnest(array[${pickSql(CREATOR_CATEGORIES, 1.5)}, ${pickSql(CREATOR_CATEGORIES)}]) c) end,
    case when random() < 0.8 then array['English'] else array['English', ${pickSql(LANGUAGES.filter((name) => name !== 'English'))}] end,
    floor(power(10, 2 + 4.5 * random()))::int, now() - random() * interval '700 days', true
  from generate_series(1, ${creators}) n join sentence on sentence.no = 1 + n % 20000;
  insert into workspace (username, full_name, user_type, created_at)
  select 'brand_' || n, ${pickSql(LAST_NAMES)} || ' ' || ${pickSql(['Coffee', 'Outdoor', 'Skincare', 'Games', 'Foods', 'Studio'])},
    'brand', now() - random() * interval '700 days'
  from generate_series(1, ${brands}) n;
  insert into person (id, full_name, email, password_hash, role, created_at, email_verified_at)
  select id, full_name, case username when 'creator_1' then '${BIG_CREATOR_EMAIL}' when 'brand_1' then '${BIG_BRAND_EMAIL}'
      when 'brand_2' then '${STAFF_EMAIL}' else replace(username, '_', '') || '@bench.test' end,
    case when username in ('creator_1', 'brand_1', 'brand_2') then '${passwordHash}' end,
    case username when 'brand_2' then 'admin' else 'user' end, created_at, now()
  from workspace;
  insert into member (workspace_id, person_id, role, joined_at) select id, id, 'owner', created_at from workspace;
  create temp table creator as select id, substr(username, 9)::int as n from workspace where user_type = 'influencer';
  create unique index on creator (n);
  create temp table brand as select id, substr(username, 7)::int as n from workspace where user_type = 'brand';
  create unique index on brand (n);
  insert into creator_platform (creator_id, platform, handle, followers, position)
  select creator.id, p.platform, '@creator_' || creator.n, workspace.followers / (p.at * 2), p.at
  from creator join workspace using (id)
    cross join lateral (select platform, row_number() over () as at from unnest(${toSqlArray(PLATFORM_NAMES)}) platform
      where abs(hashtext(platform || creator.n::text)) % 10 < 4 limit 3) as p;
  insert into follower_proof (creator_id, platform, handle, followers, picture_url, state, sent_at, decided_at, decided_by_person_id)
  select creator_id, platform, handle, followers, '/media/' || md5(creator_id::text || platform) || '-960.webp', state, at,
    case state when 'confirmed' then at + interval '1 day' end, case state when 'confirmed' then (select id from brand where n = 2) end
  from (select *, case when abs(hashtext(creator_id::text)) % 50 = 0 then 'waiting' else 'confirmed' end as state,
      now() - random() * interval '360 days' - interval '2 days' as at
    from creator_platform where abs(hashtext(platform || creator_id::text)) % 3 = 0) as sent;
  update workspace set followers = sums.followers from (
    select creator_id, sum(followers) as followers from creator_platform group by creator_id) as sums where sums.creator_id = workspace.id;
  insert into portfolio_picture (creator_id, url, width, height, caption, position, created_at)
  select creator.id, '/pictures/' || creator.n || '-' || k || '.webp', 1200, 900, '', k, now()
  from creator, generate_series(1, 4) k where (creator.n * 7 + k) % 5 < 2;
  insert into profile_view (creator_id, viewer, day)
  select creator.id, md5(v::text || creator.n), current_date - (v % 45)
  from creator, lateral generate_series(1, case creator.n when 1 then ${Math.min(creators, 20_000)} else creator.n % 5 end) v;`;

/** Package options that are large, to reveal lists that read them although they must not. */
const PACKAGE_OPTIONS_JSON = JSON.stringify({
  revisions: 2,
  tiers: ['Standard', 'Premium'].map((name, at) => ({
    name,
    priceCents: 5_000_000 + at,
    deliveryDays: 60,
    revisions: 3,
    features: Array.from(
      { length: 20 },
      (_, n) => `${name} feature ${n}: ${crypto.randomUUID()} ${crypto.randomUUID()}`,
    ),
  })),
  addOns: Array.from({ length: 10 }, (_, n) => ({
    id: `a${n}`,
    title: `Add-on ${n} ${crypto.randomUUID()}`,
    priceCents: 2_500,
    extraDays: 1,
    maxQuantity: 5,
  })),
  quantity: { max: 5, extraDays: 1 },
  rights: [],
  express: null,
  answerPrices: [],
});

/** The first creator has the maximum number of packages. */
const createPackagesSql = (packages: number, creators: number) => `
  insert into package (creator_id, name, description, price_cents, delivery_days, features, is_popular, is_active,
    created_at, updated_at, position)
  select creator.id, ${pickSql(NOUNS)} || ' ' || k, sentence.text || ' ' || more.text,
    100 * (5 * (1 + floor(power(random(), 2.5) * 400)))::int, 1 + floor(power(random(), 2) * 30)::int,
    array['1 ' || ${pickSql(NOUNS)}, ${pickSql(['2 revisions', '1 revision', 'Usage rights', 'Raw files'])}], random() < 0.2,
      k <= 50 and random() < 0.94,
    at.created, at.created, k
  from (
    select 1 as n, k from generate_series(1, 200) k
    union all
    select 2 + (n::bigint * 7919) % ${creators - 1}, 1 + n / ${creators - 1} from generate_series(0, ${Math.max(0, packages - 201)}) n
  ) as owned
    join creator using (n)
    join sentence on sentence.no = 1 + (owned.n * 31 + k) % 20000
    join sentence as more on more.no = 1 + (owned.n * 17 + k * 13) % 20000
    cross join lateral (select now() - random() * interval '600 days' + (k - k) * interval '1 day' as created) as at;
  insert into questionnaire (package_id, questions, updated_at)
  select id, '[{"id": "q1", "type": "text", "question": "What is the product?", "required": true}, {"id": "q2", "type": "select", "question": "Which format?", "options": ["Reel", "Story"]}]', created_at
  from package where random() < 0.3;
  -- All of the first creator's, and one in twenty of the others.
  update package set options = '${PACKAGE_OPTIONS_JSON}' where price_cents < 5000000
    and (hashtext(id::text) % 20 = 0 or creator_id = (select id from creator where n = 1));
  create temp table offer as select row_number() over (order by id) as n, id from package;
  create unique index on offer (n);
  create temp table big_offer as select row_number() over () as n, package.id from package join creator
    on creator.id = creator_id where creator.n = 1;
  create unique index on big_offer (n);`;

/**
 * Bookings in every state, most of them finished long ago. `kind` determines which rows the later statements add.
 * The first creator has a quarter of the bookings. The first brand also has a quarter, but at most 5,000.
 */
const createBookingsSql = (bookings: number, brands: number, packages: number) => `
  create temp table drawn as
    select n, random() as dice, gen_random_uuid() as id,
      case when n % 4 = 0 then null else 1 + floor(power(random(), 1.5) * least(${packages},
        (select count(*) from offer)))::int end as offer,
      case when n % 40 = 1 and n <= 200000 or n % 4 = 1 and n <= 8000 then 1
        else 3 + floor(power(random(), 2) * ${brands - 3})::int end as brand,
      now() - interval '3 days' - random() * interval '600 days' as created
    from generate_series(1, ${bookings}) n;
  create temp table ordered as
    select drawn.*, case when dice < 0.03 then case row_number() over (partition by brand.id, package.id, dice < 0.03)
      when 1 then 'unpaid' else 'declined' end when dice < 0.06 then 'authorized' when dice < 0.09 then 'accepted'
      when dice < 0.14 then 'started'
        when dice < 0.18 then 'completed' when dice < 0.20 then 'disputed' when dice < 0.22 then 'problem'
          when dice < 0.23 then 'blocked' when dice < 0.24 then 'charged_back'
        when dice < 0.26 then 'split' when dice < 0.28 then 'returned' when dice < 0.38 then 'declined'
          when dice < 0.43 then 'cancelled' else 'released' end as kind,
      package.id as package_id, package.creator_id, package.name, package.description, package.price_cents,
        package.delivery_days, package.features,
      (15 * package.price_cents + 50) / 100 as fee_cents, brand.id as brand_id
    from drawn
      left join offer on offer.n = drawn.offer
      left join big_offer on big_offer.n = 1 + drawn.n % 200 and drawn.offer is null
      join package on package.id = coalesce(offer.id, big_offer.id)
      join brand on brand.n = drawn.brand;
  insert into booking (id, package_id, brand_id, ordered_by_person_id, creator_id, status, payment_state, cancel_reason, package_name,
    package_description, delivery_days, features, price_cents,
    terms_number, fee_bps, windows, fee_cents, total_cents, customer, questions, answers, stripe_payment_intent_id,
      stripe_charge_id, created_at, authorized_at, accept_by, accepted_at, started_at, due_at,
    completed_at, release_at, released_at, refunded_at, cancelled_at)
  select id, package_id, brand_id, brand_id, creator_id,
    case kind when 'unpaid' then 'pending' when 'authorized' then 'pending' when 'accepted' then 'accepted'
      when 'started' then 'in_progress' when 'declined' then 'cancelled'
      when 'cancelled' then 'cancelled' else 'completed' end,
    case kind when 'unpaid' then 'requires_payment' when 'authorized' then 'authorized' when 'accepted' then 'held'
      when 'started' then 'held' when 'completed' then 'held'
      when 'problem' then 'disputed' when 'disputed' then 'disputed' when 'blocked' then 'releasing'
        when 'charged_back' then 'disputed' when 'split' then 'split' when 'returned' then 'refunded'
      when 'declined' then 'voided' when 'cancelled' then 'refunded' else 'released' end,
    case kind when 'declined' then 'declined' when 'cancelled' then 'agreed' end,
    name, description, delivery_days, features, price_cents, terms.number, terms.fee_bps, terms.windows,
      ordered.fee_cents, price_cents + ordered.fee_cents,
    '{"name": "Fjord Coffee", "email": "brand@bench.test", "description": "A short campaign for the new blend.", "audience": "", "tone": "", "date": "", "notes": ""}',
    '[{"id": "q1", "type": "text", "question": "What is the product?", "required": true}]', '[{"questionId": "q1", "answer": "Coffee"}]',
    'pi_' || id, case when kind not in ('unpaid', 'authorized', 'declined') then 'ch_' || id end, created,
    case when kind <> 'unpaid' then created + interval '1 minute' end, case when kind <> 'unpaid' then created + interval '3 days' end,
    case when kind not in ('unpaid', 'authorized', 'declined') then created + interval '1 day' end,
    case when kind not in ('unpaid', 'authorized', 'declined', 'accepted', 'cancelled') then created + interval '2 days' end,
    case when kind not in ('unpaid', 'authorized', 'declined', 'accepted',
      'cancelled') then created + interval '2 days' + delivery_days * interval '1 day' end,
    case when kind not in ('unpaid', 'authorized', 'declined', 'accepted', 'cancelled', 'started') then created + interval '60 hours' end,
    case when kind not in ('unpaid', 'authorized', 'declined', 'accepted', 'cancelled', 'started') then created + interval '180 hours' end,
    case kind when 'released' then created + interval '66 hours' end, case
      when kind in ('returned', 'cancelled', 'split') then created + interval '66 hours' end,
    case when kind in ('declined', 'cancelled') then created + interval '60 hours' end
  from ordered cross join (select number, fee_bps, windows from operator_terms where number = 1) as terms;`;

const DOCUMENT_PARTY = { name: 'Somebody', username: 'somebody', legalName: 'Somebody Ltd', country: 'IE' };
/** Parties named on a document. All documents share them, because no query searches by them. */
const DOCUMENT_FACTS_JSON = JSON.stringify({
  brand: { ...DOCUMENT_PARTY, email: 'somebody@example.test', address: '1 Example Street', taxId: 'IE1234567T' },
  creator: DOCUMENT_PARTY,
  contact: 'Somebody',
  purchaseOrder: '',
  issuer: null,
  paidWith: null,
});

/** Content that all work records share. */
const WORK_RECORD_JSON = JSON.stringify({
  issuer: { name: 'Somebody', address: [], taxId: '', zone: 'UTC' },
  name: 'Somebody',
  username: 'somebody',
  since: '2024-01-01',
  completed: 100,
  brands: 40,
  rating: 4.8,
  reviewCount: 50,
  stars: [0, 0, 2, 6, 42],
  parts: [48, 47, 49],
  clock: null,
  accounts: [],
  bookings: Array.from({ length: MAX_WORK_RECORD_BOOKINGS }, () => ({ packageName: 'Two videos', month: '2026-03' })),
} satisfies WorkRecordData & { issuer: object });

/** Creates the bookings' settlements, disputes, chargebacks, ledger entries, documents and events. */
const createHistorySql = () => `
  insert into settlement (booking_id, kind, creator_cents, fee_cents, refund_cents, claimed_at, settled_at,
    stripe_refund_id, refunded_at)
  select id, case when kind in ('returned', 'cancelled') then 'refund' when kind = 'split' then 'split' else 'release' end,
    case when kind in ('returned', 'cancelled') then 0 when kind = 'split' then price_cents / 2 else price_cents end,
    case when kind in ('returned', 'cancelled') then 0 when kind = 'split' then fee_cents / 2 else fee_cents end,
    case when kind in ('returned', 'cancelled') then price_cents + fee_cents
      when kind = 'split' then price_cents + fee_cents - price_cents / 2 - fee_cents / 2 else 0 end,
    created + interval '65 hours', case when kind <> 'blocked' then created + interval '66 hours' end, case
      when kind in ('returned', 'cancelled', 'split') then 're_' || id end,
    case when kind in ('returned', 'cancelled', 'split') then created + interval '66 hours' end
  from ordered where kind in ('released', 'blocked', 'split', 'returned', 'cancelled', 'charged_back');
  insert into settlement_transfer (booking_id, payee_workspace_id, amount_cents, claimed_at, blocked_reason, stripe_transfer_id, paid_at)
  select ordered.id, creator_id, creator_cents, claimed_at, case ordered.kind when 'blocked' then 'payout_setup' end,
    case when ordered.kind <> 'blocked' then 'tr_' || ordered.id end, settled_at
  from ordered join settlement on settlement.booking_id = ordered.id where creator_cents > 0;
  insert into dispute (booking_id, creator_id, brand_id, kind, opened_by_workspace_id, claimant_workspace_id, desired_outcome, opened_at, answer_by,
    release_left_ms, closed_at, outcome, decided_by_person_id, decision_reason)
  select ordered.id, ordered.creator_id, brand_id, 'problem', brand_id, brand_id, 'full_refund',
    created + interval '61 hours', created + interval '109 hours', 86400000,
    case when kind in ('split', 'returned') then created + interval '65 hours' end, case kind when 'split' then 'split'
      when 'returned' then 'refund' end,
    case when kind in ('split', 'returned') then staff.id end, case when kind in ('split', 'returned') then 'The work was late.' end
  from ordered join brand as staff on staff.n = 2 where kind in ('problem', 'disputed', 'split', 'returned');
  insert into dispute_statement (dispute_id, author_workspace_id, text, at) select id, opened_by_workspace_id, 'It is not what was agreed.',
    opened_at from dispute;
  insert into cancellation_request (booking_id, creator_id, brand_id, requested_by_workspace_id, reason, requested_at, answer_by, closed_at, outcome)
  select id, creator_id, brand_id, brand_id, 'The launch was moved.', created + interval '50 hours', created + interval '98 hours',
    case kind when 'cancelled' then created + interval '60 hours' end, case kind when 'cancelled' then 'agreed' end
  from ordered where kind = 'cancelled' or kind = 'accepted' and n % 3 = 0;
  insert into chargeback (stripe_dispute_id, booking_id, amount_cents, reason, state_before, opened_at)
  select 'dp_' || id, id, price_cents + fee_cents, 'fraudulent', 'released', created + interval '80 hours' from ordered
    where kind = 'charged_back';
  insert into money_exception (kind, booking_id, subject, data, opened_at)
  select 'chargeback', id, 'dp_' || id, '{}', created + interval '80 hours' from ordered where kind = 'charged_back' and n % 3 = 0;

  create temp table movement as
    select gen_random_uuid() as transaction_id, ordered.id as booking_id, ordered.creator_id, move.*
    from ordered left join settlement on settlement.booking_id = ordered.id
    cross join lateral (values
      ('capture', created + interval '1 day', 'ch_' || ordered.id, ordered.kind not in ('unpaid', 'authorized', 'declined'),
        array['processor', 'held'], array[price_cents + ordered.fee_cents, -price_cents - ordered.fee_cents]),
      ('earn', created + interval '60 hours', null, ordered.kind in ('completed', 'problem', 'disputed', 'blocked',
        'released', 'split', 'returned', 'charged_back'),
        array['held', 'creator'], array[price_cents, -price_cents]),
      ('unearn', created + interval '65 hours', null, ordered.kind in ('split', 'returned'),
        array['creator', 'held'], array[price_cents - coalesce(creator_cents, 0), coalesce(creator_cents, 0) - price_cents]),
      ('refund', created + interval '66 hours', 're_' || ordered.id, ordered.kind in ('split', 'returned', 'cancelled'),
        array['held', 'processor'], array[refund_cents, -refund_cents]),
      ('release', created + interval '66 hours', 'tr_' || ordered.id, ordered.kind in ('released', 'split', 'charged_back'),
        array['creator', 'processor', 'held', 'fee'], array[creator_cents, -creator_cents, settlement.fee_cents, -settlement.fee_cents]),
      ('chargeback', created + interval '80 hours', 'dp_' || ordered.id, ordered.kind = 'charged_back',
        array['chargeback', 'processor'], array[price_cents + ordered.fee_cents, -price_cents - ordered.fee_cents])
    ) as move (kind, at, object, happened, accounts, cents)
    where happened;
  insert into ledger_transaction (id, booking_id, kind, stripe_object_id, at, creator_id)
  select transaction_id, booking_id, kind, object, at, creator_id from movement;
  insert into ledger_entry (transaction_id, account, workspace_id, amount_cents)
  select transaction_id, account, case account when 'creator' then creator_id end, amount
  from movement, unnest(accounts, cents) as entry (account, amount);
  insert into ledger_document (kind, year, number, booking_id, transaction_id, issued_at, brand_id, facts)
  select kind, year, row_number() over (partition by kind, year order by at, transaction_id), booking_id,
    transaction_id, at, brand_id, '${DOCUMENT_FACTS_JSON}'
  from (select made.kind, date_part('year', at at time zone 'UTC')::int as year, booking_id, transaction_id, at, brand_id
    from movement join ordered on ordered.id = booking_id
      join (values ('capture', 'receipt'), ('capture', 'agreement'), ('release', 'payout'),
        ('refund', 'credit_note')) as made (of, kind) on made.of = movement.kind) as numbered;
  insert into creator_statement (creator_id, month)
  select distinct creator_id, to_char(at at time zone 'UTC', 'YYYY-MM') from movement where kind = 'release';
  insert into work_record (creator_id, day, created_at, facts)
  select creator_id, current_date - month * 30, now() - month * interval '30 days', '${WORK_RECORD_JSON}'
  from (select distinct creator_id from movement where kind = 'release') as creator, generate_series(0, ${MAX_WORK_RECORDS - 1}) as month;
  -- The first creator is an agency that represents others.
  insert into agency_consent (creator_id, agency_id, share_bps, requested_at, requested_by_person_id, agreed_at, agreed_by_person_id)
  select creator.id, agency.id, 1500, now() - creator.n * interval '1 hour', agency.id, now(), creator.id
  from creator, creator as agency where agency.n = 1 and creator.n between 2 and ${LIMITS.agencyCreators};
  insert into ledger_document_counter (kind, year, last) select kind, year, max(number) from ledger_document group by kind, year;

  insert into event (kind, booking_id, actor_workspace_id, data, at, brand_id, creator_id)
  select happening.kind, id, actor, data::jsonb, at, brand_id, creator_id
  from ordered cross join lateral (values
    ('booking.ordered', brand_id, '{"totalCents": 100}', created, true),
    ('payment.authorized', null, '{"totalCents": 100}', created + interval '1 minute', ordered.kind <> 'unpaid'),
    ('payment.captured', null, '{"totalCents": 100}', created + interval '1 day', ordered.kind not in ('unpaid', 'authorized', 'declined')),
    ('booking.moved', creator_id, '{"from": "accepted", "to": "in_progress"}', created + interval '2 days',
      ordered.kind not in ('unpaid', 'authorized', 'declined', 'accepted', 'cancelled')),
    ('booking.moved', creator_id, '{"from": "in_progress", "to": "completed"}', created + interval '60 hours',
      ordered.kind not in ('unpaid', 'authorized', 'declined', 'accepted', 'cancelled', 'started')),
    ('payment.release_decided', null, '{"creatorCents": 100, "by": "timer"}', created + interval '65 hours',
      ordered.kind in ('released', 'charged_back')),
    ('payment.released', null, '{"creatorCents": 100, "feeCents": 15}', created + interval '66 hours',
      ordered.kind in ('released', 'charged_back')),
    ('payment.voided', null, '{}', created + interval '60 hours', ordered.kind = 'declined')
  ) as happening (kind, actor, data, at, happened) where happened order by at;
  insert into deliverable (booking_id, position, title)
  select id, position, 'Piece ' || position from ordered cross join generate_series(1, 3) as position
  where ordered.kind not in ('unpaid', 'authorized', 'declined', 'accepted', 'cancelled');
  insert into delivery (deliverable_id, number, note, links, sent_at, review_by, verdict, decided_at, change_request)
  select deliverable.id, number, 'Here it is.', '{}', created + interval '50 hours', created + interval '170 hours',
    case when number = 1 then 'changes' else 'approved' end, created + interval '55 hours', case
      when number = 1 then 'Brighter, please.' end
  from deliverable join ordered on ordered.id = deliverable.booking_id cross join generate_series(1, 2) as number;
  insert into file (author_workspace_id, deliverable_id, number, name, bytes, upload_key, parts, media_type, sha256, started_at, finished_at)
  select creator_id, deliverable_id, number, 'cut.mp4', 20000000, '1', 3, 'video/mp4', repeat('0', 64), sent_at, sent_at
  from delivery join deliverable on deliverable.id = deliverable_id join booking on booking.id = booking_id;
  insert into delivered_bytes (author_workspace_id, bytes)
  select author_workspace_id, sum(counted_bytes(bytes)) from file where deliverable_id is not null group by 1
  on conflict (author_workspace_id) do update set bytes = excluded.bytes;
  -- As many guests as possible review all versions of one booking of the first brand.
  insert into review_guest (booking_id, name, email, invited_by_person_id, invited_at, expires_at, opened_at)
  select reviewed.id, 'Guest ' || n, 'guest' || n || '@bench.test', brand_id, now(), now() + interval '30 days', now()
  from (select ordered.id, brand_id from ordered join brand on brand.id = brand_id
      where brand.n = 1 and exists (select from deliverable where booking_id = ordered.id) limit 1) as reviewed,
    generate_series(1, ${LIMITS.reviewGuests}) as n;
  insert into review_guest_version (guest_id, deliverable_id, number, vote, voted_at, vote_checksum, comment)
  select review_guest.id, deliverable.id, delivery.number, 'approved', now(), repeat('0', 64), 'Looks fine.'
  from review_guest join deliverable using (booking_id) join delivery on delivery.deliverable_id = deliverable.id;
  insert into contact_message (name, email, company, subject, category, message, created_at)
  select 'Ruth Walsh', 'ruth' || n || '@bench.test', '', 'A question about payouts', 'Billing & Payments',
    'When is the money paid out to me?', now() - n * interval '1 minute'
  from generate_series(1, (select count(*)::int / 100 from ordered)) n;
  insert into report (reporter_workspace_id, subject_kind, subject_id, subject_label, owner_workspace_id, reason, sentence, created_at)
  select brand_id, 'package', package_id, name, creator_id, 'Spam or misleading', 'The views are bought.', created
    from ordered where ordered.n % 50 = 0
  on conflict do nothing;
  insert into moderation_decision (subject_kind, subject_id, subject_label, owner_workspace_id, outcome, reason, decided_by_person_id,
    decided_at, appeal, appealed_at)
  select 'package', package_id, name, creator_id, 'hidden', 'Not allowed', staff.id, created, case
    when ordered.n % 40 = 0 then 'It is right' end, case when ordered.n % 40 = 0 then created end
  from ordered join brand as staff on staff.n = 2 where ordered.n % 20 = 0;
  update report set decision_id = decision.id from moderation_decision decision
    where decision.subject_id = report.subject_id and report.created_at < decision.decided_at;
  insert into admin_action (actor_person_id, action, subject_kind, subject_id, subject_label, reason, before, after, at)
  select staff.id, 'package.hidden', 'package', package_id, name, 'Not allowed', '{}', '{}', created from ordered
    join brand as staff on staff.n = 2 where ordered.n % 20 = 0;`;
