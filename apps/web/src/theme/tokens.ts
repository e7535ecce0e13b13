/**
 * Design tokens: colors, type, spacing, radius and elevation. Pages use these tokens instead of values of their own.
 * mantine.spec.ts generates variables.css from them. The defaults of individual components are in components.ts.
 */
import { BRAND_COLORS } from '@marquee/brand';
import { alpha, type CSSVariablesResolver, type MantineColorsTuple, type MantineThemeOverride } from '@mantine/core';

const { iris, gray, dark, bulb } = BRAND_COLORS;

/** The colors that components may use. The style sheet omits Mantine's other colors. */
export const COLOR_NAMES = ['iris', 'gray', 'dark', 'red', 'orange', 'yellow', 'teal', 'blue'] as const;

type ColorName = (typeof COLOR_NAMES)[number];
/** The allowed values of a component's `color` property. The style sheet contains no others. */
export type ThemeColor = ColorName | `${ColorName}.${number}` | 'dimmed' | 'inherit' | `var(--${string})`;

declare module '@mantine/core' {
  export interface MantineThemeColorsOverride {
    colors: Record<ThemeColor, MantineColorsTuple>;
  }
}

const SANS = 'system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", "Noto Sans", sans-serif';

export const themeTokens = {
  primaryColor: 'iris',
  primaryShade: { light: 6, dark: 5 },
  colors: { iris, gray, dark },
  black: gray[9],
  defaultRadius: 'md',
  radius: { xs: '4px', sm: '6px', md: '10px', lg: '16px', xl: '28px' },
  shadows: {
    xs: '0 1px 2px rgb(60 45 20 / 6%)',
    sm: '0 1px 2px rgb(60 45 20 / 5%), 0 4px 12px rgb(60 45 20 / 5%)',
    md: '0 2px 4px rgb(60 45 20 / 5%), 0 12px 28px rgb(60 45 20 / 9%)',
    lg: '0 4px 8px rgb(60 45 20 / 5%), 0 24px 56px rgb(60 45 20 / 14%)',
  },
  fontFamily: `Figtree, "Figtree Stand-in", "Figtree Bare Stand-in", ${SANS}`,
  fontSizes: { xs: '13px', sm: '14.5px', md: '16px', lg: '18px', xl: '21px' },
  lineHeights: { xs: '1.4', sm: '1.45', md: '1.55', lg: '1.55', xl: '1.5' },
  headings: {
    fontFamily: `"Bricolage Grotesque", ${['', 'Android ', 'Bare '].map((kind) => `"Bricolage Grotesque ${kind}Stand-in"`).join(', ')}, ${SANS}`,
    fontWeight: '700',
    textWrap: 'balance',
    sizes: {
      h1: { fontSize: 'clamp(1.75rem, 1.45rem + 1.3vw, 2.375rem)', lineHeight: '1.12' },
      h2: { fontSize: 'clamp(1.375rem, 1.25rem + 0.6vw, 1.75rem)', lineHeight: '1.2' },
      h3: { fontSize: '1.1875rem', lineHeight: '1.3' },
      h4: { fontSize: '1.0625rem', lineHeight: '1.35' },
    },
  },
  cursorType: 'pointer',
  respectReducedMotion: true,
} satisfies MantineThemeOverride;

/**
 * Replaces those of Mantine's colors whose contrast is too low. Text, messages and badges have a contrast of at
 * least 4.5:1 (WCAG AA).
 */
export const colorVariables: CSSVariablesResolver = ({ colors }) => ({
  variables: {
    '--marquee-bulb': bulb,
  },
  light: {
    '--marquee-page': gray[0],
    '--marquee-surface': '#ffffff',
    '--marquee-sunken': gray[1],
    '--marquee-line': gray[2],
    '--marquee-ink': gray[9],
    '--marquee-accent-text': iris[6],
    '--mantine-color-dimmed': gray[7],
    '--mantine-color-placeholder': gray[6],
    '--mantine-color-default-border': gray[3],
    '--mantine-color-error': 'var(--mantine-color-red-9)',
    ...Object.fromEntries(
      Object.keys(colors)
        .filter((color) => color !== 'gray')
        .map((color) => [`--mantine-color-${color}-light`, `var(--mantine-color-${color}-0)`]),
    ),
  },
  dark: {
    '--marquee-page': dark[8],
    '--marquee-surface': dark[7],
    '--marquee-sunken': dark[9],
    '--marquee-line': dark[5],
    '--marquee-ink': dark[0],
    '--marquee-accent-text': iris[3],
    '--mantine-color-dimmed': dark[1],
    '--mantine-color-placeholder': dark[2],
    '--mantine-color-error': 'var(--mantine-color-red-4)',
    '--mantine-color-default-border': dark[4],
    '--mantine-color-anchor': iris[3],
    '--mantine-color-iris-light': alpha(iris[4], 0.16),
    '--mantine-color-iris-light-hover': alpha(iris[4], 0.24),
    '--mantine-color-iris-light-color': iris[2],
  },
});
