/** What is around every screen, in the browser and on the server. */
import { MantineProvider } from '@mantine/core';
import { QueryClientProvider } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { colorVariables, theme } from './theme.ts';
import { scope, trpc } from './trpc.ts';
import { useToasts } from './ui/notify.ts';

/** `children` is the router. */
export function App({ children }: { children: ReactNode }) {
  const { client, queryClient } = scope();
  const toasts = useToasts();
  return (
    <trpc.Provider client={client} queryClient={queryClient}>
      <QueryClientProvider client={queryClient}>
        <MantineProvider theme={theme} cssVariablesResolver={colorVariables} defaultColorScheme="auto">
          {children}
          {toasts}
        </MantineProvider>
      </QueryClientProvider>
    </trpc.Provider>
  );
}
