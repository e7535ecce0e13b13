import { QueryClientProvider } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Theme } from './theme/Theme.tsx';
import { getScope, trpc } from './trpc.ts';
import { useLazyToasts } from './lib/notify.ts';

/** Wraps the router (`children`) in the app-wide providers, both in the browser and during server rendering. */
export function App({ children }: { children: ReactNode }) {
  const { queryClient, client } = getScope();
  const toasts = useLazyToasts();
  return (
    <trpc.Provider client={client} queryClient={queryClient}>
      <QueryClientProvider client={queryClient}>
        <Theme>
          {children}
          {toasts}
        </Theme>
      </QueryClientProvider>
    </trpc.Provider>
  );
}
