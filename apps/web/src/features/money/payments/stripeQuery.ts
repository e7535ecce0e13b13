/** Loads Stripe.js from Stripe, or from the URL in the server's configuration. */
import type { Stripe } from '@stripe/stripe-js';
import { loadStripe } from '@stripe/stripe-js/pure';
import { queryOptions } from '@tanstack/react-query';
import { queryUtils, type RouterOutputs } from '../../../trpc.ts';

/** Stripe.js is loaded only once. If loading fails, the query can be refetched. */
export const stripeQuery = queryOptions({
  queryKey: ['stripe.js'],
  queryFn: async (): Promise<Stripe> => loadStripeClient(await queryUtils.payments.config.ensureData()),
  staleTime: Infinity,
  gcTime: Infinity,
  // The Stripe object has methods, so it cannot be compared as data.
  structuralSharing: false,
});

async function loadStripeClient({ publishableKey, stripeJsUrl }: RouterOutputs['payments']['config']): Promise<Stripe> {
  if (stripeJsUrl !== null && !('Stripe' in window)) await loadScript(stripeJsUrl);
  const stripe = await loadStripe(publishableKey);
  if (stripe === null) throw new Error('Stripe.js can only run in a browser');
  return stripe;
}

const loadScript = (src: string) =>
  new Promise<void>((resolve, reject) => {
    const script = Object.assign(document.createElement('script'), { src });
    script.addEventListener('load', () => resolve());
    script.addEventListener('error', () => {
      script.remove();
      reject(new Error(`${src} could not be loaded`));
    });
    document.head.append(script);
  });
