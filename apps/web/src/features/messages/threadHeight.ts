/**
 * The height of a conversation within a page. Its loading placeholder has the same height, so that nothing moves
 * when it has loaded.
 */
export const THREAD_HEIGHT = 'min(34rem, 80dvh)';
