import { Faker, en } from '@faker-js/faker';

/** The random generator of the seed. Its start is fixed, so that each run creates the same marketplace. */
export const faker = new Faker({ locale: en, seed: 2026 });
