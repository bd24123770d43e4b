import type { Plugin } from 'vite';
import { compressFiles } from '../../scripts/compress-files.mjs';

/** The server compresses no file on request: the build did (`src/platform/http/static-admin.ts`). */
export function compressedFiles(folder: string): Plugin {
  return {
    name: 'compressed-files',
    apply: 'build',
    closeBundle: { order: 'post', handler: () => compressFiles(folder) },
  };
}
