/**
 * For `memo`: whether props say the same, by value. Handlers are left out, so they must depend on nothing but the other
 * props. Needed below a form, which copies all its values at every key.
 */
export const arePropsEqual = (before: object, after: object): boolean =>
  JSON.stringify(before) === JSON.stringify(after);
