/** Creates pictures and videos in memory for tests. */
import { createRequire } from 'node:module';

/** Types for the parts of `sharp` (the API's image library) that this file uses. */
interface Encoding {
  toBuffer(): Promise<Buffer>;
}
type Sharp = (input: object | Buffer) => { png(): Encoding; webp(options: { quality: number }): Encoding };
const sharp = createRequire(new URL('../../api/package.json', import.meta.url))('sharp') as Sharp;

interface InputPictureFile {
  name: string;
  mimeType: string;
  buffer: Buffer;
}

/** Returns a PNG of one color as a file for `setInputFiles`. */
export async function createPictureFile(
  name: string,
  background: string,
  width = 640,
  height = 480,
): Promise<InputPictureFile> {
  const buffer = await sharp({ create: { width, height, channels: 3, background } })
    .png()
    .toBuffer();
  return { name, mimeType: 'image/png', buffer };
}

/** Encodes an EBML element (RFC 8794): its id, its size in eight bytes, and its content. */
function encodeElement(id: number, ...content: readonly (Buffer | number)[]): Buffer {
  const body = Buffer.concat(content.map((each) => (typeof each === 'number' ? Buffer.from([each]) : each)));
  const name = Buffer.from(id.toString(16).padStart(2, '0'), 'hex');
  const size = Buffer.alloc(8);
  size.writeBigUInt64BE(BigInt(body.length) | (1n << 56n));
  return Buffer.concat([name, size, body]);
}
const encodeInteger = (value: number): Buffer => {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value);
  return bytes;
};
const encodeFloat = (value: number): Buffer => {
  const bytes = Buffer.alloc(8);
  bytes.writeDoubleBE(value);
  return bytes;
};
const encodeAscii = (text: string): Buffer => Buffer.from(text, 'ascii');

/** Returns a VP8 frame of one color, taken from a lossy WebP picture (RFC 9649). */
async function encodeFrame(background: string, width: number, height: number): Promise<Buffer> {
  const webp = await sharp({ create: { width, height, channels: 3, background } })
    .webp({ quality: 50 })
    .toBuffer();
  const at = webp.indexOf('VP8 ');
  return webp.subarray(at + 8, at + 8 + webp.readUInt32LE(at + 4));
}

/** Returns a WebM video (matroska.org) that shows each color for one second, at ten frames per second. */
export async function createVideo(colours: readonly string[], width = 320, height = 180): Promise<Buffer> {
  const head = encodeElement(
    0x1a45dfa3,
    encodeElement(0x4286, 1),
    encodeElement(0x42f7, 1),
    encodeElement(0x42f2, 4),
    encodeElement(0x42f3, 8),
    encodeElement(0x4282, encodeAscii('webm')),
    encodeElement(0x4287, 2),
    encodeElement(0x4285, 2),
  );
  const info = encodeElement(
    0x1549a966,
    encodeElement(0x2ad7b1, encodeInteger(1_000_000)),
    encodeElement(0x4489, encodeFloat(colours.length * 1_000)),
    encodeElement(0x4d80, encodeAscii('tests')),
    encodeElement(0x5741, encodeAscii('tests')),
  );
  const track = encodeElement(
    0x1654ae6b,
    encodeElement(
      0xae,
      encodeElement(0xd7, 1),
      encodeElement(0x73c5, 1),
      encodeElement(0x83, 1),
      encodeElement(0x86, encodeAscii('V_VP8')),
      encodeElement(0xe0, encodeElement(0xb0, encodeInteger(width)), encodeElement(0xba, encodeInteger(height))),
    ),
  );
  const clusters: Buffer[] = [];
  for (const [second, colour] of colours.entries()) {
    const frame = await encodeFrame(colour, width, height);
    const blocks = Array.from({ length: 10 }, (_, at) => {
      const header = Buffer.from([0x81, 0, 0, 0x80]);
      header.writeInt16BE(at * 100, 1);
      return encodeElement(0xa3, header, frame);
    });
    clusters.push(encodeElement(0x1f43b675, encodeElement(0xe7, encodeInteger(second * 1_000)), ...blocks));
  }
  // Seek index with the position of each second, relative to the end of the segment's header. The size of this
  // element does not depend on its values.
  const cuesAt = (first: number) =>
    encodeElement(
      0x1c53bb6b,
      ...clusters.map((_, second) =>
        encodeElement(
          0xbb,
          encodeElement(0xb3, encodeInteger(second * 1_000)),
          encodeElement(
            0xb7,
            encodeElement(0xf7, 1),
            encodeElement(
              0xf1,
              encodeInteger(first + clusters.slice(0, second).reduce((sum, { length }) => sum + length, 0)),
            ),
          ),
        ),
      ),
    );
  const before = info.length + track.length + cuesAt(0).length;
  return Buffer.concat([head, encodeElement(0x18538067, info, track, cuesAt(before), ...clusters)]);
}
