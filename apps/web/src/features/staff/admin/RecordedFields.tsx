import { Text } from '@mantine/core';
import { formatMinorUnits, PAYMENT_LABELS, describePayoutReturn, STATUS_LABELS } from '@marquee/booking';
import { formatDollars, formatRate } from '@marquee/money';
import { PLATFORM_LABELS, RECORDED_FIELD_LABELS } from '@marquee/contracts';
import { createReaderFormatter } from '../../../lib/readerClock.ts';
import { REPORT_OUTCOME_LABELS, humanizeName, THREAD_STATUS_LABELS } from './admin.words.ts';

type RecordedData = Readonly<Record<string, unknown>>;

/**
 * Labels for the fields of audit and exception records. A field without an entry here, such as one from an old
 * record, gets a label derived from its name.
 */
const FIELD_LABELS: Record<string, string> = RECORDED_FIELD_LABELS;
/** Fields that are left out because another field or the heading already contains the same information. */
const HIDDEN_FIELDS = new Set(['currency', 'creatorId', 'file']);
/** The name of the field that contains an amount in minor units of the record's `currency`. */
const MINOR_UNIT_FIELD = 'amount';

const VALUE_LABELS: Record<string, string> = {
  payout_setup: 'payout setup not finished',
  payout_change: 'payout account changed',
  payment_check: 'payment from a new device',
  payouts_frozen: 'payouts frozen',
  booking_cancelled: 'booking cancelled',
  second_intent: 'paid a second time',
  amount: 'different amount',
  release: 'Pay the creator',
  refund: 'Refund the brand',
  ...THREAD_STATUS_LABELS,
  ...REPORT_OUTCOME_LABELS,
  ...PAYMENT_LABELS,
  ...STATUS_LABELS,
};

/** Labels for values that need a different label in a particular field, by field name. */
const VALUE_LABELS_BY_FIELD: Record<string, Record<string, string>> = {
  platform: PLATFORM_LABELS,
  role: { user: 'No staff role', admin: 'Admin' },
};

const getFieldLabel = (name: string) =>
  FIELD_LABELS[name] ??
  humanizeName(
    name.replace(/(Cents|Bps|At|Id)$|([A-Z])/g, (_, end: string | undefined, letter = '') =>
      end === undefined ? ` ${letter}`.toLowerCase() : '',
    ),
  );

const formatTime = createReaderFormatter({ dateStyle: 'medium', timeStyle: 'short' });

/** Formats a recorded value: amounts as money, rates as percentages, and times in the viewer's time zone. */
function formatValue(name: string, value: unknown, data: RecordedData): string {
  if (value === null || value === undefined) return 'not set';
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (Array.isArray(value)) return value.map((each) => formatValue(name, each, data)).join(', ');
  if (typeof value === 'number') {
    if (name === MINOR_UNIT_FIELD && typeof data['currency'] === 'string')
      return formatMinorUnits(value, data['currency']);
    return /cents$/i.test(name) ? formatDollars(value) : name.endsWith('Bps') ? formatRate(value) : String(value);
  }
  if (typeof value !== 'string') return JSON.stringify(value);
  if (/^\d{4}-\d\d-\d\dT/.test(value)) return formatTime(new Date(value));
  if (name === 'failureCode') return describePayoutReturn(value);
  const own = VALUE_LABELS_BY_FIELD[name]?.[value];
  if (own !== undefined) return own;
  // Replaces the underscores of our own constants, such as 'payment_failed'. Text written by Stripe or a person does
  // not match the pattern, because it contains spaces or is an id.
  return (
    VALUE_LABELS[value] ?? (/^[a-z]+(_[a-z]+)+$/.test(value) && name !== 'code' ? value.replaceAll('_', ' ') : value)
  );
}

const FactsLine = ({ facts }: { facts: string[] }) =>
  facts.length === 0 ? null : (
    <Text size="sm" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
      {facts.join(' · ')}
    </Text>
  );

/** Shows recorded data on one line, without null values and hidden fields. */
export const RecordedFields = ({ data }: { data: RecordedData }) => (
  <FactsLine
    facts={Object.entries(data)
      .filter(([name, value]) => value !== null && !HIDDEN_FIELDS.has(name))
      .map(([name, value]) => `${getFieldLabel(name)}: ${formatValue(name, value, data)}`)}
  />
);

/**
 * Shows the old and new value of each changed field, or all recorded data if the record does not describe a change.
 */
export const RecordedChanges = ({ before, after }: { before: RecordedData; after: RecordedData }) => {
  const isChange = Object.keys(before).some((name) => name in after);
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])].filter(
    (name) => !HIDDEN_FIELDS.has(name),
  );
  return (
    <FactsLine
      facts={names.flatMap((name) => {
        if (!isChange) {
          const data = name in after ? after : before;
          return data[name] === null ? [] : [`${getFieldLabel(name)}: ${formatValue(name, data[name], data)}`];
        }
        const [was, is] = [formatValue(name, before[name], before), formatValue(name, after[name], after)];
        return was === is ? [] : [`${getFieldLabel(name)}: ${was} → ${is}`];
      })}
    />
  );
};
