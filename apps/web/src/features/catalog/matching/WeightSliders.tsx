import { Button, Text } from '@mantine/core';
import { computePartShares } from '@marquee/matching';
import {
  DEFAULT_WEIGHTS,
  MATCH_PART_LABELS,
  MAX_WEIGHT,
  type MatchQuery,
  type MatchWeights,
} from '@marquee/validation';
import { useId } from 'react';
import { pluralize } from '../../../lib/pluralize.ts';
import { FoldedList, FoldedSection } from '../../../ui/FoldedSection.tsx';
import classes from './Matching.module.css';

interface WeightSlidersProps {
  query: MatchQuery;
  weights: MatchWeights;
  onChange: (weights: MatchWeights) => void;
}

/**
 * Renders a slider for the weight of each part of the score that the brief mentions, with the maximum points (out of
 * 100) that result from it.
 */
export function WeightSliders({ query, weights, onChange }: WeightSlidersProps) {
  const shares = computePartShares(query, weights);
  const isNone = shares.every(({ name }) => weights[name] === 0);
  return (
    <FoldedList>
      <FoldedSection title="Adjust the ranking">
        <div className={classes.sliders}>
          {shares.map(({ name, most }) => (
            <WeightSlider
              key={name}
              label={MATCH_PART_LABELS[name]}
              value={weights[name]}
              most={most}
              onChange={(value) => onChange({ ...weights, [name]: value })}
            />
          ))}
        </div>
        {isNone && (
          <Text size="sm" c="dimmed" mt="sm">
            All weights are 0, so all criteria count equally.
          </Text>
        )}
        <Button variant="default" size="sm" mt="md" onClick={() => onChange(DEFAULT_WEIGHTS)}>
          Reset weights
        </Button>
      </FoldedSection>
    </FoldedList>
  );
}

interface WeightSliderProps {
  label: string;
  value: number;
  /** The maximum points for this part. */
  most: number;
  onChange: (value: number) => void;
}

function WeightSlider({ label, value, most, onChange }: WeightSliderProps) {
  const id = useId();
  const words = `up to ${pluralize(most, 'point')}`;
  return (
    <div className={classes.slider}>
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
        aria-valuetext={`${value} of ${MAX_WEIGHT}, ${words}`}
        onChange={(event) => onChange(Number(event.currentTarget.value))}
      />
    </div>
  );
}
