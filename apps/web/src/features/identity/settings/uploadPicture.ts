import type { PictureCrop } from '@marquee/validation';
import { postFile } from '../../../lib/http.ts';
import type { OwnProfile } from '../../catalog/profiles/profileCache.ts';

/**
 * Uploads a profile or portfolio picture. The coordinates in `crop` are percentages of the original's size. Returns
 * the updated profile. Throws the same errors as API calls.
 */
export function uploadPicture(kind: 'portrait' | 'portfolio', file: Blob, crop?: PictureCrop): Promise<OwnProfile> {
  const sides = Object.entries(crop ?? {}).map(([side, value]) => [side, value.toFixed(4)]);
  const query = new URLSearchParams(Object.fromEntries(sides));
  return postFile<OwnProfile>(`/api/uploads/${kind}?${query}`, file);
}

/** Uploads a client's logo. Throws the same errors as API calls. */
export const uploadClientLogo = (id: string, file: Blob) =>
  postFile<{ logoUrl: string }>(`/api/uploads/client-logo?id=${id}`, file);
