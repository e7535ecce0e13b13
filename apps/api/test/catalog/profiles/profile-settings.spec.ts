/** Tests how users edit their profiles: permissions, limits, and what others see. */
import { profileLinks, profilePlatforms, profileTopics } from '@marquee/validation';
import { describe, expect, it } from 'vitest';
import { newBrand, newCreator } from '../../../src/demo/builders.ts';
import { useStack } from '../../support/stack.ts';

const stack = useStack();
const seen = (username: string) => stack.as(null).profiles.byUsername({ username });

describe('a profile', () => {
  it('shows the saved values, and each section can be saved independently', async () => {
    const creator = await newCreator(stack.deps, { fullName: 'Ida Berg' });
    const api = stack.as(creator).profiles;
    await api.saveAbout({ fullName: 'Ida Berg-Lund', bio: 'I film bread.\nSlowly.', location: 'Bergen, Norway' });
    await api.saveTopics({ categories: ['Food', 'Travel'], languages: ['Norwegian', 'English'] });
    await api.saveLinks({ links: [{ label: ' Shop ', url: 'https://bread.example/shop?a=1#b' }] });
    const own = await api.savePlatforms({
      platforms: [
        { platform: 'youtube', handle: 'ida bakes', followers: 12_400, startingPrice: '250.50' },
        { platform: 'instagram', handle: '@ida', followers: 88_000, startingPrice: '' },
      ],
    });
    const { formerUsernames, ...profile } = own;
    expect(formerUsernames).toEqual([]);
    expect(profile).toEqual({
      id: creator.id,
      username: creator.username,
      userType: 'influencer',
      profileImageUrl: null,
      fullName: 'Ida Berg-Lund',
      bio: 'I film bread.\nSlowly.',
      location: 'Bergen, Norway',
      categories: ['Food', 'Travel'],
      languages: ['Norwegian', 'English'],
      links: [{ label: 'Shop', url: 'https://bread.example/shop?a=1#b' }],
      followers: 100_400,
      portfolio: [],
      platforms: [
        { platform: 'youtube', handle: 'ida bakes', followers: 12_400, startingPriceCents: 25_050, checkedAt: null },
        { platform: 'instagram', handle: '@ida', followers: 88_000, startingPriceCents: null, checkedAt: null },
      ],
    });
    expect(await seen(creator.username)).toEqual(profile);
    const { statusCode, body } = await stack.app.inject(`/api/profile/${creator.username}`);
    expect(statusCode).toBe(200);
    expect(JSON.parse(body)).toMatchObject({
      fullName: 'Ida Berg-Lund',
      followers: 100_400,
      platforms: [
        { platform: 'youtube', handle: 'ida bakes', followers: 12_400, startingPrice: '250.50' },
        { platform: 'instagram', startingPrice: null },
      ],
    });
    expect(body).not.toContain(creator.email);
  });

  it('shows the documented default texts if the bio and location are cleared', async () => {
    const creator = await newCreator(stack.deps);
    await stack.as(creator).profiles.saveAbout({ fullName: 'Ida', bio: 'Something', location: 'Oslo' });
    expect(await stack.as(creator).profiles.saveAbout({ fullName: 'Ida', bio: '  ', location: '' })).toMatchObject({
      bio: 'Professional content creator ready to help your brand succeed.',
      location: 'Available Worldwide',
    });
  });

  it('can be changed only by its owner, and ignores fields that are not part of the form', async () => {
    const [creator, other] = [await newCreator(stack.deps), await newCreator(stack.deps)];
    const before = await seen(other.username);
    await stack.as(creator).profiles.saveAbout({
      fullName: 'Eve',
      bio: 'x',
      location: 'y',
      id: other.id,
      userType: 'brand',
      username: 'eve',
    } as never);
    expect(await seen(other.username)).toEqual(before);
    expect(await seen(creator.username)).toMatchObject({
      fullName: 'Eve',
      userType: 'influencer',
      username: creator.username,
    });
  });

  it('has a follower total that matches its platforms, even after simultaneous saves', async () => {
    const creator = await newCreator(stack.deps);
    const save = (followers: number) =>
      stack
        .as(creator)
        .profiles.savePlatforms({ platforms: [{ platform: 'x', handle: 'a', followers, startingPrice: '' }] });
    await Promise.all([1, 2, 3, 4].map(save));
    const { followers, platforms } = await seen(creator.username);
    expect(platforms).toHaveLength(1);
    expect(followers).toBe(platforms[0]?.followers);
  });

  it('has only a name and no public page if its owner is a brand', async () => {
    const brand = await newBrand(stack.deps);
    expect(await stack.as(brand).profiles.saveName({ fullName: 'Acme Tea' })).toMatchObject({
      fullName: 'Acme Tea',
      userType: 'brand',
    });
    await expect(stack.as(brand).profiles.saveName({ fullName: 'A' })).rejects.toThrow('Please enter your full name');
    await expect(seen(brand.username)).rejects.toMatchObject({ failure: 'USER_NOT_FOUND' });
  });
});

const sentence = (result: { error?: { issues: { message: string }[] } | undefined }) =>
  result.error?.issues[0]?.message;

describe('profile validation', () => {
  const platform = { platform: 'tiktok', handle: 'a', followers: 1, startingPrice: '' };
  const FOLLOWERS = 'Followers must be a whole number from 0 to 2,000,000,000';
  const RATE = 'The starting rate must be from $1.00 to $100,000.00 with at most two decimal places';
  it.each<[value: object, message: string]>([
    [{ platforms: [{ ...platform, platform: 'myspace' }] }, 'Choose a platform from the list'],
    [{ platforms: [{ ...platform, handle: '  ' }] }, 'Enter your handle on this platform'],
    [{ platforms: [{ ...platform, followers: -1 }] }, FOLLOWERS],
    [{ platforms: [{ ...platform, followers: 1.5 }] }, FOLLOWERS],
    [{ platforms: [{ ...platform, followers: 2_000_000_001 }] }, FOLLOWERS],
    [{ platforms: [{ ...platform, followers: '12' }] }, FOLLOWERS],
    ...['0.99', '100000.01', '1e3', '0x10', ' 12 ', '12.345', '-5', 'NaN'].map(
      (startingPrice) => [{ platforms: [{ ...platform, startingPrice }] }, RATE] satisfies [object, string],
    ),
    [{ platforms: [platform, platform] }, 'Add each platform once'],
  ])('refuses the platforms %j', (value, message) => {
    expect(sentence(profilePlatforms.safeParse(value))).toBe(message);
  });

  const HTTPS = 'Enter a complete address that starts with https://';
  it.each([
    'http://shop.example',
    'javascript:alert(1)',
    'data:text/html,x',
    'https://localhost/x',
    'https://',
    'shop.example',
    'https://user:pass@shop.example',
    '//shop.example',
    'https://shop.example@evil.example',
    'https://shop.example\\@evil.example',
    'ftp://shop.example',
    'https://shop',
    `https://shop.example/${'x'.repeat(500)}`,
    ' ',
  ])('refuses the link %s', (url) => {
    expect(profileLinks.safeParse({ links: [{ label: 'Shop', url }] }).success).toBe(false);
  });
  it.each([
    'https://shop.example',
    'https://www.shop.example:8443/a?b=c#d',
    'https://müller.example/ä',
    ' https://shop.example ',
  ])('accepts the link %s', (url) => {
    expect(sentence(profileLinks.safeParse({ links: [{ label: 'Shop', url }] }))).toBeUndefined();
  });
  it('explains why a link is refused', () => {
    expect(sentence(profileLinks.safeParse({ links: [{ label: 'Shop', url: 'shop.example' }] }))).toBe(HTTPS);
    expect(sentence(profileLinks.safeParse({ links: [{ label: ' ', url: 'https://a.example' }] }))).toBe(
      'Enter a label',
    );
    expect(
      sentence(
        profileLinks.safeParse({ links: Array.from({ length: 11 }, () => ({ label: 'a', url: 'https://a.example' })) }),
      ),
    ).toBe('Add at most 10 links');
  });

  it('refuses unknown, duplicate or too many categories and languages', () => {
    const check = (value: object) => sentence(profileTopics.safeParse({ categories: [], languages: [], ...value }));
    expect(check({ categories: ['Food', 'Food'] })).toBe('Choose each category once');
    expect(check({ categories: ['Knitting'] })).toBe('Choose categories from the list');
    expect(check({ categories: ['Food', 'Travel', 'Music', 'Pets', 'Books', 'Cars'] })).toBe(
      'Choose at most 5 categories',
    );
    expect(check({ languages: ['Klingon'] })).toBe('Choose languages from the list');
  });
});

describe('a username', () => {
  it('can be changed, and links with the old one redirect to the new one', async () => {
    const creator = await newCreator(stack.deps, { fullName: 'Old Name' });
    const old = creator.username;
    const own = await stack.as(creator).profiles.changeUsername({ username: ' New_Name_1 ' });
    expect(own).toMatchObject({ username: 'new_name_1', formerUsernames: [old] });
    expect((await seen('new_name_1')).id).toBe(creator.id);
    expect((await seen(old)).username).toBe('new_name_1');
    expect((await stack.app.inject(`/api/profile/${old}/stats`)).statusCode).toBe(200);
    expect((await stack.app.inject('/@new_name_1')).headers.location).toBe('/profile/new_name_1');
  });

  it('can be changed back to one of the user’s last three usernames, which stay reserved', async () => {
    const creator = await newCreator(stack.deps, { fullName: 'Hop Around' });
    const first = creator.username;
    for (const username of ['hop_two', 'hop_three', 'hop_four', 'hop_five']) {
      await stack.advance(1000);
      const user = { ...creator, username: (await stack.as(creator).profiles.own()).username };
      await stack.as(user).profiles.changeUsername({ username });
    }
    expect((await stack.as(creator).profiles.own()).formerUsernames).toEqual(['hop_four', 'hop_three', 'hop_two']);
    await expect(seen(first)).rejects.toMatchObject({ failure: 'USER_NOT_FOUND' });
    const user = { ...creator, username: 'hop_five' };
    expect(await stack.as(user).profiles.changeUsername({ username: 'hop_three' })).toMatchObject({
      username: 'hop_three',
      formerUsernames: ['hop_five', 'hop_four', 'hop_two'],
    });
  });

  it('cannot be another user’s current or former username, nor a reserved word', async () => {
    const [creator, other] = [await newCreator(stack.deps), await newCreator(stack.deps, { fullName: 'Taken Person' })];
    const api = stack.as(creator).profiles;
    const before = other.username;
    await stack.as(other).profiles.changeUsername({ username: 'taken_now' });
    for (const username of ['taken_now', 'TAKEN_NOW', before, 'settings', 'admin', 'find_influencers']) {
      expect([username, await api.isUsernameAvailable({ username })]).toEqual([username, false]);
      await expect(api.changeUsername({ username })).rejects.toMatchObject({
        failure: 'USERNAME_TAKEN',
        message: 'This username is not available. Please choose another one',
      });
    }
    expect(await api.isUsernameAvailable({ username: 'free_as_a_bird' })).toBe(true);
    expect(await api.isUsernameAvailable({ username: creator.username })).toBe(true);
    expect(await stack.as(other).profiles.isUsernameAvailable({ username: before })).toBe(true);
    // A new user with this name does not get the reserved username either.
    expect((await newCreator(stack.deps, { fullName: 'Taken Person' })).username).not.toBe(before);
  });

  it.each(['ab', 'a'.repeat(31), '_abc', 'abc_', 'a b c', 'a-b', 'ä_ö', 'a/b', '', 'a.b'])(
    'cannot be %j',
    async (username) => {
      const creator = await newCreator(stack.deps);
      await expect(stack.as(creator).profiles.changeUsername({ username })).rejects.toThrow(
        'Use 3 to 30 letters (a–z), digits or underscores. Start and end with a letter or digit.',
      );
    },
  );

  it('goes to only one of several users who request it at the same time', async () => {
    const people = await Promise.all([1, 2, 3, 4, 5].map(() => newCreator(stack.deps)));
    const results = await Promise.allSettled(
      people.map((person) => stack.as(person).profiles.changeUsername({ username: 'the_only_one' })),
    );
    expect(results.map(({ status }) => status).toSorted()).toEqual([
      'fulfilled',
      'rejected',
      'rejected',
      'rejected',
      'rejected',
    ]);
    for (const result of results)
      if (result.status === 'rejected') expect(result.reason).toMatchObject({ failure: 'USERNAME_TAKEN' });
    expect(people.map(({ id }) => id)).toContain((await seen('the_only_one')).id);
  });
});
