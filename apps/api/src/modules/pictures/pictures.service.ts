/**
 * Pictures from people: decided by their content, turned upright, cut,
 * re-encoded in every width, without what cameras write into them.
 */
import { createHash, randomBytes } from 'node:crypto';
import { MAX_PICTURE_PIXELS, PICTURE_WIDTHS, pictureAt, type PictureCrop, type PictureKind } from '@marquee/validation';
import sharp, { type Metadata, type Region, type Sharp, type WebpOptions } from 'sharp';
import type { Deps } from '../../core/deps.ts';
import { Failure } from '../../core/failures.ts';
import { openGate } from '../../core/gate.ts';
import { nameIn } from '../../gateways/pictures.ts';
import { isPictureUsed } from './pictures.sql.ts';

/** A picture of 60 megapixels takes up to 240 MB while it is decoded. */
const gated = openGate(2, 20);

const ENCODING = { quality: 80 } as const;
/** For pictures of our own making: a third of the time, somewhat larger. */
const QUICK = { ...ENCODING, effort: 1 } as const;
/** The least that a portrait's cut-out or a portfolio picture may measure, in pixels. */
const LEAST_PX = 64;

/** Beginnings of the files that we decode. libvips knows more (SVG, PDF, TIFF …), which never reach it. */
const SIGNATURES: readonly RegExp[] = [
  /^\xff\xd8\xff/, // JPEG
  /^\x89PNG\r\n/,
  /^GIF8[79]a/,
  /^RIFF[^]{4}WEBP/,
  /^[^]{4}ftyp(avif|avis|mif1)/, // AVIF
];
const isRaster = (bytes: Buffer) => SIGNATURES.some((signature) => signature.test(bytes.toString('latin1', 0, 16)));

export interface StoredPicture {
  /** Of the middle width; `pictureAt` makes the others. */
  url: string;
  /** Of the largest file. */
  width: number;
  height: number;
}

/**
 * Stores an uploaded file under a random name. Portraits are square: of `crop`, or of the middle.
 * Fails with PICTURE_TYPE_WRONG, PICTURE_TOO_MANY_PIXELS, PICTURE_TOO_SMALL, PICTURE_BROKEN, or TOO_BUSY.
 */
export async function storePicture(
  deps: Deps,
  bytes: Buffer,
  kind: PictureKind,
  crop?: PictureCrop,
): Promise<StoredPicture> {
  if (!isRaster(bytes)) throw new Failure('PICTURE_TYPE_WRONG');
  const region = regionOf(await readMetadata(bytes), kind, crop);
  return gated(async () => {
    const upright = sharp(bytes, { limitInputPixels: MAX_PICTURE_PIXELS }).autoOrient().extract(region);
    return saveWidths(deps, await orBroken(decodedLargest(upright, kind)), kind, randomBytes(16).toString('hex'));
  });
}

/** Stores a picture of our own making (demo data) under a name made from it; its content needs no doubt. */
export async function storeOwnPicture(
  deps: Pick<Deps, 'pictures'>,
  image: Buffer,
  kind: PictureKind,
): Promise<StoredPicture> {
  const name = createHash('sha256').update(image).digest('hex').slice(0, 32);
  return saveWidths(deps, await decodedLargest(sharp(image), kind), kind, name, QUICK);
}

/** The file of a stored address in one of its widths; undefined when it is not there. */
export async function readPicture(
  { pictures }: Pick<Deps, 'pictures'>,
  url: string,
  width: number,
): Promise<Buffer | undefined> {
  const name = nameIn(pictureAt(url, width));
  return name === undefined ? undefined : pictures.get(name);
}

/** Removes a picture that nothing shows any more, in all of its widths. */
export async function dropPicture(deps: Deps, url: string): Promise<void> {
  const name = nameIn(url);
  if (name === undefined || (await isPictureUsed(deps.db, url))) return;
  const names = Object.values(PICTURE_WIDTHS)
    .flat()
    .map((width) => nameIn(pictureAt(url, width)));
  await Promise.all([...new Set(names)].filter((each) => each !== undefined).map((each) => deps.pictures.remove(each)));
}

async function readMetadata(bytes: Buffer): Promise<Metadata> {
  const metadata = await orBroken(sharp(bytes, { limitInputPixels: false }).metadata());
  if (metadata.width * metadata.height > MAX_PICTURE_PIXELS) throw new Failure('PICTURE_TOO_MANY_PIXELS');
  return metadata;
}

/**
 * The cut-out in pixels of the upright picture: the crop within
 * its bounds; a portrait without one gets the middle square.
 */
function regionOf(metadata: Metadata, kind: PictureKind, crop: PictureCrop | undefined): Region {
  const { width, height } = metadata.autoOrient;
  const within = (value: number, most: number) => Math.max(0, Math.min(Math.round(value), most));
  let region: Region = { left: 0, top: 0, width, height };
  if (crop) {
    const left = within((crop.x / 100) * width, width);
    const top = within((crop.y / 100) * height, height);
    region = {
      left,
      top,
      width: within((crop.width / 100) * width, width - left),
      height: within((crop.height / 100) * height, height - top),
    };
  }
  if (kind === 'portrait') region = middleSquare(region);
  if (Math.min(region.width, region.height) < LEAST_PX) throw new Failure('PICTURE_TOO_SMALL');
  return region;
}

function middleSquare({ left, top, width, height }: Region): Region {
  const side = Math.min(width, height);
  return {
    left: left + Math.floor((width - side) / 2),
    top: top + Math.floor((height - side) / 2),
    width: side,
    height: side,
  };
}

interface Decoded {
  data: Buffer;
  info: { width: number; height: number; channels: 1 | 2 | 3 | 4 };
}

/** The pixels of the largest width, in sRGB: the upload is decoded once, whatever is made of it. */
function decodedLargest(image: Sharp, kind: PictureKind): Promise<Decoded> {
  const [, , width] = PICTURE_WIDTHS[kind];
  // A very tall picture is bounded too.
  return image
    .resize({ width, height: width * 2, fit: 'inside', withoutEnlargement: true })
    .toColourspace('srgb')
    .raw()
    .toBuffer({ resolveWithObject: true });
}

/** Writes a file of each width. */
async function saveWidths(
  { pictures }: Pick<Deps, 'pictures'>,
  { data, info }: Decoded,
  kind: PictureKind,
  name: string,
  encoding: WebpOptions = ENCODING,
): Promise<StoredPicture> {
  const { width, height, channels } = info;
  const fileOf = (each: number) => `${name}-${each}.webp`;
  for (const each of PICTURE_WIDTHS[kind]) {
    const image = sharp(data, { raw: { width, height, channels } }).resize({ width: each, withoutEnlargement: true });
    await pictures.put(fileOf(each), await image.webp(encoding).toBuffer());
  }
  const [, middle] = PICTURE_WIDTHS[kind];
  return { url: pictures.urlOf(fileOf(middle)), width: info.width, height: info.height };
}

/** What the decoder cannot read to its end is broken; it is not told why. */
const orBroken = <T>(decoding: Promise<T>): Promise<T> =>
  decoding.catch((cause: unknown) => {
    throw Object.assign(new Failure('PICTURE_BROKEN'), { cause });
  });
