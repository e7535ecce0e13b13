/** Tests 200 times that nothing survives of the changes that a thief makes while the owner secures the account. */
import { expect, it } from 'vitest';
import { NOTHING_LEFT, secureAccountDuringChanges } from '../support/account-races.ts';
import { useStack } from '../support/stack.ts';
import {
  BRAND_SECURED,
  CREATOR_SECURED,
  DELETION_SECURED,
  secureBrandDuringChanges,
  secureCreatorDuringChanges,
  secureDeletedAccount,
  type Tally,
} from '../support/workspace-races.ts';

const ROUNDS = 200;
const stack = useStack();

/** Fails unless each change was made in some rounds and refused in others. */
function expectBothOutcomes(tally: Tally): void {
  expect(Object.entries(tally).filter(([, { made, refused }]) => made === 0 || refused === 0)).toEqual([]);
}

it('leaves nothing of simultaneous changes in any of 200 accounts that their owners secure', async () => {
  for (let round = 0; round < ROUNDS; round += 1)
    expect(await secureAccountDuringChanges(stack, round)).toEqual({ status: 200, left: NOTHING_LEFT });
});

it('leaves no change of members, limits, rules, ownership or cards in any of 200 brands', async () => {
  const tally: Tally = {};
  for (let round = 0; round < ROUNDS; round += 1)
    expect(await secureBrandDuringChanges(stack, tally)).toEqual(BRAND_SECURED);
  expectBothOutcomes(tally);
});

it('ends the consent to an agency, and stops changes of the payout account, in each of 200 creators', async () => {
  const tally: Tally = {};
  for (let round = 0; round < ROUNDS; round += 1)
    expect(await secureCreatorDuringChanges(stack, tally)).toEqual(CREATOR_SECURED);
  expectBothOutcomes(tally);
});

it('restores each of 200 accounts that a thief deletes', async () => {
  const tally: Tally = {};
  for (let round = 0; round < ROUNDS; round += 1)
    expect(await secureDeletedAccount(stack, tally, round % 2 === 1)).toEqual(DELETION_SECURED);
  expectBothOutcomes(tally);
});
