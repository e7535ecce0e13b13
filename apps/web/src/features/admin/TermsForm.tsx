import { Button, Stack, Text, Textarea, TextInput } from '@mantine/core';
import { DEFAULT_WINDOWS, type BookingTerms, type Windows } from '@marquee/booking';
import { cents, formatDollars, formatRate, MAX_FEE_BPS, parseRate, quote } from '@marquee/money';
import { LIMITS, termsChange, WINDOW_LABELS, type TermsChange } from '@marquee/validation';
import { useForm } from '@mantine/form';
import { useState } from 'react';
import { data, trpcClient, type Outputs } from '../../trpc.ts';
import { Confirm } from '../../ui/Confirm.tsx';
import { focusFirstError } from '../../ui/focusField.ts';
import { notify } from '../../ui/notify.ts';
import { Section } from '../../ui/Section.tsx';
import { findKept, useKept } from '../../ui/sessionEnd.ts';
import { tellFailure } from '../../ui/tellFailure.ts';
import classes from './TermsForm.module.css';

type Terms = Outputs['terms']['list']['items'][number];
type Fields = { fee: string; reason: string } & Record<keyof Windows, string>;

const NAMES = Object.keys(DEFAULT_WINDOWS) as (keyof Windows)[];
const KEPT = 'booking terms';

const textsOf = ({ feeBps, windows }: BookingTerms): Fields => ({
  fee: formatRate(feeBps).slice(0, -1),
  reason: '',
  ...(Object.fromEntries(NAMES.map((name) => [name, String(windows[name])])) as Record<keyof Windows, string>),
});

/** What the server takes; what is no number becomes NaN, which the schema has a sentence for. */
const changeOf = (number: number, { fee, reason, ...texts }: Fields) => ({
  number,
  feeBps: parseRate(fee.trim()) ?? Number.NaN,
  windows: Object.fromEntries(
    NAMES.map((name) => [name, /^\d+$/.test(texts[name].trim()) ? Number(texts[name]) : Number.NaN]),
  ),
  reason: reason.trim(),
});

/** The schema's verdicts, by field. */
function verdictsOn(number: number, fields: Fields): Partial<Record<keyof Fields, string>> {
  const { error } = termsChange.safeParse(changeOf(number, fields));
  return Object.fromEntries(
    (error?.issues ?? []).map(({ path, message }) => [path[0] === 'feeBps' ? 'fee' : path.at(-1), message]),
  );
}

/** Terms that are older than a window do not have it. */
const windowValue = ({ windows }: { windows: Partial<Windows> }, name: keyof Windows) => windows[name] ?? 'not set';

/** What a change changes, each as one line. */
export function changesOf(before: BookingTerms, after: BookingTerms): string[] {
  const fee = before.feeBps === after.feeBps ? [] : [`Fee: ${formatRate(before.feeBps)} → ${formatRate(after.feeBps)}`];
  const windows = NAMES.filter((name) => before.windows[name] !== after.windows[name]).map(
    (name) => `${WINDOW_LABELS[name]}: ${windowValue(before, name)} → ${windowValue(after, name)}`,
  );
  return [...fee, ...windows];
}

/** The fee and the windows for orders from now on. What changes stands there before it does. */
export function TermsForm({ terms }: { terms: Terms }) {
  const [asked, setAsked] = useState<TermsChange | null>(null);
  const form = useForm<Fields>({
    initialValues: (findKept(KEPT) as Fields | null) ?? textsOf(terms),
    validate: (fields) => verdictsOn(terms.number, fields),
  });
  useKept(KEPT, { isDirty: form.isDirty(), values: form.getValues, restore: form.setValues });
  const ask = (fields: Fields) => {
    const change = termsChange.parse(changeOf(terms.number, fields));
    if (changesOf(terms, change).length === 0) notify('Nothing to save', 'The fee and the windows are as they were.');
    else setAsked(change);
  };
  const save = async (change: TermsChange) => {
    try {
      await trpcClient.terms.change.mutate(change);
      notify('Terms set', 'They hold for orders from now on.');
      form.resetDirty();
    } catch (error) {
      tellFailure(error, 'The terms could not be set');
    }
    await Promise.all([data.terms.invalidate(), data.admin.invalidate()]);
  };
  const feeBps = parseRate(form.values.fee.trim());
  const example = feeBps === null ? null : quote(cents(10_000), feeBps);
  return (
    <Section title="For orders from now on">
      <form noValidate onSubmit={form.onSubmit(ask, focusFirstError)}>
        <Stack gap="lg">
          <TextInput
            label="Platform fee (percent)"
            description={
              example === null
                ? `0% to ${formatRate(MAX_FEE_BPS)} of the creator’s price, on top of it`
                : `For a package of $100 the brand pays ${formatDollars(example.totalCents)}, the platform keeps ${formatDollars(example.feeCents)}`
            }
            inputMode="decimal"
            aria-required
            maw={560}
            {...form.getInputProps('fee')}
          />
          <div className={classes.windows}>
            {NAMES.map((name) => (
              <TextInput
                key={name}
                label={WINDOW_LABELS[name]}
                inputMode="numeric"
                aria-required
                {...form.getInputProps(name)}
              />
            ))}
          </div>
          <Textarea
            label="Reason"
            description="Kept in the audit log."
            aria-required
            maxLength={LIMITS.staffNote}
            className={classes.reason ?? ''}
            {...form.getInputProps('reason')}
          />
          <Text size="sm" c="dimmed">
            Bookings that were ordered before keep the fee and the windows that they were ordered under.
          </Text>
          <Button type="submit" style={{ alignSelf: 'flex-start' }}>
            Set the terms
          </Button>
        </Stack>
      </form>
      {asked !== null && (
        <Confirm
          opened
          title="Set these terms?"
          confirmLabel="Set the terms"
          onClose={() => setAsked(null)}
          onConfirm={() => {
            setAsked(null);
            void save(asked);
          }}
        >
          They hold for every order from now on, on all pages at once.
          <ul>
            {changesOf(terms, asked).map((line) => (
              <li key={line}>{line}</li>
            ))}
          </ul>
        </Confirm>
      )}
    </Section>
  );
}
