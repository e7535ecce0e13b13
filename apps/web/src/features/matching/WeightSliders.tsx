import { Button, Text } from '@mantine/core';
import { computePartShares } from '@marquee/matching';
import {
  DEFAULT_WEIGHTS,
  MATCH_PART_NAMES,
  MATCH_PART_LABELS,
  MAX_WEIGHT,
  type MatchQuery,
  type MatchWeights,
} from '@marquee/validation';
import { useId } from 'react';
import { SectionCard } from '../../ui/SectionCard.tsx';
import { pluralize } from '../../lib/pluralize.ts';
import classes from './Matching.module.css';

interface WeightSlidersProps {
  query: MatchQuery;
  weights: MatchWeights;
  onChange: (weights: MatchWeights) => void;
}

/**
 * Renders a slider for the weight of each part of the score, with the maximum points (out of 100) that result from
 * it.
 */
export function WeightSliders({ query, weights, onChange }: WeightSlidersProps) {
  const shares = computePartShares(query, weights);
  const isNone = shares.every(({ name }) => weights[name] === 0);
  return (
    <SectionCard title="What counts">
      <div className={classes.sliders}>
        {MATCH_PART_NAMES.map((part) => (
          <WeightSlider
            key={part}
            label={MATCH_PART_LABELS[part]}
            value={weights[part]}
            most={shares.find(({ name }) => name === part)?.most}
            onChange={(value) => onChange({ ...weights, [part]: value })}
          />
        ))}
      </div>
      {isNone && (
        <Text size="sm" c="dimmed" mt="sm">
          Everything is at 0, so all parts count the same.
        </Text>
      )}
      <Button variant="default" size="sm" mt="md" onClick={() => onChange(DEFAULT_WEIGHTS)}>
        Back to the usual weights
      </Button>
    </SectionCard>
  );
}

interface WeightSliderProps {
  label: string;
  value: number;
  /** The maximum points for this part, or undefined if the brief does not mention it. */
  most: number | undefined;
  onChange: (value: number) => void;
}

function WeightSlider({ label, value, most, onChange }: WeightSliderProps) {
  const id = useId();
  const words = most === undefined ? 'not in your brief' : `up to ${pluralize(most, 'point')}`;
  return (
    <div className={classes.slider} data-unused={most === undefined || undefined}>
      <label htmlFor={id}>{label}</label>
      <span className={classes.share} aria-hidden>
        {words}
      </span>
      <input
        id={id}
        type="range"
        min={0}
        max={MAX_WEIGHT}
        step={1}
        value={value}
        disabled={most === undefined}
        aria-valuetext={`${value} of ${MAX_WEIGHT}, ${words}`}
        onChange={(event) => onChange(Number(event.currentTarget.value))}
      />
    </div>
  );
}
