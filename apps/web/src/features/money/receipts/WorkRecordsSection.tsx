import { Anchor, Group, Stack, Text } from '@mantine/core';
import {
  MAX_WORK_RECORDS,
  WORK_RECORD_EMPTY_MESSAGE,
  WORK_RECORD_RETENTION_MESSAGE,
  WORK_RECORD_OMISSIONS,
} from '@marquee/booking';
import { formatDay } from '@marquee/time';
import { Link } from 'react-router-dom';
import { paths } from '../../../paths.ts';
import { queryUtils, trpc } from '../../../trpc.ts';
import { SectionCard } from '../../../ui/SectionCard.tsx';
import { DownloadButton } from './DownloadButton.tsx';
import classes from './WorkRecordsSection.module.css';

/** Lists a creator's work records, with a button to create a new one. */
export function WorkRecordsSection({ canMake }: { canMake: boolean }) {
  const [records] = trpc.receipts.workRecords.useSuspenseQuery();
  const make = trpc.receipts.createWorkRecord.useMutation({
    onSuccess: (record) =>
      queryUtils.receipts.workRecords.setData(undefined, (before = []) =>
        // The server keeps only this many records and deletes the oldest.
        [record, ...before.filter(({ id }) => id !== record.id)].slice(0, MAX_WORK_RECORDS),
      ),
  });
  return (
    <SectionCard title="Record of work">
      <Stack gap="md">
        <Text>
          Download a PDF of your completed bookings, rating and response times. {WORK_RECORD_OMISSIONS} Anyone can
          verify it with the code inside.
        </Text>
        {canMake ? (
          <div>
            <DownloadButton
              label="Download today’s record"
              name="Download today’s record of work (PDF)"
              href={async () => paths.workRecordFile(await make.mutateAsync())}
            />
          </div>
        ) : (
          <Text c="dimmed">{WORK_RECORD_EMPTY_MESSAGE}.</Text>
        )}
        {records.length > 0 && (
          <div>
            <ul className={classes.list} aria-label="Records of work">
              {records.map(({ id, day, code }) => (
                <li key={id}>
                  <Text span size="sm">
                    {formatDay(day)}
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
                      aria-label={`PDF record of ${formatDay(day)}`}
                    >
                      PDF
                    </Anchor>
                  </Group>
                </li>
              ))}
            </ul>
            <Text size="sm" c="dimmed" mt="sm">
              You can create one record per day. {WORK_RECORD_RETENTION_MESSAGE}
            </Text>
          </div>
        )}
      </Stack>
    </SectionCard>
  );
}
