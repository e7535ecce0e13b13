/** Manages this browser's push subscription (Push API). */
import type { PushDevice } from '@marquee/validation';

/**
 * `blocked` means that the user has denied notifications. They can allow notifications again only in the browser's
 * settings.
 */
export type PushPermission = 'impossible' | 'blocked' | 'possible';

export function getPushPermission(): PushPermission {
  if (!('serviceWorker' in navigator) || !('PushManager' in window) || !('Notification' in window)) return 'impossible';
  return Notification.permission === 'denied' ? 'blocked' : 'possible';
}

const PUSH_WORKER_PATH = '/push-worker.js';

/**
 * Asks the user for permission and subscribes with the server's public key. Returns null if the user declines.
 * Throws if the browser's push service is unavailable.
 */
export async function subscribeToPush(publicKey: string): Promise<PushDevice | null> {
  if ((await Notification.requestPermission()) !== 'granted') return null;
  await navigator.serviceWorker.register(PUSH_WORKER_PATH);
  const { pushManager } = await navigator.serviceWorker.ready;
  const options = { userVisibleOnly: true, applicationServerKey: publicKey };
  const subscription = await pushManager.subscribe(options).catch(async (error: unknown) => {
    // The browser refuses to subscribe if a subscription with another key exists, so that subscription has to be
    // removed first.
    const before = await pushManager.getSubscription();
    if (before === null) throw error;
    await before.unsubscribe();
    return pushManager.subscribe(options);
  });
  const { endpoint, keys } = subscription.toJSON();
  return { endpoint: endpoint ?? '', p256dh: keys?.['p256dh'] ?? '', auth: keys?.['auth'] ?? '' };
}

/** Removes this browser's subscription. Returns its endpoint, or null if there was none. */
export async function unsubscribeFromPush(): Promise<string | null> {
  const registration = await navigator.serviceWorker.getRegistration(PUSH_WORKER_PATH);
  const subscription = await registration?.pushManager.getSubscription();
  if (!subscription) return null;
  const { endpoint } = subscription;
  await subscription.unsubscribe();
  return endpoint;
}
