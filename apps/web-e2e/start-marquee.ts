/**
 * Starts the product for the browser tests; MARQUEE_URL (with MARQUEE_MAILBOX, MARQUEE_DATA_DIR) names one that runs.
 */
import { startTestProduct } from '@marquee/tools/test-product';

export default async function startMarqueeForTests(): Promise<(() => Promise<void>) | undefined> {
  if (process.env['MARQUEE_URL'] !== undefined) return undefined;
  const { env, stop } = await startTestProduct();
  Object.assign(process.env, env);
  return stop;
}
