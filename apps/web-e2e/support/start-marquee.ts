/**
 * Starts Marquee for the browser tests. If MARQUEE_URL is set, the tests use that running instance instead, and
 * MARQUEE_MAILBOX and MARQUEE_DATA_DIR have to be set as well.
 */
import { startTestProduct } from '@marquee/tools/test-product';
import { addStaffPasskeys } from './passkeys.ts';

export default async function startMarqueeForTests(): Promise<(() => Promise<void>) | undefined> {
  if (process.env['MARQUEE_URL'] !== undefined) {
    await addStaffPasskeys();
    return undefined;
  }
  const { env, stop } = await startTestProduct();
  Object.assign(process.env, env);
  await addStaffPasskeys();
  return stop;
}
