import { LIMITS } from '@marquee/validation';
import { LimitedTextarea } from '../../../ui/LimitedText.tsx';

/** Renders the field for the creator's note to the brand when accepting or declining an order. */
export const AnswerNoteField = (props: {
  label: string;
  description?: string;
  note: string;
  onChange: (note: string) => void;
}) => (
  <LimitedTextarea
    label={props.label}
    description={props.description}
    w="100%"
    autosize
    minRows={2}
    maxRows={8}
    limit={LIMITS.moveNote}
    value={props.note}
    onChange={(event) => props.onChange(event.currentTarget.value)}
  />
);
