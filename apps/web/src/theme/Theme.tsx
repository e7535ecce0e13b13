import { MantineProvider } from '@mantine/core';
import type { ReactNode } from 'react';
import { theme } from './components.ts';

/**
 * Provides the theme to Mantine's components. The content security policy forbids style elements, so the theme's
 * variables come from variables.css, and Mantine's global classes, which the product does not use, are left out.
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
