import { sql, type QueryExecutorProvider } from 'kysely';

/**
 * Offers: what a brand asks of one creator, and the versions that both sides make of it. A booking of a version has its
 * creator, brand, price and days, and of each offer there is one booking: the database holds both.
 */
export async function up(db: QueryExecutorProvider): Promise<void> {
  await sql`
    create table offer (
      id uuid primary key default gen_random_uuid(),
      brand_id uuid not null references app_user,
      creator_id uuid not null references app_user,
      -- Empty: its author's account was deleted.
      brief text not null check (char_length(brief) <= 5000),
      -- What the brand would pay in all, in cents; null: not said.
      budget_cents int check (budget_cents between 100 and 11500000),
      wanted_day date,
      platforms text[] not null check (cardinality(platforms) <= 10),
      -- Whose turn it is.
      waits_for text not null check (waits_for in ('brand', 'creator')),
      asked_at timestamptz not null,
      -- The last word of either side; lists go by it.
      last_at timestamptz not null,
      -- It ends by itself then.
      ends_at timestamptz not null,
      ended_at timestamptz,
      outcome text check (outcome in ('declined', 'withdrawn', 'expired', 'booked', 'gone')),
      -- What whoever ended it said.
      words text not null default '' check (char_length(words) <= 500),
      check (brand_id <> creator_id),
      check ((ended_at is null) = (outcome is null)),
      unique (id, brand_id, creator_id)
    )`.execute(db);
  await sql`create unique index offer_one_open on offer (brand_id, creator_id) where ended_at is null`.execute(db);
  for (const side of ['brand', 'creator']) {
    const owner = sql.ref(`${side}_id`);
    await sql`create index ${sql.ref(`offer_open_of_${side}`)} on offer (${owner}, last_at desc, id desc) where ended_at is null`.execute(
      db,
    );
    await sql`create index ${sql.ref(`offer_waiting_for_${side}`)} on offer (${owner}, last_at desc, id desc)
      where ended_at is null and waits_for = ${sql.lit(side)}`.execute(db);
    await sql`create index ${sql.ref(`offer_ended_of_${side}`)} on offer (${owner}, last_at desc, id desc) where ended_at is not null`.execute(
      db,
    );
  }

  await sql`
    create table offer_version (
      id uuid primary key default gen_random_uuid(),
      offer_id uuid not null,
      brand_id uuid not null,
      creator_id uuid not null,
      side text not null check (side in ('brand', 'creator')),
      number int not null check (number between 1 and 6),
      name text not null check (char_length(name) between 1 and 120),
      -- Empty: its author's account was deleted.
      scope text not null check (char_length(scope) <= 2000),
      features text[] not null check (cardinality(features) <= 20),
      price_cents int not null check (price_cents between 100 and 10000000),
      delivery_days int not null check (delivery_days between 1 and 365),
      made_at timestamptz not null,
      expires_at timestamptz not null check (expires_at > made_at and expires_at <= made_at + interval '720 hours'),
      superseded_at timestamptz,
      accepted_at timestamptz check (accepted_at is null or side = 'brand'),
      foreign key (offer_id, brand_id, creator_id) references offer (id, brand_id, creator_id),
      unique (offer_id, side, number),
      unique (id, offer_id, brand_id, creator_id, price_cents, delivery_days)
    )`.execute(db);
  await sql`create unique index offer_version_one_live on offer_version (offer_id, side) where superseded_at is null`.execute(
    db,
  );

  // What was offered stays as it was; of an author who goes, the words are taken out.
  await sql`create function keep_offer_version() returns trigger language plpgsql as $$ begin
    if (new.id, new.offer_id, new.brand_id, new.creator_id, new.side, new.number, new.price_cents, new.delivery_days, new.made_at, new.expires_at)
        is distinct from
        (old.id, old.offer_id, old.brand_id, old.creator_id, old.side, old.number, old.price_cents, old.delivery_days, old.made_at, old.expires_at)
      or (new.scope <> '' and (new.name, new.scope, new.features) is distinct from (old.name, old.scope, old.features)) then
      raise exception 'a version of an offer stays as it is' using errcode = 'check_violation', constraint = 'offer_version_kept';
    end if;
    return new;
  end $$`.execute(db);
  await sql`create trigger offer_version_kept before update on offer_version
    for each row execute function keep_offer_version()`.execute(db);

  // The lock makes those who ask as one brand wait for each other: each counts what the other added.
  await sql`create function limit_offers() returns trigger language plpgsql as $$ begin
    perform pg_advisory_xact_lock(hashtextextended('offers of ' || new.brand_id, 0));
    if (select count(*) from offer where brand_id = new.brand_id and ended_at is null) >= 10 then
      raise exception 'too many offers' using errcode = 'check_violation', constraint = 'offer_limit';
    end if;
    return new;
  end $$`.execute(db);
  await sql`create trigger offer_limits before insert on offer for each row execute function limit_offers()`.execute(
    db,
  );

  await sql`
    alter table booking
      add column offer_id uuid,
      add column offer_version_id uuid,
      add constraint booking_of_offer check ((offer_id is null) = (offer_version_id is null) and (offer_id is null or package_id is null)),
      add constraint booking_as_offered foreign key (offer_version_id, offer_id, brand_id, creator_id, price_cents, delivery_days)
        references offer_version (id, offer_id, brand_id, creator_id, price_cents, delivery_days)`.execute(db);
  // Orders that were never paid, and ended, do not count.
  await sql`create unique index booking_once_of_offer on booking (offer_id)
    where offer_id is not null and (status <> 'cancelled' or authorized_at is not null)`.execute(db);
  await sql`create index booking_of_offer_version on booking (offer_version_id) where offer_version_id is not null`.execute(
    db,
  );
}
