import { Badge, Group, Text } from '@mantine/core';

/** Renders the title of a list row, with an optional badge for its state. */
export const RowTitle = ({ title, badge = null }: { title: string; badge?: string | null }) => (
  <Group gap="xs">
    <Text fw={600} style={{ overflowWrap: 'anywhere' }}>
      {title}
    </Text>
    {badge !== null && (
      <Badge component="span" variant="light" color="gray" tt="none">
        {badge}
      </Badge>
    )}
  </Group>
);
