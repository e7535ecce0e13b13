/** /verify and /verify/{code}: shows whether a document is genuine, and its contents. */
import { Button, Container, Stack, Text, TextInput, Title } from '@mantine/core';
import { WORK_RECORD_RETENTION_MESSAGE, buildWorkRecordSections, type WorkRecordData } from '@marquee/booking';
import { PRODUCT_NAME } from '@marquee/brand';
import { formatDollars } from '@marquee/money';
import { parseDocumentCode, formatDocumentCode } from '@marquee/contracts';
import { redirect, useLoaderData, useNavigate, type LoaderFunctionArgs } from 'react-router-dom';
import { paths } from '../../paths.ts';
import { queryUtils, ALWAYS_FRESH, type RouterOutputs } from '../../trpc.ts';
import { DescriptionList } from '../../ui/DescriptionList.tsx';
import { PageMeta } from '../../ui/PageMeta.tsx';
import { Callout } from '../../ui/Callout.tsx';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { withLoadError } from '../../ui/RouteErrorScreen.tsx';
import { SectionCard } from '../../ui/SectionCard.tsx';
import classes from './VerifyPage.module.css';

export async function loader({ request, params }: LoaderFunctionArgs) {
  // The query contains the code if the form was submitted before the scripts had loaded.
  const submittedCode = new URL(request.url).searchParams.get('code');
  if (submittedCode !== null && submittedCode.trim() !== '')
    throw redirect(paths.verify({ code: submittedCode.trim() }));
  const { code } = params;
  if (code === undefined) return { code: null, verified: null };
  const verified = await withLoadError(
    queryUtils.receipts.verify.fetch({ code: code.slice(0, 100) }, ALWAYS_FRESH),
    'Failed to check the code',
  );
  return { code, verified };
}

type VerifiedDocument = NonNullable<RouterOutputs['receipts']['verify']>;

const DOCUMENT_KIND_LABELS: Record<VerifiedDocument['kind'], string> = {
  receipt: 'Receipt',
  credit_note: 'Credit note',
  payout: 'Payout statement',
  agreement: 'Booking agreement',
  statement: 'Monthly statement',
  work: 'Record of work',
};

const dayFormat = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' });

export function Page() {
  const { code, verified } = useLoaderData<typeof loader>();
  return (
    <Container size="sm" py="xl">
      <PageMeta title="Check a document" />
      <PageHeader
        title="Check a document"
        description={`Enter the code at the bottom of a ${PRODUCT_NAME} document to see whether the document is genuine.`}
      />
      <Stack gap="lg">
        <CodeForm key={code} code={code ?? ''} />
        <div aria-live="polite">{code !== null && <VerificationResult code={code} verified={verified} />}</div>
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
          defaultValue={code}
          placeholder="ABCD-EFGH-JKMN"
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
        />
        <Button type="submit" style={{ alignSelf: 'flex-start' }}>
          Check document
        </Button>
      </Stack>
    </form>
  );
}

function VerificationResult({ code, verified }: { code: string; verified: VerifiedDocument | null }) {
  if (verified === null)
    return (
      <Callout tone="error" title="No document has this code">
        Compare the code with the one at the bottom of the document. If they are the same, the document is not from{' '}
        {PRODUCT_NAME}. {WORK_RECORD_RETENTION_MESSAGE}
      </Callout>
    );
  const parsed = parseDocumentCode(code);
  return (
    <SectionCard title="This document is genuine">
      <Text c="dimmed" size="sm" mb="md">
        The document must show exactly these details. Code: {parsed === null ? code : formatDocumentCode(parsed)}
      </Text>
      <DescriptionList
        facts={[
          { label: 'Document', value: DOCUMENT_KIND_LABELS[verified.kind] },
          ...(verified.number === null ? [] : [{ label: 'Number', value: verified.number }]),
          ...(verified.kind === 'work'
            ? [{ label: 'Creator', value: `${verified.work.name} (@${verified.work.username})` }]
            : []),
          { label: 'Date', value: dayFormat.format(new Date(`${verified.day}T00:00:00Z`)) },
          ...(verified.amountCents === null ? [] : [{ label: 'Amount', value: formatDollars(verified.amountCents) }]),
          ...(verified.refunded === null ? [] : [{ label: 'Refunded', value: REFUNDED_LABELS[verified.refunded] }]),
        ]}
      />
      {verified.kind === 'work' && <WorkRecordView work={verified.work} />}
    </SectionCard>
  );
}

const WorkRecordView = ({ work }: { work: WorkRecordData }) =>
  buildWorkRecordSections(work).map(({ title, facts }) => (
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

const REFUNDED_LABELS: Record<NonNullable<VerifiedDocument['refunded']>, string> = {
  no: 'No',
  'in part': 'Partially',
  'in full': 'In full',
};
