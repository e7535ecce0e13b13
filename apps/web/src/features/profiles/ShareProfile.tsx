import { ActionIcon, Button } from '@mantine/core';
import { Link2, Share2 } from 'lucide-react';
import { useSyncExternalStore } from 'react';
import { paths } from '../../paths.ts';
import { scope } from '../../trpc.ts';
import { notify } from '../../ui/notify.ts';

const neverChanges = () => () => undefined;

/** Copies the short link; where the device can share, that too. */
export function ShareProfile({ creator }: { creator: { username: string; fullName: string } }) {
  const url = scope().origin + paths.shortProfile(creator);
  // The server cannot know; it draws the page without.
  const canShare = useSyncExternalStore(
    neverChanges,
    () => 'share' in navigator,
    () => false,
  );

  const copy = async () => {
    try {
      await navigator.clipboard.writeText(url);
      notify('Copied!', url);
    } catch {
      notify('Error', `The browser did not allow copying. The link is ${url}`);
    }
  };
  const share = async () => {
    try {
      await navigator.share({ title: `${creator.fullName} on Marquee`, url });
    } catch (error) {
      // Closing the device's dialog is no failure.
      if (!(error instanceof DOMException && error.name === 'AbortError')) await copy();
    }
  };
  return (
    <>
      <Button variant="default" size="sm" leftSection={<Link2 size={17} aria-hidden />} onClick={() => void copy()}>
        Copy link
      </Button>
      {canShare && (
        <ActionIcon variant="default" aria-label="Share this profile" onClick={() => void share()}>
          <Share2 size={17} aria-hidden />
        </ActionIcon>
      )}
    </>
  );
}
