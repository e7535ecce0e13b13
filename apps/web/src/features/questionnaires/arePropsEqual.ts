/**
 * Comparison for `memo` that compares properties by value and ignores functions. The functions must therefore depend
 * on the other properties only. Needed in forms, which copy all their values on every key press.
 */
export const arePropsEqual = (before: object, after: object): boolean =>
  JSON.stringify(before) === JSON.stringify(after);
