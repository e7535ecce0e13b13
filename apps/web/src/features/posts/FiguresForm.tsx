import { Button, Group, Text, TextInput } from '@mantine/core';
import { POST_FIGURE_LABELS, POST_FIGURES, type PostFigure } from '@marquee/booking';
import { postFigures } from '@marquee/validation';
import { useState, type FormEvent } from 'react';
import { trpc } from '../../trpc.ts';
import { notify } from '../../ui/notify.ts';
import { tellFailure } from '../../ui/tellFailure.ts';
import { adoptResults, type Post, type Results } from './results.ts';
import classes from './Results.module.css';

/** '12,400' and '12 400' are numbers as people write them; an empty field says nothing. */
const numberOf = (typed: string): number | null => {
  const digits = typed.replaceAll(/[\s,.’']/g, '');
  return digits === '' ? null : /^\d+$/.test(digits) ? Number(digits) : Number.NaN;
};

/** The creator reports what the platform says of a post. */
export function FiguresForm({ post, results, onDone }: { post: Post; results: Results; onDone: () => void }) {
  const last = post.reports.at(-1);
  const [typed, setTyped] = useState<Partial<Record<PostFigure, string>>>({});
  const [isChecked, setIsChecked] = useState(false);
  const report = trpc.posts.report.useMutation({
    onSuccess: (after) => {
      adoptResults(after);
      notify('Figures reported', `${results.brandName} sees them now.`);
      onDone();
    },
    onError: (error) => tellFailure(error, 'The figures could not be reported'),
  });
  const verdict = postFigures.safeParse({
    id: post.id,
    ...Object.fromEntries(POST_FIGURES.map((name) => [name, numberOf(typed[name] ?? '')])),
  });
  const issues = isChecked && !verdict.success ? verdict.error.issues : [];
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setIsChecked(true);
    if (verdict.success) report.mutate(verdict.data);
  };
  return (
    <form onSubmit={submit} noValidate className={classes.form} aria-label={`Figures of ${post.link}`}>
      <Text size="sm" c="dimmed">
        As your platform’s statistics show them now, from the beginning on. Leave out what it does not show.
      </Text>
      <div className={classes.fields}>
        {POST_FIGURES.map((name, at) => {
          const message = issues.find(({ path }) => path[0] === name)?.message;
          const before = last?.[name];
          return (
            <TextInput
              key={name}
              label={POST_FIGURE_LABELS[name]}
              inputMode="numeric"
              maxLength={20}
              value={typed[name] ?? ''}
              {...(at === 0 && { ref: focus })}
              {...(before !== undefined && before !== null && { placeholder: before.toLocaleString('en-US') })}
              {...(message !== undefined && { error: message })}
              onChange={(event) => {
                const { value } = event.currentTarget;
                setTyped((others) => ({ ...others, [name]: value }));
              }}
            />
          );
        })}
      </div>
      <Group gap="sm">
        <Button type="submit" loading={report.isPending}>
          Report
        </Button>
        <Button variant="default" onClick={onDone}>
          Cancel
        </Button>
      </Group>
    </form>
  );
}

/** Whoever opens the form writes into it. */
const focus = (field: HTMLInputElement | null): void => field?.focus();
