import type { Db } from '../../../db/schema.ts';

/** Returns whether a profile, portfolio, client or follower proof uses the picture. Demo creators share pictures. */
export async function isPictureUsed(db: Db, url: string): Promise<boolean> {
  const [portrait, portfolio, logo, proof] = await Promise.all([
    db.selectFrom('workspace').select('id').where('profileImageUrl', '=', url).limit(1).executeTakeFirst(),
    db.selectFrom('portfolioPicture').select('id').where('url', '=', url).limit(1).executeTakeFirst(),
    db.selectFrom('client').select('id').where('logoUrl', '=', url).limit(1).executeTakeFirst(),
    db.selectFrom('followerProof').select('id').where('pictureUrl', '=', url).limit(1).executeTakeFirst(),
  ]);
  return [portrait, portfolio, logo, proof].some((use) => use !== undefined);
}
