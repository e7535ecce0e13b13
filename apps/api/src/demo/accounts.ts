/** The accounts with which anyone can try Marquee. The seed creates them, and `npm start` prints them. */
export const DEMO_ACCOUNTS: readonly { label: string; email: string; password: string }[] = [
  { label: 'Creator', email: 'maya@demo.marquee.test', password: 'marquee-demo-2026' },
  { label: 'Brand', email: 'northwind@demo.marquee.test', password: 'marquee-demo-2026' },
  { label: 'Admin', email: 'admin@demo.marquee.test', password: 'marquee-demo-2026' },
];
