import { LIMITS, newVersion, sizeText, type NewVersion } from '@marquee/validation';
import { Checkbox, CloseButton, Textarea } from '@mantine/core';
import { Paperclip } from 'lucide-react';
import { useEffect, useRef, useState, type DragEvent, type FormEvent } from 'react';
import { Look } from '../../theme/Look.tsx';
import { messageOf, trpcClient } from '../../trpc.ts';
import { LinkFields } from '../../ui/LinkFields.tsx';
import { Button, Group, Text } from '../../ui/plain.tsx';
import { useKept } from '../../ui/sessionEnd.ts';
import classes from './Deliveries.module.css';
import type { Deliverable } from './delivery.ts';
import { fileRefusal, uploadFile } from './uploads.ts';

/** A file that was chosen. `id`: it has arrived. */
interface Chosen {
  key: string;
  name: string;
  bytes: number;
  share: number;
  id: string | null;
  error: string | null;
  /** Null: it arrived before this page was opened. */
  file: File | null;
  stop: AbortController | null;
}

const MOST_AT_ONCE = 2;

/** The creator sends a version: files, links, a note. Files are uploaded as soon as they are chosen. */
export function SendVersion(props: {
  deliverable: Deliverable;
  brandName: string;
  /** Where this is the last missing part: what comes of marking the work as completed with it. */
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
  const { chosen, add, remove, again } = useUploads(deliverable);
  const input = useRef<HTMLInputElement>(null);
  useKept(`send ${deliverable.id}`, {
    isDirty: note !== '' || links.some((link) => link !== ''),
    values: () => ({ note, links }),
    restore: (kept) => {
      setNote(kept.note);
      setLinks(kept.links);
    },
  });
  const isLoading = chosen.some(({ id, error }) => id === null && error === null);
  const filled = links.filter((link) => link.trim() !== '');
  const verdict = newVersion.safeParse({
    deliverableId: deliverable.id,
    number,
    note,
    links: filled,
    files: chosen.flatMap(({ id }) => id ?? []),
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
    <Look>
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
        aria-label={`Send “${deliverable.title}”`}
      >
        <div>
          <input
            ref={input}
            type="file"
            multiple
            hidden
            data-testid="files"
            onChange={(event) => {
              add([...(event.currentTarget.files ?? [])]);
              // The same file can be chosen again.
              event.currentTarget.value = '';
            }}
          />
          <Group gap="sm">
            <Button
              variant="default"
              leftSection={<Paperclip size={16} aria-hidden />}
              onClick={() => input.current?.click()}
              disabled={chosen.length >= LIMITS.deliveryFiles}
            >
              Add files
            </Button>
            <Text size="sm" c="dimmed">
              or drop them here; up to {LIMITS.deliveryFiles}, each at most {sizeText(LIMITS.fileBytes)}
            </Text>
          </Group>
        </div>
        {chosen.length > 0 && (
          <ul className={classes.uploads} aria-label="Files">
            {chosen.map((each) => (
              <li key={each.key} className={classes.upload}>
                <div className={classes.fileName}>
                  <Text size="sm">{each.name}</Text>
                  <Text size="xs" c="dimmed" role="status">
                    {each.error === null ? (
                      `${sizeText(each.bytes)} · ${each.id === null ? `${Math.round(each.share * 100)} %` : 'Ready to send'}`
                    ) : (
                      <span className={classes.wrong}>{each.error}</span>
                    )}
                  </Text>
                </div>
                {each.id === null && each.error === null && (
                  <progress value={each.share} max={1} aria-label={`Uploading ${each.name}`} />
                )}
                {each.error !== null && each.file !== null && fileRefusal(each.file) === null && (
                  <Button variant="subtle" size="sm" onClick={() => again(each.key)}>
                    Try again
                  </Button>
                )}
                <CloseButton size="lg" aria-label={`Take out ${each.name}`} onClick={() => remove(each.key)} />
              </li>
            ))}
          </ul>
        )}
        <Textarea
          label="Note (optional)"
          autosize
          minRows={2}
          maxRows={10}
          maxLength={LIMITS.deliveryNote}
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
            label="Everything is there: mark the work as completed"
            description={completion}
            checked={completes}
            onChange={(event) => setCompletes(event.currentTarget.checked)}
          />
        )}
        <Group gap="sm">
          <Button type="submit" loading={loading} disabled={isLoading}>
            {isLoading ? 'Files are on their way…' : `Send to ${brandName}`}
          </Button>
          <Button variant="default" onClick={onCancel}>
            Cancel
          </Button>
        </Group>
      </form>
    </Look>
  );
}

/** The files of a version that is being made: what was chosen goes up at once, two at a time. */
function useUploads(deliverable: Deliverable) {
  const [chosen, setChosen] = useState<readonly Chosen[]>(() =>
    // What arrived in an earlier visit. What broke off goes on when the same file is chosen again.
    deliverable.drafts
      .filter(({ finishedAt }) => finishedAt !== null)
      .map(({ id, name, bytes }) => ({ key: id, id, name, bytes, share: 1, error: null, file: null, stop: null })),
  );
  const change = (key: string, more: Partial<Chosen>) =>
    setChosen((before) => before.map((each) => (each.key === key ? { ...each, ...more } : each)));

  useEffect(() => {
    const running = chosen.filter(({ stop, id, error }) => stop !== null && id === null && error === null).length;
    const next = chosen.filter(({ stop, id, error }) => stop === null && id === null && error === null);
    for (const { key, file } of next.slice(0, Math.max(0, MOST_AT_ONCE - running))) {
      if (file === null) continue;
      const stop = new AbortController();
      change(key, { stop });
      uploadFile(deliverable.id, file, { onProgress: (share) => change(key, { share }), signal: stop.signal })
        .then((id) => change(key, { id, share: 1 }))
        .catch((error: unknown) => {
          if (!stop.signal.aborted) change(key, { error: messageOf(error, 'This file could not be sent') });
        });
    }
  }, [chosen, deliverable.id]);

  // Whoever leaves stops what is on its way; it goes on when the file is chosen again.
  const latest = useRef(chosen);
  useEffect(() => {
    latest.current = chosen;
  });
  useEffect(
    () => () => {
      for (const { stop, id } of latest.current) if (id === null) stop?.abort();
    },
    [],
  );

  return {
    chosen,
    add: (files: readonly File[]) =>
      setChosen((before) => [
        ...before,
        ...files.slice(0, LIMITS.deliveryFiles - before.length).map((file) => ({
          key: crypto.randomUUID(),
          name: file.name,
          bytes: file.size,
          share: 0,
          id: null,
          error: fileRefusal(file),
          file,
          stop: null,
        })),
      ]),
    again: (key: string) => change(key, { error: null, stop: null, share: 0 }),
    remove: (key: string) => {
      const gone = chosen.find((each) => each.key === key);
      gone?.stop?.abort();
      setChosen(chosen.filter((each) => each.key !== key));
      // Failed, it is swept away after some days.
      if (gone !== undefined && gone.id !== null)
        trpcClient.deliveries.discardFile.mutate({ id: gone.id }).catch(() => undefined);
    },
  };
}
