import { formatFileSize } from '@marquee/contracts';

/** Describes a file that was deleted because its retention time is over. */
export const describeExpiredFile = ({ name, bytes }: { name: string; bytes: number }): string =>
  `${name} (${formatFileSize(bytes)}) has expired and can no longer be downloaded.`;
