/** Picture files for tests, made in memory. */
import { createRequire } from 'node:module';

/** The API's image library; the tests use it as a tool. */
type Sharp = (input: object | Buffer) => { png(): { toBuffer(): Promise<Buffer> } };
const sharp = createRequire(new URL('../api/package.json', import.meta.url))('sharp') as Sharp;

interface PictureFile {
  name: string;
  mimeType: string;
  buffer: Buffer;
}

/** A picture of one colour, as a file input takes it. */
export async function pictureFile(name: string, background: string, width = 640, height = 480): Promise<PictureFile> {
  const buffer = await sharp({ create: { width, height, channels: 3, background } })
    .png()
    .toBuffer();
  return { name, mimeType: 'image/png', buffer };
}
