/** A stamp of all texts; part of the address of the text files (vite.config.ts). */
declare const __TEXTS__: string;
/** Where what a PDF may need beside itself is (vite/pdf-files.ts). */
declare const __PDF_FILES__: string;
