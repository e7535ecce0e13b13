import { Checkbox, NativeSelect, Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import type { DraftRule } from './draftQuestions.ts';
import classes from './QuestionEditor.module.css';

/**
 * An earlier question that can decide whether this one is shown. `number` is its position in the list, starting at
 * 1.
 */
export interface DecidingQuestion {
  id: string;
  number: number;
  question: string;
  answers: { value: string; label: string }[];
}

interface ShowIfEditorProps {
  /** The path of the question, such as 'questions.2'. */
  path: string;
  rule: DraftRule | null;
  deciders: readonly DecidingQuestion[];
  /** The error message for the current rule, or null. */
  problem: string | null;
  errors: Record<string, ReactNode>;
  onChange: (rule: DraftRule | null) => void;
}

/**
 * Edits the rule that decides whether a question is shown: always, or only after certain answers to an earlier
 * question.
 */
export function ShowIfEditor({ path, rule, deciders, problem, errors, onChange }: ShowIfEditorProps) {
  if (rule === null && deciders.length === 0) return null;
  const decider = deciders.find(({ id }) => id === rule?.questionId);
  // Prefers `problem` to the schema's message for the same error, because it is written for creators.
  const wrong = problem ?? errors[`${path}.showIf`] ?? errors[`${path}.showIf.is`];

  return (
    <Stack gap="xs">
      <NativeSelect
        label="Show this question"
        data-path={`${path}.showIf`}
        error={decider === undefined ? wrong : undefined}
        value={rule?.questionId ?? ''}
        onChange={(event) => {
          const questionId = event.currentTarget.value;
          onChange(questionId === '' ? null : { questionId, is: [] });
        }}
      >
        <option value="">Always</option>
        {deciders.map(({ id, number, question }) => (
          <option key={id} value={id}>
            Only after an answer to {number}. {question.trim() === '' ? 'Untitled question' : question}
          </option>
        ))}
        {rule !== null && decider === undefined && (
          <option value={rule.questionId} disabled>
            Only after a question that can no longer be used
          </option>
        )}
      </NativeSelect>
      {rule !== null && decider !== undefined && (
        <Checkbox.Group
          label="…if the answer is one of"
          data-path={`${path}.showIf.is`}
          error={wrong}
          value={rule.is}
          onChange={(is) => onChange({ ...rule, is })}
        >
          {decider.answers.length === 0 ? (
            <Text size="sm" c="dimmed" mt={4}>
              Question {decider.number} has no options yet.
            </Text>
          ) : (
            <div className={classes.answers}>
              {decider.answers.map(({ value, label }) => (
                <Checkbox key={value} value={value} label={label} />
              ))}
            </div>
          )}
        </Checkbox.Group>
      )}
    </Stack>
  );
}
