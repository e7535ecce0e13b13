/**
 * Stores the free text of a brief in the tab's session storage. The text is meant for the creator only, so it must
 * not be part of a URL, because URLs end up in logs.
 */
import { tabStorage } from '../../../lib/storage.ts';

const BRIEF_TEXT_KEY = 'marquee.brief';

/** Returns the text that this user stored in this tab, or null. */
export function findBriefText(userId: string): string | null {
  const kept = tabStorage.getJson(BRIEF_TEXT_KEY);
  return isStoredBriefText(kept) && kept.userId === userId ? kept.text : null;
}

/** Stores the text, so that the brand can visit a profile and return to the brief. */
export function storeBriefText(userId: string, text: string): void {
  tabStorage.setJson(BRIEF_TEXT_KEY, { userId, text });
}

const isStoredBriefText = (value: unknown): value is { userId: string; text: string } =>
  typeof value === 'object' &&
  value !== null &&
  typeof Reflect.get(value, 'userId') === 'string' &&
  typeof Reflect.get(value, 'text') === 'string';
