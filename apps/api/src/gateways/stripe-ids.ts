/** Returns the id of an object that Stripe has returned as an id or, if it was expanded, as an object. */
export const toId = (reference: string | { id: string }): string =>
  typeof reference === 'string' ? reference : reference.id;
