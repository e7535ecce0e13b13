/**
 * What a brief says in sentences, in this tab's session storage: it is for the creator, and does not belong into an
 * address, which others write down.
 */
const KEY = 'marquee.brief';

/** What was written for this account in this tab; null when nothing was. */
export function briefText(userId: string): string | null {
  try {
    const kept: unknown = JSON.parse(sessionStorage.getItem(KEY) ?? 'null');
    return isKept(kept) && kept.userId === userId ? kept.text : null;
  } catch {
    return null;
  }
}

/** Keeps it for the way to a profile and back. */
export function keepBriefText(userId: string, text: string): void {
  try {
    sessionStorage.setItem(KEY, JSON.stringify({ userId, text }));
  } catch {
    // Storage is switched off or full: the text does not outlive this screen.
  }
}

const isKept = (value: unknown): value is { userId: string; text: string } =>
  typeof value === 'object' &&
  value !== null &&
  typeof Reflect.get(value, 'userId') === 'string' &&
  typeof Reflect.get(value, 'text') === 'string';
