import { Button, Group, Text, TextInput } from '@mantine/core';
import { PUBLICATION_METRIC_LABELS, PUBLICATION_METRICS, type PublicationMetric } from '@marquee/booking';
import { publicationMetrics } from '@marquee/validation';
import { useState, type FormEvent } from 'react';
import { trpc } from '../../../trpc.ts';
import { notify } from '../../../lib/notify.ts';
import { notifyFailure } from '../../../lib/notifyFailure.ts';
import { cacheResults, type Publication, type BookingResults } from './results.ts';
import classes from './Results.module.css';

/**
 * Parses a number with thousands separators, such as '12,400' or '12 400'. Returns null for a blank field and NaN
 * for an invalid number.
 */
const parseMetric = (typed: string): number | null => {
  const digits = typed.replaceAll(/[\s,.’']/g, '');
  return digits === '' ? null : /^\d+$/.test(digits) ? Number(digits) : Number.NaN;
};

/** Lets a creator report the metrics of a post, as shown by the platform. */
export function MetricsForm({
  post,
  results,
  onDone,
}: {
  post: Publication;
  results: BookingResults;
  onDone: () => void;
}) {
  const last = post.reports.at(-1);
  const [typed, setTyped] = useState<Partial<Record<PublicationMetric, string>>>({});
  const [isChecked, setIsChecked] = useState(false);
  const report = trpc.publications.report.useMutation({
    onSuccess: (after) => {
      cacheResults(after);
      notify('Metrics reported', `${results.brandName} can see them now.`);
      onDone();
    },
    onError: (error) => notifyFailure(error, 'The metrics could not be reported'),
  });
  const verdict = publicationMetrics.safeParse({
    id: post.id,
    ...Object.fromEntries(PUBLICATION_METRICS.map((name) => [name, parseMetric(typed[name] ?? '')])),
  });
  const issues = isChecked && !verdict.success ? verdict.error.issues : [];
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setIsChecked(true);
    if (verdict.success) report.mutate(verdict.data);
  };
  return (
    <form onSubmit={submit} noValidate className={classes.form} aria-label={`Metrics of ${post.link}`}>
      <Text size="sm" c="dimmed">
        Enter the totals that the platform shows today. Leave the others blank.
      </Text>
      <div className={classes.fields}>
        {PUBLICATION_METRICS.map((name, at) => {
          const message = issues.find(({ path }) => path[0] === name)?.message;
          const before = last?.[name];
          return (
            <TextInput
              key={name}
              label={PUBLICATION_METRIC_LABELS[name]}
              inputMode="numeric"
              autoComplete="off"
              value={typed[name] ?? ''}
              {...(at === 0 && { ref: focusMetricField })}
              {...(before !== undefined && before !== null && { placeholder: before.toLocaleString('en-US') })}
              {...(message !== undefined && { error: message })}
              onChange={(event) => {
                const { value } = event.currentTarget;
                setTyped((others) => ({ ...others, [name]: value }));
              }}
            />
          );
        })}
      </div>
      <Group gap="sm">
        <Button type="submit" loading={report.isPending}>
          Report metrics
        </Button>
        <Button variant="default" onClick={onDone}>
          Cancel
        </Button>
      </Group>
    </form>
  );
}

const focusMetricField = (field: HTMLInputElement | null): void => field?.focus();
