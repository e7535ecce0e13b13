/** Tests the package calls of the REST API (requirements R7.6 to R7.10 and R5.8 to R5.10). */
import type { SessionUser } from '../../src/core/ctx.ts';
import { beforeAll, describe, expect, it } from 'vitest';
import { newBrand, newCreator, newPackage, newQuestions } from '../../src/demo/builders.ts';
import {
  anyIsoTime,
  anyUuid,
  REFUSED_CREATORS_ONLY,
  MALFORMED_IDS,
  PACKAGE_NOT_FOUND,
  QUESTIONNAIRE_NOT_FOUND,
  UNKNOWN_ID,
  createRefusal,
  REFUSED_SIGNED_OUT,
  toStatusAndBody,
} from '../support/responses.ts';
import { useStack, type TestBrowser } from '../support/stack.ts';

const stack = useStack();

let creator: SessionUser;
let other: SessionUser;
let asCreator: TestBrowser;
let asOther: TestBrowser;
let asBrand: TestBrowser;
let asNobody: TestBrowser;
beforeAll(async () => {
  creator = await newCreator(stack.deps);
  other = await newCreator(stack.deps);
  asCreator = await stack.asBrowser(creator);
  asOther = await stack.asBrowser(other);
  asBrand = await stack.asBrowser(await newBrand(stack.deps));
  asNobody = await stack.asBrowser(null);
});

const REQUIRED = 'Please fill in all required fields';
const RANGE = 'Price must be from $1.00 to $100,000.00 with at most two decimal places';
const DELIVERY = 'Delivery days must be a whole number from 1 to 365';
const form = (fields: object = {}) => ({
  name: 'One Reel',
  description: 'A 30-second Reel.',
  price: '199.00',
  deliveryDays: 5,
  features: ['1 Reel', 'Raw footage'],
  isPopular: true,
  ...fields,
});
const asStored = (fields: object = {}) => ({
  id: anyUuid(),
  influencerId: creator.id,
  ...form(),
  isActive: true,
  createdAt: anyIsoTime(),
  ...fields,
});
const create = async (fields: object = {}) =>
  (await asCreator('POST', '/api/packages', form(fields))).json<{ id: string }>();

describe('POST /api/packages', () => {
  it('publishes and returns a package', async () => {
    expect(toStatusAndBody(await asCreator('POST', '/api/packages', form()))).toEqual({
      status: 201,
      body: asStored(),
    });
  });

  it('defaults to 3 days, no features, not popular and active', async () => {
    const { name, description, price } = form();
    expect(toStatusAndBody(await asCreator('POST', '/api/packages', { name, description, price }))).toEqual({
      status: 201,
      body: asStored({ deliveryDays: 3, features: [], isPopular: false }),
    });
  });

  it('drops blank features and trims the others', async () => {
    expect(await create({ features: ['', ' Reel ', '   ', 'Story'] })).toEqual(
      asStored({ features: ['Reel', 'Story'] }),
    );
  });

  it('can create a package as inactive', async () => {
    expect(await create({ isActive: false })).toEqual(asStored({ isActive: false }));
  });

  it.each([
    ['1', '1.00'],
    ['1.0', '1.00'],
    ['199.5', '199.50'],
    ['0.99', null],
    ['100000', '100000.00'],
    ['100000.00', '100000.00'],
    ['100000.01', null],
  ])('stores the price %s as %s, or refuses it if it is out of range (null)', async (price, stored) => {
    const response = toStatusAndBody(await asCreator('POST', '/api/packages', form({ price })));
    expect(response).toEqual(
      stored === null ? createRefusal(400, RANGE) : { status: 201, body: asStored({ price: stored }) },
    );
  });

  it.each([
    ['', REQUIRED],
    ['  ', REQUIRED],
    ['0', REQUIRED],
    ['0.00', REQUIRED],
    ['-5', REQUIRED],
    [undefined, REQUIRED],
    [null, REQUIRED],
    [199, REQUIRED],
    [['199'], REQUIRED],
    ['1e9', RANGE],
    ['1e2', RANGE],
    ['0x10', RANGE],
    [' 12 ', RANGE],
    ['12.345', RANGE],
    ['NaN', RANGE],
    ['Infinity', RANGE],
    ['+12', RANGE],
    ['012', RANGE],
    ['12,50', RANGE],
    ['1 000', RANGE],
    ['$12', RANGE],
    ['12.', RANGE],
    ['.5', RANGE],
    ['١٢', RANGE],
    ['12\n', RANGE],
    ['9'.repeat(400), RANGE],
  ])('refuses the price %j instead of rounding or coercing it', async (price, sentence) => {
    expect(toStatusAndBody(await asCreator('POST', '/api/packages', form({ price })))).toEqual(
      createRefusal(400, sentence),
    );
  });

  it.each<[string, object, string]>([
    ['a missing name', { name: undefined }, REQUIRED],
    ['a blank name', { name: ' \t ' }, REQUIRED],
    ['a name that is not text', { name: { toString: 'x' } }, REQUIRED],
    ['a missing description', { description: '' }, REQUIRED],
    ['a missing name before an invalid delivery time', { name: '', deliveryDays: 0 }, REQUIRED],
    ['a long name', { name: 'n'.repeat(121) }, 'Name is 1 character too long. The limit is 120.'],
    [
      'a long description',
      { description: 'd'.repeat(2001) },
      'Description is 1 character too long. The limit is 2,000.',
    ],
    ['NUL in the name', { name: 'a\0b' }, 'Name contains characters that cannot be used'],
    [
      'an unpaired surrogate in the description',
      { description: 'a\ud800' },
      'Description contains characters that cannot be used',
    ],
    ['0 days', { deliveryDays: 0 }, DELIVERY],
    ['half a day', { deliveryDays: 1.5 }, DELIVERY],
    ['366 days', { deliveryDays: 366 }, DELIVERY],
    ['days as text', { deliveryDays: '5' }, DELIVERY],
    ['days as null', { deliveryDays: null }, DELIVERY],
    ['features that are not a list', { features: 'Reel' }, 'Features must be a list of text'],
    ['a feature that is not text', { features: [1] }, 'A feature must be text'],
    ['a long feature', { features: ['f'.repeat(201)] }, 'A feature is 1 character too long. The limit is 200.'],
    [
      '21 features',
      { features: Array.from({ length: 21 }, (_, at) => `Feature ${at}`) },
      'A package can have at most 20 features',
    ],
    ['isPopular as text', { isPopular: 'yes' }, 'isPopular must be true or false'],
    ['isActive as a number', { isActive: 1 }, 'isActive must be true or false'],
  ])('refuses %s', async (_, fields, sentence) => {
    expect(toStatusAndBody(await asCreator('POST', '/api/packages', form(fields)))).toEqual(
      createRefusal(400, sentence),
    );
  });

  it.each<[string, object]>([
    ['markup', { name: '<script>alert(1)</script>', description: '<b onclick="x">&amp;</b>' }],
    ['quotes and SQL', { name: `'; drop table package; --`, description: `" \\ ' \${1} {{x}}` }],
    ['emoji, right-to-left and combining marks', { name: '👩🏽‍🎤 שלום Ẑ̴̛a', description: 'line one\nline two\ttabbed' }],
    ['the names of object properties', { name: '__proto__', description: 'constructor' }],
    ['text of the maximum length', { name: '語'.repeat(120), description: 'd'.repeat(2000) }],
  ])('stores %s exactly as typed', async (_, fields) => {
    const { id } = await create(fields);
    expect((await asNobody('GET', `/api/packages/${id}`)).json()).toEqual(asStored({ id, ...fields }));
  });

  it('ignores fields in the body that the server controls', async () => {
    const created = await create({
      id: UNKNOWN_ID,
      influencerId: other.id,
      creatorId: other.id,
      creator_id: other.id,
      priceCents: 1,
      createdAt: '1999-01-01',
    });
    expect(created).toEqual(asStored());
    expect(created.id).not.toBe(UNKNOWN_ID);
  });

  it('refuses brands and signed-out callers before it validates the body', async () => {
    expect(toStatusAndBody(await asNobody('POST', '/api/packages', form()))).toEqual(REFUSED_SIGNED_OUT);
    expect(toStatusAndBody(await asBrand('POST', '/api/packages', form()))).toEqual(REFUSED_CREATORS_ONLY);
    // Access is checked before the input, so invalid input gets the same refusal.
    expect(toStatusAndBody(await asNobody('POST', '/api/packages', {}))).toEqual(REFUSED_SIGNED_OUT);
    expect(toStatusAndBody(await asBrand('POST', '/api/packages', {}))).toEqual(REFUSED_CREATORS_ONLY);
  });
});

describe('GET /api/packages/{id}', () => {
  it('returns the package to everyone', async () => {
    const { id } = await create();
    for (const browser of [asNobody, asBrand, asOther, asCreator]) {
      expect(toStatusAndBody(await browser('GET', `/api/packages/${id}`))).toEqual({
        status: 200,
        body: asStored({ id }),
      });
    }
  });

  it.each(MALFORMED_IDS.map((id) => [id]))('returns 404 for the malformed id %s', async (id) => {
    expect(toStatusAndBody(await asNobody('GET', `/api/packages/${id}`))).toEqual(PACKAGE_NOT_FOUND);
  });

  it('returns 404 for an unknown package, and to everyone but its creator for an inactive package', async () => {
    const { id } = await create({ isActive: false });
    await newQuestions(stack.deps, creator, id, [{ id: 'q_1', type: 'text', question: 'What for?', required: true }]);
    for (const browser of [asNobody, asBrand, asOther]) {
      expect(toStatusAndBody(await browser('GET', `/api/packages/${UNKNOWN_ID}`))).toEqual(PACKAGE_NOT_FOUND);
      expect(toStatusAndBody(await browser('GET', `/api/packages/${id}`))).toEqual(PACKAGE_NOT_FOUND);
      expect(toStatusAndBody(await browser('GET', `/api/questionnaire/${id}`))).toEqual(QUESTIONNAIRE_NOT_FOUND);
    }
    expect(toStatusAndBody(await asCreator('GET', `/api/packages/${id}`))).toEqual({
      status: 200,
      body: asStored({ id, isActive: false }),
    });
    expect((await asCreator('GET', `/api/questionnaire/${id}`)).statusCode).toBe(200);
  });
});

describe('GET /api/packages/influencer/{id}', () => {
  it('lists active packages for everyone, newest first, and inactive packages only for their creator', async () => {
    const owner = await newCreator(stack.deps);
    const old = await newPackage(stack.deps, owner, { name: 'Old' });
    await stack.advance(1000);
    const hidden = await newPackage(stack.deps, owner, { name: 'Hidden', isActive: false });
    await stack.advance(1000);
    const young = await newPackage(stack.deps, owner, { name: 'Young' });

    const idsSeenBy = async (browser: TestBrowser) =>
      (await browser('GET', `/api/packages/influencer/${owner.id}`)).json<{ id: string }[]>().map((each) => each.id);
    for (const browser of [asNobody, asBrand, asOther]) expect(await idsSeenBy(browser)).toEqual([young.id, old.id]);
    expect(await idsSeenBy(await stack.asBrowser(owner))).toEqual([young.id, hidden.id, old.id]);
  });

  it('returns a plain array of packages, empty if there are none', async () => {
    const owner = await newCreator(stack.deps);
    expect(toStatusAndBody(await asNobody('GET', `/api/packages/influencer/${owner.id}`))).toEqual({
      status: 200,
      body: [],
    });
    const pack = await newPackage(stack.deps, owner, { priceCents: 12_345 });
    const single = (await asNobody('GET', `/api/packages/${pack.id}`)).json<{ price: string }>();
    expect(single.price).toBe('123.45');
    expect((await asNobody('GET', `/api/packages/influencer/${owner.id}`)).json()).toEqual([single]);
    for (const id of [UNKNOWN_ID, ...MALFORMED_IDS])
      expect(toStatusAndBody(await asNobody('GET', `/api/packages/influencer/${id}`))).toEqual({
        status: 200,
        body: [],
      });
  });
});

describe('PUT /api/packages/{id}', () => {
  it('replaces all fields of the package', async () => {
    const { id } = await create();
    const change = {
      name: 'Two Reels',
      description: 'Twice.',
      price: '350.5',
      deliveryDays: 9,
      features: ['2 Reels'],
      isPopular: false,
    };
    const changed = asStored({ ...change, id, price: '350.50' });
    expect(toStatusAndBody(await asCreator('PUT', `/api/packages/${id}`, change))).toEqual({
      status: 200,
      body: changed,
    });
    expect((await asNobody('GET', `/api/packages/${id}`)).json()).toEqual(changed);
  });

  it('leaves isActive unchanged unless it is sent', async () => {
    const { id } = await create();
    const put = async (fields: object) =>
      (await asCreator('PUT', `/api/packages/${id}`, form(fields))).json<{ isActive: boolean }>().isActive;
    expect(await put({})).toBe(true);
    expect(await put({ isActive: false })).toBe(false);
    expect(await put({ name: 'Renamed' })).toBe(false);
    expect(await put({ isActive: true })).toBe(true);
  });

  it('uses the id in the path and ignores an id in the body', async () => {
    const [target, bystander] = [await create({ name: 'Target' }), await create({ name: 'Bystander' })];
    const sent = form({ name: 'Changed', id: bystander.id, influencerId: other.id, createdAt: 'never' });
    expect((await asCreator('PUT', `/api/packages/${target.id}`, sent)).json()).toEqual(
      asStored({ id: target.id, name: 'Changed' }),
    );
    expect((await asNobody('GET', `/api/packages/${bystander.id}`)).json()).toMatchObject({ name: 'Bystander' });
  });

  it('returns the same 404 for another creator’s package as for an unknown one, and changes nothing', async () => {
    const { id } = await create();
    for (const target of [id, UNKNOWN_ID, 'no-id'])
      expect(toStatusAndBody(await asOther('PUT', `/api/packages/${target}`, form({ name: 'Mine now' })))).toEqual(
        PACKAGE_NOT_FOUND,
      );
    expect((await asNobody('GET', `/api/packages/${id}`)).json()).toEqual(asStored({ id }));
  });

  it('refuses invalid fields, brands and signed-out callers', async () => {
    const { id } = await create();
    expect(toStatusAndBody(await asCreator('PUT', `/api/packages/${id}`, form({ price: '12.345' })))).toEqual(
      createRefusal(400, RANGE),
    );
    expect(toStatusAndBody(await asCreator('PUT', `/api/packages/${id}`, {}))).toEqual(createRefusal(400, REQUIRED));
    expect(toStatusAndBody(await asBrand('PUT', `/api/packages/${id}`, form()))).toEqual(REFUSED_CREATORS_ONLY);
    expect(toStatusAndBody(await asNobody('PUT', `/api/packages/${id}`, form()))).toEqual(REFUSED_SIGNED_OUT);
    expect((await asNobody('GET', `/api/packages/${id}`)).json()).toEqual(asStored({ id }));
  });
});

describe('DELETE /api/packages/{id}', () => {
  it('deletes the package and its questions', async () => {
    const { id } = await create();
    await newQuestions(stack.deps, creator, id, [{ id: 'q_1', type: 'text', question: 'What for?', required: true }]);
    expect(toStatusAndBody(await asCreator('DELETE', `/api/packages/${id}`))).toEqual({
      status: 200,
      body: { success: true },
    });
    expect(toStatusAndBody(await asCreator('GET', `/api/packages/${id}`))).toEqual(PACKAGE_NOT_FOUND);
    expect(toStatusAndBody(await asCreator('GET', `/api/questionnaire/${id}`))).toEqual(QUESTIONNAIRE_NOT_FOUND);
    expect(toStatusAndBody(await asCreator('DELETE', `/api/packages/${id}`))).toEqual(PACKAGE_NOT_FOUND);
  });

  it('returns the same 404 for another creator’s package as for an unknown one, refuses brands and signed-out callers, and deletes nothing', async () => {
    const { id } = await create();
    for (const target of [id, UNKNOWN_ID, 'no-id'])
      expect(toStatusAndBody(await asOther('DELETE', `/api/packages/${target}`))).toEqual(PACKAGE_NOT_FOUND);
    expect(toStatusAndBody(await asBrand('DELETE', `/api/packages/${id}`))).toEqual(REFUSED_CREATORS_ONLY);
    expect(toStatusAndBody(await asNobody('DELETE', `/api/packages/${id}`))).toEqual(REFUSED_SIGNED_OUT);
    expect((await asNobody('GET', `/api/packages/${id}`)).json()).toEqual(asStored({ id }));
  });
});
