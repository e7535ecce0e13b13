import { MantineProvider } from '@mantine/core';
import type { ReactNode } from 'react';
import { theme } from './components.ts';

/**
 * Provides the theme to Mantine's components. The content security policy forbids style elements, so the theme's CSS
 * variables are in variables.css. Mantine's global classes are disabled, because no component uses them.
 */
export const Theme = ({ children }: { children: ReactNode }) => (
  <MantineProvider
    theme={theme}
    defaultColorScheme="auto"
    withCssVariables={false}
    withGlobalClasses={false}
    withStaticClasses={false}
  >
    {children}
  </MantineProvider>
);
