import type { PictureCrop, PictureKind } from '@marquee/validation';
import { postFile } from '../../lib/http.ts';
import type { OwnProfile } from '../profiles/profileCache.ts';

/**
 * Uploads a profile or portfolio picture. The coordinates in `crop` are percentages of the original's size. Returns
 * the updated profile. Throws the same errors as API calls.
 */
export const uploadPicture = (kind: PictureKind, file: Blob, crop?: PictureCrop) =>
  postPicture<OwnProfile>(kind, file, crop);

/** Uploads a client's logo. Crops and throws like `uploadPicture`. */
export const uploadClientLogo = (id: string, file: Blob, crop?: PictureCrop) =>
  postPicture<{ logoUrl: string }>('client-logo', file, crop, { id });

function postPicture<T>(name: string, file: Blob, crop: PictureCrop | undefined, target = {}): Promise<T> {
  const sides = Object.entries(crop ?? {}).map(([side, value]) => [side, value.toFixed(4)]);
  const query = new URLSearchParams({ ...target, ...Object.fromEntries(sides) });
  return postFile<T>(`/api/uploads/${name}?${query}`, file);
}
