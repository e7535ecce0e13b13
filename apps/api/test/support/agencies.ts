/** Helpers for creators with an agency. */
import { newPayableCreator } from '../../src/demo/builders.ts';
import type { SessionUser } from '../../src/core/ctx.ts';
import type { Stack } from './stack.ts';

type OpenedStack = Pick<Stack, 'deps' | 'as'>;

/** Lets `agency` represent `creator` for a share in hundredths of a percent. Returns the id of the consent. */
export async function represent(
  stack: OpenedStack,
  agency: SessionUser,
  creator: SessionUser,
  shareBps = 1_500,
): Promise<string> {
  const { id } = await stack.as(agency).agencies.invite({ creator: creator.username, shareBps });
  await stack.as(creator).agencies.agree({ id });
  return id;
}

/** Creates a creator and the agency that represents them. Both can be paid, unless they are given. */
export async function newRepresentedCreator(
  stack: OpenedStack,
  given: { creator?: SessionUser; agency?: SessionUser; shareBps?: number } = {},
): Promise<{ creator: SessionUser; agency: SessionUser; consentId: string }> {
  const creator = given.creator ?? (await newPayableCreator(stack.deps, { fullName: 'Ada Okafor' }));
  const agency = given.agency ?? (await newPayableCreator(stack.deps, { fullName: 'Field Agency' }));
  return { creator, agency, consentId: await represent(stack, agency, creator, given.shareBps) };
}
