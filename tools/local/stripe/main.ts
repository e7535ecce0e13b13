/** Runs the stand-in as a process of its own, configured by the environment. */
import { startStripe } from './server.ts';

const env = (name: string): string | undefined => process.env[name] || undefined;
const optional = <K extends string>(key: K, value: string | undefined) =>
  (value === undefined ? {} : { [key]: value }) as { [P in K]?: string };

const running = await startStripe({
  dir: env('STRIPE_DIR') ?? null,
  port: Number(env('PORT') ?? 4242),
  host: env('HOST') ?? '127.0.0.1',
  ...optional('publicUrl', env('PUBLIC_URL')),
  ...optional('secretKey', env('STRIPE_SECRET_KEY')),
  ...optional('publishableKey', env('STRIPE_PUBLISHABLE_KEY')),
  ...optional('webhookUrl', env('STRIPE_WEBHOOK_URL')),
  ...optional('webhookSecret', env('STRIPE_WEBHOOK_SECRET')),
  ...optional('platformCountry', env('PLATFORM_COUNTRY')),
});
console.log(`The Stripe stand-in listens on ${running.url}`);

for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => void running.stop().then(() => process.exit(0)));
}
