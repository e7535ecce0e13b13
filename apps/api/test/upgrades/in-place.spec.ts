/** Tests that this version upgrades the data of every recorded release, and that users can complete bookings from before. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { compareVersions, UPGRADES_FROM, VERSION } from '../../src/config/version.ts';
import { createAnswers } from '../../src/demo/bookings.ts';
import { newBooking } from '../../src/demo/builders.ts';
import { getDemoEmail } from '../../src/demo/accounts.ts';
import type { SessionUser } from '../../src/core/ctx.ts';
import { findSessionUser } from '../../src/modules/identity/accounts/accounts.sql.ts';
import { listReleases, unpackData } from '@marquee/tools/upgrade/releases';
import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { listMoneyViolations } from '../support/money-checks.ts';
import { describeSchema } from '../support/schema-description.ts';
import { openStack, type Stack } from '../support/stack.ts';
import { getDatabaseUrl } from '../support/global-setup.ts';

const DAY = 24 * 3_600_000;

it('has a recorded release from which it can upgrade', () => {
  expect(listReleases().filter((version) => compareVersions(version, UPGRADES_FROM) >= 0)).not.toEqual([]);
});

describe.each(listReleases().filter((version) => compareVersions(version, UPGRADES_FROM) >= 0))(
  'from %s',
  (version) => {
    let stack: Stack;
    let close: () => Promise<void>;
    const dir = mkdtempSync(join(tmpdir(), 'marquee-upgrade-'));

    beforeAll(async () => {
      ({ stack, close } = await openStack({}, { data: await unpackData(version, dir) }));
    });
    afterAll(async () => {
      await close();
      rmSync(dir, { recursive: true });
    });

    const withClient = async <T>(url: string, read: (client: pg.Client) => Promise<T>): Promise<T> => {
      const client = new pg.Client({ connectionString: url });
      await client.connect();
      try {
        return await read(client);
      } finally {
        await client.end();
      }
    };
    /** Returns a person from before, acting in their own workspace. */
    const findUser = async (column: 'email' | 'id', value: string): Promise<SessionUser> => {
      const { id, signInVersion } = await stack.deps.db
        .selectFrom('person')
        .select(['id', 'signInVersion'])
        .where(sql<boolean>`${sql.ref(column)} = ${value}`)
        .executeTakeFirstOrThrow();
      const user = await findSessionUser(stack.deps.db, id, signInVersion, null);
      if (!user) throw new Error(`${id} cannot sign in`);
      return user;
    };

    it('has the schema of a new database', async () => {
      const { url, template } = inject('pg');
      const upgraded = await withClient(stack.deps.env.DATABASE_URL, describeSchema);
      const fresh = await withClient(getDatabaseUrl(url, template), describeSchema);
      expect(upgraded).toEqual(fresh);
      const versions = await stack.deps.db.selectFrom('release').select('version').execute();
      expect(versions.map((row) => row.version)).toContain(VERSION);
    });

    it('has books that agree with Stripe', async () => {
      await stack.settle();
      expect(await listMoneyViolations(stack)).toEqual([]);
    });

    it('lets a creator and a brand from before carry out a booking from the order to the payout', async () => {
      const [creator, brand] = [
        await findUser('email', getDemoEmail('Creator')),
        await findUser('email', getDemoEmail('Brand')),
      ];
      const ordered = await stack.deps.db
        .selectFrom('booking')
        .select('packageId')
        .where('brandId', '=', brand.workspaceId)
        .where('status', 'in', ['pending', 'accepted', 'in_progress'])
        .execute();
      const { id: packageId, questions } = await stack.deps.db
        .selectFrom('package')
        .innerJoin('questionnaire', 'packageId', 'package.id')
        .select(['id', 'questions'])
        .where('creatorId', '=', creator.workspaceId)
        .where('isActive', '=', true)
        .where(
          'id',
          'not in',
          ordered.map((row) => row.packageId),
        )
        .executeTakeFirstOrThrow();
      const answers = createAnswers(questions, Date.now());
      const { id, asBrand } = await newBooking(stack.deps, { creator, brand, packageId, answers, status: 'completed' });
      await asBrand.settlements.approve({ id });
      await stack.settle();
      const details = await asBrand.bookings.byId({ id });
      expect(details).toMatchObject({ status: 'completed', paymentState: 'released' });
    });

    it('lets a creator deliver a booking that was accepted before', async () => {
      const { id, creatorId, brandId } = await stack.deps.db
        .selectFrom('booking')
        .select(['id', 'creatorId', 'brandId'])
        .where('status', '=', 'in_progress')
        .where('pausedAt', 'is', null)
        .executeTakeFirstOrThrow();
      const creator = await findUser('id', creatorId);
      const brand = await findUser('id', brandId);
      await stack
        .as(creator)
        .bookings.move({ id, status: 'completed', delivery: { note: 'It is online.', links: [] } });
      await stack.as(brand).settlements.approve({ id });
      await stack.pass(DAY);
      expect(await stack.as(brand).bookings.byId({ id })).toMatchObject({
        status: 'completed',
        paymentState: 'released',
      });
      expect(await listMoneyViolations(stack)).toEqual([]);
    });
  },
);
