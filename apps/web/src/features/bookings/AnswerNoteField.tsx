import { LIMITS } from '@marquee/validation';
import { Textarea } from '@mantine/core';

/** What the creator writes to the brand with the answer to its order. */
export const AnswerNoteField = (props: {
  label: string;
  description?: string;
  note: string;
  onChange: (note: string) => void;
}) => (
  <Textarea
    label={props.label}
    description={props.description}
    w="100%"
    autosize
    minRows={2}
    maxRows={8}
    maxLength={LIMITS.moveNote}
    value={props.note}
    onChange={(event) => props.onChange(event.currentTarget.value)}
  />
);
