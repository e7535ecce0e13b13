/** What signing in says of the browser: mails name moments in its time zone. */
export const ofBrowser = () => ({ timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone });
