/** Tests that nothing survives of the changes that a thief makes while the owner secures the account. */
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
} from '../support/workspace-races.ts';

const ROUNDS = 5;
const stack = useStack();

it('leaves nothing of simultaneous changes when the owner secures the account', async () => {
  for (let round = 0; round < ROUNDS; round += 1)
    expect(await secureAccountDuringChanges(stack, round)).toEqual({ status: 200, left: NOTHING_LEFT });
});

it('leaves no simultaneous change of members, limits, rules, ownership or cards', async () => {
  for (let round = 0; round < ROUNDS; round += 1)
    expect(await secureBrandDuringChanges(stack, {})).toEqual(BRAND_SECURED);
});

it('ends the consent to an agency, and stops simultaneous changes of the payout account', async () => {
  for (let round = 0; round < ROUNDS; round += 1)
    expect(await secureCreatorDuringChanges(stack, {})).toEqual(CREATOR_SECURED);
});

it('restores an account that is deleted at the same time', async () => {
  for (let round = 0; round < ROUNDS; round += 1)
    expect(await secureDeletedAccount(stack, {}, round % 2 === 1)).toEqual(DELETION_SECURED);
});
