/** What a form, a procedure and a REST call accept: the same zod objects, with the spec's exact messages (§5). */
export * from './account.ts';
export * from './admin.ts';
export * from './booking.ts';
export * from './contact.ts';
export * from './creator.ts';
export * from './customer-info.ts';
export * from './discovery.ts';
export * from './limits.ts';
export * from './names.ts';
export * from './order.ts';
export * from './package.ts';
export * from './picture.ts';
export * from './profile.ts';
export * from './question-kinds.ts';
export * from './questionnaire.ts';
export * from './search.ts';
export * from './ownPath.ts';
export { email, id, firstMessage } from './text.ts';
