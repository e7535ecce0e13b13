/** Default props and class names of Mantine's components, in addition to the values in tokens.ts. */
import { createTheme, type ButtonProps, type ContainerProps } from '@mantine/core';
import classes from './components.module.css';
import { themeTokens } from './tokens.ts';
import { TOUCH_TARGET_PX } from './touchTarget.ts';

const CLOSE_BUTTON = { 'aria-label': 'Close', size: TOUCH_TARGET_PX, iconSize: 18 };

export const theme = createTheme({
  ...themeTokens,
  components: {
    ActionIcon: { defaultProps: { size: TOUCH_TARGET_PX } },
    Anchor: { classNames: { root: classes['anchor'] ?? '' } },
    // Mantine's default avatar color is not readable in both color schemes.
    Avatar: { defaultProps: { color: 'iris' } },
    Badge: {
      defaultProps: { variant: 'light', radius: 'sm' },
      classNames: { root: classes['badge'] ?? '' },
    },
    Button: {
      defaultProps: { size: 'md' },
      classNames: { root: classes['button'] ?? '' },
      // Mantine's small button is 36 px high, which is too small for touch.
      vars: (_: unknown, { size }: ButtonProps) => ({ root: size === 'sm' ? { '--button-height': '40px' } : {} }),
    },
    Card: {
      defaultProps: { withBorder: true, padding: 'lg', radius: 'lg' },
      classNames: { root: classes['card'] ?? '' },
    },
    Checkbox: { defaultProps: { radius: 'sm' } },
    Container: {
      vars: (_: unknown, { size }: ContainerProps) => ({ root: size === 'lg' ? { '--container-size': '75rem' } : {} }),
    },
    Skeleton: { classNames: { root: classes['skeleton'] ?? '' } },
    Title: { classNames: { root: classes['title'] ?? '' } },
    Input: { classNames: { wrapper: classes['field'] ?? '' } },
    InputWrapper: { classNames: { label: classes['label'] ?? '' } },
    Tabs: { classNames: { tab: classes['item'] ?? '' } },
    Menu: { defaultProps: { shadow: 'md', radius: 'md' }, classNames: { item: classes['item'] ?? '' } },
    TextInput: { defaultProps: { size: 'md' } },
    // Makes the button that reveals the password reachable by keyboard, and gives it a name that differs from the
    // field's label.
    PasswordInput: {
      defaultProps: { size: 'md', visibilityToggleButtonProps: { 'aria-label': 'Show characters', tabIndex: 0 } },
      classNames: { visibilityToggle: classes['eye'] ?? '' },
    },
    NumberInput: { defaultProps: { size: 'md' } },
    Textarea: { defaultProps: { size: 'md', autosize: true, minRows: 3 } },
    Select: { defaultProps: { size: 'md' } },
    NativeSelect: { defaultProps: { size: 'md' } },
    Radio: { defaultProps: { size: 'md' } },
    SegmentedControl: { classNames: { label: classes['segment'] ?? '' } },
    // Labels the close button and keeps the dialog's header from counting as the page's banner.
    // components.module.css locks scrolling, because Mantine would need a style element for it.
    Modal: {
      defaultProps: {
        lockScroll: false,
        radius: 'lg',
        padding: 'lg',
        overlayProps: { backgroundOpacity: 0.5, blur: 2 },
        closeButtonProps: CLOSE_BUTTON,
        attributes: { header: { role: 'presentation' } },
      },
      classNames: { title: classes['dialogTitle'] ?? '' },
    },
    Drawer: {
      defaultProps: {
        lockScroll: false,
        overlayProps: { backgroundOpacity: 0.5, blur: 2 },
        closeButtonProps: CLOSE_BUTTON,
        attributes: { header: { role: 'presentation' } },
      },
      classNames: { title: classes['dialogTitle'] ?? '' },
    },
    Notification: {
      defaultProps: { radius: 'md', closeButtonProps: CLOSE_BUTTON },
      classNames: {
        root: classes['toast'] ?? '',
        title: classes['toastTitle'] ?? '',
        description: classes['toastText'] ?? '',
      },
    },
    Code: { classNames: { root: classes['code'] ?? '' } },
    Notifications: { classNames: { root: classes['toasts'] ?? '' } },
  },
});
