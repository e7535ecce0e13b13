import { Button, CloseButton, Group, Stack, Text } from '@mantine/core';
import { LIMITS, newVerdict } from '@marquee/validation';
import { useRef, useState, type FormEvent } from 'react';
import { useFormBackup } from '../../lib/sessionEnd.ts';
import classes from './Deliveries.module.css';
import { formatCommentPosition, type FileComment, type DeliverableVersion } from './delivery.ts';
import type { CommentPosition } from './DeliveredFiles.tsx';
import { VersionView } from './VersionView.tsx';
import { LimitedTextInput, LimitedTextarea } from '../../ui/LimitedText.tsx';

const EMPTY_CHANGE_REQUEST: { changeRequest: string; remarks: FileComment[] } = { changeRequest: '', remarks: [] };

/** Lets the brand request changes, with remarks on positions in images and videos. */
export function RequestChanges(props: {
  deliverableId: string;
  version: DeliverableVersion;
  brand: string;
  roundsLeft: number;
  loading: boolean;
  onAsk: (asked: { changeRequest: string; remarks: FileComment[] }) => void;
  onCancel: () => void;
}) {
  const { deliverableId, version, brand, roundsLeft, loading, onAsk, onCancel } = props;
  const [values, setValues] = useState(EMPTY_CHANGE_REQUEST);
  const [isChecked, setIsChecked] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  const { changeRequest, remarks } = values;
  useFormBackup(`changes ${deliverableId} ${version.number}`, {
    isDirty: values !== EMPTY_CHANGE_REQUEST,
    values: () => values,
    restore: setValues,
  });
  const setRemarks = (changed: FileComment[]) => setValues({ ...values, remarks: changed });
  const add = (spot: CommentPosition) => {
    if (remarks.length >= LIMITS.fileComments) return;
    setRemarks([...remarks, { ...spot, text: '' }]);
    // Waits for the new remark's field to be rendered, then focuses it.
    setTimeout(() => [...(form.current?.querySelectorAll<HTMLElement>('[data-remark] input') ?? [])].at(-1)?.focus());
  };
  const verdict = newVerdict.safeParse({
    deliverableId,
    number: version.number,
    verdict: 'changes',
    changeRequest,
    remarks,
  });
  const wrong = (...at: (string | number)[]) =>
    isChecked && !verdict.success
      ? verdict.error.issues.find(({ path }) => path.join() === at.join())?.message
      : undefined;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setIsChecked(true);
    if (verdict.success) return onAsk({ changeRequest, remarks });
    setTimeout(() => form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus());
    return undefined;
  };
  return (
    <>
      <VersionView version={version} brand={brand} drafts={remarks} onSpot={add} />
      <form ref={form} className={classes.form} onSubmit={submit} noValidate aria-label="Request changes">
        <LimitedTextarea
          label="What should change?"
          description={
            version.files.length === 0
              ? undefined
              : 'Click an image, or “Comment at …” below a video, to comment on that spot.'
          }
          autosize
          minRows={3}
          maxRows={12}
          limit={LIMITS.changeRequest}
          value={changeRequest}
          error={wrong('changeRequest')}
          onChange={(event) => setValues({ ...values, changeRequest: event.currentTarget.value })}
        />
        {remarks.map((remark, at) => (
          // A remark has no name of its own; it is only added at the end and removed from anywhere.
          // oxlint-disable-next-line react/no-array-index-key -- a field holds no state of its own
          <Group key={at} gap="xs" align="flex-end" wrap="nowrap" data-remark>
            <LimitedTextInput
              label={`${at + 1}. ${formatCommentPosition(
                remark,
                version.files.find(({ id }) => id === remark.fileId),
              )}`}
              style={{ flex: 1 }}
              limit={LIMITS.fileComment}
              value={remark.text}
              error={wrong('remarks', at, 'text')}
              onChange={(event) => setRemarks(remarks.with(at, { ...remark, text: event.currentTarget.value }))}
            />
            <CloseButton
              size="lg"
              aria-label={`Remove comment ${at + 1}`}
              onClick={() => setRemarks(remarks.filter((_, each) => each !== at))}
            />
          </Group>
        ))}
        <Stack gap="xs">
          <Text size="sm" c="dimmed">
            {roundsLeft === 1
              ? 'This uses the last round of changes for this deliverable.'
              : `This uses one of ${roundsLeft} rounds of changes for this deliverable.`}
          </Text>
          <Group gap="sm">
            <Button type="submit" loading={loading}>
              Send request
            </Button>
            <Button variant="default" onClick={onCancel}>
              Cancel
            </Button>
          </Group>
        </Stack>
      </form>
    </>
  );
}
