import { Anchor, Text } from '@mantine/core';
import { findPreviewKind, formatFileSize } from '@marquee/contracts';
import { Download, FileText } from 'lucide-react';
import { useState } from 'react';
import type { ConversationMessage } from './message.ts';
import classes from './MessageFiles.module.css';
import { describeExpiredFile } from '../../../lib/expiredFile.ts';
import { paths } from '../../../paths.ts';

/** Shows images, video and audio inline, and offers other files for download. */
export const MessageFiles = ({ files }: { files: ConversationMessage['files'] }) =>
  files.length === 0 ? null : (
    <ul className={classes.list} aria-label={files.length === 1 ? 'File' : 'Files'}>
      {files.map((file) => (
        <li key={file.id}>
          <MessageFileItem file={file} />
        </li>
      ))}
    </ul>
  );

function MessageFileItem({
  file: { id, name, bytes, mediaType, droppedAt },
}: {
  file: ConversationMessage['files'][number];
}) {
  const [isBroken, setBroken] = useState(false);
  if (droppedAt !== null)
    return (
      <Text size="sm" c="dimmed">
        {describeExpiredFile({ name, bytes })}
      </Text>
    );
  const kind = isBroken ? null : findPreviewKind(mediaType);
  const mediaProps = { src: paths.file({ id }, { show: '1' }), onError: () => setBroken(true) };
  const player = { ...mediaProps, controls: true, preload: 'metadata', 'aria-label': name };
  return (
    <>
      {kind === 'picture' && <img {...mediaProps} className={classes.picture} alt={name} loading="lazy" />}
      {/* Videos and audio files that users send have no separate caption track. */}
      {/* oxlint-disable-next-line jsx-a11y/media-has-caption -- see above */}
      {kind === 'video' && <video {...player} className={classes.video} playsInline />}
      {/* oxlint-disable-next-line jsx-a11y/media-has-caption -- see above */}
      {kind === 'sound' && <audio {...player} className={classes.sound} />}
      <div className={classes.caption}>
        {kind === null && <FileText size={18} aria-hidden />}
        <Anchor href={paths.file({ id })} download={name} underline="always" size="sm">
          {name}
        </Anchor>
        <span className={classes.size}>{formatFileSize(bytes)}</span>
        <Download size={15} aria-hidden />
      </div>
    </>
  );
}
