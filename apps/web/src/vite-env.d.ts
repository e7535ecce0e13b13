/// <reference types="vite/client" />

/** The component library's base styles (vite.config.ts). */
declare module 'virtual:mantine.css';
