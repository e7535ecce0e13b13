import { Text } from '@mantine/core';
import { formatMinor, PAYMENT_LABELS, returnReason, STATUS_LABELS } from '@marquee/booking';
import { formatDollars, formatRate } from '@marquee/money';
import { PLATFORMS, RECORDED_LABELS } from '@marquee/validation';
import { printer } from '../../ui/clock.ts';
import { REPORT_OUTCOME_WORDS, spoken, THREAD_WORDS } from './words.ts';

type Data = Readonly<Record<string, unknown>>;

/** The labels of recorded fields. A name that is not there, as old rows may have, is read as its words. */
const LABELS: Record<string, string> = RECORDED_LABELS;
/** Said by another fact, or by the line above. */
const SILENT = new Set(['currency', 'creatorId', 'file']);
/** Numbers of a currency's smallest unit, in the one that stands beside them. */
const MINOR = 'amount';

const VALUES: Record<string, string> = {
  payout_setup: 'the payout setup is not finished',
  booking_cancelled: 'the booking was cancelled',
  second_intent: 'it was paid a second time',
  amount: 'the amount is another one',
  release: 'Pay the creator',
  refund: 'Refund the brand',
  ...THREAD_WORDS,
  ...REPORT_OUTCOME_WORDS,
  ...PAYMENT_LABELS,
  ...STATUS_LABELS,
};

/** Values that mean this in one field only. */
const VALUES_OF: Record<string, Record<string, string>> = {
  platform: PLATFORMS,
  role: { user: 'No staff role', admin: 'Admin' },
};

const labelOf = (name: string) =>
  LABELS[name] ??
  spoken(
    name.replace(/(Cents|Bps|At|Id)$|([A-Z])/g, (_, end: string | undefined, letter = '') =>
      end === undefined ? ` ${letter}`.toLowerCase() : '',
    ),
  );

const moment = printer({ dateStyle: 'medium', timeStyle: 'short' });

/** A value as a person reads it: amounts as money, rates as percent, moments on the reader's clock. */
function valueOf(name: string, value: unknown, data: Data): string {
  if (value === null || value === undefined) return 'not set';
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (Array.isArray(value)) return value.map((each) => valueOf(name, each, data)).join(', ');
  if (typeof value === 'number') {
    if (name === MINOR && typeof data['currency'] === 'string') return formatMinor(value, data['currency']);
    return /cents$/i.test(name) ? formatDollars(value) : name.endsWith('Bps') ? formatRate(value) : String(value);
  }
  if (typeof value !== 'string') return JSON.stringify(value);
  if (/^\d{4}-\d\d-\d\dT/.test(value)) return moment(new Date(value));
  if (name === 'failureCode') return returnReason(value);
  const own = VALUES_OF[name]?.[value];
  if (own !== undefined) return own;
  // One of our names; what Stripe or a person wrote has a space or is an id.
  return VALUES[value] ?? (/^[a-z]+(_[a-z]+)+$/.test(value) && name !== 'code' ? value.replaceAll('_', ' ') : value);
}

const Facts = ({ facts }: { facts: string[] }) =>
  facts.length === 0 ? null : (
    <Text size="sm" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
      {facts.join(' · ')}
    </Text>
  );

/** Small facts that the program noted, in one line; what is not known is left out. */
export const DataFacts = ({ data }: { data: Data }) => (
  <Facts
    facts={Object.entries(data)
      .filter(([name, value]) => value !== null && !SILENT.has(name))
      .map(([name, value]) => `${labelOf(name)}: ${valueOf(name, value, data)}`)}
  />
);

/** What was changed, from what to what. Where nothing was changed, only what was recorded. */
export const DataChanges = ({ before, after }: { before: Data; after: Data }) => {
  const isChange = Object.keys(before).some((name) => name in after);
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])].filter((name) => !SILENT.has(name));
  return (
    <Facts
      facts={names.flatMap((name) => {
        if (!isChange) {
          const data = name in after ? after : before;
          return data[name] === null ? [] : [`${labelOf(name)}: ${valueOf(name, data[name], data)}`];
        }
        const [was, is] = [valueOf(name, before[name], before), valueOf(name, after[name], after)];
        return was === is ? [] : [`${labelOf(name)}: ${was} → ${is}`];
      })}
    />
  );
};
