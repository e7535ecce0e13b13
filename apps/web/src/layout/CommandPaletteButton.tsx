import { ActionIcon } from '@mantine/core';
import { useDisclosure, useWindowEvent } from '@mantine/hooks';
import { Command } from 'lucide-react';
import type { SignedInUser } from '../session.ts';
import { createLazyDialog } from '../ui/LazyPart.tsx';

const LazyCommandPalette = createLazyDialog(() =>
  import('./CommandPalette.tsx').then((module) => module.CommandPalette),
);

/** Renders the button for the command palette, which also opens with Ctrl+K or ⌘K. */
export function CommandPaletteButton({ user }: { user: SignedInUser }) {
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
        aria-label="Go to a page or booking"
        aria-keyshortcuts="Control+K Meta+K"
        title="Go to a page or booking (Ctrl K)"
      >
        <Command size={18} aria-hidden />
      </ActionIcon>
      <LazyCommandPalette user={user} opened={opened} onClose={close} />
    </>
  );
}
