import {
  CATEGORIES,
  FOLLOWER_BANDS,
  LANGUAGES,
  MAX_BUDGET,
  PLATFORM_NAMES,
  PLATFORMS,
  type CreatorSearch,
} from '@marquee/validation';
import { useState, type ReactNode } from 'react';
import { useTerms } from '../../terms.ts';
import { Text } from '../../ui/plain.tsx';
import { Checkbox, NativeSelect, TextInput } from '../../ui/plainFields.tsx';
import { plural } from '../../ui/plural.ts';
import classes from './Filters.module.css';
import { compactNumber } from './followers.ts';
import { useFind } from './useFind.ts';

const DAYS = [1, 3, 5, 7, 14, 30];

/** All filters. Each takes effect at once and is in the address. */
export function Filters() {
  const { search, change } = useFind();
  return (
    <div className={classes.filters}>
      <Budget search={search} onChange={change} />
      <Choices
        label="Category"
        choices={CATEGORIES}
        nameOf={(each) => each}
        chosen={search.categories}
        onChange={(categories) => change({ categories })}
      />
      <Choices
        label="Platform"
        choices={PLATFORM_NAMES}
        nameOf={(each) => PLATFORMS[each]}
        chosen={search.platforms}
        onChange={(platforms) => change({ platforms })}
      />
      <Group label="Followers on all platforms">
        <div className={classes.pair}>
          <NumberChoice
            label="From"
            name={compactNumber}
            steps={FOLLOWER_BANDS}
            value={search.minFollowers}
            onChange={(minFollowers) => change({ minFollowers })}
          />
          <NumberChoice
            label="To"
            name={compactNumber}
            steps={FOLLOWER_BANDS}
            value={search.maxFollowers}
            onChange={(maxFollowers) => change({ maxFollowers })}
          />
        </div>
      </Group>
      <NumberChoice
        label="Delivery time"
        any="Any time"
        name={(days) => `Within ${plural(days, 'day')}`}
        steps={DAYS}
        value={search.maxDays}
        onChange={(maxDays) => change({ maxDays })}
      />
      <NativeSelect
        label="Language"
        value={search.language ?? ''}
        onChange={(event) => change({ language: LANGUAGES.find((each) => each === event.currentTarget.value) })}
        data={[{ value: '', label: 'Any language' }, ...LANGUAGES]}
      />
    </div>
  );
}

function Group({ label, hint, children }: { label: string; hint?: string; children: ReactNode }) {
  return (
    <fieldset className={classes.group}>
      <legend>{label}</legend>
      {children}
      {hint !== undefined && (
        <Text size="xs" c="dimmed" mt={6}>
          {hint}
        </Text>
      )}
    </fieldset>
  );
}

interface ChoicesProps<T extends string> {
  label: string;
  choices: readonly T[];
  nameOf: (choice: T) => string;
  chosen: readonly T[] | undefined;
  onChange: (chosen: T[] | undefined) => void;
}

/** Several of a list: creators who have one of them. */
function Choices<T extends string>({ label, choices, nameOf, chosen = [], onChange }: ChoicesProps<T>) {
  const toggle = (choice: T) => {
    const next = choices.filter((each) => (each === choice ? !chosen.includes(each) : chosen.includes(each)));
    onChange(next.length === 0 ? undefined : next);
  };
  return (
    <Group label={label}>
      <div className={classes.choices}>
        {choices.map((choice) => (
          <Checkbox
            key={choice}
            label={nameOf(choice)}
            checked={chosen.includes(choice)}
            onChange={() => toggle(choice)}
            bodyClassName={classes['choice'] ?? ''}
            labelClassName={classes['choiceLabel'] ?? ''}
          />
        ))}
      </div>
    </Group>
  );
}

interface NumberChoiceProps {
  label: string;
  any?: string;
  name: (value: number) => string;
  steps: readonly number[];
  value: number | undefined;
  onChange: (value: number | undefined) => void;
}

/** One of a few numbers; an address may have brought another one, which is then in the list as well. */
function NumberChoice({ label, any = 'Any', name, steps, value, onChange }: NumberChoiceProps) {
  const known = [...new Set([...steps, ...(value === undefined ? [] : [value])])]
    .filter((step) => step > 0)
    .toSorted((one, other) => one - other);
  return (
    <NativeSelect
      label={label}
      value={value === undefined ? '' : String(value)}
      onChange={(event) => onChange(event.currentTarget.value === '' ? undefined : Number(event.currentTarget.value))}
      data={[{ value: '', label: any }, ...known.map((step) => ({ value: String(step), label: name(step) }))]}
    />
  );
}

function Budget({ search, onChange }: { search: CreatorSearch; onChange: (change: CreatorSearch) => void }) {
  const { fee } = useTerms();
  return (
    <Group label="Your budget" hint={`What you pay in total, with the ${fee} platform fee.`}>
      <div className={classes.pair}>
        <Dollars label="From" value={search.minBudget} onChange={(minBudget) => onChange({ minBudget })} />
        <Dollars label="To" value={search.maxBudget} onChange={(maxBudget) => onChange({ maxBudget })} />
      </div>
    </Group>
  );
}

/** Whole dollars; taken over when the field is left or Enter is pressed. */
function Dollars({
  label,
  value,
  onChange,
}: {
  label: string;
  value: number | undefined;
  onChange: (value: number | undefined) => void;
}) {
  const written = value === undefined ? '' : String(value);
  const [text, setText] = useState(written);
  const [isRefused, setIsRefused] = useState(false);
  // The address changed without this field: "back", or a filter that was removed.
  const [known, setKnown] = useState(written);
  if (known !== written) {
    setKnown(written);
    setText(written);
    setIsRefused(false);
  }

  const take = () => {
    const typed = text.trim().replace(/^\$/, '').replaceAll(',', '');
    const isEmpty = typed === '';
    const isAmount = /^\d{1,6}$/.test(typed) && Number(typed) >= 1 && Number(typed) <= MAX_BUDGET;
    setIsRefused(!isEmpty && !isAmount);
    if ((isEmpty || isAmount) && typed !== written) onChange(isEmpty ? undefined : Number(typed));
  };
  return (
    <TextInput
      label={label}
      inputMode="numeric"
      leftSection="$"
      placeholder="Any"
      value={text}
      onChange={(event) => setText(event.currentTarget.value)}
      onBlur={take}
      onKeyDown={(event) => {
        if (event.key === 'Enter') take();
      }}
      error={isRefused && `Whole dollars, 1 to ${MAX_BUDGET.toLocaleString('en-US')}`}
    />
  );
}
