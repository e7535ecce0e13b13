import { Button, Group, Stack, Text } from '@mantine/core';
import { REVIEW_LIMITS, REVIEW_PARTS, type Side } from '@marquee/booking';
import { newReview } from '@marquee/validation';
import { useRef, useState, type FormEvent } from 'react';
import { queryUtils, trpc } from '../../../trpc.ts';
import { notify } from '../../../lib/notify.ts';
import { useFormBackup } from '../../../lib/sessionEnd.ts';
import { notifyFailure } from '../../../lib/notifyFailure.ts';
import { DateTime } from '../../../ui/DateTime.tsx';
import classes from './Reviews.module.css';
import { StarField } from './StarField.tsx';
import { LimitedTextarea } from '../../../ui/LimitedText.tsx';

interface ReviewFormProps {
  bookingId: string;
  viewer: Side;
  otherName: string;
  /** The end of the review period as an ISO timestamp. */
  until: string;
  onCancel: () => void;
}

const EMPTY_REVIEW = { stars: 0, parts: [0, 0, 0], text: '', staffNote: '' };

/**
 * Lets a party review the other. A submitted review cannot be edited. If the session expires, the input is restored
 * after signing in.
 */
export function ReviewForm({ bookingId, viewer, otherName, until, onCancel }: ReviewFormProps) {
  const [values, setValues] = useState(EMPTY_REVIEW);
  const [isChecked, setIsChecked] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  useFormBackup(`review ${bookingId}`, { isDirty: values !== EMPTY_REVIEW, values: () => values, restore: setValues });
  const write = trpc.reviews.write.useMutation({
    onSuccess: (reviews) => {
      queryUtils.reviews.byBooking.setData({ bookingId }, reviews);
      notify(
        'Review sent',
        reviews.other === null
          ? `We publish it when ${otherName} has written one, too.`
          : 'Both reviews are public now.',
      );
    },
    onError: (error) => notifyFailure(error, 'Your review could not be sent'),
  });
  const change = (more: Partial<typeof EMPTY_REVIEW>) => setValues((before) => ({ ...before, ...more }));
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const verdict = newReview.safeParse({ bookingId, ...values });
    setIsChecked(true);
    if (verdict.success) write.mutate(verdict.data);
    else setTimeout(() => form.current?.querySelector<HTMLElement>('[data-wrong] input')?.focus());
  };
  const missing = (stars: number) => (isChecked && stars === 0 ? 'Please choose 1 to 5 stars' : undefined);
  return (
    <form ref={form} onSubmit={submit} noValidate aria-label="Your review">
      <Stack gap="md">
        <Text>
          Your review is public and shows your name. We publish both reviews when you have both written one, or on{' '}
          <DateTime at={until} />.
        </Text>
        <StarField
          label={`How was working with ${otherName}?`}
          value={values.stars}
          error={missing(values.stars)}
          onChange={(stars) => change({ stars })}
        />
        <div className={classes.pairs}>
          {REVIEW_PARTS[viewer].map((name, at) => (
            <StarField
              key={name}
              label={name}
              value={values.parts[at] ?? 0}
              error={missing(values.parts[at] ?? 0)}
              onChange={(stars) => change({ parts: values.parts.map((each, place) => (place === at ? stars : each)) })}
            />
          ))}
        </div>
        <LimitedTextarea
          label="Your review (optional)"
          autosize
          minRows={4}
          maxRows={16}
          limit={REVIEW_LIMITS.text}
          value={values.text}
          onChange={(event) => change({ text: event.currentTarget.value })}
        />
        <LimitedTextarea
          label="Private note to our staff (optional)"
          description="Only our staff can read it."
          autosize
          minRows={2}
          maxRows={10}
          limit={REVIEW_LIMITS.staffNote}
          value={values.staffNote}
          onChange={(event) => change({ staffNote: event.currentTarget.value })}
        />
        <Text size="sm" c="dimmed">
          You cannot change your review after you send it.
        </Text>
        <Group gap="sm">
          <Button type="submit" loading={write.isPending}>
            Send review
          </Button>
          <Button variant="default" onClick={onCancel}>
            Cancel
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
