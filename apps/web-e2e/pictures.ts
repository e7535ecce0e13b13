/** Picture files for tests, made in memory. */
import { createRequire } from 'node:module';

/** The API's image library; the tests use it as a tool. */
interface Encoding {
  toBuffer(): Promise<Buffer>;
}
type Sharp = (input: object | Buffer) => { png(): Encoding; webp(options: { quality: number }): Encoding };
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

/** An element of EBML (RFC 8794): its id, its size in eight bytes, its content. */
function element(id: number, ...content: readonly (Buffer | number)[]): Buffer {
  const body = Buffer.concat(content.map((each) => (typeof each === 'number' ? Buffer.from([each]) : each)));
  const name = Buffer.from(id.toString(16).padStart(2, '0'), 'hex');
  const size = Buffer.alloc(8);
  size.writeBigUInt64BE(BigInt(body.length) | (1n << 56n));
  return Buffer.concat([name, size, body]);
}
const whole = (value: number): Buffer => {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value);
  return bytes;
};
const real = (value: number): Buffer => {
  const bytes = Buffer.alloc(8);
  bytes.writeDoubleBE(value);
  return bytes;
};
const ascii = (text: string): Buffer => Buffer.from(text, 'ascii');

/** The lossy form of a WebP picture is one frame of VP8 (RFC 9649). */
async function frameOf(background: string, width: number, height: number): Promise<Buffer> {
  const webp = await sharp({ create: { width, height, channels: 3, background } })
    .webp({ quality: 50 })
    .toBuffer();
  const at = webp.indexOf('VP8 ');
  return webp.subarray(at + 8, at + 8 + webp.readUInt32LE(at + 4));
}

/** A WebM video (matroska.org) that shows each colour for a second, ten frames a second. */
export async function videoOf(colours: readonly string[], width = 320, height = 180): Promise<Buffer> {
  const head = element(
    0x1a45dfa3,
    element(0x4286, 1),
    element(0x42f7, 1),
    element(0x42f2, 4),
    element(0x42f3, 8),
    element(0x4282, ascii('webm')),
    element(0x4287, 2),
    element(0x4285, 2),
  );
  const info = element(
    0x1549a966,
    element(0x2ad7b1, whole(1_000_000)),
    element(0x4489, real(colours.length * 1_000)),
    element(0x4d80, ascii('tests')),
    element(0x5741, ascii('tests')),
  );
  const track = element(
    0x1654ae6b,
    element(
      0xae,
      element(0xd7, 1),
      element(0x73c5, 1),
      element(0x83, 1),
      element(0x86, ascii('V_VP8')),
      element(0xe0, element(0xb0, whole(width)), element(0xba, whole(height))),
    ),
  );
  const clusters: Buffer[] = [];
  for (const [second, colour] of colours.entries()) {
    const frame = await frameOf(colour, width, height);
    const blocks = Array.from({ length: 10 }, (_, at) => {
      const header = Buffer.from([0x81, 0, 0, 0x80]);
      header.writeInt16BE(at * 100, 1);
      return element(0xa3, header, frame);
    });
    clusters.push(element(0x1f43b675, element(0xe7, whole(second * 1_000)), ...blocks));
  }
  // Where each second begins, counted from the end of the segment's own header. Its size does not depend on the
  // numbers.
  const cuesAt = (first: number) =>
    element(
      0x1c53bb6b,
      ...clusters.map((_, second) =>
        element(
          0xbb,
          element(0xb3, whole(second * 1_000)),
          element(
            0xb7,
            element(0xf7, 1),
            element(0xf1, whole(first + clusters.slice(0, second).reduce((sum, { length }) => sum + length, 0))),
          ),
        ),
      ),
    );
  const before = info.length + track.length + cuesAt(0).length;
  return Buffer.concat([head, element(0x18538067, info, track, cuesAt(before), ...clusters)]);
}
