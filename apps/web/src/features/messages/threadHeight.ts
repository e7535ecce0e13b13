/**
 * The height of a conversation within a page. The loading placeholder has the same height, so that nothing moves
 * when the conversation has loaded.
 */
export const THREAD_HEIGHT = 'min(34rem, 80dvh)';
