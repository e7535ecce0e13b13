/// <reference types="vite/client" />

/** The component library's base styles (ssr/plugins.ts). */
declare module 'virtual:mantine.css';

/** The class names of a Mantine component, with its style sheet (ssr/plugins.ts). */
declare module 'mantine:*' {
  const classes: Readonly<Record<string, string>>;
  export default classes;
}
