import { Anchor, Text } from '@mantine/core';
import { findPreviewKind, formatFileSize, type PreviewKind } from '@marquee/contracts';
import { Download, FileText } from 'lucide-react';
import { useRef, useState, type MouseEvent, type ReactNode } from 'react';
import classes from './Deliveries.module.css';
import { formatPlaybackTime, type DeliveredFile, type FileComment } from './delivery.ts';
import { describeExpiredFile } from '../../../lib/expiredFile.ts';
import { paths } from '../../../paths.ts';

/** The file to which a remark refers, and optionally a position in the file. */
export type CommentPosition = Pick<FileComment, 'fileId' | 'ms' | 'place'>;

interface DeliveredFilesProps {
  files: readonly DeliveredFile[];
  /** The remarks in display order. The first one is number 1. */
  remarks: readonly FileComment[];
  /** Called when the viewer chooses a file, or a position in it, for a new remark. */
  onSpot?: (spot: CommentPosition) => void;
}

/** Shows images, video and audio inline, and offers other files for download. */
export const DeliveredFiles = ({ files, ...props }: DeliveredFilesProps) =>
  files.length === 0 ? null : (
    <ul className={classes.files}>
      {files.map((file) => (
        <li key={file.id} className={classes.file}>
          <DeliveredFileView file={file} {...props} />
        </li>
      ))}
    </ul>
  );

function DeliveredFileView({ file, remarks, onSpot }: { file: DeliveredFile } & Omit<DeliveredFilesProps, 'files'>) {
  const [isBroken, setIsBroken] = useState(false);
  const kind = findPreviewKind(file.mediaType);
  const own = remarks.flatMap((remark, at) => (remark.fileId === file.id ? [{ ...remark, number: at + 1 }] : []));
  if (file.droppedAt !== null)
    return (
      <Text size="sm" c="dimmed" className={classes.caption}>
        {describeExpiredFile(file)}
      </Text>
    );
  const isShown = kind !== null && !isBroken;
  return (
    <>
      {isShown && (
        <FilePreview
          key={kind}
          kind={kind}
          file={file}
          remarks={own}
          {...(onSpot && { onSpot })}
          onBroken={() => setIsBroken(true)}
        />
      )}
      <div className={classes.caption}>
        {!isShown && <FileText size={20} aria-hidden />}
        <div className={classes.fileName}>
          <Anchor href={paths.file(file)} download={file.name} underline="always" size="sm">
            {file.name}
          </Anchor>
          <Text size="xs" c="dimmed">
            {formatFileSize(file.bytes)}
            {isBroken && <span>{' · Your browser cannot display this file. Download it to view it.'}</span>}
          </Text>
        </div>
        <Download size={16} aria-hidden />
      </div>
      {onSpot && (
        <CommentPositionButton onPress={() => onSpot({ fileId: file.id, ms: null, place: null })}>
          Comment on this {isShown ? kind : 'file'}
        </CommentPositionButton>
      )}
    </>
  );
}

interface FilePreviewProps {
  file: DeliveredFile;
  remarks: readonly (FileComment & { number: number })[];
  onSpot?: (spot: CommentPosition) => void;
  onBroken: () => void;
}

function FilePreview({ kind, ...props }: FilePreviewProps & { kind: PreviewKind }) {
  if (kind === 'picture') return <PicturePreview {...props} />;
  return <MediaPlayer {...props} isVideo={kind === 'video'} />;
}

const getPreviewUrl = (file: DeliveredFile) => paths.file(file, { show: '1' });

/** Shows an image with its remarks as numbered pins. Clicking the image adds a remark at the clicked position. */
function PicturePreview({ file, remarks, onSpot, onBroken }: FilePreviewProps) {
  const press = (event: MouseEvent<HTMLImageElement>) => {
    const box = event.currentTarget.getBoundingClientRect();
    const share = (at: number, from: number, size: number) => Math.min(1, Math.max(0, (at - from) / size));
    onSpot?.({
      fileId: file.id,
      ms: null,
      place: { x: share(event.clientX, box.left, box.width), y: share(event.clientY, box.top, box.height) },
    });
  };
  return (
    <div className={classes.frame}>
      {/* Keyboard users can use the button below, which adds a remark on the whole image. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions, jsx-a11y/click-events-have-key-events -- see above */}
      <img
        src={getPreviewUrl(file)}
        alt={file.name}
        loading="lazy"
        onError={onBroken}
        {...(onSpot && { onClick: press, style: { cursor: 'crosshair' } })}
      />
      {remarks.map(
        ({ place, number }) =>
          place !== null && (
            <span
              key={number}
              className={classes.pin}
              style={{ left: `${place.x * 100}%`, top: `${place.y * 100}%` }}
              aria-hidden
            >
              {number}
            </span>
          ),
      )}
    </div>
  );
}

/** Plays video or audio. Clicking a remark jumps to the time to which it refers. */
function MediaPlayer({ file, remarks, onSpot, onBroken, isVideo }: FilePreviewProps & { isVideo: boolean }) {
  const player = useRef<HTMLMediaElement>(null);
  const [at, setAt] = useState(0);
  const seek = (ms: number) => {
    const media = player.current;
    if (!media) return;
    media.pause();
    media.currentTime = ms / 1_000;
  };
  const mediaProps = {
    src: getPreviewUrl(file),
    controls: true,
    preload: 'metadata',
    'aria-label': file.name,
    onError: onBroken,
    onTimeUpdate: () => setAt(Math.round((player.current?.currentTime ?? 0) * 1_000)),
  };
  const timed = remarks.filter(({ ms }) => ms !== null);
  return (
    <>
      {isVideo ? (
        // oxlint-disable-next-line jsx-a11y/media-has-caption -- creators deliver videos without a caption track
        <video
          {...mediaProps}
          className={classes.video}
          playsInline
          ref={player as React.RefObject<HTMLVideoElement>}
        />
      ) : (
        // oxlint-disable-next-line jsx-a11y/media-has-caption -- creators deliver sound without a caption track
        <audio {...mediaProps} className={classes.sound} ref={player} />
      )}
      {timed.length > 0 && (
        <div className={classes.moments}>
          {timed.map(({ ms, number, text }) => (
            <button key={number} type="button" className={classes.moment} onClick={() => seek(ms ?? 0)} title={text}>
              {number} at {formatPlaybackTime(ms ?? 0)}
            </button>
          ))}
        </div>
      )}
      {onSpot && (
        <CommentPositionButton
          onPress={() => {
            player.current?.pause();
            const now = Math.round((player.current?.currentTime ?? at / 1_000) * 1_000);
            onSpot({ fileId: file.id, ms: now, place: null });
          }}
        >
          Comment at {formatPlaybackTime(at)}
        </CommentPositionButton>
      )}
    </>
  );
}

const CommentPositionButton = ({ children, onPress }: { children: ReactNode; onPress: () => void }) => (
  <button type="button" className={classes.moment} onClick={onPress}>
    {children}
  </button>
);
