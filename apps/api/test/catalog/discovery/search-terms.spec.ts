/** Tests the search beyond the exact text (synonyms, accents, other languages and typos) and its suggestions. */
import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import { countMistakes } from '../../../src/modules/catalog/discovery/spelling.service.ts';
import { useMarket } from '../../support/market.ts';
import { useStack } from '../../support/stack.ts';

const stack = useStack();
const { make, find, names, forgetEverybody } = useMarket(stack);
const suggest = (text: string) => stack.as(null).discovery.suggest({ text });

describe('the search text', () => {
  beforeAll(async () => {
    await forgetEverybody();
    await make({ fullName: 'Una', offers: [{ name: 'UGC package' }] });
    await make({ fullName: 'Vera', offers: [{ description: 'Three short videos for your shop.' }] });
    await make({ fullName: 'Ines', offers: [{ name: 'Insta story' }] });
    await make({ fullName: 'Walt', bio: 'A get ready with me every Sunday.' });
    await make({ fullName: 'Shorty', bio: 'Only a short note about videography.' });
    await make({ fullName: 'Łukasz Ångström', username: 'lukasz', bio: 'Straße und Smørrebrød.' });
    await make({ fullName: 'Claire', languages: ['French'], bio: 'Vichy et les environs.' });
    await make({ fullName: 'Sunny', languages: ['English', 'French'], bio: 'Journey along the coast.' });
    await make({ fullName: 'Kenji', languages: ['Japanese'], bio: '京都の旅行とラーメンの動画を作ります' });
    await make({ fullName: 'Tokyo', languages: ['Japanese'], bio: '東京、行旅' });
    await make({ fullName: 'Minji', languages: ['Korean'], bio: '서울에서여행을 합니다' });
    await make({ fullName: 'Somchai', languages: ['Thai'], bio: 'ผมรักการท่องเที่ยวและอาหาร' });
    await make({ fullName: 'Ivan', languages: ['Russian'], bio: 'Рецепты и путешествия' });
  });

  it.each<[string, string[]]>([
    // Synonyms work in both directions and only for the whole term.
    ['user generated content', ['Una']],
    ['ugc', ['Una']],
    ['reels', ['Vera']],
    ['short video', ['Shorty', 'Vera']],
    ['ig', ['Ines']],
    ['instagram story', ['Ines']],
    ['grwm', ['Walt']],
    ['reels shop', ['Vera']],
    ['reels qwertz', []],
    // Accents, composed or decomposed, and full-width letters are ignored in both the search text and the profile.
    ['lukasz angstrom', ['Łukasz Ångström']],
    ['ŁUKASZ', ['Łukasz Ångström']],
    ['smorrebrod', ['Łukasz Ångström']],
    ['strasse', ['Łukasz Ångström']],
    ['Ångström', ['Łukasz Ångström']],
    ['ＵＧＣ', ['Una']],
    // Only English text is stemmed. Otherwise 'vichi', the stem of 'Vichy', would find Claire.
    ['vichy', ['Claire']],
    ['vichi', []],
    ['journeys', ['Sunny']],
    // Words within text that has no spaces.
    ['旅行', ['Kenji']],
    ['動画', ['Kenji']],
    ['京都旅行', []],
    ['京都 旅行', ['Kenji']],
    ['旅', ['Kenji', 'Tokyo']],
    ['ラーメン', ['Kenji']],
    ['여행', ['Minji']],
    ['อาหาร', ['Somchai']],
    ['рецепты', ['Ivan']],
  ])('"%s" finds %j', async (query, expected) => {
    expect((await names({ query })).toSorted()).toEqual(expected);
    expect((await names({ query, sort: 'newest' })).toSorted()).toEqual(expected);
  });

  it('matches a synonym as soon as the synonym is added to the database', async () => {
    expect(await names({ query: 'clip' })).toEqual([]);
    await sql`insert into search_synonym values ('clip', 'short video')`.execute(stack.deps.db);
    expect(await names({ query: 'clip' })).toEqual(['Vera']);
    await sql`delete from search_synonym where term = 'clip'`.execute(stack.deps.db);
  });

  it('is found in profile and package texts of the maximum length, even if they have no spaces', async () => {
    const all = Array.from({ length: 20_000 }, (_, at) => String.fromCodePoint(0x4e00 + at));
    const id = await make({
      fullName: 'Long',
      languages: ['Chinese'],
      bio: all.slice(0, 1_000).join(''),
      offers: Array.from({ length: 10 }, (_, at) => ({
        name: all.slice(at * 120, at * 120 + 120).join(''),
        description: all
          .toReversed()
          .slice(at * 1_800, at * 1_800 + 2_000)
          .join(''),
      })),
    });
    expect(await names({ query: all.slice(10, 14).join('') })).toEqual(['Long']);
    await sql`delete from package where creator_id = ${id}`.execute(stack.deps.db);
  });
});

describe('the search', () => {
  beforeAll(async () => {
    await forgetEverybody();
    for (const at of [1, 2, 3])
      await make({
        fullName: `Fay ${at}`,
        location: at === 1 ? 'São Paulo, Brazil' : 'sao  paulo',
        categories: ['Fashion'],
        platforms: { instagram: 9_000 - at },
        offers: [{ name: 'Outfit film', features: ['Unboxing on camera'] }],
      });
    await make({ fullName: 'Maya Lindqvist', username: 'maya', bio: 'Nothing of the usual kind, fashon it is.' });
  });

  // This test comes first, because showing suggestions indexes the words, too.
  it('corrects the first search on a new marketplace, and suggests its places', async () => {
    expect((await find({ query: 'fahsion' })).spelling).toEqual({ query: 'fashion', isShown: true });
    await sql`truncate search_term, cached_figure`.execute(stack.deps.db);
    expect(await stack.as(null).discovery.locations({ text: 'sa' })).toEqual(['São Paulo']);
  });

  it.each([
    ['fashon', 'fashion', 0],
    ['fahsion', 'fashion', 1],
    ['outfti', 'outfit', 1],
    ['unbxoing film', 'unboxing film', 1],
  ])('treats %s as %s with a single typo', (typed, meant) => {
    const [one = ''] = typed.split(' ');
    const [other = ''] = meant.split(' ');
    expect(countMistakes(one, other)).toBe(1);
    expect(countMistakes(other, one)).toBe(1);
  });

  it('shows the results of the corrected text, marked as such, if the text itself finds no creator', async () => {
    const answer = await find({ query: 'fahsion' });
    expect(answer.items.map(({ fullName }) => fullName).toSorted()).toEqual(['Fay 1', 'Fay 2', 'Fay 3']);
    expect(answer.total).toEqual({ count: 3, atLeast: false });
    expect(answer.spelling).toEqual({ query: 'fashion', isShown: true });
    expect((await find({ query: 'unbxoing film' })).spelling).toEqual({ query: 'unboxing film', isShown: true });
  });

  it('suggests a correction but shows the results of the original text if there are any', async () => {
    const answer = await find({ query: 'fashon' });
    expect(answer.items.map(({ fullName }) => fullName)).toEqual(['Maya Lindqvist']);
    expect(answer.spelling).toEqual({ query: 'fashion', isShown: false });
  });

  it('shows only results of the original text if the user asks for it', async () => {
    expect(await find({ query: 'fahsion', isAsTyped: true })).toMatchObject({ items: [], spelling: null });
  });

  it.each(['fashion', 'fas', 'qwertzuiop', 'fxshxon', 'maya', 'ugc', 'fsh', '12345', ''])(
    'corrects nothing in %j',
    async (query) => {
      expect((await find({ query })).spelling).toBeNull();
    },
  );

  it('offers no correction if the corrected text has no results with the same filters', async () => {
    expect(await find({ query: 'fahsion', categories: ['Cars'] })).toMatchObject({ items: [], spelling: null });
  });

  it('suggests categories, words, packages and creators that begin with the typed text', async () => {
    expect(await suggest('fa')).toEqual([
      { kind: 'category', category: 'Fashion' },
      { kind: 'text', text: 'fay' },
      ...[1, 2, 3].map((at) => expect.objectContaining({ kind: 'creator', fullName: `Fay ${at}` })),
    ]);
    expect(await suggest('OUTF')).toEqual([
      { kind: 'text', text: 'outfit' },
      { kind: 'text', text: 'Outfit film' },
    ]);
    const maya = { kind: 'creator', username: 'maya', fullName: 'Maya Lindqvist', profileImageUrl: null };
    expect(await suggest('lindq')).toEqual([{ kind: 'text', text: 'lindqvist' }, maya]);
    expect(await suggest('maya  LIND')).toEqual([maya]);
    expect(await suggest('%')).toEqual([]);
    expect(await suggest('zz')).toEqual([]);
  });

  it('suggests at most eight entries, and before the user types only entries with results', async () => {
    for (let at = 0; at < 12; at++) await make({ fullName: `Outgoing ${at}`, offers: [{ name: `Outing ${at}` }] });
    for (const text of ['out', 'o', '']) expect((await suggest(text)).length).toBeLessThanOrEqual(8);
    for (const each of await suggest('')) {
      if (each.kind === 'category') expect((await find({ categories: [each.category] })).items).not.toEqual([]);
      else expect((await find({ query: each.kind === 'text' ? each.text : each.username })).items).not.toEqual([]);
    }
    expect((await suggest('')).length).toBe(5);
  });

  it('does not suggest packages that are no longer offered, or their creators', async () => {
    await sql`update package set is_active = false where name like 'Outing%'`.execute(stack.deps.db);
    expect(await suggest('outi')).toEqual([]);
    expect(await suggest('outgo')).toEqual([]);
  });

  it('finds creators by place regardless of case, accents and spaces, and suggests places', async () => {
    for (const place of ['São Paulo', 'sao paulo', ' SAO  PAULO '])
      expect((await names({ place })).toSorted()).toEqual(['Fay 1', 'Fay 2', 'Fay 3']);
    expect(await names({ place: 'brazil' })).toEqual(['Fay 1']);
    expect(await names({ place: 'paulo' })).toEqual([]);
    await suggest('');
    expect(await stack.as(null).discovery.locations({ text: 'sa' })).toEqual(['São Paulo']);
    expect((await stack.as(null).discovery.locations({ text: '' }))[0]).toBe('São Paulo');
  });
});
