import { Group, Stack, Text } from '@mantine/core';
import { paths } from '../../paths.ts';
import { Section } from '../../ui/Section.tsx';
import { FileLinks } from '../receipts/FileLinks.tsx';

const monthFormat = new Intl.DateTimeFormat('en-US', { month: 'long', year: 'numeric', timeZone: 'UTC' });

/** A statement of every month in which money went to the creator. */
export function MonthlyStatements({ months }: { months: readonly string[] }) {
  if (months.length === 0) return null;
  return (
    <Section title="Monthly statements">
      <Stack component="ul" gap="sm" m={0} p={0} style={{ listStyle: 'none' }}>
        {months.map((month) => {
          const name = monthFormat.format(new Date(`${month}-01T00:00:00Z`));
          return (
            <Group component="li" key={month} justify="space-between" gap="sm">
              <Text>{name}</Text>
              <FileLinks
                of={name}
                pdf={paths.monthFile({ month, form: 'pdf' })}
                csv={paths.monthFile({ month, form: 'csv' })}
              />
            </Group>
          );
        })}
      </Stack>
    </Section>
  );
}
