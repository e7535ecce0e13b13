/** The length of texts. Does not import zod, because many pages use it before they need zod (28 KB). */

/**
 * Returns the error message for a text that is longer than `limit`, such as 'This is 12 characters too long. The limit
 * is 500.', or undefined. `label` names the text.
 */
export function describeExcessText(text: string, limit: number, label = 'This'): string | undefined {
  // Composes the text like `textField`, so that both count the same characters.
  const excess = text.normalize('NFC').length - limit;
  if (excess <= 0) return undefined;
  const characters = `${excess.toLocaleString('en-US')} ${excess === 1 ? 'character' : 'characters'}`;
  return `${label} is ${characters} too long. The limit is ${limit.toLocaleString('en-US')}.`;
}
