/** How this browser is told things while no page of ours is open in it (Push API). */
import type { PushDevice } from '@marquee/validation';

/** `blocked`: the person has refused this site notifications, and only the browser's own settings take that back. */
export type PushPermission = 'impossible' | 'blocked' | 'possible';

export function getPushPermission(): PushPermission {
  if (!('serviceWorker' in navigator) || !('PushManager' in window) || !('Notification' in window)) return 'impossible';
  return Notification.permission === 'denied' ? 'blocked' : 'possible';
}

const PUSH_WORKER_PATH = '/push-worker.js';

/**
 * Asks the person, and subscribes with the server's key. Null: they said no. Fails when the browser's service is away.
 */
export async function subscribeToPush(publicKey: string): Promise<PushDevice | null> {
  if ((await Notification.requestPermission()) !== 'granted') return null;
  await navigator.serviceWorker.register(PUSH_WORKER_PATH);
  const { pushManager } = await navigator.serviceWorker.ready;
  const options = { userVisibleOnly: true, applicationServerKey: publicKey };
  const subscription = await pushManager.subscribe(options).catch(async (error: unknown) => {
    // One that was made with another key is in the way.
    const before = await pushManager.getSubscription();
    if (before === null) throw error;
    await before.unsubscribe();
    return pushManager.subscribe(options);
  });
  const { endpoint, keys } = subscription.toJSON();
  return { endpoint: endpoint ?? '', p256dh: keys?.['p256dh'] ?? '', auth: keys?.['auth'] ?? '' };
}

/** Ends the subscription of this browser. Returns its address; null: there was none. */
export async function unsubscribeFromPush(): Promise<string | null> {
  const registration = await navigator.serviceWorker.getRegistration(PUSH_WORKER_PATH);
  const subscription = await registration?.pushManager.getSubscription();
  if (!subscription) return null;
  const { endpoint } = subscription;
  await subscription.unsubscribe();
  return endpoint;
}
