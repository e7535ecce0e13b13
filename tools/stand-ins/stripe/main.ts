/** Runs the stand-in in its own process. Environment variables configure it. */
import { startStripe } from './server.ts';

const readVariable = (name: string): string | undefined => process.env[name] || undefined;
const pickOptional = <K extends string>(key: K, value: string | undefined) =>
  (value === undefined ? {} : { [key]: value }) as { [P in K]?: string };

const running = await startStripe({
  dir: readVariable('STRIPE_DIR') ?? null,
  port: Number(readVariable('PORT') ?? 4242),
  host: readVariable('HOST') ?? '127.0.0.1',
  ...pickOptional('publicUrl', readVariable('PUBLIC_URL')),
  ...pickOptional('secretKey', readVariable('STRIPE_SECRET_KEY')),
  ...pickOptional('publishableKey', readVariable('STRIPE_PUBLISHABLE_KEY')),
  ...pickOptional('webhookUrl', readVariable('STRIPE_WEBHOOK_URL')),
  ...pickOptional('webhookSecret', readVariable('STRIPE_WEBHOOK_SECRET')),
  ...pickOptional('platformCountry', readVariable('PLATFORM_COUNTRY')),
});
console.log(`The Stripe stand-in listens on ${running.url}`);

for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => void running.stop().then(() => process.exit(0)));
}
