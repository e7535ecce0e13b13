import { Button, Checkbox, NativeSelect, Text, TextInput } from '@mantine/core';
import {
  BUDGET_STEPS,
  CATEGORIES,
  DELIVERY_STEPS,
  FOLLOWER_BANDS,
  isDay,
  LANGUAGES,
  LIMITS,
  MAX_BUDGET,
  PLATFORM_NAMES,
  PLATFORMS,
  RATING_STEPS,
  type CreatorSearch,
} from '@marquee/validation';
import { useId, useState, type ReactNode } from 'react';
import { useTerms } from '../../terms.ts';
import { trpc, type Outputs } from '../../trpc.ts';
import { plural } from '../../ui/plural.ts';
import classes from './Filters.module.css';
import { ratingText } from './activeFilters.ts';
import { compactNumber } from './followers.ts';
import { useFind } from './useFind.ts';

type Counts = Outputs['discovery']['facets'];
type Counted = Record<string, Counts[keyof Counts][string]> | undefined;

/**
 * All filters. Each takes effect at once and is in the address. `found`: the search whose results are shown: its counts
 * are asked for when they are there, and stay until those of the next search come.
 */
export function Filters({ found }: { found: CreatorSearch }) {
  const { search, change } = useFind();
  const { sort: _, isAsTyped: __, ...counted } = found;
  const { data: counts, isPlaceholderData: isOld } = trpc.discovery.facets.useQuery(counted, {
    placeholderData: (before) => before,
    // Counts of a moment ago are of another market after a while.
    staleTime: 30_000,
  });
  return (
    <div className={classes.filters} data-old={isOld || undefined}>
      <Budget search={search} counts={counts?.budgets} onChange={change} />
      <Choices
        label="Category"
        choices={CATEGORIES}
        nameOf={(each) => each}
        counts={counts?.categories}
        chosen={search.categories}
        onChange={(categories) => change({ categories })}
      />
      <Choices
        label="Platform"
        choices={PLATFORM_NAMES}
        nameOf={(each) => PLATFORMS[each]}
        counts={counts?.platforms}
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
        steps={DELIVERY_STEPS}
        counts={counts?.days}
        value={search.maxDays}
        onChange={(maxDays) => change({ maxDays })}
      />
      <NumberChoice
        label="Rating"
        any="Any rating"
        name={ratingText}
        steps={RATING_STEPS}
        counts={counts?.ratings}
        value={search.minRating}
        onChange={(stars) => change({ minRating: RATING_STEPS.find((step) => step === stars) })}
      />
      <TextInput
        type="date"
        label="Can start by"
        max="9999-12-31"
        value={search.startsBy ?? ''}
        onChange={(event) => {
          const day = event.currentTarget.value;
          if (day === '' || isDay(day)) change({ startsBy: day === '' ? undefined : day });
        }}
      />
      <NativeSelect
        label="Language"
        value={search.language ?? ''}
        onChange={(event) => change({ language: LANGUAGES.find((each) => each === event.currentTarget.value) })}
        data={[
          { value: '', label: 'Any language' },
          ...LANGUAGES.map((each) => ({ value: each, label: withCount(each, counts?.languages, each) })),
        ]}
      />
      <PlaceField value={search.place} onChange={(place) => change({ place })} />
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
  counts: Counted;
  chosen: readonly T[] | undefined;
  onChange: (chosen: T[] | undefined) => void;
}

/** Rows of a list before 'Show all'. */
const SHOWN = 6;

/**
 * Several of a list: creators who have one of them. The chosen ones stand first when the list is drawn; one that is
 * chosen then stays where it is, under the pointer that chose it.
 */
function Choices<T extends string>({ label, choices, nameOf, counts, chosen = [], onChange }: ChoicesProps<T>) {
  const [first] = useState(chosen);
  const [isWhole, setIsWhole] = useState(false);
  const id = useId();
  const ordered = [
    ...choices.filter((each) => first.includes(each)),
    ...choices.filter((each) => !first.includes(each)),
  ];
  const shown = isWhole ? ordered : ordered.filter((each, at) => at < SHOWN || chosen.includes(each));
  const toggle = (choice: T) => {
    const next = choices.filter((each) => (each === choice ? !chosen.includes(each) : chosen.includes(each)));
    onChange(next.length === 0 ? undefined : next);
  };
  return (
    <Group label={label}>
      <div className={classes.choices}>
        {shown.map((choice) => {
          const count = countText(counts?.[choice]);
          return (
            <div key={choice} className={classes.row}>
              <Checkbox
                label={nameOf(choice)}
                checked={chosen.includes(choice)}
                onChange={() => toggle(choice)}
                classNames={{ body: classes['choice'] ?? '', labelWrapper: classes['choiceLabel'] ?? '' }}
                {...(count !== null && { 'aria-describedby': `${id}-${choice.replaceAll(' ', '')}` })}
              />
              {count !== null && (
                <span id={`${id}-${choice.replaceAll(' ', '')}`} className={classes.count}>
                  {count}
                </span>
              )}
            </div>
          );
        })}
      </div>
      {choices.length > SHOWN && (
        <Button
          variant="subtle"
          size="xs"
          className={classes.all ?? ''}
          aria-expanded={isWhole}
          onClick={() => setIsWhole(!isWhole)}
        >
          {isWhole ? 'Show fewer' : `Show all ${choices.length}`}
        </Button>
      )}
    </Group>
  );
}

interface NumberChoiceProps {
  label: string;
  any?: string;
  name: (value: number) => string;
  steps: readonly number[];
  counts?: Counted;
  value: number | undefined;
  onChange: (value: number | undefined) => void;
}

/** One of a few numbers; an address may have brought another one, which is then in the list as well. */
function NumberChoice({ label, any = 'Any', name, steps, counts, value, onChange }: NumberChoiceProps) {
  const known = [...new Set([...steps, ...(value === undefined ? [] : [value])])]
    .filter((step) => step > 0)
    .toSorted((one, other) => one - other);
  return (
    <NativeSelect
      label={label}
      value={value === undefined ? '' : String(value)}
      onChange={(event) => onChange(event.currentTarget.value === '' ? undefined : Number(event.currentTarget.value))}
      data={[
        { value: '', label: any },
        ...known.map((step) => ({ value: String(step), label: withCount(name(step), counts, step) })),
      ]}
    />
  );
}

interface BudgetProps {
  search: CreatorSearch;
  counts: Counted;
  onChange: (change: CreatorSearch) => void;
}

function Budget({ search, counts, onChange }: BudgetProps) {
  const { fee } = useTerms();
  return (
    <Group label="Your budget" hint={`What you pay in total, with the ${fee} platform fee.`}>
      <div className={classes.pair}>
        <Dollars label="From" value={search.minBudget} onChange={(minBudget) => onChange({ minBudget })} />
        <Dollars label="To" value={search.maxBudget} onChange={(maxBudget) => onChange({ maxBudget })} />
      </div>
      <div className={classes.steps}>
        {BUDGET_STEPS.map((dollars) => {
          const isChosen = search.minBudget === undefined && search.maxBudget === dollars;
          const count = countText(counts?.[dollars]);
          return (
            <button
              key={dollars}
              type="button"
              className={classes.step}
              aria-pressed={isChosen}
              onClick={() => onChange({ minBudget: undefined, maxBudget: isChosen ? undefined : dollars })}
            >
              Up to ${dollars.toLocaleString('en-US')}
              {count !== null && <span className={classes.count}> ({count})</span>}
            </button>
          );
        })}
      </div>
    </Group>
  );
}

/** '12', '1,000+'; nothing for what was not counted. */
const countText = (count: Counts[keyof Counts][string] | undefined): string | null =>
  count === undefined || count === null ? null : `${count.count.toLocaleString('en-US')}${count.atLeast ? '+' : ''}`;

function withCount(name: string, counts: Counted, value: string | number): string {
  const count = countText(counts?.[value]);
  return count === null ? name : `${name} (${count})`;
}

/** A place as creators write it; taken over when the field is left or Enter is pressed. */
function PlaceField({
  value = '',
  onChange,
}: {
  value: string | undefined;
  onChange: (place: string | undefined) => void;
}) {
  const id = useId();
  const [text, setText] = useState(value);
  const [isAsked, setIsAsked] = useState(false);
  // The address changed without this field: "back", or a filter that was removed.
  const [known, setKnown] = useState(value);
  if (known !== value) {
    setKnown(value);
    setText(value);
  }
  const { data: places = [] } = trpc.discovery.places.useQuery(
    { text: text.trim() },
    { enabled: isAsked, placeholderData: (before) => before },
  );
  const take = () => {
    const typed = text.trim();
    if (typed !== value) onChange(typed === '' ? undefined : typed);
  };
  return (
    <>
      <TextInput
        label="Place"
        placeholder="Town or country"
        list={id}
        maxLength={LIMITS.location}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
        onFocus={() => setIsAsked(true)}
        onBlur={take}
        onKeyDown={(event) => {
          if (event.key === 'Enter') take();
        }}
      />
      <datalist id={id}>
        {places.map((place) => (
          <option key={place} value={place}>
            {place}
          </option>
        ))}
      </datalist>
    </>
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
