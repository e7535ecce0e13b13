import { Button, Text } from '@mantine/core';
import { sharesOf } from '@marquee/matching';
import {
  DEFAULT_WEIGHTS,
  MATCH_PART_NAMES,
  MATCH_PARTS,
  MAX_WEIGHT,
  type MatchQuery,
  type MatchWeights,
} from '@marquee/validation';
import { useId } from 'react';
import { Section } from '../../ui/Section.tsx';
import { plural } from '../../ui/plural.ts';
import classes from './Matching.module.css';

interface WeightsProps {
  query: MatchQuery;
  weights: MatchWeights;
  onChange: (weights: MatchWeights) => void;
}

/** What counts how much: a slider for each part, and how many of the 100 points it can give. */
export function Weights({ query, weights, onChange }: WeightsProps) {
  const shares = sharesOf(query, weights);
  const isNone = shares.every(({ name }) => weights[name] === 0);
  return (
    <Section title="What counts">
      <div className={classes.sliders}>
        {MATCH_PART_NAMES.map((part) => (
          <Slider
            key={part}
            label={MATCH_PARTS[part]}
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
    </Section>
  );
}

interface SliderProps {
  label: string;
  value: number;
  /** Points; undefined: the brief says nothing about it. */
  most: number | undefined;
  onChange: (value: number) => void;
}

function Slider({ label, value, most, onChange }: SliderProps) {
  const id = useId();
  const words = most === undefined ? 'not in your brief' : `up to ${plural(most, 'point')}`;
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
