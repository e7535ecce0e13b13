import { ActionIcon, Button, Text } from '@mantine/core';
import { LIMITS, toMatchParams, type MatchBrief } from '@marquee/validation';
import { Trash2 } from 'lucide-react';
import { useState, type FormEvent } from 'react';
import { Link } from 'react-router-dom';
import { paths } from '../../../paths.ts';
import { queryUtils, trpc } from '../../../trpc.ts';
import { notify } from '../../../lib/notify.ts';
import { SectionCard } from '../../../ui/SectionCard.tsx';
import { notifyFailure } from '../../../lib/notifyFailure.ts';
import { storeBriefText } from './briefText.ts';
import classes from './Matching.module.css';
import { LimitedTextInput } from '../../../ui/LimitedText.tsx';

/** Lists the brand's saved briefs, with a form to save `brief`, which is null while the brief is incomplete. */
export function SavedBriefs({ brief }: { brief: MatchBrief | null }) {
  const [briefs] = trpc.matching.briefs.useSuspenseQuery();
  const [name, setName] = useState('');
  const save = trpc.matching.saveBrief.useMutation({
    onSuccess: (saved) => {
      queryUtils.matching.briefs.setData(undefined, (all = []) => [saved, ...all.filter(({ id }) => id !== saved.id)]);
      setName('');
      notify('Brief saved');
    },
    onError: (error) => notifyFailure(error, 'The brief could not be saved'),
  });
  const remove = trpc.matching.removeBrief.useMutation({
    onSuccess: (_, { id }) => {
      queryUtils.matching.briefs.setData(undefined, (all = []) => all.filter((each) => each.id !== id));
      notify('Brief deleted');
    },
    onError: (error) => notifyFailure(error, 'The brief could not be deleted'),
  });
  if (briefs.length === 0 && brief === null) return null;
  const same = briefs.find((each) => each.name === name.trim());
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (brief !== null) save.mutate({ ...(same && { id: same.id }), name, brief });
  };
  return (
    <SectionCard title="Saved briefs">
      {briefs.length === 0 && (
        <Text size="sm" c="dimmed">
          Save this brief to reuse it later.
        </Text>
      )}
      <ul className={classes.saved}>
        {briefs.map((each) => (
          <li key={each.id}>
            <Link
              to={paths.match(toMatchParams(each.brief, each.brief.weights))}
              onClick={() => storeBriefText(each.brief.text)}
            >
              {each.name}
            </Link>
            <ActionIcon
              variant="subtle"
              color="gray"
              aria-label={`Delete the brief ${each.name}`}
              loading={remove.isPending && remove.variables.id === each.id}
              onClick={() => remove.mutate({ id: each.id })}
            >
              <Trash2 size={18} aria-hidden />
            </ActionIcon>
          </li>
        ))}
      </ul>
      {brief !== null && (
        <form onSubmit={submit} className={classes.save}>
          <LimitedTextInput
            label="Brief name"
            limit={LIMITS.briefName}
            autoComplete="off"
            value={name}
            onChange={(event) => setName(event.currentTarget.value)}
          />
          <Button type="submit" variant="default" loading={save.isPending} disabled={name.trim() === ''}>
            {same === undefined ? 'Save brief' : 'Replace brief'}
          </Button>
        </form>
      )}
    </SectionCard>
  );
}
