import { ActionIcon } from '@mantine/core';
import { useDisclosure, useWindowEvent } from '@mantine/hooks';
import { Command } from 'lucide-react';
import type { User } from '../session.ts';
import { lateDialog } from '../ui/late.tsx';

const Palette = lateDialog(() => import('./Palette.tsx').then((module) => module.Palette));

/** Opens the command palette; so does Ctrl or ⌘ with K, wherever the focus is. */
export function PaletteButton({ user }: { user: User }) {
  const [opened, { open, toggle, close }] = useDisclosure(false);
  useWindowEvent('keydown', (event) => {
    if (event.key.toLowerCase() !== 'k' || !(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey) return;
    event.preventDefault();
    toggle();
  });
  return (
    <>
      <ActionIcon
        variant="subtle"
        color="gray"
        onClick={open}
        aria-label="Go to a screen or booking"
        aria-keyshortcuts="Control+K Meta+K"
        title="Go to… (Ctrl K)"
      >
        <Command size={18} aria-hidden />
      </ActionIcon>
      <Palette user={user} opened={opened} onClose={close} />
    </>
  );
}
