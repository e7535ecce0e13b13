import { Button, Checkbox, Group, Stack, Text } from '@mantine/core';
import { LIMITS, newVerdict } from '@marquee/validation';
import { useRef, useState, type FormEvent } from 'react';
import { useFormBackup } from '../../../lib/sessionEnd.ts';
import { LimitedTextarea } from '../../../ui/LimitedText.tsx';
import classes from './Deliveries.module.css';
import { formatCommentPosition, type DeliverableVersion, type FileComment, type GuestReview } from './delivery.ts';
import { DisagreementBadge } from './DisagreementBadge.tsx';
import { addRemark, RemarkFields } from './RemarkFields.tsx';
import { VersionView } from './VersionView.tsx';

/** A remark of the brand. `source` identifies the guest's remark from which it was made. */
type DraftRemark = FileComment & { source?: string };

/** Lists the remarks of guests, each with a key that does not change. */
const listGuestRemarks = (reviews: readonly GuestReview[]) =>
  reviews.flatMap(({ guestId, guestName, remarks }) =>
    remarks.map(({ isContested, ...remark }, at) => ({
      remark: { ...remark, source: `${guestId} ${at}` },
      guestName,
      isContested,
    })),
  );

/** Starts the brand's list with all comments of the guests. */
const mergeReviews = (reviews: readonly GuestReview[]): { changeRequest: string; remarks: DraftRemark[] } => ({
  changeRequest: reviews
    .map(({ comment }) => comment)
    .filter((comment) => comment !== '')
    .join('\n\n')
    .slice(0, LIMITS.changeRequest),
  remarks: listGuestRemarks(reviews)
    .map(({ remark }) => remark)
    .slice(0, LIMITS.fileComments),
});

/**
 * Lets the brand request changes, with remarks on positions in images and videos. The form starts with the comments of
 * guests. The creator sees only the comments that the brand sends.
 */
export function RequestChanges(props: {
  deliverableId: string;
  version: DeliverableVersion;
  brand: string;
  roundsLeft: number;
  guestReviews: readonly GuestReview[];
  loading: boolean;
  onAsk: (asked: { changeRequest: string; remarks: FileComment[] }) => void;
  onCancel: () => void;
}) {
  const { deliverableId, version, brand, roundsLeft, guestReviews, loading, onAsk, onCancel } = props;
  const [initial] = useState(() => mergeReviews(guestReviews));
  const [values, setValues] = useState(initial);
  const [isChecked, setIsChecked] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  const { changeRequest, remarks } = values;
  useFormBackup(`changes ${deliverableId} ${version.number}`, {
    isDirty: values !== initial,
    values: () => values,
    restore: setValues,
  });
  const setRemarks = (changed: DraftRemark[]) => setValues({ ...values, remarks: changed });
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
    if (verdict.success && verdict.data.verdict === 'changes') return onAsk(verdict.data);
    setTimeout(() => form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus());
    return undefined;
  };
  return (
    <>
      <VersionView
        version={version}
        brand={brand}
        drafts={remarks}
        onSpot={(spot) => setRemarks(addRemark(remarks, spot, form.current))}
      />
      <form ref={form} className={classes.form} onSubmit={submit} noValidate aria-label="Request changes">
        <GuestRemarkChoice reviews={guestReviews} version={version} remarks={remarks} onChange={setRemarks} />
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
        <RemarkFields
          remarks={remarks}
          files={version.files}
          errorAt={(at) => wrong('remarks', at, 'text')}
          onChange={setRemarks}
        />
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

/** Lets the brand choose which comments of guests become part of its list. */
function GuestRemarkChoice(props: {
  reviews: readonly GuestReview[];
  version: DeliverableVersion;
  remarks: readonly DraftRemark[];
  onChange: (remarks: DraftRemark[]) => void;
}) {
  const { reviews, version, remarks, onChange } = props;
  const offered = listGuestRemarks(reviews);
  if (offered.length === 0) return null;
  return (
    <Checkbox.Group
      label="Comments by guests"
      description="The creator gets the comments that you select, without the guests’ names. Edit them below."
      value={remarks.flatMap(({ source }) => source ?? [])}
      onChange={(chosen) => {
        const keptRemarks = remarks.filter(({ source }) => source === undefined || chosen.includes(source));
        const added = offered
          .map(({ remark }) => remark)
          .filter(({ source }) => chosen.includes(source) && !keptRemarks.some((each) => each.source === source));
        onChange([...keptRemarks, ...added].slice(0, LIMITS.fileComments));
      }}
    >
      <Stack gap="xs" mt="xs">
        {offered.map(({ remark, guestName, isContested }) => (
          <Checkbox
            key={remark.source}
            value={remark.source}
            label={remark.text}
            description={
              <>
                {`${guestName}, ${formatCommentPosition(
                  remark,
                  version.files.find(({ id }) => id === remark.fileId),
                )} `}
                {isContested && <DisagreementBadge />}
              </>
            }
          />
        ))}
      </Stack>
    </Checkbox.Group>
  );
}
