/**
 * Starts the product for the browser tests, unless MARQUEE_URL points to a running instance (which also requires
 * MARQUEE_MAILBOX and MARQUEE_DATA_DIR).
 */
import { startTestProduct } from '@marquee/tools/test-product';

export default async function startMarqueeForTests(): Promise<(() => Promise<void>) | undefined> {
  if (process.env['MARQUEE_URL'] !== undefined) return undefined;
  const { env, stop } = await startTestProduct();
  Object.assign(process.env, env);
  return stop;
}
