/** How high a conversation is in the middle of a page, also before it is there: what follows must not move. */
export const THREAD_HEIGHT = 'min(34rem, 80dvh)';
