/**
 * Stores the free text of a brief in the tab's session storage. The text is meant for the creator only, so it must
 * not be part of a URL, because URLs end up in logs.
 */
import { openTabStorage } from '../../../lib/storage.ts';
import { getStorageOwner } from '../../../lib/storageOwner.ts';

const BRIEF_TEXT_KEY = 'brief';

/** Returns the text that the user stored in this tab, or null. */
export const findBriefText = (): string | null => openTabStorage(getStorageOwner()).getText(BRIEF_TEXT_KEY);

/** Stores the text, so that the brand can visit a profile and return to the brief. */
export const storeBriefText = (text: string): void =>
  void openTabStorage(getStorageOwner()).setText(BRIEF_TEXT_KEY, text);
