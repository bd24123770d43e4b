import type { Plugin } from 'vite';
import { compressFiles } from '../../scripts/compress-files.mjs';

/** Compresses the files at build time, because the server does not (`src/infrastructure/http/static-admin.ts`). */
export function compressedFiles(folder: string): Plugin {
  return {
    name: 'compressed-files',
    apply: 'build',
    closeBundle: { order: 'post', handler: () => compressFiles(folder) },
  };
}
