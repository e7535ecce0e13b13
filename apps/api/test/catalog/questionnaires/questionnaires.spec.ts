/** Tests access to questionnaires and their removal, which the specs of the REST API do not cover. */
import { describe, expect, it } from 'vitest';
import { newAdmin, newBrand, newCreator, newPackage, newQuestions } from '../../../src/demo/builders.ts';
import { useStack } from '../../support/stack.ts';

const stack = useStack();

const newAsked = async () => {
  const creator = await newCreator(stack.deps);
  const { id: packageId } = await newPackage(stack.deps, creator);
  await newQuestions(stack.deps, creator, packageId, [
    { id: 'q_1', type: 'text', question: 'Which product?', required: true },
  ]);
  return { creator, packageId };
};

describe('the questionnaire of a package that is not for sale', () => {
  it('is visible only to its creator while staff hide the package', async () => {
    const { creator, packageId } = await newAsked();
    const admin = stack.as(await newAdmin(stack.deps));
    expect(await stack.as(null).questionnaires.byPackage({ packageId })).not.toBeNull();
    await admin.admin.hidePackage({ id: packageId, reason: 'Not what it says' });
    expect(await stack.as(null).questionnaires.byPackage({ packageId })).toBeNull();
    expect(await stack.as(creator).questionnaires.byPackage({ packageId })).not.toBeNull();
  });

  it('is hidden from others while the creator is suspended', async () => {
    const { creator, packageId } = await newAsked();
    const admin = stack.as(await newAdmin(stack.deps));
    await admin.admin.suspendUser({ id: creator.id, reason: 'Spam' });
    expect(await stack.as(null).questionnaires.byPackage({ packageId })).toBeNull();
  });
});

describe('removing a questionnaire', () => {
  it('leaves no questions for new orders and does not change bookings', async () => {
    const { creator, packageId } = await newAsked();
    const brand = await newBrand(stack.deps);
    const { bookingId } = await stack.as(brand).payments.openCheckout({
      packageId,
      brandUserId: brand.id,
      answers: { q_1: 'The jacket' },
    });
    await stack.as(creator).questionnaires.remove({ packageId });
    expect(await stack.as(creator).questionnaires.byPackage({ packageId })).toBeNull();
    expect((await stack.as(brand).bookings.byId({ id: bookingId })).answers).toEqual([
      { questionId: 'q_1', value: 'The jacket' },
    ]);
  });

  it('is refused for another creator’s package and for one without questions', async () => {
    const { creator, packageId } = await newAsked();
    const other = stack.as(await newCreator(stack.deps));
    await expect(other.questionnaires.remove({ packageId })).rejects.toMatchObject({
      failure: 'QUESTIONNAIRE_NOT_FOUND',
    });
    await stack.as(creator).questionnaires.remove({ packageId });
    await expect(stack.as(creator).questionnaires.remove({ packageId })).rejects.toMatchObject({
      failure: 'QUESTIONNAIRE_NOT_FOUND',
    });
  });

  it('is not possible by saving an empty list', async () => {
    const { creator, packageId } = await newAsked();
    await expect(stack.as(creator).questionnaires.save({ packageId, questions: [] })).rejects.toThrow(
      'Please add at least one question',
    );
  });
});

it('refuses an order if the brand’s account was deleted while the checkout page was open', async () => {
  const { packageId } = await newAsked();
  const brand = await newBrand(stack.deps);
  const open = stack.as(brand);
  const elsewhere = await stack.asBrowser(brand);
  expect((await elsewhere('POST', '/trpc/personalData.deleteAccount', { confirmation: 'DELETE' })).statusCode).toBe(
    200,
  );
  await expect(
    open.payments.openCheckout({ packageId, brandUserId: brand.id, answers: { q_1: 'x' } }),
  ).rejects.toMatchObject({ failure: 'SIGNED_OUT' });
});
