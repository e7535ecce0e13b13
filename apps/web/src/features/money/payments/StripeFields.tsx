import { Button, useComputedColorScheme } from '@mantine/core';
import { BRAND_COLORS } from '@marquee/brand';
import { Elements } from '@stripe/react-stripe-js';
import type { Appearance } from '@stripe/stripe-js';
import { useQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { themeTokens } from '../../../theme/tokens.ts';
import { Callout } from '../../../ui/Callout.tsx';
import { CardFieldsSkeleton } from './CardFieldsSkeleton.tsx';
import { stripeQuery } from './stripeQuery.ts';

interface StripeFieldsProps {
  clientSecret: string;
  /** Renders the form with Stripe's card fields. The form calls `onBroken` if they could not be loaded. */
  children: (onBroken: () => void) => ReactNode;
}

/** Loads Stripe's card fields in this site's theme, or shows a message if Stripe cannot be loaded. */
export function StripeFields({ clientSecret, children }: StripeFieldsProps) {
  const { data: stripe, isFetching, refetch } = useQuery({ ...stripeQuery, retryOnMount: false });
  const [isBroken, setBroken] = useState(false);
  const appearance = useStripeAppearance();

  if (isBroken || (stripe === undefined && !isFetching)) {
    return (
      <Callout tone="error" title="The payment form could not be loaded">
        Your card was not charged. Check your connection and any software that blocks scripts, then try again.
        <Button
          mt="md"
          size="sm"
          display="block"
          onClick={() => {
            setBroken(false);
            if (stripe === undefined) void refetch();
          }}
        >
          Try again
        </Button>
      </Callout>
    );
  }
  if (stripe === undefined) return <CardFieldsSkeleton />;
  return (
    <Elements stripe={stripe} options={{ clientSecret, appearance }}>
      {children(() => setBroken(true))}
    </Elements>
  );
}

function useStripeAppearance(): Appearance {
  const isDark = useComputedColorScheme('light') === 'dark';
  // The card fields are in Stripe's iframe, where this site's CSS variables are not available.
  const { iris, dark } = BRAND_COLORS;
  return {
    theme: isDark ? 'night' : 'stripe',
    labels: 'above',
    variables: {
      fontFamily: themeTokens.fontFamily,
      borderRadius: '8px',
      ...(isDark ? { colorPrimary: iris[4], colorBackground: dark[6], colorText: dark[0] } : { colorPrimary: iris[6] }),
    },
  };
}
