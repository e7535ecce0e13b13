import { Button, Stack, Text, TextInput } from '@mantine/core';
import { DEFAULT_WINDOWS, type OperatorTerms, type Windows } from '@marquee/booking';
import { toCents, formatDollars, formatRate, MAX_FEE_BPS, parseRate, computeQuote } from '@marquee/money';
import { LIMITS, operatorTermsChange, type OperatorTermsChange } from '@marquee/validation';
import { WINDOW_LABELS } from '@marquee/contracts';
import { useForm } from '@mantine/form';
import { useState } from 'react';
import { queryUtils, trpcClient, type RouterOutputs } from '../../../trpc.ts';
import { ConfirmDialog } from '../../../ui/ConfirmDialog.tsx';
import { focusFirstError } from '../../../lib/focusField.ts';
import { notify } from '../../../lib/notify.ts';
import { SectionCard } from '../../../ui/SectionCard.tsx';
import { findFormBackup, useFormBackup } from '../../../lib/sessionEnd.ts';
import { notifyFailure } from '../../../lib/notifyFailure.ts';
import classes from './OperatorTermsForm.module.css';
import { LimitedTextarea } from '../../../ui/LimitedText.tsx';
import { KEPT_IN_AUDIT_LOG } from './admin.words.ts';

type StoredTerms = RouterOutputs['operatorTerms']['list']['items'][number];
type TermsFields = { fee: string; reason: string } & Record<keyof Windows, string>;

const WINDOW_NAMES = Object.keys(DEFAULT_WINDOWS) as (keyof Windows)[];
const TERMS_BACKUP_NAME = 'booking terms';

const toTermsFields = ({ feeBps, windows }: OperatorTerms): TermsFields => ({
  fee: formatRate(feeBps).slice(0, -1),
  reason: '',
  ...(Object.fromEntries(WINDOW_NAMES.map((name) => [name, String(windows[name])])) as Record<keyof Windows, string>),
});

/**
 * Converts the form values to API input. Text that is not a number becomes NaN, which the API's schema rejects with
 * an error message.
 */
const toTermsChange = (number: number, { fee, reason, ...texts }: TermsFields) => ({
  number,
  feeBps: parseRate(fee.trim()) ?? Number.NaN,
  windows: Object.fromEntries(
    WINDOW_NAMES.map((name) => [name, /^\d+$/.test(texts[name].trim()) ? Number(texts[name]) : Number.NaN]),
  ),
  reason: reason.trim(),
});

/** Validates the form with the API's schema. Returns one error message per invalid field. */
function validateTermsFields(number: number, fields: TermsFields): Partial<Record<keyof TermsFields, string>> {
  const { error } = operatorTermsChange.safeParse(toTermsChange(number, fields));
  return Object.fromEntries(
    (error?.issues ?? []).map(({ path, message }) => [path[0] === 'feeBps' ? 'fee' : path.at(-1), message]),
  );
}

/** Returns the length of a time window, or 'not set' for terms stored before that window was introduced. */
const getWindowValue = ({ windows }: { windows: Partial<Windows> }, name: keyof Windows) => windows[name] ?? 'not set';

/** Describes the differences between two versions of the terms, one string per changed value. */
export function listTermsChanges(before: OperatorTerms, after: OperatorTerms): string[] {
  const fee = before.feeBps === after.feeBps ? [] : [`Fee: ${formatRate(before.feeBps)} → ${formatRate(after.feeBps)}`];
  const windows = WINDOW_NAMES.filter((name) => before.windows[name] !== after.windows[name]).map(
    (name) => `${WINDOW_LABELS[name]}: ${getWindowValue(before, name)} → ${getWindowValue(after, name)}`,
  );
  return [...fee, ...windows];
}

/**
 * Lets staff change the fee and the time windows for future orders. Lists the changes for confirmation before
 * saving.
 */
export function OperatorTermsForm({ terms }: { terms: StoredTerms }) {
  const [changeToConfirm, setChangeToConfirm] = useState<OperatorTermsChange | null>(null);
  const form = useForm<TermsFields>({
    initialValues: (findFormBackup(TERMS_BACKUP_NAME) as TermsFields | null) ?? toTermsFields(terms),
    validate: (fields) => validateTermsFields(terms.number, fields),
  });
  useFormBackup(TERMS_BACKUP_NAME, { isDirty: form.isDirty(), values: form.getValues, restore: form.setValues });
  const ask = (fields: TermsFields) => {
    const change = operatorTermsChange.parse(toTermsChange(terms.number, fields));
    if (listTermsChanges(terms, change).length === 0) notify('No changes to save');
    else setChangeToConfirm(change);
  };
  const save = async (change: OperatorTermsChange) => {
    try {
      await trpcClient.operatorTerms.change.mutate(change);
      notify('Terms saved', 'They apply to new orders.');
      form.resetDirty();
    } catch (error) {
      notifyFailure(error, 'The terms could not be saved');
    }
    await Promise.all([queryUtils.operatorTerms.invalidate(), queryUtils.admin.invalidate()]);
  };
  const feeBps = parseRate(form.values.fee.trim());
  const example = feeBps === null ? null : computeQuote(toCents(10_000), feeBps);
  return (
    <SectionCard title="Terms for new orders">
      <form noValidate onSubmit={form.onSubmit(ask, focusFirstError)}>
        <Stack gap="lg">
          <TextInput
            label="Platform fee (percent)"
            description={
              example === null
                ? `0% to ${formatRate(MAX_FEE_BPS)} of the creator’s price, added on top`
                : `For a $100 package, the brand pays ${formatDollars(example.totalCents)} and the platform keeps ${formatDollars(example.feeCents)}`
            }
            inputMode="decimal"
            aria-required
            maw={560}
            {...form.getInputProps('fee')}
          />
          <div className={classes.windows}>
            {WINDOW_NAMES.map((name) => (
              <TextInput
                key={name}
                label={WINDOW_LABELS[name]}
                inputMode="numeric"
                aria-required
                {...form.getInputProps(name)}
              />
            ))}
          </div>
          <LimitedTextarea
            label="Reason"
            description={KEPT_IN_AUDIT_LOG}
            aria-required
            limit={LIMITS.staffNote}
            className={classes.reason ?? ''}
            {...form.getInputProps('reason')}
          />
          <Text size="sm" c="dimmed">
            Existing bookings keep the fee and deadlines that applied when they were ordered.
          </Text>
          <Button type="submit" style={{ alignSelf: 'flex-start' }}>
            Save terms
          </Button>
        </Stack>
      </form>
      {changeToConfirm !== null && (
        <ConfirmDialog
          opened
          title="Save these terms?"
          confirmLabel="Save terms"
          onClose={() => setChangeToConfirm(null)}
          onConfirm={() => {
            setChangeToConfirm(null);
            void save(changeToConfirm);
          }}
        >
          They apply to all new orders immediately.
          <ul>
            {listTermsChanges(terms, changeToConfirm).map((line) => (
              <li key={line}>{line}</li>
            ))}
          </ul>
        </ConfirmDialog>
      )}
    </SectionCard>
  );
}
