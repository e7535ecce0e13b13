import { Anchor, Group, Stack, Text } from '@mantine/core';
import {
  dayText,
  MOST_WORK_RECORDS,
  WORK_RECORD_EMPTY,
  WORK_RECORD_KEPT,
  WORK_RECORD_LEAVES_OUT,
} from '@marquee/booking';
import { Link } from 'react-router-dom';
import { paths } from '../../paths.ts';
import { data, trpc } from '../../trpc.ts';
import { Section } from '../../ui/Section.tsx';
import { DownloadButton } from './DownloadButton.tsx';
import classes from './WorkRecords.module.css';

/** A creator's records of completed work: today's to download, and those from before. */
export function WorkRecords({ canMake }: { canMake: boolean }) {
  const [records] = trpc.receipts.workRecords.useSuspenseQuery();
  const make = trpc.receipts.makeWorkRecord.useMutation({
    onSuccess: (made) =>
      data.receipts.workRecords.setData(undefined, (before = []) =>
        // The oldest one has gone for it.
        [made, ...before.filter(({ id }) => id !== made.id)].slice(0, MOST_WORK_RECORDS),
      ),
  });
  return (
    <Section title="Record of work">
      <Stack gap="md">
        <Text>
          A PDF to show elsewhere what you have done here: completed bookings, rating, answers and deadlines, as your
          profile says them on the day. {WORK_RECORD_LEAVES_OUT} Its code shows anybody that it is genuine.
        </Text>
        {canMake ? (
          <div>
            <DownloadButton
              label="Download today’s record"
              name="Download today’s record of work as PDF"
              href={async () => paths.workRecordFile(await make.mutateAsync())}
            />
          </div>
        ) : (
          <Text c="dimmed">{WORK_RECORD_EMPTY}.</Text>
        )}
        {records.length > 0 && (
          <div>
            <ul className={classes.list} aria-label="Records of work">
              {records.map(({ id, day, code }) => (
                <li key={id}>
                  <Text span size="sm">
                    {dayText(day)}
                  </Text>
                  <Group gap="md">
                    <Anchor
                      component={Link}
                      to={paths.verify({ code })}
                      size="sm"
                      underline="always"
                      aria-label={`Check the code ${code}`}
                    >
                      {code}
                    </Anchor>
                    <Anchor
                      href={paths.workRecordFile({ id })}
                      size="sm"
                      underline="always"
                      aria-label={`Record of ${dayText(day)} as PDF`}
                    >
                      PDF
                    </Anchor>
                  </Group>
                </li>
              ))}
            </ul>
            <Text size="sm" c="dimmed" mt="sm">
              There is one record a day. {WORK_RECORD_KEPT}
            </Text>
          </div>
        )}
      </Stack>
    </Section>
  );
}
