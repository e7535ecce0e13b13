/** What the screens know of deliverables. */
import type { Outputs } from '../../trpc.ts';

export type Deliverables = Outputs['deliveries']['ofBooking'];
export type Deliverable = Deliverables['items'][number];
export type Version = Deliverable['versions'][number];
export type DeliveredFile = Version['files'][number];
export type Remark = Version['remarks'][number];

/** A moment of a video or sound: 75,000 ms → '1:15'. */
export function clockText(ms: number): string {
  const seconds = Math.floor(ms / 1_000);
  const [minutes, rest] = [Math.floor(seconds / 60), seconds % 60];
  const hours = Math.floor(minutes / 60);
  const two = (value: number) => String(value).padStart(2, '0');
  return hours === 0 ? `${minutes}:${two(rest)}` : `${hours}:${two(minutes % 60)}:${two(rest)}`;
}

/** What a remark is about, in words: 'photo.jpg', 'cut.mp4 at 0:12'. */
export const aboutText = ({ ms }: Pick<Remark, 'ms'>, file: { name: string } | undefined): string =>
  `${file?.name ?? 'A file'}${ms === null ? '' : ` at ${clockText(ms)}`}`;
