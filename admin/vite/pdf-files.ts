import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type { Plugin } from 'vite';

const manifest = createRequire(import.meta.url).resolve('pdfjs-dist/package.json');
const { version } = JSON.parse(readFileSync(manifest, 'utf8')) as { version: string };

/** The URL contains the version, because browsers cache assets/ forever. */
export const PDF_FILES = `/assets/pdf/${version}/`;

/** Files that pdf.js loads on demand: character maps, standard fonts, decoders. */
const FOLDERS = { cmaps: /\.bcmap$/, standard_fonts: /\.(pfb|ttf)$/, wasm: /\.wasm$/ } as const;

export function pdfFiles(): Plugin {
  return {
    name: 'pdf-files',
    generateBundle() {
      for (const [folder, pattern] of Object.entries(FOLDERS)) {
        const path = join(dirname(manifest), folder);
        for (const name of readdirSync(path).filter((each) => pattern.test(each)))
          this.emitFile({
            type: 'asset',
            fileName: `${PDF_FILES.slice(1)}${folder}/${name}`,
            source: readFileSync(join(path, name)),
          });
      }
    },
  };
}
