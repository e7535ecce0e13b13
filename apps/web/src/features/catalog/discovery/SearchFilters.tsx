import { Button, Checkbox, NativeSelect, TextInput } from '@mantine/core';
import { toPlainAmount } from '@marquee/money';
import {
  BUDGET_STEPS,
  DELIVERY_STEPS,
  FOLLOWER_BANDS,
  LIMITS,
  MAX_BUDGET_DOLLARS,
  RATING_STEPS,
  type CreatorSearch,
} from '@marquee/validation';
import { CREATOR_CATEGORIES, LANGUAGES, PLATFORM_NAMES, PLATFORM_LABELS } from '@marquee/contracts';
import { isCalendarDay } from '@marquee/time';
import { useId, useState, type ReactNode } from 'react';
import { useOperatorTerms } from '../../../operatorTerms.ts';
import { trpc, type RouterOutputs } from '../../../trpc.ts';
import { pluralize } from '../../../lib/pluralize.ts';
import classes from './SearchFilters.module.css';
import { formatMinRating } from './activeFilters.ts';
import { formatCompactNumber } from './followers.ts';
import { useCreatorSearch } from './useCreatorSearch.ts';
import { MoreFields } from '../../../ui/MoreFields.tsx';
import { LimitedTextInput } from '../../../ui/LimitedText.tsx';

type FacetCounts = RouterOutputs['discovery']['facets'];
type FacetCount = Record<string, FacetCounts[keyof FacetCounts][string]> | undefined;

/**
 * Renders all search filters. A change applies immediately and is stored in the URL. The counts next to the choices
 * belong to `found`, the search whose results are shown. The old counts stay visible while new ones load.
 */
export function SearchFilters({ found }: { found: CreatorSearch }) {
  const { search, change } = useCreatorSearch();
  const { fee } = useOperatorTerms();
  const [isMoreShown, setIsMoreShown] = useState(() => hasFoldedFilter(search));
  const { sort: _, isAsTyped: __, ...countedFilters } = found;
  const { data: counts, isPlaceholderData: isOld } = trpc.discovery.facets.useQuery(countedFilters, {
    placeholderData: (before) => before,
    // Packages change all the time, so counts are reloaded after 30 seconds.
    staleTime: 30_000,
  });
  return (
    <div className={classes.filters} data-old={isOld || undefined}>
      <NumberFilter
        label="Your budget"
        description={`Includes the ${fee} platform fee`}
        any="Any budget"
        name={(dollars) => `Up to $${dollars.toLocaleString('en-US')}`}
        steps={BUDGET_STEPS}
        counts={counts?.budgets}
        value={search.maxBudget}
        onChange={(maxBudget) => {
          const isBelowMinimum = maxBudget !== undefined && (search.minBudget ?? 0) > maxBudget;
          change({ maxBudget, ...(isBelowMinimum && { minBudget: undefined }) });
        }}
      />
      <FilterChoices
        label="Category"
        choices={CREATOR_CATEGORIES}
        nameOf={(each) => each}
        counts={counts?.categories}
        chosen={search.categories}
        onChange={(categories) => change({ categories })}
      />
      <FilterChoices
        label="Platform"
        choices={PLATFORM_NAMES}
        nameOf={(each) => PLATFORM_LABELS[each]}
        counts={counts?.platforms}
        chosen={search.platforms}
        onChange={(platforms) => change({ platforms })}
      />
      <MoreFields
        label={isMoreShown ? 'Fewer filters' : 'More filters'}
        isOpen={isMoreShown}
        onToggle={() => setIsMoreShown(!isMoreShown)}
      >
        <div className={classes.filters}>
          <FilterGroup label="Exact budget">
            <div className={classes.pair}>
              <DollarsFilter label="From" value={search.minBudget} onChange={(minBudget) => change({ minBudget })} />
              <DollarsFilter label="To" value={search.maxBudget} onChange={(maxBudget) => change({ maxBudget })} />
            </div>
          </FilterGroup>
          <FilterGroup label="Followers on all platforms">
            <div className={classes.pair}>
              <NumberFilter
                label="From"
                name={formatCompactNumber}
                steps={FOLLOWER_BANDS}
                value={search.minFollowers}
                onChange={(minFollowers) => change({ minFollowers })}
              />
              <NumberFilter
                label="To"
                name={formatCompactNumber}
                steps={FOLLOWER_BANDS}
                value={search.maxFollowers}
                onChange={(maxFollowers) => change({ maxFollowers })}
              />
            </div>
          </FilterGroup>
          <NumberFilter
            label="Delivery time"
            any="Any time"
            name={(days) => `Within ${pluralize(days, 'day')}`}
            steps={DELIVERY_STEPS}
            counts={counts?.days}
            value={search.maxDays}
            onChange={(maxDays) => change({ maxDays })}
          />
          <NumberFilter
            label="Rating"
            any="Any rating"
            name={formatMinRating}
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
              if (day === '' || isCalendarDay(day)) change({ startsBy: day === '' ? undefined : day });
            }}
          />
          <NativeSelect
            label="Language"
            value={search.language ?? ''}
            onChange={(event) => change({ language: LANGUAGES.find((each) => each === event.currentTarget.value) })}
            data={[
              { value: '', label: 'Any language' },
              ...LANGUAGES.map((each) => ({ value: each, label: formatLabelWithCount(each, counts?.languages, each) })),
            ]}
          />
          <LocationFilter value={search.place} onChange={(place) => change({ place })} />
        </div>
      </MoreFields>
    </div>
  );
}

/** The parts of a search that have no field under "More filters". */
const ALWAYS_SHOWN = ['query', 'categories', 'platforms', 'maxBudget', 'sort', 'isAsTyped'];

const hasFoldedFilter = (search: CreatorSearch) => Object.keys(search).some((key) => !ALWAYS_SHOWN.includes(key));

function FilterGroup({ label, children }: { label: string; children: ReactNode }) {
  return (
    <fieldset className={classes.group}>
      <legend>{label}</legend>
      {children}
    </fieldset>
  );
}

interface FilterChoicesProps<T extends string> {
  label: string;
  choices: readonly T[];
  nameOf: (choice: T) => string;
  counts: FacetCount;
  chosen: readonly T[] | undefined;
  onChange: (chosen: T[] | undefined) => void;
}

/** The number of choices shown before the user clicks 'Show all'. */
const MAX_SHOWN_CHOICES = 4;

/**
 * Renders a filter with several choices. A creator has to match at least one of the selected ones. Choices selected
 * when the list is first rendered are listed at the top. Later selections do not move, so they stay under the
 * pointer.
 */
function FilterChoices<T extends string>({
  label,
  choices,
  nameOf,
  counts,
  chosen = [],
  onChange,
}: FilterChoicesProps<T>) {
  const [first] = useState(chosen);
  const [isWhole, setIsWhole] = useState(false);
  const id = useId();
  const ordered = [
    ...choices.filter((each) => first.includes(each)),
    ...choices.filter((each) => !first.includes(each)),
  ];
  const shownChoices = isWhole
    ? ordered
    : ordered.filter((each, at) => at < MAX_SHOWN_CHOICES || chosen.includes(each));
  const toggle = (choice: T) => {
    const next = choices.filter((each) => (each === choice ? !chosen.includes(each) : chosen.includes(each)));
    onChange(next.length === 0 ? undefined : next);
  };
  return (
    <FilterGroup label={label}>
      <div className={classes.choices}>
        {shownChoices.map((choice) => {
          const count = formatFacetCount(counts?.[choice]);
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
      {choices.length > MAX_SHOWN_CHOICES && (
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
    </FilterGroup>
  );
}

interface NumberFilterProps {
  label: string;
  description?: string;
  any?: string;
  name: (value: number) => string;
  steps: readonly number[];
  counts?: FacetCount;
  value: number | undefined;
  onChange: (value: number | undefined) => void;
}

/** Renders a filter with fixed steps. If the URL contains a different number, that number is added as a step. */
function NumberFilter({ label, description, any = 'Any', name, steps, counts, value, onChange }: NumberFilterProps) {
  const allSteps = [...new Set([...steps, ...(value === undefined ? [] : [value])])]
    .filter((step) => step > 0)
    .toSorted((one, other) => one - other);
  return (
    <NativeSelect
      label={label}
      description={description}
      value={value === undefined ? '' : String(value)}
      onChange={(event) => onChange(event.currentTarget.value === '' ? undefined : Number(event.currentTarget.value))}
      data={[
        { value: '', label: any },
        ...allSteps.map((step) => ({ value: String(step), label: formatLabelWithCount(name(step), counts, step) })),
      ]}
    />
  );
}

/** Formats a count as '12', or '1,000+' if it is a lower bound. Returns null without a count. */
const formatFacetCount = (count: FacetCounts[keyof FacetCounts][string] | undefined): string | null =>
  count === undefined || count === null ? null : `${count.count.toLocaleString('en-US')}${count.atLeast ? '+' : ''}`;

function formatLabelWithCount(name: string, counts: FacetCount, value: string | number): string {
  const count = formatFacetCount(counts?.[value]);
  return count === null ? name : `${name} (${count})`;
}

/** Renders the location filter. It applies on blur or Enter. */
function LocationFilter({
  value = '',
  onChange,
}: {
  value: string | undefined;
  onChange: (place: string | undefined) => void;
}) {
  const id = useId();
  const [text, setText] = useState(value);
  const [isAsked, setIsAsked] = useState(false);
  // Updates the field if the value in the URL has changed without typing, because the user went back or removed a
  // filter.
  const [lastValue, setLastValue] = useState(value);
  if (lastValue !== value) {
    setLastValue(value);
    setText(value);
  }
  const { data: locations = [] } = trpc.discovery.locations.useQuery(
    { text: text.trim() },
    { enabled: isAsked, placeholderData: (before) => before },
  );
  const submit = () => {
    const typed = text.trim();
    if (typed !== value && typed.length <= LIMITS.location) onChange(typed === '' ? undefined : typed);
  };
  return (
    <>
      <LimitedTextInput
        label="Location"
        placeholder="City or country"
        list={id}
        limit={LIMITS.location}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
        onFocus={() => setIsAsked(true)}
        onBlur={submit}
        onKeyDown={(event) => {
          if (event.key === 'Enter') submit();
        }}
      />
      <datalist id={id}>
        {locations.map((place) => (
          <option key={place} value={place}>
            {place}
          </option>
        ))}
      </datalist>
    </>
  );
}

/** Renders a filter for an amount in whole dollars. It applies on blur or Enter. */
function DollarsFilter({
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
  // Updates the field if the value in the URL has changed without typing, because the user went back or removed a
  // filter.
  const [lastWritten, setLastWritten] = useState(written);
  if (lastWritten !== written) {
    setLastWritten(written);
    setText(written);
    setIsRefused(false);
  }

  const submit = () => {
    const typed = toPlainAmount(text);
    const isEmpty = typed === '';
    const isAmount = /^\d{1,6}$/.test(typed) && Number(typed) >= 1 && Number(typed) <= MAX_BUDGET_DOLLARS;
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
      onBlur={submit}
      onKeyDown={(event) => {
        if (event.key === 'Enter') submit();
      }}
      error={isRefused && `Enter whole dollars from 1 to ${MAX_BUDGET_DOLLARS.toLocaleString('en-US')}`}
    />
  );
}
