/**
 * What a brief says in sentences, in this tab's session storage: it is for the creator, and does not belong into an
 * address, which others write down.
 */
import { tabStorage } from '../../lib/storage.ts';

const BRIEF_TEXT_KEY = 'marquee.brief';

/** What was written for this account in this tab; null when nothing was. */
export function findBriefText(userId: string): string | null {
  const kept = tabStorage.getJson(BRIEF_TEXT_KEY);
  return isStoredBriefText(kept) && kept.userId === userId ? kept.text : null;
}

/** Keeps it for the way to a profile and back. */
export function storeBriefText(userId: string, text: string): void {
  tabStorage.setJson(BRIEF_TEXT_KEY, { userId, text });
}

const isStoredBriefText = (value: unknown): value is { userId: string; text: string } =>
  typeof value === 'object' &&
  value !== null &&
  typeof Reflect.get(value, 'userId') === 'string' &&
  typeof Reflect.get(value, 'text') === 'string';
