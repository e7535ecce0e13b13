import { formatDollars, formatRate } from '@marquee/money';
import { spoken } from './words.ts';
import { Text } from '../../ui/plain.tsx';

/** Small facts that the program noted, in one line: amounts as dollars, everything else as it is. */
export function DataFacts({ data }: { data: object }) {
  const facts = Object.entries(data).map(([name, value]) =>
    name.endsWith('Bps') && typeof value === 'number'
      ? `${spoken(words(name.slice(0, -'Bps'.length)))}: ${formatRate(value)}`
      : name.endsWith('Cents') && typeof value === 'number'
        ? `${spoken(words(name.slice(0, -'Cents'.length)))}: ${formatDollars(value)}`
        : `${spoken(words(name))}: ${textOf(value)}`,
  );
  return facts.length === 0 ? null : (
    <Text size="sm" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
      {facts.join(' · ')}
    </Text>
  );
}

const words = (name: string) => name.replace(/([A-Z])/g, ' $1').toLowerCase();
const textOf = (value: unknown) =>
  typeof value === 'string' ? spokenTime(value) : value === null ? 'none' : JSON.stringify(value);
const spokenTime = (value: string) =>
  /^\d{4}-\d\d-\d\dT/.test(value)
    ? new Date(value).toLocaleString('en-US', { dateStyle: 'medium', timeStyle: 'short' })
    : value;
