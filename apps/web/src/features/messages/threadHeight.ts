/**
 * The height of a conversation within a page. The placeholder has the same height, so nothing moves when it loads.
 */
export const THREAD_HEIGHT = 'min(34rem, 80dvh)';
