/**
 * Beside every text file of a folder the same file as `.br` and as `.gz`, for a server that sends what the browser
 * takes (`@fastify/static`, preCompressed). All files at once: zlib works beside the event loop, on as many
 * cores as there are; the whole admin takes 2 s on two of them, and the smallest form is worth that.
 */
import { readdirSync } from 'node:fs';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

const TEXT = /\.(m?js|css|html|json|svg|txt|webmanifest)$/;
/** Below it a packet is saved by nothing; fonts and pictures are compressed already. */
const WORTH_BYTES = 256;

const formats = [
  [
    '.br',
    (bytes) =>
      promisify(brotliCompress)(bytes, {
        params: {
          [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
          [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
          [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
        },
      }),
  ],
  ['.gz', (bytes) => promisify(gzip)(bytes, { level: constants.Z_BEST_COMPRESSION })],
];

/** A form that saves nothing is not kept, nor one that an earlier build left. */
export async function compressFiles(folder) {
  const files = readdirSync(folder, { recursive: true })
    .map((name) => join(folder, String(name)))
    .filter((path) => TEXT.test(path));
  await Promise.all(
    files.map(async (path) => {
      const bytes = await readFile(path);
      for (const [ending, compress] of formats) {
        const small = bytes.length < WORTH_BYTES ? bytes : await compress(bytes);
        if (small.length < bytes.length) await writeFile(path + ending, small);
        else await rm(path + ending, { force: true });
      }
    }),
  );
}
