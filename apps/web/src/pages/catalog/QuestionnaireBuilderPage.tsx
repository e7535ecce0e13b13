/**
 * /questionnaire-builder: lets a creator edit the questions that brands answer when they order a package (requirements
 * R2.48 to R2.50).
 */
import type { WorkspaceId } from '@marquee/contracts';
import { Button, Container, NativeSelect } from '@mantine/core';
import { formatWholeDollars } from '@marquee/money';
import { ListChecks } from 'lucide-react';
import { Link, type LoaderFunctionArgs, useLoaderData, useNavigate } from 'react-router-dom';
import { PackageTabs } from '../../features/catalog/packages/PackageTabs.tsx';
import { QuestionnaireEditor } from '../../features/catalog/questionnaires/QuestionnaireEditor.tsx';
import { paths } from '../../paths.ts';
import { requireCreator } from '../../session.ts';
import { queryUtils, trpc } from '../../trpc.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { PageMeta } from '../../ui/PageMeta.tsx';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { withLoadError } from '../../ui/RouteErrorScreen.tsx';
import { PACKAGE_FAILURES } from '../../features/catalog/packages/packages.words.ts';

export async function loader({ request }: LoaderFunctionArgs) {
  const user = await requireCreator(request);
  const packages = await withLoadError(
    queryUtils.packages.listByCreator.ensureData({ id: user.workspaceId }),
    PACKAGE_FAILURES.load,
  );
  const requestedId = new URL(request.url).searchParams.get('packageId');
  const packageId = (packages.find((each) => each.id === requestedId) ?? packages[0])?.id ?? null;
  if (packageId !== null)
    // Always fetched again, because the draft on this device has to be compared with the latest saved version.
    await withLoadError(
      queryUtils.questionnaires.byPackage.fetch({ packageId }, { staleTime: 0 }),
      'Failed to load questions',
    );
  return { creatorId: user.workspaceId, packageId };
}

export function Page() {
  const { creatorId, packageId } = useLoaderData<typeof loader>();
  return (
    <Container size="lg" py="xl">
      <PageMeta title="Questionnaire Builder" />
      <PageHeader
        title="Questionnaire Builder"
        description="Questions that brands answer when they order this package."
      />
      <PackageTabs />
      {packageId === null ? (
        <EmptyState
          icon={<ListChecks size={36} strokeWidth={1.5} aria-hidden />}
          title="No packages found"
          text="Each package has its own questions. Create a package first."
          action={
            <Button component={Link} to={paths.packages({ new: '1' })}>
              Create Package
            </Button>
          }
        />
      ) : (
        <>
          <PackageSelect creatorId={creatorId} packageId={packageId} />
          {/* The key creates a new form for each package. */}
          <PackageQuestions key={packageId} creatorId={creatorId} packageId={packageId} />
        </>
      )}
    </Container>
  );
}

function PackageSelect({ creatorId, packageId }: { creatorId: WorkspaceId; packageId: string }) {
  const navigate = useNavigate();
  const [packages] = trpc.packages.listByCreator.useSuspenseQuery({ id: creatorId });
  return (
    <NativeSelect
      label="Package"
      maw={440}
      mb="lg"
      data={packages.map((pkg) => ({ value: pkg.id, label: `${pkg.name} — ${formatWholeDollars(pkg.priceCents)}` }))}
      value={packageId}
      onChange={(event) =>
        void navigate(paths.questionnaireBuilder({ packageId: event.currentTarget.value }), { replace: true })
      }
    />
  );
}

function PackageQuestions({ creatorId, packageId }: { creatorId: WorkspaceId; packageId: string }) {
  const [packages] = trpc.packages.listByCreator.useSuspenseQuery({ id: creatorId });
  const [questionnaire] = trpc.questionnaires.byPackage.useSuspenseQuery({ packageId });
  return (
    <QuestionnaireEditor
      creatorId={creatorId}
      packageId={packageId}
      packageName={packages.find(({ id }) => id === packageId)?.name ?? ''}
      saved={questionnaire?.questions ?? []}
    />
  );
}
