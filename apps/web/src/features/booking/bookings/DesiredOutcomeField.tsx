import { Radio, Stack } from '@mantine/core';
import { DESIRED_OUTCOME_LABELS, DESIRED_OUTCOMES, type DesiredOutcome } from '@marquee/booking';

/** Lets the brand choose the outcome that it wants when it reports a problem. */
export const DesiredOutcomeField = (props: {
  value: DesiredOutcome | null;
  onChange: (wanted: DesiredOutcome | null) => void;
}) => (
  <Radio.Group
    label="What would you like? (optional)"
    value={props.value ?? ''}
    onChange={(value) => props.onChange(DESIRED_OUTCOMES.find((outcome) => outcome === value) ?? null)}
  >
    <Stack gap="xs" mt="xs">
      {DESIRED_OUTCOMES.map((outcome) => (
        <Radio key={outcome} value={outcome} label={DESIRED_OUTCOME_LABELS[outcome]} />
      ))}
    </Stack>
  </Radio.Group>
);
