import { MantineContext, MantineThemeProvider } from '@mantine/core';
import type { ReactNode } from 'react';
import { theme } from './components.ts';

const context = {
  // Style sheets decide by the scheme, and ui/scheme.ts is what changes it.
  colorScheme: 'auto' as const,
  setColorScheme: () => undefined,
  clearColorScheme: () => undefined,
  getRootElement: () => document.documentElement,
  classNamesPrefix: 'mantine',
  cssVariablesSelector: ':root',
  withStaticClasses: false,
};

/**
 * The theme for Mantine's components. Its own provider would also draw style elements, which the content security
 * policy refuses: what would be in them is in the style sheet (ssr/plugins.ts).
 */
export const Look = ({ children }: { children: ReactNode }) => (
  <MantineContext value={context}>
    <MantineThemeProvider theme={theme}>{children}</MantineThemeProvider>
  </MantineContext>
);
