/** The look, decided here once: colour, type, spacing, radius. */
import { alpha, Button, createTheme, type CSSVariablesResolver, type MantineColorsTuple } from '@mantine/core';
import classes from './theme.module.css';

/** Iris: shade 6 on white has a contrast of 7:1, shade 4 on the dark surface 6:1. */
const iris: MantineColorsTuple = [
  '#f1effd', '#dedaf8', '#bdb4f2', '#9a8cec', '#8a7af0', '#6a56e0', '#4f3cc9', '#4232ad', '#372a91', '#2b2175',
];

/** Fingers need 40 px. */
const TOUCH = 40;
const CLOSE_BUTTON = { 'aria-label': 'Close', size: TOUCH, iconSize: 18 };

export const theme = createTheme({
  primaryColor: 'iris',
  primaryShade: { light: 6, dark: 5 },
  colors: { iris },
  defaultRadius: 'md',
  fontFamily: 'system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", "Noto Sans", sans-serif',
  headings: { fontWeight: '650' },
  cursorType: 'pointer',
  respectReducedMotion: true,
  components: {
    Button: Button.extend({
      defaultProps: { size: 'md' },
      vars: (_, { size }) => ({ root: size === 'sm' ? { '--button-height': `${TOUCH}px` } : {} }),
    }),
    ActionIcon: { defaultProps: { size: TOUCH } },
    Input: { classNames: { wrapper: classes['field'] ?? '' } },
    Tabs: { classNames: { tab: classes['item'] ?? '' } },
    Menu: { classNames: { item: classes['item'] ?? '' } },
    TextInput: { defaultProps: { size: 'md' } },
    // The eye is for keyboards too, and its name is not mistaken for the field's.
    PasswordInput: {
      defaultProps: { size: 'md', visibilityToggleButtonProps: { 'aria-label': 'Show characters', tabIndex: 0 } },
      classNames: { visibilityToggle: classes['eye'] ?? '' },
    },
    NumberInput: { defaultProps: { size: 'md' } },
    Textarea: { defaultProps: { size: 'md', autosize: true, minRows: 3 } },
    Select: { defaultProps: { size: 'md' } },
    NativeSelect: { defaultProps: { size: 'md' } },
    Radio: { defaultProps: { size: 'md' } },
    // Their close buttons are icons, and a dialog's header is no banner of the page.
    Modal: {
      defaultProps: { closeButtonProps: CLOSE_BUTTON, attributes: { header: { role: 'presentation' } } },
      styles: { title: { fontWeight: 650, fontSize: 'var(--mantine-font-size-lg)' } },
    },
    Notification: {
      defaultProps: { closeButtonProps: CLOSE_BUTTON },
      styles: { description: { color: 'var(--mantine-color-dimmed)' } },
    },
    Notifications: { classNames: { root: classes['toasts'] ?? '' } },
    Card: { defaultProps: { withBorder: true, padding: 'lg', radius: 'lg' } },
  },
});

/** Where Mantine's own colours are too faint: secondary text, messages and badges read at 4.5:1 or better (WCAG AA). */
export const colorVariables: CSSVariablesResolver = ({ colors }) => ({
  variables: {},
  light: {
    '--mantine-color-dimmed': 'var(--mantine-color-gray-7)',
    '--mantine-color-placeholder': 'var(--mantine-color-gray-6)',
    '--mantine-color-error': 'var(--mantine-color-red-9)',
    ...Object.fromEntries(
      Object.keys(colors)
        .filter((color) => color !== 'gray')
        .map((color) => [`--mantine-color-${color}-light`, `var(--mantine-color-${color}-0)`]),
    ),
  },
  dark: {
    '--mantine-color-dimmed': 'var(--mantine-color-dark-1)',
    '--mantine-color-placeholder': 'var(--mantine-color-dark-2)',
    '--mantine-color-error': 'var(--mantine-color-red-4)',
    '--mantine-color-default-border': 'var(--mantine-color-dark-3)',
    '--mantine-color-anchor': 'var(--mantine-color-iris-3)',
    '--mantine-color-iris-light': alpha(iris[4], 0.16),
    '--mantine-color-iris-light-hover': alpha(iris[4], 0.24),
    '--mantine-color-iris-light-color': iris[2],
  },
});
