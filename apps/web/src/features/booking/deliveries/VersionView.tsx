import { Text } from '@mantine/core';
import { LinkList } from '../../../ui/LinkList.tsx';
import { DateTime } from '../../../ui/DateTime.tsx';
import classes from './Deliveries.module.css';
import type { DeliverableVersion } from './delivery.ts';
import { DeliveredFiles, type CommentPosition } from './DeliveredFiles.tsx';
import { RemarkList } from './RemarkList.tsx';

export function VersionView(props: {
  version: Omit<DeliverableVersion, 'reviewBy'>;
  /** The brand's name, or 'You' if the viewer is the brand. */
  brand: string;
  onSpot?: (spot: CommentPosition) => void;
  /** Remarks that the brand has written but not sent yet. */
  drafts?: DeliverableVersion['remarks'];
}) {
  const { version, brand, onSpot, drafts = [] } = props;
  const { number, note, links, files, sentAt, verdict, decidedAt, changeRequest, remarks } = version;
  return (
    <div className={classes.version}>
      <Text size="sm" c="dimmed">
        Version {number}, sent <DateTime at={sentAt} />
        {verdict === 'approved' && decidedAt !== null && (
          <span>
            , approved <DateTime at={decidedAt} />
          </span>
        )}
      </Text>
      {note !== '' && <p className={classes.note}>{note}</p>}
      <LinkList links={links} />
      <DeliveredFiles files={files} remarks={verdict === 'changes' ? remarks : drafts} {...(onSpot && { onSpot })} />
      {changeRequest !== null && (
        <>
          <Text size="sm" fw={600}>
            {brand} requested changes
          </Text>
          <blockquote className={classes.changeRequest}>{changeRequest}</blockquote>
          <RemarkList remarks={remarks} files={files} />
        </>
      )}
    </div>
  );
}
