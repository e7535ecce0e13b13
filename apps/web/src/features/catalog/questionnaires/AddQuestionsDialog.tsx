import type { WorkspaceId } from '@marquee/contracts';
import {
  Button,
  FileButton,
  Group,
  Loader,
  Modal,
  NativeSelect,
  Radio,
  Stack,
  Tabs,
  Text,
  Textarea,
} from '@mantine/core';
import { formatWholeDollars } from '@marquee/money';
import { LIMITS, parseQuestions, type Question } from '@marquee/validation';
import { useMediaQuery } from '@mantine/hooks';
import { Upload } from 'lucide-react';
import { useEffect, useState } from 'react';
import { trpc } from '../../../trpc.ts';
import { Callout } from '../../../ui/Callout.tsx';
import { pluralize } from '../../../lib/pluralize.ts';
import { assignNewIds } from './draftQuestions.ts';
import classes from './QuestionnaireEditor.module.css';
import { QUESTIONNAIRE_TEMPLATES } from './questionnaireTemplates.ts';

export type AddMode = 'append' | 'replace';

interface AddQuestionsDialogProps {
  opened: boolean;
  creatorId: WorkspaceId;
  packageId: string;
  /** The number of questions in the questionnaire so far. */
  count: number;
  onAdd: (questions: Question[], how: AddMode) => void;
  onClose: () => void;
}

/** Lets the creator add questions from a template, from a different package or from a file. */
export function AddQuestionsDialog({ opened, onClose, ...rest }: AddQuestionsDialogProps) {
  const isNarrow = useMediaQuery('(max-width: 36em)', false, { getInitialValueInEffect: false });
  return (
    <Modal opened={opened} onClose={onClose} title="Add questions" size="lg" fullScreen={isNarrow}>
      <QuestionSources {...rest} onClose={onClose} />
    </Modal>
  );
}

/** Renders the dialog's content. It is mounted only while the dialog is open, so that it starts empty each time. */
function QuestionSources({ creatorId, packageId, count, onAdd, onClose }: Omit<AddQuestionsDialogProps, 'opened'>) {
  const [source, setSource] = useState<string | null>('templates');
  const [foundQuestions, setFoundQuestions] = useState<readonly Question[] | null>(null);
  const [mode, setMode] = useState<AddMode>('append');
  const isTooMany =
    foundQuestions !== null && count > 0 && mode === 'append' && count + foundQuestions.length > LIMITS.questions;

  return (
    <Stack gap="lg">
      <Tabs
        value={source}
        onChange={(next) => {
          setSource(next);
          setFoundQuestions(null);
        }}
        keepMounted={false}
      >
        <Tabs.List mb="md">
          <Tabs.Tab value="templates">Templates</Tabs.Tab>
          <Tabs.Tab value="package">Another package</Tabs.Tab>
          <Tabs.Tab value="file">File</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="templates">
          <TemplateSource onFound={setFoundQuestions} />
        </Tabs.Panel>
        <Tabs.Panel value="package">
          <OtherPackageSource creatorId={creatorId} packageId={packageId} onFound={setFoundQuestions} />
        </Tabs.Panel>
        <Tabs.Panel value="file">
          <FileOrTextSource onFound={setFoundQuestions} />
        </Tabs.Panel>
      </Tabs>
      {foundQuestions !== null && (
        <div className={classes.found}>
          <Text fw={600}>{pluralize(foundQuestions.length, 'question')}</Text>
          <ol className={classes.names} aria-label="Questions to add">
            {foundQuestions.map(({ id, question, showIf }) => (
              <li key={id}>
                {question}
                {showIf !== undefined && (
                  <Text span inherit c="dimmed">
                    {' '}
                    (conditional)
                  </Text>
                )}
              </li>
            ))}
          </ol>
        </div>
      )}
      {foundQuestions !== null && count > 0 && (
        <Radio.Group label={`This package already has ${pluralize(count, 'question')}`} value={mode} onChange={setMode}>
          <Stack gap={10} mt={8}>
            <Radio value="append" label="Add after them" />
            <Radio value="replace" label="Replace them" />
          </Stack>
        </Radio.Group>
      )}
      {isTooMany && (
        <Callout tone="error">
          A questionnaire can have up to {LIMITS.questions} questions. This one would have{' '}
          {count + foundQuestions.length}.
        </Callout>
      )}
      <Group justify="flex-end">
        <Button variant="default" onClick={onClose}>
          Cancel
        </Button>
        <Button
          disabled={foundQuestions === null || isTooMany}
          onClick={() =>
            foundQuestions !== null &&
            onAdd(mode === 'append' ? assignNewIds(foundQuestions) : [...foundQuestions], mode)
          }
        >
          {mode === 'replace' && count > 0 ? 'Replace questions' : 'Add questions'}
        </Button>
      </Group>
      <Text size="sm" c="dimmed" ta="right" mt={-12}>
        Brands see the questions after you save the questionnaire.
      </Text>
    </Stack>
  );
}

interface QuestionSourceProps {
  onFound: (questions: readonly Question[] | null) => void;
}

function TemplateSource({ onFound }: QuestionSourceProps) {
  const [name, setName] = useState('');
  return (
    <Radio.Group
      label="Template"
      value={name}
      onChange={(next) => {
        setName(next);
        onFound(assignNewIds(QUESTIONNAIRE_TEMPLATES.find((each) => each.name === next)?.questions ?? []));
      }}
    >
      <Stack gap="sm" mt={8}>
        {QUESTIONNAIRE_TEMPLATES.map((each) => (
          <Radio key={each.name} value={each.name} label={each.name} description={each.description} />
        ))}
      </Stack>
    </Radio.Group>
  );
}

function OtherPackageSource({
  creatorId,
  packageId,
  onFound,
}: QuestionSourceProps & { creatorId: WorkspaceId; packageId: string }) {
  const [packages] = trpc.packages.listByCreator.useSuspenseQuery({ id: creatorId });
  const others = packages.filter(({ id }) => id !== packageId);
  const [sourceId, setSourceId] = useState('');
  const query = trpc.questionnaires.byPackage.useQuery(
    { packageId: sourceId },
    { enabled: sourceId !== '', staleTime: 0 },
  );
  const questions = sourceId === '' || query.isFetching ? null : (query.data?.questions ?? null);
  const isEmpty = sourceId !== '' && query.isSuccess && !query.isFetching && questions === null;
  useEffect(() => onFound(questions), [questions, onFound]);

  if (others.length === 0) return <Text c="dimmed">You have no other packages to copy questions from.</Text>;
  return (
    <Stack gap="sm">
      <NativeSelect
        label="Copy questions from"
        value={sourceId}
        onChange={(event) => setSourceId(event.currentTarget.value)}
      >
        <option value="">Choose a package</option>
        {others.map(({ id, name, priceCents }) => (
          <option key={id} value={id}>
            {name} — {formatWholeDollars(priceCents)}
          </option>
        ))}
      </NativeSelect>
      {query.isFetching && <Loader size="sm" aria-label="Loading" />}
      {query.isError && <Callout tone="error">The questions could not be loaded. Please try again.</Callout>}
      {isEmpty && <Text c="dimmed">This package has no questions.</Text>}
    </Stack>
  );
}

function FileOrTextSource({ onFound }: QuestionSourceProps) {
  const [text, setText] = useState('');
  const [problem, setProblem] = useState<string | null>(null);

  const read = (json: string) => {
    setText(json);
    const parsed = json.trim() === '' ? null : parseQuestions(json);
    setProblem(parsed !== null && 'message' in parsed ? parsed.message : null);
    onFound(parsed !== null && 'questions' in parsed ? parsed.questions : null);
  };

  return (
    <Stack gap="sm">
      <Text size="sm" c="dimmed">
        Choose a questionnaire that you exported from this or another account.
      </Text>
      <FileButton
        accept="application/json,.json"
        onChange={(file) => {
          if (file !== null) void file.text().then(read, () => setProblem('This file could not be read'));
        }}
      >
        {(props) => (
          <Button
            {...props}
            variant="default"
            leftSection={<Upload size={16} aria-hidden />}
            style={{ alignSelf: 'start' }}
          >
            Choose a file
          </Button>
        )}
      </FileButton>
      <Textarea
        label="Or paste its contents"
        maxRows={8}
        spellCheck={false}
        value={text}
        onChange={(event) => read(event.currentTarget.value)}
      />
      {problem !== null && <Callout tone="error">{problem}</Callout>}
    </Stack>
  );
}
