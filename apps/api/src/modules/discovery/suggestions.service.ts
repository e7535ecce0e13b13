/** What is offered to somebody who types a search, and what is shown to choose from before. */
import { CATEGORIES } from '@marquee/validation';
import type { Ctx } from '../../core/ctx.ts';
import { figureOf } from './figures.service.ts';
import { listCreatorsNamed, listTerms, type NamedCreator } from './suggestions.sql.ts';

const MOST = 8;
/** One letter says nothing yet of a name. */
const NAMED_FROM = 2;

export type Suggestion =
  | { kind: 'category'; category: (typeof CATEGORIES)[number] }
  | { kind: 'text'; text: string }
  | ({ kind: 'creator' } & NamedCreator);

/**
 * At most eight ways to go on from what was typed: categories that somebody is in, names of packages, words of
 * packages, and creators. For a blank text the most common categories and packages. All of them find somebody, or did a
 * moment ago.
 */
export async function suggest(ctx: Ctx, { text }: { text: string }): Promise<Suggestion[]> {
  await figureOf(ctx, 'terms');
  const { categories: counted } = await figureOf(ctx, 'landing');
  const typed = text.normalize('NFKC').toLowerCase().trim().replaceAll(/\s+/g, ' ');
  const used = counted.flatMap(({ category }) => CATEGORIES.filter((each) => each === category));
  if (typed === '') {
    const packages = await listTerms(ctx.stale, 'package', '', MOST / 2);
    return unique([
      ...used.slice(0, MOST - packages.length).map(categoryOf),
      ...packages.map(({ shown }) => textOf(shown)),
    ]);
  }
  const [packages, words, creators] = await Promise.all([
    listTerms(ctx.stale, 'package', typed, 3),
    typed.includes(' ') ? [] : listTerms(ctx.stale, 'word', typed, 3),
    typed.length < NAMED_FROM ? [] : listCreatorsNamed(ctx.stale, typed, 3),
  ]);
  return unique([
    ...used
      .filter((each) => ` ${each.toLowerCase()}`.includes(` ${typed}`))
      .slice(0, 2)
      .map(categoryOf),
    ...[...words, ...packages].map(({ shown }) => textOf(shown)),
    ...creators.map((creator) => ({ kind: 'creator' as const, ...creator })),
  ]);
}

/** Places that creators name, the most common first; of those that begin with `text`, where it is not blank. */
export async function listPlaces(ctx: Ctx, { text }: { text: string }): Promise<string[]> {
  const typed = text.normalize('NFKC').toLowerCase().trim().replaceAll(/\s+/g, ' ');
  return (await listTerms(ctx.stale, 'place', typed, MOST)).map(({ shown }) => shown);
}

const categoryOf = (category: (typeof CATEGORIES)[number]) => ({ kind: 'category' as const, category });
const textOf = (text: string) => ({ kind: 'text' as const, text });

/** Each once, by what is read of it. */
function unique(items: readonly Suggestion[]): Suggestion[] {
  const nameOf = (item: Suggestion) =>
    item.kind === 'creator' ? `@${item.username}` : (item.kind === 'text' ? item.text : item.category).toLowerCase();
  const names = items.map(nameOf);
  return items.filter((item, at) => names.indexOf(nameOf(item)) === at).slice(0, MOST);
}
