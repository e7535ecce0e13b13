/**
 * Seeds a company whose members order for two clients with budgets and an approval rule, and an agency that represents
 * a creator.
 */
import { DAY_MS, HOUR_MS } from '@marquee/time';
import type { MemberRole } from '@marquee/contracts';
import type { SessionUser } from '../core/ctx.ts';
import type { Deps } from '../core/deps.ts';
import { inTransaction } from '../core/unit-of-work.ts';
import { hashPassword } from '../modules/identity/accounts/passwords.service.ts';
import { insertInvitedPerson } from '../modules/identity/auth/auth.service.ts';
import { findSessionUser } from '../modules/identity/accounts/accounts.sql.ts';
import { insertMember } from '../modules/identity/workspaces/workspaces.sql.ts';
import { getDemoEmail } from './accounts.ts';
import {
  BUILDER_PASSWORD,
  createUserCaller,
  newBooking,
  newBrand,
  newPayableCreator,
  newSavedCard,
  type NewBookingOptions,
} from './builders.ts';
import { seedDelivered, seedRevised } from './deliveries.ts';

/** A creator and one of their packages without questions. */
export interface TeamPackage {
  creator: SessionUser;
  packageId: string;
}

const CLIENTS = {
  coffee: {
    name: 'Alder Coffee',
    legalName: 'Alder Coffee Roasters LLC',
    address: '88 Mill Road\nPortland, OR 97209',
    country: 'US',
    taxId: '',
  },
  bikes: {
    name: 'Kite Bicycles',
    legalName: 'Kite Bicycles Ltd',
    address: '14 Harbour Walk\nBristol BS1 5UH',
    country: 'GB',
    taxId: 'GB123456789',
  },
};

/** Reads a member again after their workspace has changed. */
async function readActing(deps: Deps, { id, workspaceId }: SessionUser): Promise<SessionUser> {
  const acting = await findSessionUser(deps.db, id, 0, workspaceId);
  if (!acting) throw new Error('The member cannot act in the workspace');
  return acting;
}

/** Adds a member without a workspace of their own, like a person who accepted an invitation without an account. */
async function addMember(
  deps: Deps,
  owner: SessionUser,
  person: { fullName: string; email: string; role: MemberRole },
): Promise<SessionUser> {
  const { fullName, email, role } = person;
  const passwordHash = await hashPassword(BUILDER_PASSWORD, '127.0.0.1');
  const at = deps.now();
  const id = await inTransaction(deps, async (tx) => {
    const personId = await insertInvitedPerson(tx.db, { fullName, email, passwordHash, at });
    await insertMember(tx.db, { workspaceId: owner.workspaceId, personId, role, joinedAt: at });
    return personId;
  });
  return readActing(deps, { ...owner, id });
}

/**
 * Seeds the company: a released and a delivered booking for its clients, and a request that waits for an approval. The
 * three packages are the ones it orders, in this order. `moveTo` sets the clock.
 */
export async function seedCompany(
  deps: Deps,
  [finished, current, requested]: readonly [TeamPackage, TeamPackage, TeamPackage],
  moveTo: (time: number) => void,
  today: number,
): Promise<void> {
  moveTo(today - 40 * DAY_MS);
  const person = await newBrand(deps, { fullName: 'Grace Kimura', email: getDemoEmail('Company, owner') });
  const { profiles } = createUserCaller(deps, person);
  await profiles.saveName({ fullName: 'Tandem Media' });
  await profiles.changeUsername({ username: 'tandem_media' });
  const owner = await readActing(deps, person);
  moveTo(today - 39 * DAY_MS);
  const booker = await addMember(deps, owner, {
    fullName: 'Leo Haas',
    email: getDemoEmail('Company, booker'),
    role: 'booker',
  });
  moveTo(today - 38 * DAY_MS);
  await addMember(deps, owner, { fullName: 'Ines Duarte', email: 'ines@tandem.marquee.test', role: 'approver' });
  await addMember(deps, owner, { fullName: 'Owen Clark', email: 'owen@tandem.marquee.test', role: 'finance' });

  const asOwner = createUserCaller(deps, owner);
  const card = await newSavedCard(deps, owner);
  const coffee = await asOwner.clients.save(CLIENTS.coffee);
  const bikes = await asOwner.clients.save(CLIENTS.bikes);
  const monthly = await asOwner.budgets.create({
    name: 'Alder Coffee, social',
    clientId: coffee.id,
    period: 'month',
    limit: '4000',
  });
  const launch = await asOwner.budgets.create({
    name: 'Kite launch',
    clientId: bikes.id,
    period: 'total',
    limit: '6000',
  });

  const order = async (
    { creator, packageId }: TeamPackage,
    orderedAt: number,
    details: Pick<NewBookingOptions, 'clientId' | 'budgetId' | 'status'> & { project: string },
  ) => {
    const { project: projectDescription, ...rest } = details;
    const customer = { name: owner.fullName, email: owner.email, projectDescription };
    const delays = { order: 0, pending: 0, accepted: 7, in_progress: 24, completed: 0, cancelled: 0 };
    const before = (step: keyof typeof delays) => moveTo(orderedAt + delays[step] * HOUR_MS);
    const { id } = await newBooking(deps, { creator, packageId, brand: owner, customer, ...rest, before });
    return { bookingId: id, creator, brand: owner };
  };
  const launchedAt = today - 25 * DAY_MS;
  const released = await order(finished, launchedAt, {
    clientId: bikes.id,
    budgetId: launch.id,
    status: 'in_progress',
    project: 'Kite’s first folding bike. Show how quickly it folds at a train station.',
  });
  moveTo(launchedAt + 6 * DAY_MS);
  await seedDelivered(deps, released);
  await createUserCaller(deps, released.creator).bookings.move({ id: released.bookingId, status: 'completed' });
  moveTo(launchedAt + 8 * DAY_MS);
  await asOwner.settlements.approve({ id: released.bookingId });

  // The creator sends the second version 72 hours after the order, and the work is due 7 hours later.
  const startedAt = today - 75 * HOUR_MS;
  const delivered = await order(current, startedAt, {
    clientId: coffee.id,
    budgetId: monthly.id,
    status: 'in_progress',
    project: 'A cold brew that is ready in five minutes. We want a calm kitchen in the morning, without a voice-over.',
  });
  await seedRevised(deps, delivered, (hours) => moveTo(startedAt + hours * HOUR_MS));

  moveTo(today - 3 * HOUR_MS);
  await createUserCaller(deps, owner).approvals.saveSettings({
    rule: 'always',
    above: '',
    approvers: 1,
    allowsOwn: false,
  });
  await createUserCaller(deps, booker).orderRequests.create({
    order: {
      packageId: requested.packageId,
      brandUserId: booker.id,
      customer: {
        name: booker.fullName,
        email: booker.email,
        projectDescription:
          'A morning at your desk with Alder’s new espresso blend, for the weeks before the holidays.',
      },
      clientId: coffee.id,
      budgetId: monthly.id,
    },
    cardId: card.id,
  });
}

/**
 * Seeds the agency, which represents the creator of the package. A brand has ordered the package since, and the agency
 * got its share. `moveTo` sets the clock.
 */
export async function seedAgency(
  deps: Deps,
  { creator, packageId }: TeamPackage,
  brand: SessionUser,
  moveTo: (time: number) => void,
  today: number,
): Promise<void> {
  moveTo(today - 35 * DAY_MS);
  const agency = await newPayableCreator(deps, { fullName: 'Studio Relay', email: getDemoEmail('Agency') });
  const { id } = await createUserCaller(deps, agency).agencies.invite({ creator: creator.username, shareBps: 1_500 });
  moveTo(today - 34 * DAY_MS);
  await createUserCaller(deps, creator).agencies.agree({ id });

  const orderedAt = today - 15 * DAY_MS;
  const delays = { order: 0, pending: 0, accepted: 5, in_progress: 20, completed: 5 * 24, cancelled: 0 };
  const booking = await newBooking(deps, {
    creator,
    brand,
    packageId,
    customer: {
      name: brand.fullName,
      email: brand.email,
      projectDescription: 'Our tinted serum on three skin tones. Please talk about the texture.',
    },
    status: 'completed',
    before: (step) => moveTo(orderedAt + delays[step] * HOUR_MS),
  });
  moveTo(orderedAt + 7 * DAY_MS);
  await booking.asBrand.settlements.approve({ id: booking.id });
}
