/**
 * Detects the media type of a file from its first bytes, ignoring the file name. Detects only types that browsers
 * display without running code.
 */
import type { PREVIEWS_BY_MEDIA_TYPE } from '@marquee/contracts';

type PreviewableType = keyof typeof PREVIEWS_BY_MEDIA_TYPE;

/**
 * File signatures as latin1 text. The brands of ISO media files ('isom' etc.) are from ISO/IEC 14496-12 and its
 * registry.
 */
const FILE_SIGNATURES: readonly (readonly [RegExp, PreviewableType])[] = [
  [/^\xff\xd8\xff/, 'image/jpeg'],
  [/^\x89PNG\r\n/, 'image/png'],
  [/^GIF8[79]a/, 'image/gif'],
  [/^RIFF[^]{4}WEBP/, 'image/webp'],
  [/^[^]{4}ftypavi[fs]/, 'image/avif'],
  [/^[^]{4}ftypqt {2}/, 'video/quicktime'],
  [/^[^]{4}ftyp(isom|iso[2-9]|mp4[12]|avc1|M4V |MSNV|dash)/, 'video/mp4'],
  [/^[^]\x45\xdf\xa3[^]{0,200}webm/, 'video/webm'],
  [/^(ID3|\xff[\xfb\xf3\xf2])/, 'audio/mpeg'],
  [/^RIFF[^]{4}WAVE/, 'audio/wav'],
];

/**
 * Returns the media type of a file, or null if browsers cannot display it. `beginning` is the first bytes of the
 * file.
 */
export function detectMediaType(beginning: Buffer): PreviewableType | null {
  const text = beginning.toString('latin1', 0, 256);
  return FILE_SIGNATURES.find(([signature]) => signature.test(text))?.[1] ?? null;
}
