export const MESSAGES_NOT_LOADED = 'The messages could not be loaded';
