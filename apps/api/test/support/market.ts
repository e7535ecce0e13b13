/** Helpers for discovery specs: inserts creators and packages as rows, and searches for them. */
import type { WorkspaceId } from '@marquee/contracts';
import type { CreatorSearch } from '@marquee/validation';
import { sql } from 'kysely';
import type { Stack } from './stack.ts';

interface TestPackage {
  name?: string;
  description?: string;
  features?: string[];
  price?: number;
  days?: number;
  popular?: boolean;
  active?: boolean;
}
interface TestCreator {
  fullName?: string;
  username?: string;
  bio?: string;
  location?: string;
  photo?: string | null;
  categories?: string[];
  languages?: string[];
  platforms?: Record<string, number>;
  joined?: string;
  offers?: TestPackage[];
}

let counter = 0;

export function useMarket(stack: Stack) {
  /** Inserts a creator as the app would and returns the id. */
  async function make(creator: TestCreator): Promise<string> {
    const at = counter++;
    const username = creator.username ?? `person_${at}`;
    const { db } = stack.deps;
    const platforms = Object.entries(creator.platforms ?? { instagram: 5_000 });
    const createdAt = new Date(creator.joined ?? '2026-01-01T00:00:00.000Z');
    const fullName = creator.fullName ?? `Person ${at}`;
    // The first workspace of a person has the same id.
    const { id }: { id: string } = await db
      .insertInto('person')
      .values({ fullName, email: `person${at}@example.test`, passwordHash: null, createdAt })
      .returning('id')
      .executeTakeFirstOrThrow();
    await db
      .insertInto('workspace')
      .values({
        id,
        username,
        fullName,
        userType: 'influencer',
        bio: creator.bio ?? 'Says little.',
        location: creator.location ?? 'Nowhere',
        profileImageUrl: creator.photo ?? null,
        categories: creator.categories ?? [],
        languages: creator.languages ?? [],
        followers: platforms.reduce((sum, [, followers]) => sum + followers, 0),
        stripeAccountId: null,
        createdAt,
      })
      .execute();
    await db
      .insertInto('member')
      .values({ workspaceId: id, personId: id, role: 'owner', joinedAt: createdAt })
      .execute();
    for (const [position, [platform, followers]] of platforms.entries()) {
      await db
        .insertInto('creatorPlatform')
        .values({
          creatorId: id,
          platform: platform as 'instagram',
          handle: username,
          followers,
          startingPriceCents: null,
          position,
        })
        .execute();
    }
    for (const offer of creator.offers ?? [{}]) await makeOffer(id, offer);
    return id;
  }

  async function makeOffer(creatorId: WorkspaceId, offer: TestPackage): Promise<string> {
    const now = new Date('2026-02-01T00:00:00.000Z');
    const { id } = await stack.deps.db
      .insertInto('package')
      .values({
        creatorId,
        name: offer.name ?? 'A package',
        description: offer.description ?? 'What it is.',
        priceCents: offer.price ?? 10_000,
        deliveryDays: offer.days ?? 5,
        features: offer.features ?? [],
        isPopular: offer.popular ?? false,
        isActive: offer.active ?? true,
        createdAt: now,
        updatedAt: now,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    return id;
  }

  const find = (search: CreatorSearch & { cursor?: string } = {}) => stack.as(null).discovery.search(search);
  const names = async (search: CreatorSearch = {}) => (await find(search)).items.map((item) => item.fullName);

  /** Returns all results of a search, page by page. Calls `between` before each further page. */
  async function allOf(search: CreatorSearch, between: () => Promise<unknown> = () => Promise.resolve()) {
    const items = [];
    let page = await find(search);
    items.push(...page.items);
    while (page.nextCursor !== null) {
      await between();
      page = await find({ ...search, cursor: page.nextCursor });
      items.push(...page.items);
    }
    return items;
  }

  /** Removes all creators and packages from the market. Users with a booking stay, but without packages. */
  const forgetEverybody = async () => {
    await sql`delete from package`.execute(stack.deps.db);
    await sql`delete from notification`.execute(stack.deps.db);
    await sql`
      with gone as (
        delete from member using person where person.id = person_id and person.role <> 'admin'
          and not exists (select 1 from booking where workspace_id in (creator_id, brand_id))
        returning workspace_id)
      delete from workspace where id in (select workspace_id from gone)`.execute(stack.deps.db);
  };

  return { make, makeOffer, find, names, allOf, forgetEverybody };
}
