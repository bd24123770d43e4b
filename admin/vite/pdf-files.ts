import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type { Plugin } from 'vite';

const manifest = createRequire(import.meta.url).resolve('pdfjs-dist/package.json');
const { version } = JSON.parse(readFileSync(manifest, 'utf8')) as { version: string };

/** Its version is part of the address, for files in assets/ are kept for ever. */
export const PDF_FILES = `/assets/pdf/${version}/`;

/** What pdf.js fetches where a document needs it: tables of Asian writing, the fonts that none brings along, decoders. */
const FOLDERS = { cmaps: /\.bcmap$/, standard_fonts: /\.(pfb|ttf)$/, wasm: /\.wasm$/ } as const;

export function pdfFiles(): Plugin {
  return {
    name: 'pdf-files',
    generateBundle() {
      for (const [folder, wanted] of Object.entries(FOLDERS)) {
        const path = join(dirname(manifest), folder);
        for (const name of readdirSync(path).filter((each) => wanted.test(each)))
          this.emitFile({
            type: 'asset',
            fileName: `${PDF_FILES.slice(1)}${folder}/${name}`,
            source: readFileSync(join(path, name)),
          });
      }
    },
  };
}
