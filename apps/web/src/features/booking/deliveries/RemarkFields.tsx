import { CloseButton, Group } from '@mantine/core';
import { LIMITS } from '@marquee/validation';
import { LimitedTextInput } from '../../../ui/LimitedText.tsx';
import type { CommentPosition } from './DeliveredFiles.tsx';
import { formatCommentPosition, type DeliveredFile, type FileComment } from './delivery.ts';

/** Adds an empty remark, up to the limit, and focuses its field in the form. */
export function addRemark<R extends FileComment>(
  remarks: readonly R[],
  spot: CommentPosition,
  form: HTMLFormElement | null,
): (R | FileComment)[] {
  if (remarks.length >= LIMITS.fileComments) return [...remarks];
  // Waits for the new remark's field to be rendered.
  setTimeout(() => [...(form?.querySelectorAll<HTMLElement>('[data-remark] input') ?? [])].at(-1)?.focus());
  return [...remarks, { ...spot, text: '' }];
}

/** Renders a field for the text of each remark on a file. */
export const RemarkFields = <R extends FileComment>(props: {
  remarks: readonly R[];
  files: readonly DeliveredFile[];
  /** Returns the error of the remark at this position. */
  errorAt: (at: number) => string | undefined;
  onChange: (remarks: R[]) => void;
}) => {
  const { remarks, files, errorAt, onChange } = props;
  return remarks.map((remark, at) => (
    // A remark has no name of its own; it is only added at the end and removed from anywhere.
    // oxlint-disable-next-line react/no-array-index-key -- a field holds no state of its own
    <Group key={at} gap="xs" align="flex-end" wrap="nowrap" data-remark>
      <LimitedTextInput
        label={`${at + 1}. ${formatCommentPosition(
          remark,
          files.find(({ id }) => id === remark.fileId),
        )}`}
        style={{ flex: 1 }}
        limit={LIMITS.fileComment}
        value={remark.text}
        error={errorAt(at)}
        onChange={(event) => onChange(remarks.with(at, { ...remark, text: event.currentTarget.value }))}
      />
      <CloseButton
        size="lg"
        aria-label={`Remove comment ${at + 1}`}
        onClick={() => onChange(remarks.filter((_, each) => each !== at))}
      />
    </Group>
  ));
};
