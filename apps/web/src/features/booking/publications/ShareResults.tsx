import { Modal, Button, Checkbox, Group, Stack, Text } from '@mantine/core';
import { Share2 } from 'lucide-react';
import { useState } from 'react';
import { paths } from '../../../paths.ts';
import { getScope, trpc } from '../../../trpc.ts';
import { CopyLinkField } from '../../../ui/CopyLinkField.tsx';
import { notifyFailure } from '../../../lib/notifyFailure.ts';
import { cacheResults, type BookingResults } from './results.ts';

/** Lets the viewer create a secret link to the results, or disable it. */
export function ShareResults({ results }: { results: BookingResults }) {
  const { id, token, viewer, creatorName, brandName } = results;
  const [isOpen, setIsOpen] = useState(false);
  const share = trpc.publications.share.useMutation({
    onSuccess: cacheResults,
    onError: (error) => notifyFailure(error, 'The link could not be changed'),
  });
  // Shows the new state before the server has confirmed it.
  const isShared = share.isPending ? share.variables.isShared : token !== null;
  const link = token === null ? '' : getScope().origin + paths.sharedResults({ token });
  return (
    <>
      <Button leftSection={<Share2 size={16} aria-hidden />} onClick={() => setIsOpen(true)}>
        {token === null ? 'Share results' : 'Shared'}
      </Button>
      {isOpen && (
        <Modal opened onClose={() => setIsOpen(false)} title="Share these results" centered>
          <Stack gap="md">
            <Checkbox
              label="Anyone with the link can see these results"
              checked={isShared}
              aria-disabled={share.isPending}
              onChange={() => {
                if (!share.isPending) share.mutate({ id, isShared: !isShared });
              }}
            />
            {isShared && <CopyLinkField link={link} />}
            <Text size="sm" c="dimmed">
              The page shows posts, metrics and delivered work, with{' '}
              {viewer === 'brand' ? `your name and ${creatorName}’s` : `your name but not ${brandName}’s`}. It never
              shows prices, and search engines do not list it. If you turn this off, the link stops working.
            </Text>
            <Group justify="flex-end">
              <Button onClick={() => setIsOpen(false)}>Done</Button>
            </Group>
          </Stack>
        </Modal>
      )}
    </>
  );
}
