import { Button, Stack, Text } from '@mantine/core';
import { LIMITS } from '@marquee/validation';
import { Plus } from 'lucide-react';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import { SortableItem, SortableList } from '../../../ui/Sortable.tsx';
import { listRuleAnswers, findBrokenRule, listDecidersBefore, type DraftQuestion } from './draftQuestions.ts';
import { QuestionEditor } from './QuestionEditor.tsx';
import classes from './QuestionnaireEditor.module.css';
import type { QuestionsForm } from './useQuestionnaireDraft.ts';
import type { QuestionListActions } from './useQuestionList.ts';

interface QuestionListProps {
  questions: readonly DraftQuestion[];
  errors: QuestionsForm['errors'];
  actions: QuestionListActions;
  onTemplate: () => void;
}

/** Edits the list of questions, in the order in which brands see the questions. */
export const QuestionList = ({ questions, errors, actions, onTemplate }: QuestionListProps) => (
  <Stack gap="md" className={classes.edit ?? ''}>
    {questions.length === 0 && (
      <EmptyState
        title="No questions yet"
        text="Your questions appear here. Brands answer them when they order."
        action={
          <Button variant="light" onClick={onTemplate}>
            Start from a template
          </Button>
        }
      />
    )}
    <SortableList noun="Question" ids={questions.map(({ id }) => id)} onMove={actions.move}>
      <ol className={classes.questions}>
        {questions.map((question, index) => (
          <SortableItem key={question.id} id={question.id} component="li">
            <QuestionEditor
              question={question}
              isOpen={actions.openIds.includes(question.id)}
              index={index}
              count={questions.length}
              deciders={listDecidersBefore(questions, index).map(({ draft, number }) => ({
                id: draft.id,
                number,
                question: draft.question,
                answers: listRuleAnswers(draft),
              }))}
              ruleProblem={findBrokenRule(questions, index)}
              errors={filterErrors(errors, index)}
              onChange={(changed) => actions.edit(index, changed)}
              onMove={(to) => actions.moveByMenu(index, to)}
              onToggle={() => actions.toggle(question.id)}
              onDuplicate={() => actions.duplicate(index, question)}
              onRemove={() => actions.remove(index)}
            />
          </SortableItem>
        ))}
      </ol>
    </SortableList>
    <Button
      variant="default"
      data-path="add"
      disabled={questions.length >= LIMITS.questions}
      leftSection={<Plus size={18} aria-hidden />}
      onClick={actions.add}
    >
      Add Question
    </Button>
    {questions.length >= LIMITS.questions && (
      <Text size="sm" c="dimmed">
        A questionnaire can have up to {LIMITS.questions} questions.
      </Text>
    )}
  </Stack>
);

const filterErrors = (errors: QuestionsForm['errors'], index: number) =>
  Object.fromEntries(Object.entries(errors).filter(([path]) => path.startsWith(`questions.${index}.`)));
