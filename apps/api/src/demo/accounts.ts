export const DEMO_PASSWORD = 'marquee-demo-2026';

/** The accounts with which anyone can try Marquee. The seed creates them, and `npm start` prints them. */
export const DEMO_ACCOUNTS = [
  { label: 'Creator', email: 'maya@demo.marquee.test' },
  { label: 'Brand', email: 'northwind@demo.marquee.test' },
  { label: 'Company, owner', email: 'tandem@demo.marquee.test' },
  { label: 'Company, booker', email: 'booker@demo.marquee.test' },
  { label: 'Agency', email: 'agency@demo.marquee.test' },
  { label: 'Admin', email: 'admin@demo.marquee.test' },
] as const;
type DemoAccount = (typeof DEMO_ACCOUNTS)[number];

export const getDemoEmail = (label: DemoAccount['label']): string =>
  DEMO_ACCOUNTS.find((account) => account.label === label)?.email ?? '';
