/** Tests that nothing survives of the changes that a thief makes while the owner secures the account. */
import { expect, it } from 'vitest';
import { NOTHING_LEFT, secureAccountDuringChanges } from '../support/account-races.ts';
import { useStack } from '../support/stack.ts';

const stack = useStack();

it('leaves nothing of simultaneous changes when the owner secures the account', async () => {
  for (let round = 0; round < 5; round += 1)
    expect(await secureAccountDuringChanges(stack, round)).toEqual({ status: 200, left: NOTHING_LEFT });
});
