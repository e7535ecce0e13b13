import { ActionIcon, Button, Text } from '@mantine/core';
import { formatFileSize } from '@marquee/contracts';
import { X } from 'lucide-react';
import { useSyncExternalStore } from 'react';
import classes from './UploadList.module.css';
import type { UploadQueue } from '../lib/uploadQueue.ts';

export function UploadList({ uploads }: { uploads: UploadQueue }) {
  const chosenFiles = useSyncExternalStore(uploads.subscribe, uploads.chosen, uploads.chosen);
  if (chosenFiles.length === 0) return null;
  return (
    <ul className={classes.list} aria-label="Files">
      {chosenFiles.map((each) => (
        <li key={each.key} className={classes.file}>
          <div className={classes.name}>
            <Text size="sm">{each.name}</Text>
            <Text size="xs" c="dimmed" component="output">
              {each.error === null ? (
                `${formatFileSize(each.bytes)} · ${each.id === null ? `${Math.round(each.share * 100)}%` : 'Ready to send'}`
              ) : (
                <span className={classes.wrong}>{each.error}</span>
              )}
            </Text>
          </div>
          {each.id === null && each.error === null && (
            <progress value={each.share} max={1} aria-label={`Uploading ${each.name}`} />
          )}
          {each.mayTryAgain && (
            <Button variant="subtle" size="sm" onClick={() => uploads.again(each.key)}>
              Try again
            </Button>
          )}
          <ActionIcon
            variant="subtle"
            color="gray"
            aria-label={`Remove ${each.name}`}
            onClick={() => uploads.remove(each.key)}
          >
            <X size={18} aria-hidden />
          </ActionIcon>
        </li>
      ))}
    </ul>
  );
}
