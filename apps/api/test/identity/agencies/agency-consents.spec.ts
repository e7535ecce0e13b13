/** Tests the consent to an agency: its start, its end, and the share as both sides see it. */
import { AGENCY_SUNSET_DAYS } from '@marquee/booking';
import { LIMITS } from '@marquee/validation';
import { describe, expect, it } from 'vitest';
import type { SessionUser } from '../../../src/core/ctx.ts';
import {
  createConfirmedSession,
  createUserCaller,
  newBooking,
  newBrand,
  newCreator,
  newMember,
  newPayableCreator,
} from '../../../src/demo/builders.ts';
import { createCaller } from '../../../src/http/router.ts';
import { lockConsentInForce } from '../../../src/core/representation.sql.ts';
import { findAgencyTerms } from '../../../src/modules/identity/agencies/agencies.sql.ts';
import { createOfferRequest } from '../../contract/access-fixtures.ts';
import { newRepresentedCreator, represent } from '../../support/agencies.ts';
import { getRefusalCode, ONE_DAY_MS, PRICE_CENTS } from '../../support/booking-money.ts';
import { checkMoneyAfterAll } from '../../support/money-checks.ts';
import { useStack } from '../../support/stack.ts';

const stack = useStack({}, { mailbox: true });
checkMoneyAfterAll(stack);

const invite = (agency: SessionUser, creator: string, shareBps = 1_500) =>
  stack.as(agency).agencies.invite({ creator, shareBps });

const agencyOf = async (bookingId: string) =>
  stack.deps.db
    .selectFrom('booking')
    .select(['agencyId', 'agencyBps', 'agencyCents'])
    .where('id', '=', bookingId)
    .executeTakeFirstOrThrow();
const NO_AGENCY = { agencyId: null, agencyBps: null, agencyCents: null };

const isRepresented = (creator: SessionUser, agency: SessionUser) =>
  stack.deps.db
    .transaction()
    .execute((db) => lockConsentInForce(db, { agencyId: agency.workspaceId, creatorId: creator.workspaceId }));

describe('an invitation by an agency', () => {
  it('reaches the creator by username, and changes nothing until the creator agrees', async () => {
    const agency = await newPayableCreator(stack.deps, { fullName: 'Field Agency' });
    const [ada, ben] = [await newPayableCreator(stack.deps), await newPayableCreator(stack.deps)];
    const { id } = await invite(agency, `@${ada.username.toUpperCase()}`);
    await invite(agency, ben.username);
    await expect(invite(agency, `${'long.address@'.repeat(3)}example.test`)).rejects.toThrow('The limit is 31');
    expect(await getRefusalCode(invite(agency, 'ada@example.test'))).toBe('AGENCY_CREATOR_NOT_FOUND');
    expect(await stack.as(ada).agencies.overview()).toMatchObject({
      capBps: 2_000,
      current: null,
      invitations: [{ id, name: 'Field Agency', username: agency.username, shareBps: 1_500 }],
      ended: [],
    });
    expect((await stack.as(agency).agencies.creators({})).items.map(({ username }) => username)).toEqual([
      ben.username,
      ada.username,
    ]);
    const [mail] = await stack.mailsTo(ada.email);
    expect(mail?.subject).toBe('Field Agency would like to represent you');
    expect(await isRepresented(ada, agency)).toBe(false);
    const booking = await newBooking(stack.deps, { creator: ada, status: 'accepted' });
    expect(await agencyOf(booking.id)).toEqual(NO_AGENCY);
  });

  it('names the person who invites, agrees, declines or ends in the emails, if the workspace has several people', async () => {
    const agency = await newPayableCreator(stack.deps, { fullName: 'Field Agency' });
    const creator = await newPayableCreator(stack.deps, { fullName: 'Ada Okafor' });
    const [kim, ben] = [await newMember(stack.deps, agency, 'owner'), await newMember(stack.deps, creator, 'owner')];
    await stack.deps.db.updateTable('person').set({ fullName: 'Ben Osei' }).where('id', '=', ben.id).execute();
    const latest = async (person: SessionUser) => {
      const [mail] = await stack.mailsTo(person.email);
      return [mail?.subject, mail?.text] as const;
    };
    const { id: declined } = await invite(kim, creator.username);
    expect((await latest(creator))[0]).toBe('Field Agency would like to represent you');
    expect((await latest(creator))[1]).toContain('Invited by: Kim for Field Agency');
    await stack.as(ben).agencies.end({ id: declined });
    expect((await latest(agency))[0]).toBe('Ben for Ada Okafor declined your invitation');

    const { id } = await invite(agency, creator.username);
    expect((await latest(creator))[1]).not.toContain('Invited by');
    await stack.as(ben).agencies.agree({ id });
    expect((await latest(agency))[1]).toContain('Ben for Ada Okafor agreed that you represent Ada Okafor.');
    await stack.as(kim).agencies.end({ id });
    expect((await latest(creator))[0]).toBe('Kim for Field Agency ended the representation');
    expect((await latest(creator))[1]).toContain('The agency’s people can no longer act for you.');
  });

  it('is refused for a share above the limit, to oneself, to a brand, to an unknown user and twice', async () => {
    const [agency, creator, brand] = [
      await newCreator(stack.deps),
      await newCreator(stack.deps),
      await newBrand(stack.deps),
    ];
    expect(await getRefusalCode(invite(agency, creator.username, 2_001))).toBe('AGENCY_SHARE_TOO_HIGH');
    expect(await getRefusalCode(invite(agency, agency.username))).toBe('AGENCY_SELF');
    expect(await getRefusalCode(invite(agency, brand.username))).toBe('AGENCY_CREATOR_NOT_FOUND');
    expect(await getRefusalCode(invite(agency, 'nobody@example.test'))).toBe('AGENCY_CREATOR_NOT_FOUND');
    await invite(agency, creator.username, 2_000);
    expect(await getRefusalCode(invite(agency, creator.username))).toBe('AGENCY_INVITED');
    expect(await getRefusalCode(stack.as(brand).agencies.overview())).toBe('CREATORS_ONLY');
  });

  it('is refused if too many are open', async () => {
    const [agency, creator] = [await newCreator(stack.deps), await newCreator(stack.deps)];
    const fill = (column: 'creator' | 'agency', count: number) =>
      stack.deps.pool.query(
        `with someone as (
           insert into workspace (username, full_name, user_type, created_at)
           select 'x' || substr(md5(random()::text || n), 1, 20), 'Someone', 'influencer', now()
           from generate_series(1, $2) as n returning id)
         insert into agency_consent (creator_id, agency_id, share_bps, requested_at, requested_by_person_id)
         select ${column === 'creator' ? '$1, id' : 'id, $1'}, 0, now(), $3 from someone`,
        [column === 'creator' ? creator.workspaceId : agency.workspaceId, count, agency.id],
      );
    await fill('creator', LIMITS.agencyInvitations);
    expect(await getRefusalCode(invite(agency, creator.username))).toBe('AGENCY_INVITATIONS_FULL');
    await fill('agency', LIMITS.agencyCreators);
    expect(await getRefusalCode(invite(agency, creator.username))).toBe('AGENCY_FULL');
    const first = await stack.as(agency).agencies.creators({});
    expect(first.nextCursor).not.toBeNull();
    const { items } = await stack.as(agency).agencies.creators({ cursor: first.nextCursor ?? undefined });
    expect(items.some(({ id }) => first.items.some((each) => each.id === id))).toBe(false);
  });

  it('can be declined by the creator and withdrawn by the agency, but not ended by others', async () => {
    const [agency, creator, other] = [
      await newCreator(stack.deps),
      await newCreator(stack.deps),
      await newCreator(stack.deps),
    ];
    const { id } = await invite(agency, creator.username);
    await stack.as(other).agencies.end({ id });
    expect((await stack.as(creator).agencies.overview()).invitations).toHaveLength(1);
    expect(await getRefusalCode(stack.as(other).agencies.agree({ id }))).toBe('AGENCY_INVITATION_GONE');
    expect(await getRefusalCode(stack.as(agency).agencies.agree({ id }))).toBe('AGENCY_INVITATION_GONE');
    await stack.as(creator).agencies.end({ id });
    expect(await stack.as(creator).agencies.overview()).toMatchObject({ invitations: [], ended: [] });
    expect(await getRefusalCode(stack.as(creator).agencies.agree({ id }))).toBe('AGENCY_INVITATION_GONE');
    const again = await invite(agency, creator.username);
    await stack.as(agency).agencies.end(again);
    expect((await stack.as(agency).agencies.creators({})).items).toEqual([]);
  });
});

describe('a consent to an agency', () => {
  it('needs a fresh confirmation', async () => {
    const [agency, creator] = [await newCreator(stack.deps), await newCreator(stack.deps)];
    const { id } = await invite(agency, creator.username);
    const session = createConfirmedSession(new Date(stack.deps.now().getTime() - 3_600_000));
    const asOld = createCaller({ deps: stack.deps, user: creator, request: { ip: '127.0.0.1' }, session });
    expect(await getRefusalCode(asOld.agencies.agree({ id }))).toBe('CONFIRMATION_REQUIRED');
    await stack.as(creator).agencies.agree({ id });
    expect(await isRepresented(creator, agency)).toBe(true);
  });

  it('is refused while another agency represents the creator, also for two at the same moment', async () => {
    const creator = await newCreator(stack.deps);
    const agencies = [await newCreator(stack.deps), await newCreator(stack.deps), await newCreator(stack.deps)];
    const invited: { id: string }[] = [];
    for (const agency of agencies) invited.push(await invite(agency, creator.username));
    const outcomes = await Promise.all(
      invited.map(({ id }) => getRefusalCode(stack.as(creator).agencies.agree({ id }))),
    );
    expect(outcomes.toSorted()).toEqual(['AGENCY_TAKEN', 'AGENCY_TAKEN', 'nothing']);
    const force = (await stack.as(creator).agencies.overview()).current;
    await stack.as(creator).agencies.end({ id: force?.id ?? '' });
    const [next] = (await stack.as(creator).agencies.overview()).invitations;
    await stack.as(creator).agencies.agree({ id: next?.id ?? '' });
    expect((await stack.as(creator).agencies.overview()).current?.id).toBe(next?.id);
  });

  it('is emailed to an agency of one person, without greeting them by the name of the creator', async () => {
    const { agency } = await newRepresentedCreator(stack);
    const [mail] = await stack.mailsTo(agency.email);
    expect(mail?.subject).toBe('You now represent Ada Okafor');
    expect(mail?.text).toContain('\nHello,\n');
  });

  it('pins the share when a booking is accepted, and shows it before', async () => {
    const { creator, agency } = await newRepresentedCreator(stack, { shareBps: 1_250 });
    const { id, asCreator, asBrand } = await newBooking(stack.deps, { creator });
    const part = { id: agency.workspaceId, name: agency.workspaceName, shareBps: 1_250, cents: 2_487 };
    expect((await asCreator.bookings.byId({ id })).agency).toEqual(part);
    expect(await agencyOf(id)).toEqual(NO_AGENCY);
    await asCreator.bookings.move({ id, status: 'accepted' });
    expect(await agencyOf(id)).toEqual({ agencyId: agency.workspaceId, agencyBps: 1_250, agencyCents: 2_487 });
    const { timeline } = await asCreator.bookings.byId({ id });
    const { name, shareBps, cents } = part;
    expect(timeline.find(({ kind }) => kind === 'booking.moved')?.data).toMatchObject({
      to: 'accepted',
      agency: { name, shareBps, cents },
    });
    const seen = [await asBrand.bookings.byId({ id }), await asBrand.profiles.dashboard()];
    expect(JSON.stringify(seen)).not.toContain(agency.workspaceName);
    expect(seen[0]).toMatchObject({ agency: null, priceCents: PRICE_CENTS });
  });

  it.each(['creator', 'agency'] as const)(
    'ends at once for new bookings if the %s ends it, and accepted bookings keep the share',
    async (by) => {
      const represented = await newRepresentedCreator(stack);
      const { creator, agency, consentId } = represented;
      const accepted = await newBooking(stack.deps, { creator, status: 'accepted' });
      const waiting = await newBooking(stack.deps, { creator });
      await stack.as(represented[by]).agencies.end({ id: consentId });
      await waiting.asCreator.bookings.move({ id: waiting.id, status: 'accepted' });
      expect(await agencyOf(waiting.id)).toEqual(NO_AGENCY);
      expect(await agencyOf(accepted.id)).toMatchObject({ agencyId: agency.workspaceId, agencyBps: 1_500 });
      expect(await isRepresented(creator, agency)).toBe(false);
      const { current, ended } = await stack.as(creator).agencies.overview();
      expect(current).toBeNull();
      const [end] = ended;
      expect(end?.sunsetAt?.getTime()).toBe((end?.endedAt?.getTime() ?? 0) + AGENCY_SUNSET_DAYS * ONE_DAY_MS);
    },
  );

  /** Creates an offer by the creator, which the brand has paid and the creator has not accepted. */
  async function newPaidOffer(creator: SessionUser, beforePayment: () => Promise<unknown>) {
    const brand = await newBrand(stack.deps);
    const asBrand = stack.as(brand);
    const { id: offerId } = await asBrand.offers.request(createOfferRequest(creator.workspaceId));
    const { versions } = await stack.as(creator).offers.answer({
      id: offerId,
      name: 'One reel',
      scope: 'One reel of 30 seconds.',
      features: ['One reel'],
      price: '200.00',
      deliveryDays: 10,
      expiryDays: 14,
    });
    await beforePayment();
    const version = versions.at(-1);
    return { asBrand, brand, offerId, versionId: version?.id ?? '', totalCents: version?.totalCents ?? 0 };
  }

  it('has a sunset for bookings of offers that were sent before its end', async () => {
    const { creator, agency, consentId } = await newRepresentedCreator(stack);
    const next = await newPayableCreator(stack.deps, { fullName: 'Next Agency' });
    const sent = await newPaidOffer(creator, async () => {
      await stack.as(creator).agencies.end({ id: consentId });
      await represent(stack, next, creator, 500);
    });
    const at = stack.deps.now();
    const terms = (offerVersionId: string | null, days = 0) =>
      findAgencyTerms(stack.deps.db, {
        creatorId: creator.workspaceId,
        offerVersionId,
        at: new Date(at.getTime() + days * ONE_DAY_MS),
      });
    expect(await terms(sent.versionId)).toMatchObject({ agencyId: agency.workspaceId, shareBps: 1_500 });
    expect(await terms(sent.versionId, AGENCY_SUNSET_DAYS + 1)).toMatchObject({
      agencyId: next.workspaceId,
      shareBps: 500,
    });
    expect(await terms(null)).toMatchObject({ agencyId: next.workspaceId, shareBps: 500 });
    // An offer that was sent after the end belongs to the next agency.
    const later = await newPaidOffer(creator, () => Promise.resolve());
    expect(await terms(later.versionId)).toMatchObject({ agencyId: next.workspaceId });
  });

  it('is not in force for a share above a limit that the operator has lowered', async () => {
    const [agency, creator] = [await newCreator(stack.deps), await newCreator(stack.deps)];
    const { id } = await invite(agency, creator.username, 1_800);
    const lowered = createUserCaller({ ...stack.deps, env: { ...stack.deps.env, AGENCY_CAP_BPS: 1_000 } }, creator);
    expect(await getRefusalCode(lowered.agencies.agree({ id }))).toBe('AGENCY_SHARE_TOO_HIGH');
  });
});

describe('the database', () => {
  const refusalOf = (text: string, values: unknown[]) =>
    stack.deps.pool.query(text, values).then(
      () => 'nothing',
      (error: { code: string; constraint?: string }) => error.constraint ?? error.code,
    );

  it('refuses a second consent in force, and a booking whose agency part is not its rate', async () => {
    const { creator } = await newRepresentedCreator(stack);
    const other = await newCreator(stack.deps);
    const insert = `insert into agency_consent (creator_id, agency_id, share_bps, requested_at, requested_by_person_id, agreed_at, agreed_by_person_id)
      values ($1, $2, $3, now(), $4, now(), $4)`;
    expect(await refusalOf(insert, [creator.workspaceId, other.workspaceId, 100, other.id])).toBe(
      'agency_consent_in_force',
    );
    expect(await refusalOf(insert, [other.workspaceId, other.workspaceId, 100, other.id])).toBe('agency_consent_check');
    expect(await refusalOf(insert, [other.workspaceId, creator.workspaceId, 5_001, other.id])).toBe(
      'agency_consent_share_bps_check',
    );
    const { id } = await newBooking(stack.deps, { creator, status: 'accepted' });
    expect(await refusalOf('update booking set agency_cents = agency_cents + 1 where id = $1', [id])).toBe(
      'booking_agency_share_is_its_rate',
    );
    expect(await refusalOf('update booking set agency_id = null where id = $1', [id])).toBe('booking_agency_has_share');
  });

  it('refuses a settlement whose transfers do not add up or go to others', async () => {
    const { creator, agency } = await newRepresentedCreator(stack);
    const stranger = await newCreator(stack.deps);
    const { id } = await newBooking(stack.deps, { creator, status: 'completed' });
    const settle = (...parts: [string, number][]) =>
      stack.deps.pool
        .query(
          `with settled as (insert into settlement (booking_id, kind, creator_cents, fee_cents, refund_cents, claimed_at)
             values ($1, 'release', 19900, 2985, 0, now()) returning booking_id)
           insert into settlement_transfer (booking_id, payee_workspace_id, amount_cents, claimed_at)
           select booking_id, payee::uuid, cents, now() from settled, unnest($2::text[], $3::int[]) as part (payee, cents)`,
          [id, parts.map(([payee]) => payee), parts.map(([, cents]) => cents)],
        )
        .then(
          () => 'nothing',
          (error: { code: string }) => error.code,
        );
    for (const parts of [
      [[creator.workspaceId, 19_900]],
      [[agency.workspaceId, 2_985]],
      [
        [creator.workspaceId, 16_914],
        [agency.workspaceId, 2_986],
      ],
      [
        [creator.workspaceId, 16_915],
        [agency.workspaceId, 2_984],
      ],
      [
        [creator.workspaceId, 16_915],
        [stranger.workspaceId, 2_985],
      ],
    ] as [string, number][][])
      expect(await settle(...parts)).toBe('23514');
  });
});
