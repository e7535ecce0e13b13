import { Button, Card, Group, Text, Title } from '@mantine/core';
import type { Question } from '@marquee/validation';
import { useCallback, useState } from 'react';
import { QuestionFields } from './QuestionFields.tsx';

/** Renders the questions as brands see them, including rules that show or hide a question. Answers are not stored. */
export function QuestionnairePreview({ questions }: { questions: readonly Question[] }) {
  const [answers, setAnswers] = useState<Record<string, string>>({});
  const answer = useCallback((id: string, value: string) => setAnswers((before) => ({ ...before, [id]: value })), []);
  const isTried = Object.values(answers).some((value) => value !== '');
  return (
    <Card component="section" aria-labelledby="preview-title">
      <Group justify="space-between" align="flex-start" wrap="nowrap" mb="lg">
        <div>
          <Title order={2} id="preview-title" fz="lg">
            Preview
          </Title>
          <Text size="sm" c="dimmed">
            Try the questions as a brand. Your answers are not saved.
          </Text>
        </div>
        {isTried && (
          <Button variant="subtle" size="sm" flex="none" onClick={() => setAnswers({})}>
            Start over
          </Button>
        )}
      </Group>
      {questions.length === 0 ? (
        <Text c="dimmed">No questions yet. Brands only enter their contact details and a project description.</Text>
      ) : (
        <QuestionFields questions={questions} answers={answers} onAnswer={answer} />
      )}
    </Card>
  );
}
