/** Messages about files. Contains no zod schemas, so that pages can import this file without loading zod. */
import { formatFileSize } from '@marquee/contracts';
import { LIMITS } from './limits.ts';

export const FILE_TOO_LARGE = `Files can be at most ${formatFileSize(LIMITS.fileBytes)}. Add a link to a larger file instead.`;
export const MESSAGE_FILE_TOO_LARGE = `Files in messages can be at most ${formatFileSize(LIMITS.messageFileBytes)}. Add a link to a larger file instead.`;
export const FILE_EMPTY = 'This file is empty';
