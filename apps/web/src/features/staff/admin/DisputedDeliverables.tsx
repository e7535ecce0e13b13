import { Badge, Group, Stack, Text, Title } from '@mantine/core';
import { DELIVERABLE_LABELS, getDeliverableState } from '@marquee/booking';
import type { RouterOutputs } from '../../../trpc.ts';
import { SectionCard } from '../../../ui/SectionCard.tsx';
import { VersionView } from '../../booking/deliveries/VersionView.tsx';

/**
 * Shows the delivered versions of a disputed booking and the brand's decision on each. The API returns them only
 * while the dispute is open.
 */
export function DisputedDeliverables({ dispute }: { dispute: RouterOutputs['admin']['dispute'] }) {
  const { deliverables, brandName } = dispute;
  if (deliverables === null || deliverables.items.length === 0) return null;
  return (
    <SectionCard title="Deliverables">
      <Stack gap="lg">
        {deliverables.items.map(({ id, title, versions }) => (
          <Stack key={id} gap="sm">
            <Group justify="space-between" gap="sm">
              <Title order={3} fz="md" style={{ overflowWrap: 'anywhere' }}>
                {title}
              </Title>
              <Badge color="gray" variant="light">
                {DELIVERABLE_LABELS[getDeliverableState(versions)]}
              </Badge>
            </Group>
            {versions.toReversed().map((version) => (
              <VersionView key={version.number} version={version} brand={brandName} />
            ))}
          </Stack>
        ))}
        <Text size="sm" c="dimmed">
          The audit log records each file that you open.
        </Text>
      </Stack>
    </SectionCard>
  );
}
