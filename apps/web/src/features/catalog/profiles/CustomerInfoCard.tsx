import { Badge, Button, Card, Group, Title } from '@mantine/core';
import type { CustomerInfo } from '@marquee/validation';
import { useState } from 'react';
import { UnsavedChangesGuard } from '../../../ui/UnsavedChangesGuard.tsx';
import { useFormBackup } from '../../../lib/sessionEnd.ts';
import { CustomerInfoField } from './CustomerInfoField.tsx';
import classes from './CustomerInfoCard.module.css';
import { CUSTOMER_INFO_FIELDS, findFieldProblem, type CustomerInfoFieldName } from './customerInfoFields.ts';

interface CustomerInfoCardProps {
  /** The card as saved on the server. */
  info: CustomerInfo;
  readOnly?: boolean;
  isSaving?: boolean;
  /** The card from which the user's changes started. */
  base?: CustomerInfo;
  /** Called with the base of restored changes, and with null if the changes are discarded. */
  onBase?: (base: CustomerInfo | null) => void;
  onSave?: (info: CustomerInfo) => void;
}

type FieldDrafts = Partial<Record<CustomerInfoFieldName, string>>;

/**
 * Shows the details that creators receive with every order of a brand (requirements R4.10 to R4.13). Fields are edited
 * in place. Saving a field changes the card only on this page, Save All sends the card to the server, and Reset
 * restores the card from the server.
 */
export function CustomerInfoCard({
  info,
  readOnly = false,
  isSaving = false,
  base = info,
  onBase = () => undefined,
  onSave = () => undefined,
}: CustomerInfoCardProps) {
  // `changes` contains fields that were saved on this page only, and `drafts` contains fields that are being edited.
  // Both are lost if the user leaves the page.
  const [changes, setChanges] = useState<FieldDrafts>({});
  const [drafts, setDrafts] = useState<FieldDrafts>({});
  const [problems, setProblems] = useState<FieldDrafts>({});
  const card = { ...info, ...changes };
  const isChanged = CUSTOMER_INFO_FIELDS.some(({ name }) => card[name] !== info[name]);
  const isTyping = CUSTOMER_INFO_FIELDS.some(({ name }) => drafts[name] !== undefined && drafts[name] !== card[name]);
  const isLocked = readOnly || isSaving;
  useFormBackup('customer-info', {
    isDirty: !readOnly && (isChanged || isTyping),
    // The base shows which fields others have changed since.
    values: () => ({ changes, drafts, base }),
    restore: (typed) => {
      setChanges(typed.changes);
      setDrafts(typed.drafts);
      onBase(typed.base);
    },
  });

  const stopEditing = (name: CustomerInfoFieldName) => {
    setDrafts(removeDraft(name));
    setProblems(removeDraft(name));
  };
  const saveField = (name: CustomerInfoFieldName) => {
    const draft = drafts[name] ?? card[name];
    const problem = findFieldProblem(name, draft);
    if (problem !== undefined) {
      setProblems((all) => ({ ...all, [name]: problem }));
      return false;
    }
    setChanges((all) => ({ ...all, [name]: draft }));
    stopEditing(name);
    return true;
  };
  const saveAll = () => {
    // Also saves fields that are still being edited.
    const problems = CUSTOMER_INFO_FIELDS.flatMap(({ name }) => {
      const problem = findFieldProblem(name, drafts[name] ?? card[name]);
      return problem === undefined ? [] : [[name, problem] as const];
    });
    if (problems.length > 0) {
      setProblems(Object.fromEntries(problems));
      setDrafts((all) => ({ ...Object.fromEntries(problems.map(([name]) => [name, card[name]])), ...all }));
      return;
    }
    const whole = { ...card, ...drafts } as CustomerInfo;
    // Fields that are not changed show the changes of other members.
    setChanges(
      Object.fromEntries(
        CUSTOMER_INFO_FIELDS.filter(({ name }) => whole[name] !== info[name]).map(({ name }) => [name, whole[name]]),
      ),
    );
    setDrafts({});
    onSave(whole);
  };
  const reset = () => {
    setChanges({});
    setDrafts({});
    setProblems({});
    onBase(null);
  };

  return (
    <Card component="section" aria-labelledby="customer-info" aria-busy={isSaving}>
      <UnsavedChangesGuard when={!readOnly && (isChanged || isTyping)} />
      <Group justify="space-between" gap="sm" mb="xs">
        <Title order={2} id="customer-info" fz="xl">
          What creators see
        </Title>
        <output>{isChanged && <Badge color="orange">Unsaved changes</Badge>}</output>
      </Group>
      <dl className={classes.fields}>
        {CUSTOMER_INFO_FIELDS.map((field) => (
          <CustomerInfoField
            key={field.name}
            field={field}
            value={card[field.name]}
            draft={drafts[field.name]}
            problem={problems[field.name]}
            isLocked={isLocked}
            onEdit={() => setDrafts((all) => ({ ...all, [field.name]: card[field.name] }))}
            onType={(text) => setDrafts((all) => ({ ...all, [field.name]: text }))}
            onSave={() => saveField(field.name)}
            onCancel={() => stopEditing(field.name)}
          />
        ))}
      </dl>
      {!readOnly && (
        <Group mt="lg" gap="sm">
          <Button onClick={saveAll} loading={isSaving} disabled={!isChanged && !isTyping}>
            Save All
          </Button>
          <Button variant="default" onClick={reset} disabled={isSaving || (!isChanged && !isTyping)}>
            Reset
          </Button>
        </Group>
      )}
    </Card>
  );
}

const removeDraft =
  (name: CustomerInfoFieldName) =>
  (drafts: FieldDrafts): FieldDrafts =>
    Object.fromEntries(Object.entries(drafts).filter(([each]) => each !== name));
