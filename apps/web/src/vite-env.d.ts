/// <reference types="vite/client" />

interface ImportMetaEnv {
  /** The version of the build, such as '1.0.0'. */
  readonly MARQUEE_VERSION: string;
}
