/** Runs a local object store with the S3 protocol, to test storing uploaded pictures outside the local disk. */
import { createRequire } from 'node:module';

export interface RunningS3 {
  url: string;
  bucket: string;
  accessKeyId: string;
  secretAccessKey: string;
  stop(): Promise<void>;
}

/** The part of the package's API that this file uses. The package has no type declarations. */
type S3rver = new (options: object) => { run(): Promise<{ port: number }>; close(): Promise<void> };

const S3_BUCKET = 'marquee-pictures';
/** Access key and secret key. The package accepts no other value for either. */
const S3_ACCESS_KEY = 'S3RVER';

/** Starts the store on a free port with one empty bucket. Objects are stored as files in `dir`. */
export async function startS3({ dir }: { dir: string }): Promise<RunningS3> {
  const Server = createRequire(import.meta.url)('s3rver') as S3rver;
  const server = new Server({
    port: 0,
    address: '127.0.0.1',
    silent: true,
    directory: dir,
    configureBuckets: [{ name: S3_BUCKET, configs: [] }],
  });
  const { port } = await server.run();
  return {
    url: `http://127.0.0.1:${port}`,
    bucket: S3_BUCKET,
    accessKeyId: S3_ACCESS_KEY,
    secretAccessKey: S3_ACCESS_KEY,
    stop: () => server.close(),
  };
}
