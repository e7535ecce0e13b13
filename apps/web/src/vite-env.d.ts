/// <reference types="vite/client" />

/** The component library's base styles (ssr/plugins.ts). */
declare module 'virtual:mantine.css';
