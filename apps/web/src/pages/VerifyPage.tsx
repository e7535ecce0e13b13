/** /verify and /verify/{code}: whether a paper that somebody holds is one of ours, and what it must say. */
import { Button, Container, Stack, Text, TextInput, Title } from '@mantine/core';
import { PRODUCT_NAME, WORK_RECORD_KEPT, workSections, type WorkFigures } from '@marquee/booking';
import { formatDollars } from '@marquee/money';
import { paperCodeOf, shownCode } from '@marquee/validation';
import { redirect, useLoaderData, useNavigate, type LoaderFunctionArgs } from 'react-router-dom';
import { paths } from '../paths.ts';
import { data, FRESH, type Outputs } from '../trpc.ts';
import { Facts } from '../ui/Facts.tsx';
import { Head } from '../ui/Head.tsx';
import { Notice } from '../ui/Notice.tsx';
import { PageHeader } from '../ui/PageHeader.tsx';
import { orFail } from '../ui/RouteError.tsx';
import { Section } from '../ui/Section.tsx';
import classes from './VerifyPage.module.css';

export async function loader({ request, params }: LoaderFunctionArgs) {
  // The form of a page whose script has not come yet.
  const asked = new URL(request.url).searchParams.get('code');
  if (asked !== null && asked.trim() !== '') throw redirect(paths.verify({ code: asked.trim() }));
  const { code } = params;
  if (code === undefined) return { code: null, paper: null };
  const paper = await orFail(
    data.receipts.verify.fetch({ code: code.slice(0, 100) }, FRESH),
    'Failed to check the code',
  );
  return { code, paper };
}

type Paper = NonNullable<Outputs['receipts']['verify']>;

const KINDS: Record<Paper['kind'], string> = {
  receipt: 'Receipt',
  credit_note: 'Credit note',
  payout: 'Payout statement',
  agreement: 'Booking agreement',
  statement: 'Monthly statement',
  work: 'Record of work',
};

const dayFormat = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' });

export function Page() {
  const { code, paper } = useLoaderData<typeof loader>();
  return (
    <Container size="sm" py="xl">
      <Head title="Check a document" />
      <PageHeader
        title="Check a document"
        description={`Every receipt, statement, agreement and record of work of ${PRODUCT_NAME} has a code at the foot of its pages. Enter it to see whether the document is genuine.`}
      />
      <Stack gap="lg">
        <CodeForm key={code} code={code ?? ''} />
        <div aria-live="polite">{code !== null && <Result code={code} paper={paper} />}</div>
      </Stack>
    </Container>
  );
}

function CodeForm({ code }: { code: string }) {
  const navigate = useNavigate();
  return (
    <form
      action={paths.verify()}
      method="get"
      onSubmit={(event) => {
        event.preventDefault();
        const typed = new FormData(event.currentTarget).get('code');
        if (typeof typed === 'string' && typed.trim() !== '') void navigate(paths.verify({ code: typed.trim() }));
      }}
    >
      <Stack gap="sm">
        <TextInput
          label="Code"
          name="code"
          required
          maxLength={100}
          defaultValue={code}
          placeholder="ABCD-EFGH-JKMN"
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
        />
        <Button type="submit" style={{ alignSelf: 'flex-start' }}>
          Check
        </Button>
      </Stack>
    </form>
  );
}

function Result({ code, paper }: { code: string; paper: Paper | null }) {
  if (paper === null)
    return (
      <Notice tone="error" title="No document has this code">
        Compare it with the foot of the document, letter by letter. If it is the same, the document is not from{' '}
        {PRODUCT_NAME}. {WORK_RECORD_KEPT}
      </Notice>
    );
  const parsed = paperCodeOf(code);
  return (
    <Section title="This document is genuine">
      <Text c="dimmed" size="sm" mb="md">
        It must say exactly this. Code {parsed === null ? code : shownCode(parsed)}.
      </Text>
      <Facts
        facts={[
          { label: 'Document', value: KINDS[paper.kind] },
          ...(paper.number === null ? [] : [{ label: 'Number', value: paper.number }]),
          ...(paper.kind === 'work'
            ? [{ label: 'Creator', value: `${paper.work.name} (@${paper.work.username})` }]
            : []),
          { label: 'Date', value: dayFormat.format(new Date(`${paper.day}T00:00:00Z`)) },
          ...(paper.amountCents === null ? [] : [{ label: 'Amount', value: formatDollars(paper.amountCents) }]),
          ...(paper.refunded === null ? [] : [{ label: 'Refunded', value: REFUNDED[paper.refunded] }]),
        ]}
      />
      {paper.kind === 'work' && <Work work={paper.work} />}
    </Section>
  );
}

/** What a record of work says, in its own words and order. */
const Work = ({ work }: { work: WorkFigures }) =>
  workSections(work).map(({ title, facts }) => (
    <section key={title} className={classes.part}>
      <Title order={3} fz="md">
        {title}
      </Title>
      <dl className={classes.pairs}>
        {facts.map(([label, lines]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{lines.join('\n')}</dd>
          </div>
        ))}
      </dl>
    </section>
  ));

const REFUNDED: Record<NonNullable<Paper['refunded']>, string> = {
  no: 'No',
  'in part': 'In part',
  'in full': 'In full',
};
