/** The parts, sizes, previews and paths of the files of deliverables and messages. */

/**
 * Size of the parts in which a file is uploaded. The last part may be smaller. If the connection breaks, only the
 * current part is sent again.
 */
export const FILE_PART_BYTES = 8 * 1024 ** 2;

export const countFileParts = (bytes: number): number => Math.ceil(bytes / FILE_PART_BYTES);

/** Returns the size of the part with the index `part`, which starts at 0. */
export const getFilePartBytes = (bytes: number, part: number): number =>
  Math.min(FILE_PART_BYTES, bytes - part * FILE_PART_BYTES);

/** Formats a size in bytes: '1.2 GB', '14 MB', '340 KB'. The minimum is '1 KB'. */
export const formatFileSize = (bytes: number): string =>
  bytes >= 1024 ** 3
    ? `${(bytes / 1024 ** 3).toFixed(1)} GB`
    : bytes >= 1024 ** 2
      ? `${Math.round(bytes / 1024 ** 2)} MB`
      : `${Math.max(1, Math.round(bytes / 1024))} KB`;

/**
 * The media types that pages can display. Other files can only be downloaded. The type is detected from the content,
 * not from the file name.
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

/** Returns how pages display a media type, or null if the file can only be downloaded. */
export const findPreviewKind = (mediaType: string | null): PreviewKind | null =>
  mediaType !== null && Object.hasOwn(PREVIEWS_BY_MEDIA_TYPE, mediaType)
    ? PREVIEWS_BY_MEDIA_TYPE[mediaType as keyof typeof PREVIEWS_BY_MEDIA_TYPE]
    : null;

export const FILES_PATH = '/api/files/';
export const getFilePath = (id: string): string => `${FILES_PATH}${id}`;
export const getFilePartPath = (id: string, part: number): string => `${getFilePath(id)}/parts/${part}`;
