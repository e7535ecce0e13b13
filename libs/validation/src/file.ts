/** Files that users send each other. No schemas here, because pages import this. */
import { LIMITS } from './limits.ts';

/** Size of a file's parts. The last one has the rest. A lost part is sent again, not the whole file. */
export const FILE_PART_BYTES = 8 * 1024 ** 2;

export const countFileParts = (bytes: number): number => Math.ceil(bytes / FILE_PART_BYTES);

/** Returns the size of a part, counted from 0. */
export const getFilePartBytes = (bytes: number, part: number): number =>
  Math.min(FILE_PART_BYTES, bytes - part * FILE_PART_BYTES);

/** Formats a size: '14 MB', '340 KB', at least '1 KB'. */
export const formatFileSize = (bytes: number): string =>
  bytes >= 1024 ** 3
    ? `${(bytes / 1024 ** 3).toFixed(1)} GB`
    : bytes >= 1024 ** 2
      ? `${Math.round(bytes / 1024 ** 2)} MB`
      : `${Math.max(1, Math.round(bytes / 1024))} KB`;

export const FILE_TOO_LARGE = `A file can have at most ${formatFileSize(LIMITS.fileBytes)}. Add a link to a larger one instead.`;
export const MESSAGE_FILE_TOO_LARGE = `With a message a file can have at most ${formatFileSize(LIMITS.messageFileBytes)}. Add a link to a larger one instead.`;
export const FILE_EMPTY = 'This file is empty';

/**
 * The media types that the page can show. Others can only be downloaded. The type is detected from the content, not
 * the name.
 */
export const PREVIEWS_BY_MEDIA_TYPE = {
  'image/jpeg': 'picture',
  'image/png': 'picture',
  'image/gif': 'picture',
  'image/webp': 'picture',
  'image/avif': 'picture',
  'video/mp4': 'video',
  'video/quicktime': 'video',
  'video/webm': 'video',
  'audio/mpeg': 'sound',
  'audio/wav': 'sound',
} as const satisfies Record<string, 'picture' | 'video' | 'sound'>;
export type PreviewKind = (typeof PREVIEWS_BY_MEDIA_TYPE)[keyof typeof PREVIEWS_BY_MEDIA_TYPE];

/** Returns how the page shows this type, or null if it can only be downloaded. */
export const findPreviewKind = (mediaType: string | null): PreviewKind | null =>
  mediaType !== null && Object.hasOwn(PREVIEWS_BY_MEDIA_TYPE, mediaType)
    ? PREVIEWS_BY_MEDIA_TYPE[mediaType as keyof typeof PREVIEWS_BY_MEDIA_TYPE]
    : null;

/** The path of all files. */
export const FILES_PATH = '/api/files/';
/** Returns the path of a file, for reading it and for uploading a part. */
export const getFilePath = (id: string): string => `${FILES_PATH}${id}`;
export const getFilePartPath = (id: string, part: number): string => `${getFilePath(id)}/parts/${part}`;
