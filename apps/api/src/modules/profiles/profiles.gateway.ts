/** Pictures on disk: decoded, re-encoded and stored under a name made from their content. */
import { createHash } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import type { Deps } from '../../deps.ts';

/** Portraits are shown at most 128 px wide; twice that for dense screens. */
const PORTRAIT_PX = 256;

/** Takes an image file's bytes and returns the address under which its re-encoded portrait is served. Throws when it is no image. */
export async function savePortrait({ env }: Pick<Deps, 'env'>, image: Buffer): Promise<string> {
  const webp = await sharp(image).rotate().resize(PORTRAIT_PX, PORTRAIT_PX, { fit: 'cover' }).webp({ quality: 82 }).toBuffer();
  const name = `${createHash('sha256').update(webp).digest('hex').slice(0, 32)}.webp`;
  await writeFile(join(env.DATA_DIR, 'media', name), webp);
  return `/media/${name}`;
}
