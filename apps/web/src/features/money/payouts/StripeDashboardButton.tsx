import { Button } from '@mantine/core';
import { ExternalLink } from 'lucide-react';
import { trpc } from '../../../trpc.ts';
import { notifyFailure } from '../../../lib/notifyFailure.ts';

export function StripeDashboardButton({ label }: { label: string }) {
  const open = trpc.payouts.openDashboard.useMutation({
    onSuccess: ({ url }) => location.assign(url),
    onError: (error) => notifyFailure(error, 'Your Stripe dashboard could not be opened'),
  });
  return (
    <Button
      size="sm"
      variant="default"
      loading={open.isPending || open.isSuccess}
      onClick={() => open.mutate()}
      rightSection={<ExternalLink size={16} aria-hidden />}
    >
      {label}
    </Button>
  );
}
