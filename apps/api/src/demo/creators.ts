/** Seeds the creators with their profiles, packages and questionnaires. */
import { createAvatar } from '@dicebear/core';
import * as notionists from '@dicebear/notionists';
import type { Question } from '@marquee/validation';
import type { SessionUser } from '../core/ctx.ts';
import type { Deps } from '../core/deps.ts';
import { storeDemoPicture } from '../modules/catalog/pictures/pictures.service.ts';
import { updateProfile } from '../modules/catalog/profiles/settings.sql.ts';
import { getDemoEmail } from './accounts.ts';
import { createUserCaller, newCreator, newPackage, setUpPayouts } from './builders.ts';
import { SEED_CATEGORIES, type SeedCategory } from './catalog.ts';
import { seedProfile } from './profiles.ts';
import { faker } from './random.ts';

const CITIES = [
  'Lisbon, Portugal',
  'Austin, Texas',
  'Berlin, Germany',
  'Copenhagen, Denmark',
  'Toronto, Canada',
  'Melbourne, Australia',
  'Barcelona, Spain',
  'Portland, Oregon',
  'Lyon, France',
  'Dublin, Ireland',
  'Cape Town, South Africa',
  'Bristol, United Kingdom',
  'Oslo, Norway',
  'Mexico City, Mexico',
  'Seoul, South Korea',
  'Chicago, Illinois',
  'Vienna, Austria',
  'Wellington, New Zealand',
];

export interface SeededCreator {
  user: SessionUser;
  category: SeedCategory;
  packages: { id: string; questions: Question[] }[];
}

/** Converts a name to the first part of an email address. */
export const toSlug = (name: string) => name.toLowerCase().replace(/[^a-z]+/g, '-');

/** Creates the creator with the number `at`. The first one belongs to the demo account. */
export async function seedCreator(deps: Deps, at: number): Promise<SeededCreator> {
  const category = SEED_CATEGORIES[at % SEED_CATEGORIES.length] ?? SEED_CATEGORIES[0];
  if (!category) throw new Error('The catalog is empty');
  const fullName = at === 0 ? 'Maya Lindqvist' : `${faker.person.firstName()} ${faker.person.lastName()}`;
  const email = at === 0 ? getDemoEmail('Creator') : `${toSlug(fullName)}${at}@creators.marquee.test`;
  const user = await newCreator(deps, { fullName, email });

  const svg = createAvatar(notionists, {
    seed: fullName,
    backgroundColor: ['d9d4f5', 'cfe8e4', 'f6dcd0', 'f3e6bd', 'd5e3f4', 'ead6e6'],
  }).toString();
  await updateProfile(deps.db, user.id, {
    bio: category.bios[Math.floor(at / SEED_CATEGORIES.length) % category.bios.length] ?? '',
    location: CITIES[at % CITIES.length] ?? '',
    profileImageUrl: (await storeDemoPicture(deps, Buffer.from(svg), 'portrait')).url,
  });
  await seedProfile(deps, user, at, category.name, CITIES[at % CITIES.length] ?? '');
  // Skipped for some creators, so that the demo marketplace contains blocked payouts.
  if (at % 9 !== 4) await setUpPayouts(deps, user);

  const { portfolio } = await createUserCaller(deps, user).profiles.own();
  const packages: SeededCreator['packages'] = [];
  for (const [index, offer] of category.packages.entries()) {
    const factor = at === 0 ? 100 : faker.number.int({ min: 70, max: 190 });
    const created = await newPackage(deps, user, {
      ...offer,
      // Rounded to five dollars.
      priceCents: Math.round((offer.priceCents * factor) / 100 / 500) * 500,
      isPopular: index === 0,
      // One creator in ten has a package that is not for sale.
      isActive: !(index === 2 && at % 10 === 7),
    });
    const questions = index === 2 ? [] : createQuestions(category, at, index);
    if (questions.length > 0)
      await createUserCaller(deps, user).questionnaires.save({ packageId: created.id, questions });
    // One creator in four has no pictures on their packages.
    const picture = at % 4 === 3 ? undefined : portfolio[index];
    if (picture) await createUserCaller(deps, user).packages.setPicture({ id: created.id, pictureId: picture.id });
    if (created.isActive) packages.push({ id: created.id, questions });
  }
  return { user, category, packages };
}

const createQuestions = (category: SeedCategory, at: number, index: number): Question[] =>
  category.questions.map((question, number) => ({
    ...question,
    id: `q_${1754200000000 + at * 1000 + index * 100 + number}_${faker.string.alphanumeric(6)}`,
  }));
