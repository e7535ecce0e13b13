/** What a form, a procedure and a REST call accept: the same zod objects, with the spec's exact messages (§5). */
export * from './account.ts';
export * from './admin.ts';
export * from './booking.ts';
export * from './creator.ts';
export * from './order.ts';
export * from './package.ts';
export * from './questionnaire.ts';
export { id, firstMessage } from './text.ts';
