/** When this build was made; part of the address of the text files (vite.config.ts). */
declare const __TEXTS__: string;
