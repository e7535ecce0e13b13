/** /customer-info: the details that creators receive with every order of a brand (requirements R2.62). */
import { Button } from '@mantine/core';
import type { CustomerInfo } from '@marquee/validation';
import { useState } from 'react';
import { Link, type LoaderFunctionArgs, redirect } from 'react-router-dom';
import { CustomerInfoCard } from '../../features/catalog/profiles/CustomerInfoCard.tsx';
import { CUSTOMER_INFO_LABELS } from '../../features/catalog/profiles/customerInfoFields.ts';
import { paths } from '../../paths.ts';
import { requireUser } from '../../session.ts';
import { ALWAYS_FRESH, queryUtils, trpc } from '../../trpc.ts';
import { BackLink } from '../../ui/BackLink.tsx';
import { compareVersions, EditConflictNotice, type Conflict } from '../../ui/EditConflict.tsx';
import { NarrowContainer } from '../../ui/NarrowContainer.tsx';
import { PageMeta } from '../../ui/PageMeta.tsx';
import { notify } from '../../lib/notify.ts';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { withLoadError } from '../../ui/RouteErrorScreen.tsx';
import { getFailureCode } from '../../lib/errors.ts';
import { notifyFailure } from '../../lib/notifyFailure.ts';

export async function loader({ request }: LoaderFunctionArgs) {
  const user = await requireUser(request);
  // Creators do not place orders, so they have no customer info.
  if (user.userType !== 'brand') return redirect(paths.dashboard());
  await withLoadError(queryUtils.profiles.customerInfo.ensureData(), 'Failed to load customer information');
  return null;
}

export function Page() {
  const [info] = trpc.profiles.customerInfo.useSuspenseQuery();
  // Changes that were restored after a sign-in started from the card as it was when they were typed.
  const [restoredBase, setRestoredBase] = useState<CustomerInfo | null>(null);
  const base = restoredBase ?? info;
  const [conflicts, setConflicts] = useState<Conflict[]>([]);
  // A new version mounts the card again, without the typed text.
  const [version, setVersion] = useState(0);
  const save = trpc.profiles.saveCustomerInfo.useMutation({
    onSuccess: (saved: CustomerInfo) => {
      queryUtils.profiles.customerInfo.setData(undefined, saved);
      setConflicts([]);
      setRestoredBase(null);
      notify('Customer information saved successfully');
    },
    onError: async (error, { base: sentBase = info, ...typed }) => {
      notifyFailure(error, 'Failed to save customer information');
      if (getFailureCode(error) !== 'EDIT_STALE') return;
      const saved = await queryUtils.profiles.customerInfo.fetch(undefined, ALWAYS_FRESH);
      setRestoredBase(null);
      setConflicts(compareVersions({ base: sentBase, typed, saved }, CUSTOMER_INFO_LABELS).conflicts);
    },
  });
  const applySaved = () => {
    setConflicts([]);
    setRestoredBase(null);
    setVersion((before) => before + 1);
  };
  return (
    <NarrowContainer>
      <PageMeta title="Customer information" />
      <BackLink to={paths.dashboard()}>Back to Dashboard</BackLink>
      <PageHeader
        title="Customer information"
        description="These details prefill your order forms. You can change them for each order."
        actions={
          <Button component={Link} to={paths.match()} variant="default">
            Find matching creators
          </Button>
        }
      />
      {conflicts.length > 0 && <EditConflictNotice conflicts={conflicts} onUseSaved={applySaved} />}
      <CustomerInfoCard
        key={version}
        info={info}
        isSaving={save.isPending}
        base={base}
        onBase={setRestoredBase}
        onSave={(card) => save.mutate({ ...card, base })}
      />
    </NarrowContainer>
  );
}
