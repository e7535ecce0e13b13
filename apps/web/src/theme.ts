/** The look, decided here once: colour, type, spacing, radius. */
import { createTheme, type MantineColorsTuple } from '@mantine/core';

/** Iris: shade 6 on white has a contrast of 7:1, shade 4 on the dark surface 6:1. */
const iris: MantineColorsTuple = [
  '#f1effd', '#dedaf8', '#bdb4f2', '#9a8cec', '#8a7af0', '#6a56e0', '#4f3cc9', '#4232ad', '#372a91', '#2b2175',
];

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
    Button: { defaultProps: { size: 'md' } },
    TextInput: { defaultProps: { size: 'md' } },
    PasswordInput: { defaultProps: { size: 'md' } },
    NumberInput: { defaultProps: { size: 'md' } },
    Textarea: { defaultProps: { size: 'md', autosize: true, minRows: 3 } },
    Select: { defaultProps: { size: 'md' } },
    Card: { defaultProps: { withBorder: true, padding: 'lg', radius: 'lg' } },
  },
});
