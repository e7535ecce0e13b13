import { Button, NativeSelect, NumberInput, Radio, Stack, Text, Textarea, TextInput } from '@mantine/core';
import { QUESTION_KINDS, listVisibleQuestions, type Question, type QuestionType } from '@marquee/validation';
import { memo, type ReactNode } from 'react';
import { arePropsEqual } from './arePropsEqual.ts';
import classes from './QuestionFields.module.css';

/**
 * Memoized, so that a field renders only if its own data has changed. `arePropsEqual` does not compare functions, so
 * `onChange` may depend on the question only.
 */
const MemoQuestionField = memo(QuestionField, arePropsEqual);

interface QuestionFieldsProps {
  questions: readonly Question[];
  answers: Record<string, string>;
  /** Error messages by path, such as 'answers.{id}'. */
  errors?: Record<string, ReactNode>;
  /** Notes for questions, such as prices, by question id. */
  notes?: Record<string, string>;
  onAnswer: (id: string, answer: string) => void;
}

/** Returns the path under which forms store the error of an answer. */
export const getAnswerPath = ({ id }: Pick<Question, 'id'>): string => `answers.${id}`;

/**
 * Returns the answer to a question. Uses `Object.hasOwn`, because an id may equal the name of an inherited property.
 */
export const getAnswer = ({ id }: Pick<Question, 'id'>, answers: Record<string, string>): string =>
  Object.hasOwn(answers, id) ? (answers[id] ?? '') : '';

/**
 * Renders the questions of a package for the brand to answer. A question with a rule is shown only after one of the
 * answers named in the rule.
 */
export function QuestionFields({ questions, answers, errors = {}, notes = {}, onAnswer }: QuestionFieldsProps) {
  return (
    <Stack gap="lg">
      {listVisibleQuestions(questions, answers).map((question) => (
        <MemoQuestionField
          // The type is part of the key, because each type needs a different input.
          key={`${question.id}:${question.type}`}
          path={getAnswerPath(question)}
          question={question}
          value={getAnswer(question, answers)}
          error={errors[getAnswerPath(question)]}
          note={Object.hasOwn(notes, question.id) ? notes[question.id] : undefined}
          onChange={(answer) => onAnswer(question.id, answer)}
        />
      ))}
    </Stack>
  );
}

interface QuestionFieldProps {
  question: Question;
  value: string;
  onChange: (value: string) => void;
  error?: ReactNode;
  note?: string | undefined;
  /** The name with which `focusField` can focus the input. */
  path?: string;
}

/** Renders the input for a question. All answers are strings. Yes/No answers are 'yes' or 'no' (requirements R3.24). */
function QuestionField({ question, value, onChange, error, note, path }: QuestionFieldProps) {
  const field = {
    label: question.question.trim() === '' ? 'Untitled question' : question.question,
    withAsterisk: question.required,
    error,
    ...(note !== undefined && { description: note }),
    'data-path': path,
    className: classes.field ?? '',
  };
  return FIELDS_BY_TYPE[question.type]({
    input: { ...field, 'aria-required': question.required },
    choice: { ...field, required: question.required },
    placeholder: question.placeholder ?? '',
    options: listFilledOptions(question.options),
    value,
    onChange,
  });
}

interface QuestionFieldParts {
  input: Omit<RadioChoiceProps, 'required' | 'choices' | 'value' | 'onChange'> & { 'aria-required': boolean };
  choice: Omit<RadioChoiceProps, 'choices' | 'value' | 'onChange'>;
  placeholder: string;
  options: readonly string[];
  value: string;
  onChange: (value: string) => void;
}

const FIELDS_BY_TYPE: Record<QuestionType, (parts: QuestionFieldParts) => ReactNode> = {
  text: ({ input, placeholder, value, onChange }) => (
    <TextInput
      {...input}
      placeholder={placeholder}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  ),
  textarea: ({ input, placeholder, value, onChange }) => (
    <Textarea
      {...input}
      maxRows={12}
      placeholder={placeholder}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  ),
  date: ({ input, value, onChange }) => (
    <TextInput
      {...input}
      type="date"
      max="9999-12-31"
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  ),
  number: ({ input, value, onChange }) => (
    <NumberInput {...input} hideControls decimalScale={6} value={value} onChange={(next) => onChange(String(next))} />
  ),
  select: ({ input, options, value, onChange }) => (
    <NativeSelect {...input} value={value} onChange={(event) => onChange(event.currentTarget.value)}>
      <option value="">Choose an option</option>
      {options.map((option) => (
        <option key={option} value={option}>
          {option}
        </option>
      ))}
    </NativeSelect>
  ),
  multiple_choice: ({ choice, options, value, onChange }) => (
    <RadioChoice
      {...choice}
      choices={options.map((option) => ({ value: option, label: option }))}
      value={value}
      onChange={onChange}
    />
  ),
  boolean: ({ choice, value, onChange }) => {
    const { choices, shown } = QUESTION_KINDS.boolean;
    return (
      <RadioChoice
        {...choice}
        choices={choices([]).map((each) => ({ value: each, label: shown(each) }))}
        value={value}
        onChange={onChange}
      />
    );
  },
};

/** Returns the options without blanks and duplicates, which drafts may contain. */
const listFilledOptions = (options: readonly string[] | undefined): string[] =>
  [...new Set(options)].filter((option) => option.trim() !== '');

interface RadioChoiceProps {
  label: string;
  withAsterisk: boolean;
  required: boolean;
  error: ReactNode;
  description?: string;
  'data-path'?: string | undefined;
  className: string;
  choices: readonly { value: string; label: string }[];
  value: string;
  onChange: (value: string) => void;
}

/**
 * Renders radio buttons. For an optional question, adds a button that clears the choice. `required` only informs
 * screen reader users, because these forms are not validated by the browser.
 */
function RadioChoice({ choices, required, value, onChange, ...field }: RadioChoiceProps) {
  const isBad = field.error !== undefined && field.error !== null;
  return (
    <Radio.Group {...field} size="md" value={value} onChange={onChange}>
      {choices.length === 0 ? (
        <Text size="sm" c="dimmed">
          No options yet
        </Text>
      ) : (
        <Stack gap={10} mt={8} mb={4}>
          {choices.map((choice) => (
            <Radio
              key={choice.value}
              value={choice.value}
              label={choice.label}
              error={isBad}
              aria-invalid={isBad}
              required={required}
            />
          ))}
        </Stack>
      )}
      {!required && (
        <Button
          variant="subtle"
          size="sm"
          ml={-18}
          className={classes.clear ?? ''}
          data-shown={value !== ''}
          onClick={() => onChange('')}
        >
          Clear answer
        </Button>
      )}
    </Radio.Group>
  );
}
