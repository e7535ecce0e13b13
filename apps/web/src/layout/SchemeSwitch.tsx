import { ActionIcon, useMantineColorScheme } from '@mantine/core';
import { Moon, Sun } from 'lucide-react';
import classes from './SchemeSwitch.module.css';

/**
 * Switches between light and dark. Which of its two icons shows
 * is decided by CSS, so that the server need not know the scheme.
 */
export function SchemeSwitch() {
  const { setColorScheme } = useMantineColorScheme();
  const change = () => {
    const isDark = document.documentElement.dataset['mantineColorScheme'] === 'dark';
    setColorScheme(isDark ? 'light' : 'dark');
  };
  return (
    <ActionIcon variant="subtle" color="gray" onClick={change} aria-label="Switch between light and dark colours">
      <Moon size={18} aria-hidden className={classes.light} />
      <Sun size={18} aria-hidden className={classes.dark} />
    </ActionIcon>
  );
}
