/** Tests that no person and no workspace can take the name of the operator. */
import { describe, expect, it } from 'vitest';
import { BUILDER_PASSWORD, newBrand, newCreator } from '../../../src/demo/builders.ts';
import { findLinkToken } from '../../support/accounts.ts';
import { getRefusalCode } from '../../support/booking-money.ts';
import { useStack } from '../../support/stack.ts';

const stack = useStack({ COMPANY_NAME: 'Acme Market, Inc.' }, { mailbox: true });

describe('the name of the operator', () => {
  const NAME = 'Acme  Mаrket Support';

  it('is refused for a new account and an invited person', async () => {
    const account = { email: 'acme@example.test', password: BUILDER_PASSWORD, userType: 'brand' } as const;
    expect(await getRefusalCode(stack.as(null).auth.register({ ...account, fullName: NAME }))).toBe('NAME_RESERVED');
    const owner = await newBrand(stack.deps);
    await stack.as(owner).workspaces.invite({ email: account.email, role: 'viewer' });
    await stack.settle();
    const token = findLinkToken((await stack.mailsTo(account.email))[0]);
    const join = stack.as(null).workspaces.join({ token, fullName: NAME, password: BUILDER_PASSWORD });
    expect(await getRefusalCode(join)).toBe('NAME_RESERVED');
  });

  it('is refused as the name and the username of a workspace', async () => {
    const [brand, creator] = [await newBrand(stack.deps), await newCreator(stack.deps)];
    expect(await getRefusalCode(stack.as(brand).profiles.saveName({ fullName: NAME }))).toBe('NAME_RESERVED');
    const about = { fullName: 'Acme Market LLC', bio: '', location: '' };
    expect(await getRefusalCode(stack.as(creator).profiles.saveAbout(about))).toBe('NAME_RESERVED');
    expect(await getRefusalCode(stack.as(brand).profiles.changeUsername({ username: 'acme_market' }))).toBe(
      'USERNAME_TAKEN',
    );
    await stack.as(brand).profiles.saveName({ fullName: 'Acme Records' });
  });
});
