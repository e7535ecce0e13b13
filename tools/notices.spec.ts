import { expect, it } from 'vitest';
import { createNotices, readNotices } from './notices.ts';

it('finds the current third-party notices in the repository (npm run notices)', () => {
  expect(createNotices() === readNotices()).toBe(true);
});

it('lists the packages that the product ships with their licenses, and no package for development', () => {
  const notices = createNotices();
  expect(notices).toMatch(/^fastify [\d.]+: MIT$/m);
  expect(notices).toMatch(/^={80}\n.*\bfastify [\d.]+/m);
  expect(notices).not.toMatch(/^(vitest|@playwright\/test) [\d.]+:/m);
});
