import { Button, Checkbox, Group, Text } from '@mantine/core';
import { FILE_TOO_LARGE, LIMITS, newVersion, type NewVersion } from '@marquee/validation';
import { formatFileSize } from '@marquee/contracts';
import { Paperclip } from 'lucide-react';
import { useEffect, useRef, useState, useSyncExternalStore, type DragEvent, type FormEvent } from 'react';
import { trpcClient } from '../../../trpc.ts';
import { HiddenFileInput } from '../../../ui/HiddenFileInput.tsx';
import { UploadList } from '../../../ui/UploadList.tsx';
import { LinkFields } from '../../../ui/LinkFields.tsx';
import { useFormBackup } from '../../../lib/sessionEnd.ts';
import { createUploadQueue, type UploadPurpose } from '../../../lib/uploadQueue.ts';
import classes from './Deliveries.module.css';
import type { Deliverable } from './delivery.ts';
import { LimitedTextarea } from '../../../ui/LimitedText.tsx';

const createUploadPurpose = ({ id: deliverableId, drafts }: Deliverable): UploadPurpose => ({
  begin: (file, options) => trpcClient.deliveries.beginFile.mutate({ deliverableId, ...file }, options),
  discard: (id) => trpcClient.deliveries.discardFile.mutate({ id }),
  scope: deliverableId,
  most: LIMITS.deliveryFiles,
  mostBytes: LIMITS.fileBytes,
  tooLarge: FILE_TOO_LARGE,
  drafts: drafts.filter(({ finishedAt }) => finishedAt !== null),
});

/** Lets the creator send a version with files, links and a note. Files are uploaded as soon as they are chosen. */
export function SendVersionForm(props: {
  deliverable: Deliverable;
  brandName: string;
  /**
   * Describes the effect of completing the booking together with this version. Null unless this is the last missing
   * deliverable.
   */
  completion: string | null;
  loading: boolean;
  onSend: (version: Omit<NewVersion, 'deliverableId'>) => void;
  onCancel: () => void;
}) {
  const { deliverable, brandName, completion, loading, onSend, onCancel } = props;
  const number = deliverable.versions.length + 1;
  const [note, setNote] = useState('');
  const [links, setLinks] = useState(['']);
  const [completes, setCompletes] = useState(true);
  const [isChecked, setIsChecked] = useState(false);
  const [isOver, setIsOver] = useState(false);
  const [uploads] = useState(() => createUploadQueue(createUploadPurpose(deliverable)));
  const chosenFiles = useSyncExternalStore(uploads.subscribe, uploads.chosen);
  // Stops uploads when the user leaves the page. Choosing the same file later resumes its upload.
  useEffect(() => uploads.stop, [uploads]);
  const { add } = uploads;
  const input = useRef<HTMLInputElement>(null);
  useFormBackup(`send ${deliverable.id}`, {
    isDirty: note !== '' || links.some((link) => link !== ''),
    values: () => ({ note, links }),
    restore: (values) => {
      setNote(values.note);
      setLinks(values.links);
    },
  });
  const isLoading = chosenFiles.some(({ id, error }) => id === null && error === null);
  const filled = links.filter((link) => link.trim() !== '');
  const verdict = newVersion.safeParse({
    deliverableId: deliverable.id,
    number,
    note,
    links: filled,
    files: chosenFiles.flatMap(({ id }) => id ?? []),
    completes: completion !== null && completes,
  });
  const issues = isChecked && !verdict.success ? verdict.error.issues : [];
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setIsChecked(true);
    if (filled.length > 0) setLinks(filled);
    if (verdict.success && !isLoading) onSend(verdict.data);
  };
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setIsOver(false);
    add([...event.dataTransfer.files]);
  };
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- dropping files is a shortcut for the button
    <form
      className={classes.form}
      data-over={isOver || undefined}
      onSubmit={submit}
      onDragOver={(event) => {
        event.preventDefault();
        setIsOver(true);
      }}
      onDragLeave={() => setIsOver(false)}
      onDrop={drop}
      noValidate
      aria-label={`Send work: ${deliverable.title}`}
    >
      <div>
        <HiddenFileInput ref={input} onChoose={add} />
        <Group gap="sm">
          <Button
            variant="default"
            leftSection={<Paperclip size={16} aria-hidden />}
            onClick={() => input.current?.click()}
            disabled={chosenFiles.length >= LIMITS.deliveryFiles}
          >
            Add files
          </Button>
          <Text size="sm" c="dimmed">
            or drop them here. Up to {LIMITS.deliveryFiles} files of {formatFileSize(LIMITS.fileBytes)} each.
          </Text>
        </Group>
      </div>
      <UploadList uploads={uploads} />
      <LimitedTextarea
        label="Note (optional)"
        autosize
        minRows={2}
        maxRows={10}
        limit={LIMITS.deliveryNote}
        value={note}
        error={issues.find(({ path }) => path[0] === 'note')?.message}
        onChange={(event) => setNote(event.currentTarget.value)}
      />
      <LinkFields
        label="Link to the work (optional)"
        links={links}
        wrong={Object.fromEntries(
          issues.flatMap(({ path: [field, at], message }) =>
            field === 'links' ? [[Number(at ?? 0), message] as const] : [],
          ),
        )}
        most={LIMITS.deliveryLinks}
        onChange={setLinks}
      />
      {completion !== null && (
        <Checkbox
          label="This is the last delivery. Mark the work as completed."
          description={
            completes
              ? completion
              : `You are paid only after you mark the work as completed. If it becomes overdue, ${brandName} can cancel.`
          }
          checked={completes}
          onChange={(event) => setCompletes(event.currentTarget.checked)}
        />
      )}
      <Group gap="sm">
        <Button type="submit" loading={loading} disabled={isLoading}>
          {isLoading ? 'Uploading files…' : `Send to ${brandName}`}
        </Button>
        <Button variant="default" onClick={onCancel}>
          Cancel
        </Button>
      </Group>
    </form>
  );
}
