/** A stamp of all texts; part of the address of the text files (vite.config.ts). */
declare const __TEXTS__: string;
