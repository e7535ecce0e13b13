import { Text } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './Deliveries.module.css';
import { formatCommentPosition, type DeliveredFile, type FileComment } from './delivery.ts';

/** Lists remarks on a version, each with its position. `renderBadge` adds something after a remark. */
export function RemarkList<R extends FileComment>(props: {
  remarks: readonly R[];
  files: readonly DeliveredFile[];
  renderBadge?: (remark: R) => ReactNode;
}) {
  const { remarks, files, renderBadge } = props;
  if (remarks.length === 0) return null;
  return (
    <ol className={classes.remarks}>
      {remarks.map((remark, at) => (
        // Remarks stay as they were made.
        // oxlint-disable-next-line react/no-array-index-key -- see above
        <li key={at}>
          {remark.text}{' '}
          <Text span size="sm" c="dimmed">
            {formatCommentPosition(
              remark,
              files.find(({ id }) => id === remark.fileId),
            )}
          </Text>{' '}
          {renderBadge?.(remark)}
        </li>
      ))}
    </ol>
  );
}
