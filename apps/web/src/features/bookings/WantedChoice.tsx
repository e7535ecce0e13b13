import { Radio, Stack } from '@mantine/core';
import { WANTED_LABELS, WANTED_OUTCOMES, type WantedOutcome } from '@marquee/booking';

/** What the brand would like to happen, in a report of a problem. */
export const WantedChoice = (props: {
  value: WantedOutcome | null;
  onChange: (wanted: WantedOutcome | null) => void;
}) => (
  <Radio.Group
    label="What would you like? (optional)"
    value={props.value ?? ''}
    onChange={(value) => props.onChange(WANTED_OUTCOMES.find((outcome) => outcome === value) ?? null)}
  >
    <Stack gap="xs" mt="xs">
      {WANTED_OUTCOMES.map((outcome) => (
        <Radio key={outcome} value={outcome} label={WANTED_LABELS[outcome]} />
      ))}
    </Stack>
  </Radio.Group>
);
