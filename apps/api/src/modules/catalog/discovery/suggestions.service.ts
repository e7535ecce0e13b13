/** Suggests searches, while the user types and for an empty search field. */
import type { Deps } from '../../../core/deps.ts';
import { CREATOR_CATEGORIES } from '@marquee/contracts';
import { getFigure } from '../figures/figures.service.ts';
import { LANDING } from './landing.service.ts';
import { TERMS } from './spelling.service.ts';
import { listCreatorsByName, listSearchTerms, type NamedCreator } from './suggestions.sql.ts';

const MAX_SUGGESTIONS = 8;
/** Creators are not suggested for a single letter. */
const MIN_NAME_LENGTH = 2;

export type Suggestion =
  | { kind: 'category'; category: (typeof CREATOR_CATEGORIES)[number] }
  | { kind: 'text'; text: string }
  | ({ kind: 'creator' } & NamedCreator);

/**
 * Lists at most eight suggestions for the typed text: categories, words of packages, package names, and creators.
 * For an empty text, lists the most common categories and package names. Each suggested search had results when the
 * terms were last computed.
 */
export async function listSuggestions(deps: Deps, { text }: { text: string }): Promise<Suggestion[]> {
  await getFigure(deps, TERMS);
  const { categories: counted } = await getFigure(deps, LANDING);
  const typed = text.normalize('NFKC').toLowerCase().trim().replaceAll(/\s+/g, ' ');
  const used = counted.flatMap(({ category }) => CREATOR_CATEGORIES.filter((each) => each === category));
  if (typed === '') {
    const packages = await listSearchTerms(deps.stale, 'package', '', MAX_SUGGESTIONS / 2);
    return uniqueSuggestions([
      ...used.slice(0, MAX_SUGGESTIONS - packages.length).map(toCategorySuggestion),
      ...packages.map(({ shown }) => toTextSuggestion(shown)),
    ]);
  }
  const [packages, words, creators] = await Promise.all([
    listSearchTerms(deps.stale, 'package', typed, 3),
    typed.includes(' ') ? [] : listSearchTerms(deps.stale, 'word', typed, 3),
    typed.length < MIN_NAME_LENGTH ? [] : listCreatorsByName(deps.stale, typed, 3),
  ]);
  return uniqueSuggestions([
    ...used
      .filter((each) => ` ${each.toLowerCase()}`.includes(` ${typed}`))
      .slice(0, 2)
      .map(toCategorySuggestion),
    ...[...words, ...packages].map(({ shown }) => toTextSuggestion(shown)),
    ...creators.map((creator) => ({ kind: 'creator' as const, ...creator })),
  ]);
}

/** Lists the most common locations that start with `text`. */
export async function listLocations(deps: Deps, { text }: { text: string }): Promise<string[]> {
  await getFigure(deps, TERMS);
  const typed = text.normalize('NFKC').toLowerCase().trim().replaceAll(/\s+/g, ' ');
  return (await listSearchTerms(deps.stale, 'place', typed, MAX_SUGGESTIONS)).map(({ shown }) => shown);
}

const toCategorySuggestion = (category: (typeof CREATOR_CATEGORIES)[number]) => ({
  kind: 'category' as const,
  category,
});
const toTextSuggestion = (text: string) => ({ kind: 'text' as const, text });

function uniqueSuggestions(items: readonly Suggestion[]): Suggestion[] {
  const nameOf = (item: Suggestion) =>
    item.kind === 'creator' ? `@${item.username}` : (item.kind === 'text' ? item.text : item.category).toLowerCase();
  const names = items.map(nameOf);
  return items.filter((item, at) => names.indexOf(nameOf(item)) === at).slice(0, MAX_SUGGESTIONS);
}
