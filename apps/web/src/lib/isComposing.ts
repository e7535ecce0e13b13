import type { KeyboardEvent } from 'react';

/** The `keyCode` of key events that an input method handles. */
const IME_KEY_CODE = 229;

/**
 * Tells whether an input method handles the key, as in Japanese, Chinese and Korean, where Enter ends a word. Safari
 * ends the composition before this event, so there only the key code tells.
 */
export const isComposing = ({ nativeEvent }: KeyboardEvent): boolean =>
  nativeEvent.isComposing || nativeEvent.keyCode === IME_KEY_CODE;
