import { Card, Stack, Text, Title } from '@mantine/core';
import { memo, useState } from 'react';
import { sameProps } from '../../ui/sameProps.ts';
import { questionOf, type DraftQuestion } from './draft.ts';
import { QuestionField } from './QuestionField.tsx';

const Sample = memo(QuestionField, sameProps);

/** The questions as a brand will see them; can be tried out, keeps nothing. */
export function QuestionnairePreview({ questions }: { questions: readonly DraftQuestion[] }) {
  const [answers, setAnswers] = useState<Record<string, string>>({});
  return (
    <Card component="section" aria-labelledby="preview-title">
      <Title order={2} id="preview-title" fz="lg">
        Preview
      </Title>
      <Text size="sm" c="dimmed" mb="lg">
        What brands see when they order.
      </Text>
      {questions.length === 0 ? (
        <Text c="dimmed">No questions yet. Brands only leave their contact details and a project description.</Text>
      ) : (
        <Stack gap="lg">
          {questions.map((question) => (
            <Sample
              key={`${question.id}:${question.type}`}
              question={questionOf(question)}
              value={answers[question.id] ?? ''}
              onChange={(value) => setAnswers((before) => ({ ...before, [question.id]: value }))}
            />
          ))}
        </Stack>
      )}
    </Card>
  );
}
