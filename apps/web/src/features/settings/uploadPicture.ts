import type { PictureCrop, PictureKind } from '@marquee/validation';
import { postFile } from '../../lib/http.ts';
import type { OwnProfile } from '../profiles/profileCache.ts';

/**
 * Uploads a profile or portfolio picture. The coordinates in `crop` are percentages of the original's size. Returns
 * the updated profile. Throws the same errors as API calls.
 */
export function uploadPicture(kind: PictureKind, file: Blob, crop?: PictureCrop): Promise<OwnProfile> {
  const sides = Object.entries(crop ?? {}).map(([side, value]) => [side, value.toFixed(4)]);
  const query = sides.length === 0 ? '' : `?${new URLSearchParams(sides).toString()}`;
  return postFile<OwnProfile>(`/api/uploads/${kind}${query}`, file);
}
