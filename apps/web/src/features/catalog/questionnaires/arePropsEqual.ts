/**
 * Compares two sets of component props by value, for `memo`. Ignores functions, so these must depend only on the
 * other props. Needed in forms, which copy all their values on every key press.
 */
export const arePropsEqual = (before: object, after: object): boolean =>
  JSON.stringify(before) === JSON.stringify(after);
