export const NOTIFICATION_SETTINGS_NOT_SAVED = 'Your notification settings could not be saved';
